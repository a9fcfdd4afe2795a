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
	for range 16 {
		switch x := v.(type) {
		case *ssa.Phi:
			for i, p := range a.names {
				if p == x {
					return i
				}
			}
			return -1
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Slice:
			v = x.X
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

// enter is the state on the way from a block to a successor: names there get what they are set to.
func (s *state) enter(from, to *ssa.BasicBlock) *state {
	next := s.clone()
	for i, p := range s.of.names {
		if p.Block() != to {
			continue
		}
		next.given &^= 1 << i
		known := false
		for k, pred := range to.Preds {
			if pred != from {
				continue
			}
			known = true
			if !s.alone(p.Edges[k]) {
				next.given |= 1 << i
			}
		}
		if !known {
			next.given |= 1 << i
		}
	}
	return next
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

// give notes that others have some roots, with what they hold: what names hold may be among them.
func (s *state) give(roots uint64) {
	if roots == 0 || len(s.of.names) == 0 {
		return
	}
	roots = s.reach(roots)
	for i, p := range s.of.names {
		if s.of.values[p].roots&roots != 0 {
			s.given |= 1 << i
		}
	}
}
