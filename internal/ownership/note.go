// This file notes what is known of an object where an instruction accesses it.

package ownership

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// note records whether an operand is owned, in the last round.
func (a *analysis) note(s *state, instr ssa.Instruction, v ssa.Value) {
	if a.out == nil {
		return
	}
	w := a.view(v)
	if c := a.condition(s, w); c.Owned {
		a.out.conds[use{instr, v}] = c
	} else if s.keeps(v) {
		a.out.conds[use{instr, v}] = Condition{Owned: true}
	}
	switch {
	case !w.loose && w.roots&s.released != 0:
		a.out.released[use{instr, v}] = true
	case s.found(v):
		a.out.found[use{instr, v}] = true
	}
}

// found reports whether a value was found in what was passed on, or in what was found there (W9).
func (s *state) found(v ssa.Value) bool {
	for range maxFound {
		if v = foundIn(v); v == nil {
			return false
		}
		if w := s.of.view(v); !w.loose && w.roots&s.released != 0 {
			return true
		}
	}
	return false
}

// foundIn is the address from which a value was loaded that points into what was found there; nil if it was not.
func foundIn(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice:
			v = selectedFrom(x.(ssa.Instruction))
		case *ssa.Lookup:
			return x.X
		case *ssa.UnOp:
			if x.Op == token.MUL {
				return x.X
			}
			return nil
		default:
			return nil
		}
	}
}

// condition tells when what a value points to is owned.
func (a *analysis) condition(s *state, v view) Condition {
	if v.roots == 0 || v.loose || v.roots&s.published != 0 {
		return Condition{}
	}
	c := Condition{Owned: true}
	for k, p := range a.fn.Params {
		if i, ok := a.bit[p]; ok && s.reach(1<<i)&v.roots != 0 {
			c.If |= 1 << k
		}
	}
	return c
}

// alone reports whether nobody else has what a value points to.
func (s *state) alone(v ssa.Value) bool {
	a := s.of
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return true
	}
	if i := a.nameOf(v); i >= 0 {
		return s.given&(1<<i) == 0
	}
	c := a.condition(s, a.view(v))
	return c.Owned && c.If == 0
}

// keeps reports whether what a value points to is known by a name whose contents nobody else has.
func (s *state) keeps(v ssa.Value) bool {
	a := s.of
	i := a.nameOf(v)
	if i < 0 || s.given&(1<<i) != 0 {
		return false
	}
	roots := a.values[a.names[i]].roots
	return roots != 0 && s.reach(a.params)&roots == 0
}
