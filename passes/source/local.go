// This file finds the variables that never leave their function (S5).

package source

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
)

// NonEscaping reports whether the address of a variable never leaves loads, stores and selections in its function, so
// that nothing can point to it.
func (r *Result) NonEscaping(a *ssa.Alloc) bool {
	c, ok := r.local[a]
	if !ok {
		c = escapes{r}.nonEscaping(a)
		r.local[a] = c
	}
	return c
}

// Escapes knows what may happen to the address of a variable.
type escapes struct{ *Result }

// nonEscaping follows an address through the instructions that use it.
func (r escapes) nonEscaping(addr ssa.Value) bool {
	for _, instr := range *addr.Referrers() {
		switch instr := instr.(type) {
		case *ssa.UnOp, *ssa.DebugRef: // a load: addresses have no other unary operator
		case *ssa.Store:
			if instr.Val == addr {
				return false
			}
		case *ssa.FieldAddr:
			if !r.nonEscaping(instr) {
				return false
			}
		case *ssa.IndexAddr:
			if !r.nonEscaping(instr) {
				return false
			}
		case *ssa.Slice:
			if !r.onlyElements(instr) {
				return false
			}
		case ssa.CallInstruction:
			if !r.harmless(addr, instr.Common()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// OnlyRead reports whether the address of a variable leaves loads, stores and selections in its function only into
// function literals, and these, and the literals in them, only load from it: nobody else stores there.
func (r *Result) OnlyRead(a *ssa.Alloc) bool {
	c, ok := r.onlyRead[a]
	if !ok {
		c = onlyRead(a, true)
		r.onlyRead[a] = c
	}
	return c
}

// onlyRead follows an address through the instructions that use it; may is whether stores there are its function's own.
func onlyRead(addr ssa.Value, may bool) bool {
	for _, instr := range *addr.Referrers() {
		switch instr := instr.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if !may || instr.Val == addr {
				return false
			}
		case *ssa.FieldAddr:
			if !onlyRead(instr, may) {
				return false
			}
		case *ssa.MakeClosure:
			fn := instr.Fn.(*ssa.Function)
			for k, b := range instr.Bindings {
				if b == addr && !onlyRead(fn.FreeVars[k], false) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// onlyElements reports whether a slice serves only as the elements that an append adds, or as an argument that its
// function does not keep.
func (r escapes) onlyElements(s *ssa.Slice) bool {
	for _, instr := range *s.Referrers() {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || !r.harmless(s, call.Common()) {
			return false
		}
	}
	return true
}

// harmless reports whether a call only looks at what a pointer or slice points to.
func (r escapes) harmless(v ssa.Value, c *ssa.CallCommon) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "append" && len(c.Args) == 2 && c.Args[0] != v
	}
	row, ok := r.Model(c)
	if !ok || row == nil {
		return ok
	}
	for k, a := range Arguments(c) {
		if a == v && mentions(row, k) {
			return false
		}
	}
	return true
}

// mentions reports whether a row does more with an argument than to read it.
func mentions(row *models.Row, k int) bool {
	for _, cb := range row.Callbacks {
		if cb.Arg == k {
			return true
		}
	}
	return row.Sync != models.SyncNone && row.Sync != models.SyncExit && row.Object == k ||
		slices.Contains(row.Writes, k) || slices.Contains(row.Retains, k) || slices.Contains(row.Returns, k)
}

// Root is the variable or pointer that an address is selected from, through fields and elements of arrays.
func Root(addr ssa.Value) ssa.Value {
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			if !isArrayPointer(x.X) {
				return x
			}
			addr = x.X
		default:
			return addr
		}
	}
}

// ContainedAddr reports whether an address lies in a contained variable.
func (r *Result) ContainedAddr(addr ssa.Value) bool {
	a, ok := Root(addr).(*ssa.Alloc)
	return ok && r.NonEscaping(a)
}

func isArrayPointer(v ssa.Value) bool {
	p, ok := core(v.Type()).(*types.Pointer)
	if !ok {
		return false
	}
	_, ok = core(p.Elem()).(*types.Array)
	return ok
}
