// This file is what a link holds of abstract objects: one per allocation site and instance, one per iteration copy
// where a spawn site gets what it allocates anew each time (O3), one per variable with static storage.

package link

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An Object is what the link knows about an abstract object beyond its slots.
type Object struct {
	Base        pointsto.Node // slot 0
	Inst        InstID        // allocating instance; zero for static storage
	Site        uint32        // index into its unit's Flow.Objs
	Decl        *facts.Obj    // the site
	Sym         facts.Symbol  // ObjGlobal, ObjFunc, ObjVar: the name
	Typ         facts.Symbol  // dynamic type of boxes, type of objects methods are called on
	HeapContext HeapContextID // iteration copy; zero for none
}

// A HeapContext says whose iteration copy it is.
type HeapContext struct {
	Owner InstID // the spawning instance
	Call  bool   // index is a call whose results are per spawn, else an allocation site
	Index uint32 // into its unit's Flow.Calls or Flow.Objs
	Copy  uint8  // 1 or 2
}

// A labelKey is what constraints may ask about an object: its type and whose iteration copy it is.
type labelKey struct {
	typ         uint32        // the object's type, a number of the linker; zero if it has none
	heapContext HeapContextID // zero: it belongs to no iteration copy
}

// A ClassKey is a question about labels: exactly this dynamic type, implements this interface, or not the other
// iteration copy of what a spawn site gets.
type ClassKey struct {
	exact uint32 // type
	iface uint32 // type
	Owner InstID // spawning instance
	Call  uint32 // its go statement
	Any   bool   // instead: any of its go statements
	sole  bool   // and that which turned out to have no other copy passes, too
	copy  uint8  // the iteration copy that may pass
}
