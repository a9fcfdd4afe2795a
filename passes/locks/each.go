// This file finds the loops that lock what each round selects and keep it locked (K11).

package locks

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Each lists the sites by which a loop that ends on the edge from a block to its successor k has locked something else
// in each of its rounds, and keeps it locked.
func (r *Result) Each(b *ssa.BasicBlock, k int) []uint32 {
	u := r.unit(b.Parent())
	if u == nil || !slices.ContainsFunc(u.sites, func(s Site) bool { return s.moves && s.locks() }) {
		return nil
	}
	in := u.graph.Natural(b)
	if len(in) == 0 || in[b.Succs[k]] {
		return nil
	}
	return u.kept(b, in)
}

// kept lists the sites with a base of each round's own that hold their locks wherever control goes back to a loop's
// head.
func (u *unit) kept(head *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) (kept []uint32) {
	first := true
	for _, p := range head.Preds {
		if !in[p] || u.in[p.Index] == nil {
			continue
		}
		held := u.flow(p, u.in[p.Index], nil).held
		if first {
			kept, first = slices.Clone(held), false
		}
		kept = intersect(kept, held)
	}
	return slices.DeleteFunc(kept, func(h uint32) bool {
		s := &u.sites[h]
		return !s.moves || !s.locks() || !in[s.Instr.Block()]
	})
}
