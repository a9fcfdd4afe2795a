// This file follows what variables of loops hold, from one round to the next (W11).

package ownership

import (
	"golang.org/x/tools/go/ssa"
)

// name notes a phi in a cycle, and an append there.
func (a *analysis) name(instr ssa.Instruction, b *ssa.BasicBlock) {
	switch x := instr.(type) {
	case *ssa.Phi:
		if a.graph.Cyclic(b) && len(a.names) < maxNames && a.flow.Layout.HasPointers(x.Type()) {
			a.names = append(a.names, x)
		}
	case *ssa.Call:
		if f, ok := x.Call.Value.(*ssa.Builtin); ok && f.Name() == "append" && !isAppendToNil(x) && a.graph.Cyclic(b) {
			a.grows[x] = true
		}
	}
}

// nameOf is the number of the name that a value is, or is a part of what that holds; -1 if there is none.
func (a *analysis) nameOf(v ssa.Value) int {
	for range nameSteps {
		switch x := v.(type) {
		case *ssa.Phi:
			for i, p := range a.names {
				if p == x {
					return i
				}
			}
			return -1
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice:
			v = selectedFrom(x.(ssa.Instruction))
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Range:
			v = x.X
		case *ssa.Call:
			if !a.grows[x] {
				return -1
			}
			v = x.Call.Args[0]
		default:
			return -1
		}
	}
	return -1
}

func isAppendToNil(v *ssa.Call) bool {
	b, ok := v.Call.Value.(*ssa.Builtin)
	if !ok || b.Name() != "append" {
		return false
	}
	c, ok := v.Call.Args[0].(*ssa.Const)
	return ok && c.IsNil()
}
