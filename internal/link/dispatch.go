// This file is what the linker knows of calls: what each was resolved to, and what the edges of the call graph exist
// by.

package link

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Watch is a dynamic or interface call whose receiver's points-to set is still growing.
type Watch struct {
	Inst   InstID       // the caller
	Call   uint32       // index into its unit's Flow.Calls
	method facts.Symbol // the method asked for; zero for function values
	number uint32       // of method in the library
	// the receiver is a value of a type parameter, or the payload of a box of one: its objects' types decide
	plain  bool
	Node   pointsto.Node // the receiver, or the function value, in that instance
	Parent *Liveness     // it watches as long as this exists
}

// A Dispatch is a call in an instance on one object: what it enters, and how long.
type Dispatch struct {
	Liveness
	Inst   InstID        // the caller
	Call   uint32        // index into its unit's Flow.Calls
	Addr   pointsto.Node // box or function object; zero for static calls
	Method facts.Symbol  // asked for; zero for function values and static calls
	Unit   *Unit         // that it was resolved to; nil if it was to none
	// several if spawn sites keep the results of the call apart; empty where the link has no room for the callee
	To    []*Entered
	Ended bool // the call is gone
}

// An Entered is an instance that a dispatch entered.
type Entered struct {
	Liveness        // of the entry for a second iteration copy; others live as long as the dispatch
	To       InstID // the callee
}

// entry records that a dispatch enters an instance, and reports whether that is new.
func (d *Dispatch) entry(to InstID) (e *Entered, isNew bool) {
	for _, e := range d.To {
		if e.To == to {
			return e, false
		}
	}
	e = &Entered{To: to}
	d.To = append(d.To, e)
	return e, true
}

// A ForcedCall is a call whose results belong to a spawn site.
type ForcedCall struct {
	*Dispatch
	unit    *Unit           // the function that it was resolved to
	actuals []pointsto.Node // by parameter slot, the receiver's first: nodes of the caller; zero for what holds no address
}

// A Reasons is what a call edge exists by.
type Reasons struct {
	By   []*Liveness // the dispatches, origins and recursive spawns that call, in order of discovery
	Any  Liveness    // one of them exists; stated where the callee is asked about
	Kept int         // how many of them have been stated to
}
