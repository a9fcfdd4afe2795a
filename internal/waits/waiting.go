// This file is what all scopes share: the channels, WaitGroups, conditions, Onces and locks that functions operate on.

package waits

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
	"github.com/syncvet/syncvet/internal/waits/exposure"
	"github.com/syncvet/syncvet/internal/waits/shapes"
)

// A waiting is the part of the search for blocked goroutines that all scopes share.
type waiting struct {
	d       *explain.Paths                  // how control comes to places of the link
	l       *order.Order                    // the link, and what happens before what there; that of d
	users   map[order.SyncKey][]link.InstID // by object: the primary instances that operate on it, in order
	keys    []order.SyncKey                 // the objects, in order
	kinds   map[order.SyncKey]opClass       // what is done to each
	nils    []bool                          // by instance: it operates on the nil channel; nil before blocksOnNil
	all     exposure.Access                 // what code that is not seen may do to each object
	inside  exposure.Access                 // the same, but users of a type leave alone what it keeps; nil before kept
	stored  map[pointsto.Node]bool          // places in memory that something is stored to; nil before storedTo
	shapes  map[link.UnitID]*shapes.Shape   // of skeletons; nil: too large
	seen    exposure.Finder                 // finds what code that is not seen gets hold of
	vague   map[order.SyncKey]bool          // operated on by an operation that may mean another object as well
	held    [][]link.ObjID                  // by object: the objects that hold a pointer to it; nil before holders
	reads   reads                           // which objects functions read pointers from
	missing map[missingPartner]bool         // what functions that are not called operate on; nil before absent
	// the function within whose run the link's package-level variables live: main, or the one test; zero if there is none
	entry link.InstID
	buf   []pointsto.Node            // for points-to sets
	flags map[order.SyncKey]*flagUse // atomics, and variables that work like them (W19)
	// the lengths for which the last scope was given up (W18); zero if it was not, or for something else
	two    [2]int64
	budget int      // states that may still be explored
	off    []string // rows of the table that are not asked
	stats  Walks    // what was explored so far
}

// Walks counts the search for blocked goroutines.
type Walks struct {
	Scopes     int // functions whose goroutines' interleavings were walked through (W2)
	States     int // states visited there
	Unfinished int // functions given up: over a budget, or not to be modelled
}

// add adds the walks of one link.
func (w *Walks) add(x *Walks) {
	w.Scopes += x.Scopes
	w.States += x.States
	w.Unfinished += x.Unfinished
}

// opClass is what is done to an object, as bits.
type opClass uint16

const (
	doesSend opClass = 1 << iota
	doesRecv
	doesClose
	doesAdd
	doesDone
	doesWait
	doesCondWait
	doesSignal
	doesOnce
	doesLock
	owes // it would, if the function ended
)

// classes are the events that operate on one object each.
var classes = map[facts.EventOp]opClass{
	facts.EventSend: doesSend, facts.EventRecv: doesRecv, facts.EventClose: doesClose, facts.EventAdd: doesAdd,
	facts.EventDone: doesDone,
	facts.EventWait: doesWait, facts.EventGroupGo: doesAdd | doesDone, facts.EventGroupWait: doesWait,
	facts.EventCondWait:   doesCondWait,
	facts.EventCondSignal: doesSignal, facts.EventOnceBegin: doesOnce, facts.EventOwed: owes,
}

// onChannel are the events on which EventConst means the nil channel.
var onChannel = map[facts.EventOp]bool{facts.EventSend: true, facts.EventRecv: true, facts.EventClose: true}

// A missingPartner is a channel, WaitGroup or condition as functions that are not called name it.
type missingPartner struct {
	name facts.Symbol // of a field, a package-level or a local variable
	in   facts.Symbol // local variables: the outermost function around; zero for fields and package-level variables
}

// within says where a name of a function means something: local variables are those of the outermost function.
func (a missingPartner) within(fn facts.Symbol) missingPartner {
	if a.name.Kind == facts.SymLocal {
		a.in = fn.Declared()
	}
	return a
}

// A flagUse is who uses a flag, and how.
type flagUse struct {
	users  []link.InstID // instances that use it, each once
	writes []link.InstID // those of the users that set it
	values []int64       // the constants but zero that are stored or compared with, in order
	plain  bool          // no lock guards it
	vague  bool          // it is not known what is stored, or whether it is this flag
}

// cells are as many cells as tell what the flag is: one that is true if it is set; if it is set to several constants,
// one for each value, zero first, that is set if the flag has that. No such number: zero.
func (x *flagUse) cells() int {
	switch n := len(x.values); {
	case n <= 1:
		return 1
	case x.plain || n > maxStates:
		return 0
	default:
		return 1 + n
	}
}

// An onceScope is an instance within one run of which an object is made once, at most.
type onceScope struct {
	inst link.InstID // in its context
	loop bool        // it is made anew in each round of a loop there that starts goroutines
	// it is made anew by one goroutine, one after the other, and one stands for all (W89)
	again bool
}

// shape gives the shape of a function's skeleton; nil if it is too large.
func (w *waiting) shape(u *link.Unit) *shapes.Shape {
	s, ok := w.shapes[u.ID]
	if !ok && len(u.Spawn.Points) <= maxShape {
		s = shapes.Of(u.Spawn.Points)
	}
	w.shapes[u.ID] = s
	return s
}
