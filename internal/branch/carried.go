// This file lets an edge that carries a flag to the test that ends a loop lead on to where the test goes (B10).

package branch

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"
)

// maxMerges bounds how many blocks that only merge an edge is followed through on its way to a test.
const maxMerges = 4

// carry redirects the edges that carry the value with which a flag ends a loop to the loop's exit, and reports whether
// there were any: who comes to the exit has come by one of them, if nothing else can end the loop.
func (g *Graph) carry() bool {
	changed := false
	for _, h := range g.fn.Blocks {
		flag, exit := g.flagged(h)
		if flag == nil {
			continue
		}
		for _, p := range g.fn.Blocks {
			for i := range p.Succs {
				if g.reached[p.Index] && h.Dominates(p) && g.ends(edge{p, i}, flag, exit == 0) {
					g.moved[edge{p, i}] = h.Succs[exit]
					changed = true
				}
			}
		}
	}
	return changed
}

// flagged is the flag that is all that a loop's header tests, nil if there is none, and the successor by which that
// leaves the loop.
func (g *Graph) flagged(h *ssa.BasicBlock) (flag *ssa.If, exit int) {
	cond := condition(h)
	if cond == nil || !g.reached[h.Index] || !pure(h) || g.Next(h, 0) == nil || g.Next(h, 1) == nil {
		return nil, 0
	}
	v, _ := Positive(cond.Cond)
	around := [2]bool{Reaches(h.Succs[0], h), Reaches(h.Succs[1], h)}
	if phi, ok := v.(*ssa.Phi); !ok || phi.Block() != h || around[0] == around[1] {
		return nil, 0
	}
	if around[0] {
		exit = 1
	}
	return cond, exit
}

// ends reports whether an edge leads to a test, through blocks that only merge, with a constant for which that goes a
// certain way.
func (g *Graph) ends(e edge, test *ssa.If, way bool) bool {
	path, at := []*ssa.BasicBlock{e.from}, g.Next(e.from, e.i)
	for range maxMerges {
		if at == nil || !pure(at) || len(e.from.Succs) > 1 && e.from.Succs[0] == e.from.Succs[1] {
			return false
		}
		path = append(path, at)
		if at == test.Block() {
			return carries(path, test.Cond, way)
		}
		if len(at.Succs) != 1 {
			return false
		}
		at = g.Next(at, 0)
	}
	return false
}

// carries reports whether a truth value is a certain one for who has come this way.
func carries(way []*ssa.BasicBlock, v ssa.Value, value bool) bool {
	v, sense := Positive(v)
	for k := len(way) - 1; k > 0; k-- {
		if phi, ok := v.(*ssa.Phi); ok && phi.Block() == way[k] {
			w, same := Positive(phi.Edges[index(way[k], way[k-1])])
			v, sense = w, sense == same
		}
	}
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && constant.BoolVal(c.Value) == (value == sense)
}
