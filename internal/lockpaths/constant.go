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
	param  int                         // which parameter
	values []string                    // the constants, as go/constant spells them exactly, sorted
	comes  map[string]map[int]struct{} // by constant: the numbers of the blocks that control may come to
	others map[int]struct{}            // the same for all other values
}

// where says for which values of a parameter, the first one that matters, control comes to a block: the parameter's
// number plus one, and the values, or those that keep it away (is false); zero: for all.
func where(selectors []selector, b *ssa.BasicBlock) (cond int, is bool, among []string) {
	for i := range selectors {
		s := &selectors[i]
		var comes, not []string
		for _, v := range s.values {
			if _, ok := s.comes[v][b.Index]; ok {
				comes = append(comes, v)
			} else {
				not = append(not, v)
			}
		}
		_, others := s.others[b.Index]
		switch {
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
			if c := comparedWith(r, p); c != nil {
				values[c.Value.ExactString()] = true
			}
		}
		if len(values) == 0 || len(values) > maxConstants {
			continue
		}
		s := selector{param: k, values: slices.Sorted(maps.Keys(values)), comes: map[string]map[int]struct{}{}}
		for _, v := range s.values {
			s.comes[v] = reachedFor(fn, p, v)
		}
		s.others = reachedFor(fn, p, "")
		list = append(list, s)
	}
	return list
}

// comparedWith is the constant that an instruction compares a parameter with for equality; nil: it does not.
func comparedWith(r ssa.Instruction, p *ssa.Parameter) *ssa.Const {
	b, ok := r.(*ssa.BinOp)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ {
		return nil
	}
	x, y := b.X, b.Y
	if y == ssa.Value(p) {
		x, y = y, x
	}
	c, ok := y.(*ssa.Const)
	if !ok || x != ssa.Value(p) || c.Value == nil {
		return nil
	}
	return c
}

// reachedFor are the numbers of the blocks that control may come to where a parameter is a constant; empty: where it is
// none of those that it is compared with.
func reachedFor(fn *ssa.Function, p *ssa.Parameter, value string) map[int]struct{} {
	seen := map[int]struct{}{0: {}}
	for work := []*ssa.BasicBlock{fn.Blocks[0]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		next := b.Succs
		if cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			v, sense := branch.Positive(cond.Cond)
			if cmp, ok := v.(*ssa.BinOp); ok {
				if c := comparedWith(cmp, p); c != nil {
					holds := (value != "" && c.Value.ExactString() == value) == (cmp.Op == token.EQL)
					if next = next[1:]; holds == sense {
						next = b.Succs[:1]
					}
				}
			}
		}
		for _, s := range next {
			if _, ok := seen[s.Index]; !ok {
				seen[s.Index] = struct{}{}
				work = append(work, s)
			}
		}
	}
	return seen
}
