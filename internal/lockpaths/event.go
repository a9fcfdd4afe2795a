// This file is what happens to locks in a function, calls folded in: the steps of the simulation (T3).

package lockpaths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/place"
)

// A lockEvent is one instruction that has to do with locks.
type lockEvent struct {
	instr    ssa.Instruction     // the instruction itself; a deferred one is the same again where the function ends
	at       facts.Position      // where it stands
	op       facts.LockOp        // a mutex operation, or zero
	try      bool                // it takes effect only where its result is true
	path     place.Path          // of the mutex
	name     facts.Symbol        // of the mutex
	acquires []calleeAcquisition // what a call may acquire
	changes  []change            // what a call leaves changed
	callee   *ssa.Function       // the function called; nil: none of this package
	invokes  []reachInvoke       // parameters that it calls, itself or by what it calls
	slot     slotOp              // a slot of a semaphore, taken or given back: that of spot
	slots    []slotChange        // what a call does with slots
	handed   []facts.Symbol      // semaphores of which others may give slots back from here on
	gives    []place.Path        // locks that somebody else may unlock from here on
	done     place.Path          // a WaitGroup that it counts down
	deferred bool                // it happens when the function ends
	unknown  bool                // it calls a function value that nobody knows here
}

func (h *lockEvent) some() bool {
	return h.op != 0 || len(h.acquires)+len(h.changes)+len(h.invokes)+len(h.gives)+len(h.slots) > 0 ||
		h.unknown || h.done.Known()
}

// A calleeAcquisition is a callee's take as this function sees it.
type calleeAcquisition struct {
	acquisition
	lock  place.Path // of the lock, or of what is waited for
	under []hold     // what the callee holds at that time, where this function's closures are called back
	arg   ssa.Value  // only if this argument is take.is; nil: no such condition is known
}

// A change is a callee's effect as this function sees it.
type change struct {
	lock place.Path   // of the lock
	op   facts.LockOp // what every return does to it; zero: it differs between returns
	// it is some lock behind the value that lock starts from, at the same place in its struct, and may be unlocked
	behind bool
}

// A slotChange is a callee's effect on a slot as this function sees it.
type slotChange struct {
	slotEffect
	semaphore place.Path // of the semaphore
}

// A reachInvoke is a call of one of this function's own parameters.
type reachInvoke struct {
	param int    // its number, the receiver's is 0; negative if it is none of this function
	under []hold // what callees hold at that time; what the function itself holds is in the state
}

// A hold is a lock that is held.
type hold struct {
	spot place.Path       // of the lock
	mode uint8            // facts.TakeWrite, TakeRead, TakeOnce
	name facts.Symbol     // of the lock, as reports name it; zero if it has none
	at   facts.Position   // where it was taken
	via  []evidence.Frame // how it was taken, if not by the function itself
}

// A closure is a function with what its free variables are bound to.
type closure struct {
	fn *ssa.Function // its code, perhaps of another package
	// values of the function that makes the closure, parallel to fn.FreeVars; nil for plain functions
	bindings []ssa.Value
}
