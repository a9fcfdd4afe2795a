// This file is what a link holds of units in their contexts, and of the calls between them (L2).

package link

import (
	"cmp"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An Instance is a unit in a context: an origin, and a call string for cloneable units.
type Instance struct {
	ID     InstID      // index into Link.Insts
	Unit   *Unit       // the function
	Origin OriginID    // the goroutine that runs it
	Chain  *CallString // nil: shared by all calls of the origin
	// a closure's, where each context that made it has an instance of its own; zero for all others
	Maker       InstID
	HeapContext HeapContextID   // allocation here belongs to that iteration copy; zero for none
	nodes       pointsto.Node   // node k of the unit is nodes+k-1
	At          []pointsto.Node // or, once the unit has been edited, at[k]; nil before
	// by constraint of the unit: what it became, twice where there are iteration copies; nil unless the link is recorded
	Stated [][2]pointsto.ConID
	Life   Liveness // as long as it is called
	Key    InstKey  // what it is known by
	Gone   bool     // an edit replaced its function
	// it is known by nothing any more: an edit took the call or function that it belongs to
	Cut    bool
	Often  multiple                  // what it takes for it to run more than once
	Objs   []pointsto.Node           // slot 0 of each allocation site's object, zero until made
	Copies []pointsto.Node           // the same for the second iteration copies (O3); nil while no site needs them
	Forced []ForcedCall              // per-spawn calls entered so far, to enter them again for the second copy
	OfCopy map[copyKey]pointsto.Node // nodes without the other iteration copy; nil while none was needed
	Once   uint8                     // whether it runs at most once per run of its origin; see multiplicity
	In     []Edge                    // calls that enter it
	Out    []Edge                    // calls that leave it, in order of discovery
}

// A multiple is what is stated about an instance's running more than once.
type multiple struct {
	asked bool      // it is stated
	Many  Liveness  // it does
	some  *Liveness // one of the calls looked at so far exists; nil: none was looked at
}

// An Edge is a call from one instance to another.
type Edge struct {
	From, To InstID // caller, or the instance with the go statement, and callee
	Call     uint32 // index into the caller's Flow.Calls
	Spawn    bool   // a new origin starts at to
}

// A copyKey names a node as one iteration copy sees it.
type copyKey struct {
	node pointsto.Node // as both copies see it
	copy uint8         // 1 or 2: the iteration whose objects it may hold
}

// A CallString is a bounded list of call sites, innermost first: the context of cloneable units.
type CallString struct {
	Caller InstID      // the instance with the call
	Call   uint32      // index into its unit's Flow.Calls
	Up     *CallString // the context of the caller; nil if it has none
	depth  int         // calls in the list, this one included; at most maxChain
	width  int         // how many contexts there may be of its kind; see degree.go
}

// Node is a unit's node in an instance; zero stays zero.
func (i *Instance) Node(n facts.Node) pointsto.Node {
	if n == 0 {
		return 0
	}
	if i.At != nil {
		return i.At[n]
	}
	return i.nodes + pointsto.Node(n) - 1
}

// helps reports whether a callee is a small helper of a cloned function, such as a constructor's setter or option:
// shared, it would merge what the constructor's contexts keep apart.
func (i *Instance) helps(target *Unit, static bool) bool {
	if i.Chain == nil || target.Info == nil {
		return false
	}
	return target.Info.Weight <= MaxHelper || static && target.Info.Weight <= 2*MaxHelper
}

// copyKeys gives the nodes of which there are iteration copies, in order.
func (i *Instance) copyKeys() []copyKey {
	return slices.SortedFunc(
		maps.Keys(i.OfCopy),
		func(a, b copyKey) int { return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.copy, b.copy)) },
	)
}
