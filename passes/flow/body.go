// This file is one function under extraction, and the objects that it makes.

package flow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
)

// A slot is one slot of an SSA value.
type slot struct {
	v ssa.Value // constant, parameter or instruction
	i int       // counted in its flattened type
}

// A cell is one slot of a contained variable.
type cell struct {
	a   *ssa.Alloc // the variable
	off uint32     // slots
}

// A resulter says what calls return.
type resulter interface {
	// result is slot i of what a call returns.
	result(v *ssa.Call, i int) variable
}

// A body is one function under extraction; afterwards it answers for the function's values.
type body struct {
	*system
	r       *pack         // the package
	graph   *branch.Graph // feasible control flow; nil for root units
	returns resulter      // what calls return

	values  map[slot]variable           // slots asked for
	cells   map[cell]variable           // slots of contained variables asked for
	stores  map[*ssa.Alloc][]*ssa.Store // into contained variables, filled when asked for
	shared  map[ssa.Value]variable      // functions as operands, and objects that modelled calls return
	objOf   map[ssa.Value]int           // allocations, into objs
	reached map[slot]variable           // what loads find in slots of contained variables
	// memo of overwritten, by the copy
	over map[*ssa.Store]map[uint32][]*ssa.Store

	frozen bool // extraction is over: what was not asked for is zero
}

func newBody(r *pack, fn *ssa.Function) *body {
	return &body{
		system:  newSystem(r.Source, fn),
		r:       r,
		values:  map[slot]variable{},
		cells:   map[cell]variable{},
		stores:  map[*ssa.Alloc][]*ssa.Store{},
		shared:  map[ssa.Value]variable{},
		objOf:   map[ssa.Value]int{},
		reached: map[slot]variable{},
		over:    map[*ssa.Store]map[uint32][]*ssa.Store{},
	}
}

// object makes an allocation site for v (nil for what no value stands for) and gives its number.
func (g *body) object(v ssa.Value, o object) int {
	if instr, ok := v.(ssa.Instruction); ok && g.graph != nil && g.graph.Cyclic(instr.Block()) {
		o.Flags |= facts.ObjInLoop
	}
	i := g.newObject(o)
	if v != nil {
		g.objOf[v] = i
	}
	return i
}
