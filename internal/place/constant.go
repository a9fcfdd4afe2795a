// This file finds the variables that hold one constant whenever they are read (P5).

package place

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Constant is what a variable holds whenever it is read, nil if that is not one constant.
func (p *Package) Constant(a *ssa.Alloc) constant.Value {
	zero := Zero(a)
	if zero == nil {
		return nil
	}
	u := p.use(a)
	if u.leaked {
		return nil
	}
	c := zero
	for i, s := range u.stores {
		x, ok := s.Val.(*ssa.Const)
		if !ok || x.Value == nil || i > 0 && !constant.Compare(c, token.EQL, x.Value) {
			return nil
		}
		c = x.Value
	}
	if constant.Compare(c, token.EQL, zero) ||
		slices.ContainsFunc(u.stores, func(s *ssa.Store) bool { return precedes(s, a) }) {
		return c
	}
	return nil
}

// Zero is the value of a variable that was just made, nil if that is no constant.
func Zero(a *ssa.Alloc) constant.Value { return zeroOf(a.Type().Underlying().(*types.Pointer).Elem()) }

// zeroOf is the zero value of a type, nil if that is no constant.
func zeroOf(t types.Type) constant.Value {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return nil
	}
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return constant.MakeBool(false)
	case info&types.IsInteger != 0:
		return constant.MakeInt64(0)
	case info&types.IsString != 0:
		return constant.MakeString("")
	}
	return nil
}

// precedes reports whether a store comes before every other use of a variable.
func precedes(s *ssa.Store, a *ssa.Alloc) bool {
	if s.Parent() != a.Parent() {
		return false
	}
	for _, instr := range *a.Referrers() {
		if instr == ssa.Instruction(s) {
			continue
		}
		if instr.Block() != s.Block() && s.Block().Dominates(instr.Block()) {
			continue
		}
		if instr.Block() != s.Block() ||
			slices.Index(s.Block().Instrs, instr) < slices.Index(s.Block().Instrs, ssa.Instruction(s)) {
			return false
		}
	}
	return true
}
