// This file follows the objects of a function to its instructions.

package ownership

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/flow"
)

// Analyze finds what is owned in a function. Nil if nothing is.
func Analyze(f *flow.Result, fn *ssa.Function) *Result {
	a := &analysis{
		flow:   f,
		fn:     fn,
		graph:  f.Graph(fn),
		bit:    map[ssa.Value]int{},
		values: map[ssa.Value]view{},
		leaky:  map[*ssa.FreeVar]bool{},
		grows:  map[*ssa.Call]bool{},
	}
	a.findRoots()
	if len(a.roots) == 0 {
		return nil
	}
	in := a.solve()
	a.out = &Result{conds: map[use]Condition{}, released: map[use]bool{}, found: map[use]bool{}}
	for _, b := range fn.Blocks {
		if in[b.Index] != nil {
			a.block(b, in[b.Index].clone())
		}
	}
	return a.out
}

// solve finds the states at block entries.
func (a *analysis) solve() []*state {
	in := make([]*state, len(a.fn.Blocks))
	in[0] = &state{held: make([]uint64, len(a.roots)), unclean: a.params, of: a}
	for changed := true; changed; {
		a.grown = false
		changed = false
		for _, b := range a.fn.Blocks {
			if in[b.Index] == nil {
				continue
			}
			s := in[b.Index].clone()
			a.block(b, s)
			for i := range b.Succs {
				t := a.graph.Next(b, i)
				if t == nil {
					continue
				}
				next := s.enter(b, t)
				if in[t.Index] == nil {
					in[t.Index] = next
					changed = true
				} else if in[t.Index].join(next) {
					changed = true
				}
			}
		}
		changed = changed || a.grown
	}
	return in
}
