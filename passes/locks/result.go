// This file is what the pass finds out, function by function.

package locks

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
)

// A Result answers for the functions of one package.
type Result struct {
	Flow   *flow.Result   // pointer flow, and what is below it
	Places *place.Package // names and stable places, shared with the later passes

	units    []*unit                        // by own unit, nil for units without mutex operations
	numbers  []*place.Numbers               // by own unit, nil until asked for
	releases map[*ssa.Function]bool         // memo of MayRelease
	bodies   map[types.Object]*ssa.Function // the package's own functions and methods
	types    map[*types.Named]bool          // memo of declared
}

// A unit is one function with mutex operations.
type unit struct {
	fn    *ssa.Function                  // the function
	graph *branch.Graph                  // its control flow, as far as branches on constants leave it
	sites []Site                         // its mutex operations, in the order of blocks
	at    map[ssa.CallInstruction]uint32 // into sites
	in    []*state                       // by block, nil where not reached
	marks [][]mark                       // by block: what changes inside
	exits []*state                       // at the returns
	loose bool                           // some operation may unlock what was not locked here
	some  *unit                          // memo of sometimes; nil until asked
	kills func(*ssa.Function) bool       // which callees release locks of their callers (K3), nil: none
}

// A state is what is known at a point of a function. States are not changed once they are shared.
type state struct {
	held     []uint32 // sites whose locks are surely held, increasing
	released []uint32 // sites that surely unlocked what was not locked here, increasing
}

// A mark says what is held from an instruction of a block on.
type mark struct {
	after int      // index of the instruction
	held  []uint32 // indices into sites: operations whose lock is still held
}

// unit is the unit of a function that has mutex operations, else nil.
func (r *Result) unit(fn *ssa.Function) *unit {
	i, ok := r.Flow.Source.UnitOf(fn)
	if !ok || r.units[i] == nil || r.units[i].fn != fn {
		return nil
	}
	return r.units[i]
}

func (r *Result) numbersOf(i int) *place.Numbers {
	if r.numbers[i] == nil {
		r.numbers[i] = place.NewNumbers(r.Places)
	}
	return r.numbers[i]
}
