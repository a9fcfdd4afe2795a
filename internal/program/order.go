// This file is what a solved link says about memory and time: which objects goroutines share, and what happens before what.

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A touch is one access in one instance on one location.
type touch struct {
	inst  instID
	index uint32 // into its unit's accesses
}

// A location is one slot of an abstract object.
type location struct {
	obj objID
	off uint32
}

// A signature is what decides about a pair: accesses with equal signatures are represented by the first (SWORD, Algorithm 6).
type signature struct {
	origin originID
	state  hb.StateID
	kind   facts.AccessKind
	index  facts.IndexKind
	lo, hi int64
	weak   bool   // known through containers, models or unsafe
	hidden bool   // a directive covers its line: it must not stand for others
	caller instID // its instance, where directives depend on the calls that lead there; else 0
}

// A candidate is a touch in one state: what pairs are made of.
type candidate struct {
	signature
	inst   instID
	access uint32 // into its unit's accesses
	entry  hb.Entry
}

// A usage of an object is who touches it.
type objectUse struct {
	owners  originSet // origins that touch it
	wrote   bool      // somebody writes to it outside ownership
	shifted bool      // some slice of the array starts behind its first element
	sharing
}

// sharing is whether two goroutines that may coexist touch an object.
type sharing uint8

// What is known of an object's sharing.
const (
	unknownSharing sharing = iota // not asked yet
	ownedByOne
	sharedByMany
)

// An Order is a link with what is shared and ordered in it.
type Order struct {
	*Link
	decided *decided             // what happens, as far as numbers decide it
	uses    []objectUse          // by objID
	above   []bool               // by originID: a recursion begins with it that was recognised further down
	shared  map[location][]touch // accesses of shared memory
	keys    []location           // shared's keys in order
	wanted  []bool               // by instance: it has accesses of shared memory
	touches int                  // accesses that happen

	syncs   []syncKey                  // synchronisation objects by their number in internal/hb; nil before solve
	ordered *hb.Program                // what was handed to internal/hb; nil before solve
	extra   [][]uint32                 // by instance: the calls of the points that its function has there beyond those of its skeleton
	solved  *hb.Result                 // what it answered; nil before solve
	locks   map[hb.StateID][]hb.Held   // held in states; nil until asked
	tracer  *tracer                    // nil until asked
	belows  map[instID]map[instID]bool // memo of below; nil until asked
	buf     []pointsto.Node
}

// newOrder finds what of a link's memory is shared.
func newOrder(solved *Link) *Order {
	l := &Order{Link: solved, shared: map[location][]touch{}, uses: make([]objectUse, len(solved.objects)), above: make([]bool, len(solved.origins))}
	l.cfg.enter(Ordering)
	l.cuts()
	l.findRecursions()
	l.decided = l.decide()
	l.owners()
	l.wanted = l.collect()
	return l
}

// solve finds the happens-before relation, once.
func (l *Order) solve() {
	if l.solved != nil {
		return
	}
	if l.solved = l.order(l.wanted); l.solved.Incomplete {
		l.exceeded("states")
	}
}

// traced gives, and remembers, the tracer of the link.
func (l *Order) traced() *tracer {
	if l.tracer == nil {
		l.tracer = newTracer(l.Link)
	}
	return l.tracer
}
