// This file finds which constants a parameter must be, or must not be, for control to come to a block (T62).

package lockpaths

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// A selector is a parameter that a function compares with constants, and where control comes for each of these.
type selector struct {
	param  int                                 // which parameter
	values []string                            // the constants, as go/constant spells them exactly, sorted
	comes  map[string]map[*ssa.BasicBlock]bool // by constant: the blocks that control may come to
	others map[*ssa.BasicBlock]bool            // the same for all other values
}

// where says for which values of a parameter, the first one that matters, control comes to a block: the parameter's
// number plus one, and the values, or those that keep it away (is false); zero: for all.
func where(selectors []selector, b *ssa.BasicBlock) (cond int, is bool, among []string) {
	for i := range selectors {
		s := &selectors[i]
		var comes, not []string
		for _, v := range s.values {
			if s.comes[v][b] {
				comes = append(comes, v)
			} else {
				not = append(not, v)
			}
		}
		switch others := s.others[b]; {
		case others && len(not) > 0:
			return s.param + 1, false, not
		case !others && len(comes) > 0:
			return s.param + 1, true, comes
		}
	}
	return 0, false, nil
}

// selectorsOf are the parameters that a function compares with constants, truth values aside.
func selectorsOf(fn *ssa.Function) []selector {
	var list []selector
	for k, p := range fn.Params {
		if place.IsBool(p.Type()) {
			continue
		}
		values := map[string]bool{}
		for _, r := range *p.Referrers() {
			if v, ok := r.(ssa.Value); ok {
				if x, c := equated(v); x == ssa.Value(p) {
					values[c.Value.ExactString()] = true
				}
			}
		}
		if len(values) == 0 || len(values) > maxConstants {
			continue
		}
		s := selector{param: k, values: slices.Sorted(maps.Keys(values)), comes: map[string]map[*ssa.BasicBlock]bool{}}
		for _, v := range s.values {
			s.comes[v] = reachedFor(fn, p, v)
		}
		s.others = reachedFor(fn, p, "")
		list = append(list, s)
	}
	return list
}

// equated is what a condition compares with a constant for equality, and the constant; nil: it does not.
func equated(v ssa.Value) (ssa.Value, *ssa.Const) {
	b, ok := v.(*ssa.BinOp)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ {
		return nil, nil
	}
	if c, ok := b.Y.(*ssa.Const); ok && c.Value != nil {
		return b.X, c
	}
	if c, ok := b.X.(*ssa.Const); ok && c.Value != nil {
		return b.Y, c
	}
	return nil, nil
}

// reachedFor are the blocks that control may come to where a parameter is a constant; empty: where it is none of those
// that it is compared with.
func reachedFor(fn *ssa.Function, p *ssa.Parameter, value string) map[*ssa.BasicBlock]bool {
	reached := branch.Reached(fn.Blocks[0], func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			return b.Succs
		}
		v, sense := branch.Positive(cond.Cond)
		x, c := equated(v)
		if x != ssa.Value(p) {
			return b.Succs
		}
		equal := value != "" && c.Value.ExactString() == value
		if holds := equal == (v.(*ssa.BinOp).Op == token.EQL); holds == sense {
			return b.Succs[:1]
		}
		return b.Succs[1:]
	})
	reached[fn.Blocks[0]] = true
	return reached
}
