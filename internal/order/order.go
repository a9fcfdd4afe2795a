// This file is the data shared in a link, and what happens before what there: the types, and what is asked of them.

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// Places are the slots at an offset past what a node points to.
func (l *Order) Places(i *link.Instance, n facts.Node, off uint32) []Location {
	if n == 0 {
		return nil
	}
	var list []Location
	for _, addr := range l.Sets.PointsTo(nil, i.Node(n)) {
		if o, id, at := l.ObjectAt(addr); o != nil {
			list = append(list, Location{id, at + off})
		}
	}
	return list
}

// HeldIn are the locks held in a state.
func (l *Order) HeldIn(s hb.StateID) []hb.Held {
	if l.locks == nil {
		l.locks = map[hb.StateID][]hb.Held{}
	}
	list, ok := l.locks[s]
	if !ok {
		list = l.Solved.Held(s)
		l.locks[s] = list
	}
	return list
}

// Precedes reports whether what happens at one point of an instance's function comes before all of some points, or what
// happens behind them, on every way there.
func (l *Order) Precedes(i link.InstID, at int, points []facts.PointID) bool {
	f := &l.Ordered.Funcs[i]
	return !slices.ContainsFunc(
		points,
		func(p facts.PointID) bool { return !f.Precedes(hb.PointID(at)+1, hb.PointID(p)+1) },
	)
}

// Traced gives, and remembers, the tracer of the link.
func (l *Order) Traced() *link.Tracer {
	if l.tracer == nil {
		l.tracer = link.NewTracer(l.Link)
	}
	return l.tracer
}

// Forget lets go of the trails that were followed so far.
func (l *Order) Forget() {
	if l.tracer != nil {
		l.tracer.Forget()
	}
}

// Each calls f for every object an access may touch, with the first slot touched.
func (l *Order) Each(i *link.Instance, a *facts.Access, f func(*link.Object, link.ObjID, uint32)) {
	n := i.Node(a.Addr)
	if n == 0 {
		return
	}
	l.buf = l.Sets.PointsTo(l.buf[:0], n)
	for _, addr := range l.buf {
		o, id, off := l.ObjectAt(addr)
		if o == nil || off+a.Off >= o.Decl.Size || o.Decl.Kind == facts.ObjFunc && off == 0 {
			continue
		}
		f(o, id, off+a.Off)
	}
}

// Writes reports whether a touch changes memory.
func (l *Order) Writes(t AccessInstance) bool {
	return l.Insts[t.Inst].Unit.Accesses.List[t.Index].Kind.Writes()
}

// Place is an access as internal/hb knows it.
func (l *Order) Place(c *Candidate) hb.Place {
	return hb.Place{Origin: hb.OriginID(c.Origin), Func: hb.FuncID(c.Inst), State: c.State}
}

// CallAt is the call at a point of an instance's function as internal/hb has it.
func (l *Order) CallAt(i link.InstID, p hb.PointID) uint32 {
	first := 2
	if s := l.Insts[i].Unit.Spawn; s != nil {
		if first = len(s.Points) + 1; int(p) < first {
			return s.Points[p-1].Event.Index
		}
	}
	return l.extra[i][int(p)-first]
}

// Happens reports whether an instance may come to an access, as far as constants decide it.
func Happens(l *Order, i *link.Instance, a *facts.Access) bool { return l.decided.accesses(i, a) }

// An AccessInstance is one access in one instance on one location.
type AccessInstance struct {
	Inst  link.InstID // the function that makes the access, in its context
	Index uint32      // into its unit's accesses
}

// A Location is one slot of an abstract object.
type Location struct {
	Obj link.ObjID // the object
	Off uint32     // the slot in it, from 0
}

// A Signature is what decides about a pair: accesses with equal signatures are represented by the first (SWORD,
// Algorithm 6).
type Signature struct {
	Origin link.OriginID    // whose goroutine makes the access
	State  hb.StateID       // what is held and has happened there
	Kind   facts.AccessKind // a read or a write
	Index  facts.IndexKind  // what is known of the index of an element
	Lo, Hi int64            // as in facts.Access: what they mean depends on Index
	Weak   bool             // known through containers, models or unsafe
	Hidden bool             // a directive covers its line: it must not stand for others
	Caller link.InstID      // its instance, where it matters which of several in one state it is; else 0
}

// A Candidate is a touch in one state: what pairs are made of.
type Candidate struct {
	Signature
	Inst   link.InstID // the function that makes the access, in its context
	Access uint32      // into its unit's accesses
	Entry  hb.Entry    // how the goroutine came into that function
}

// A usage of an object is who touches it.
type objectUse struct {
	owners  link.OriginSet // origins that touch it
	wrote   bool           // somebody writes to it outside ownership
	Shifted bool           // some slice of the array starts behind its first element
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
	*link.Link
	Talks   *Talks                        // what goroutines do over connections
	decided *decided                      // what happens, as far as numbers decide it
	Uses    []objectUse                   // by objID
	above   []bool                        // by originID: a recursion begins with it that was recognised further down
	Shared  map[Location][]AccessInstance // accesses of shared memory
	Keys    []Location                    // shared's keys in order
	wanted  []bool                        // by instance: it has accesses of shared memory
	Touches int                           // accesses that happen

	// synchronisation objects by their number in internal/hb; nil before solve
	Syncs   []SyncKey
	Ordered *hb.Program // what was handed to internal/hb; nil before solve
	// by instance: the calls of the points that its function has there beyond those of its skeleton
	extra    [][]uint32
	Solved   *hb.Result                           // what it answered; nil before solve
	locks    map[hb.StateID][]hb.Held             // held in states; nil until asked
	tracer   *link.Tracer                         // nil until asked
	entries  map[link.InstID][]link.InstID        // memo of initialisers; nil until asked
	belows   map[link.InstID]map[link.InstID]bool // memo of below; nil until asked
	contexts *contexts                            // which contexts are never done; nil until asked
	buf      []pointsto.Node
	Spent    int // steps taken to look at pairs
}

// contexts is the search for what variables may hold, over the whole program: all callers, all stores.
type contexts struct {
	*link.Tracer
	known map[holder]bool // answers
	seen  map[holder]bool // by the search that goes on
}

// A holder is a variable of a function.
type holder struct {
	inst link.InstID // the function, in its context
	node facts.Node  // the variable
}

// A SyncKey is a synchronisation object: a slot of an abstract object.
type SyncKey struct {
	Obj link.ObjID // the object
	Off uint32     // the slot in it, from 0
}
