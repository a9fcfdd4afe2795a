// This file is what rooms remember about an end.

package ends

import (
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A Visit is what the client of a type called on the way to an access.
type Visit struct {
	Unit  *link.Unit   // the constructor or method; nil if there is no such client
	Gives bool         // it is a method that gives its caller a channel
	Again *link.Origin // the goroutine that calls it, if not the client itself: everything has been started before
	Plain bool         // the access is made by the call itself, not by a goroutine that it started
	Serve bool         // the call, or who has started its goroutine, goes on until it is ended (passes/source S13)
}

// An EndKey is what makes one end of a counterexample differ from others: the access, and what starts its goroutine,
// whichever instance it is.
type EndKey struct {
	Unit   link.UnitID   // the function with the access
	Access uint32        // index into the unit's Accesses.List
	Site   link.InstID   // the instance that starts its goroutine; zero for roots
	Call   uint32        // of the start, index into that unit's Flow.Calls
	Root   link.OriginID // of roots: the origin; else 0
}

// Holders are the objects in which an end has found the object.
type holders struct {
	made bool     // it did not find it, or perhaps not: the others are not listed
	list []holder // each once; empty if made
}

// A holder is an object that an end loaded the object from.
type holder struct {
	obj  link.ObjID    // the object
	ways []link.Source // how the end came by the holder; none: not in its context
}

// A provenance is how an end's goroutine came by an object.
type provenance struct {
	looked   []lookup     // containers it was found in and left in
	own      bool         // in an array, by an index that its goroutine may have for itself
	received []link.ObjID // the channels that it came from
	given    bool         // to the goroutine at its start
	taken    bool         // out of a container: nobody else finds it there any more
	takings  []link.Taker // the loads by which it, or what holds it, was taken
	made     bool         // by its goroutine itself
	unclear  bool         // made here and not stored at once, or by a way that is not followed
}

// A lookup is where a load found an object.
type lookup struct {
	order.Location
	index int64            // number of the index expression, if each goroutine surely has its own index; else zero
	base  link.ReachingDef // what pointed to the container
}

// A counting is a Wait on one WaitGroup that comes before an access on every way.
type counting struct {
	group hb.ObjID           // the WaitGroup: one object, which nothing else in view adds to
	place hb.Place           // the Wait, as the goroutine comes to it
	late  map[hb.FuncID]bool // functions that the waiting goroutine may call after the Wait
	// points that it may come to after the Wait, of the waiting function and of those that have called it
	more map[hb.FuncID][]hb.PointID
}

// A phase is what the goroutine that made an object has done with it before an access.
type phase uint8

const (
	// another goroutine made it, or no activation on the path to the access did, or there is too much to look at
	notMaker  phase = iota
	fresh           // nobody else can know it
	published       // others may know it by then
	// so may they, but the access may happen only where they do not: a function may have told by a result that it did not
	// keep it
	unsure
)
