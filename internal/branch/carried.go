// This file lets an edge that carries a flag to the test that ends a loop lead on to where the test goes (B10).

package branch

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"
)

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
	phi, ok := v.(*ssa.Phi)
	if !ok || phi.Block() != h || around[0] == around[1] || !decidesOnly(phi, cond, map[ssa.Value]bool{}) {
		return nil, 0
	}
	if around[0] {
		exit = 1
	}
	if merges(h.Succs[exit]) > 0 {
		return nil, 0 // what comes to the exit on the way past the header would be lost
	}
	return cond, exit
}

// decidesOnly reports whether a value is used for nothing but one test.
func decidesOnly(v ssa.Value, test *ssa.If, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	return !slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.If:
			return i != test
		case *ssa.Phi, *ssa.UnOp:
			return !decidesOnly(i.(ssa.Value), test, seen)
		}
		return true
	})
}

// merges is how many values a block merges.
func merges(b *ssa.BasicBlock) (n int) {
	for _, i := range b.Instrs {
		if _, ok := i.(*ssa.Phi); ok {
			n++
		}
	}
	return n
}

// ends reports whether an edge leads to a test, through blocks that only merge, with a constant for which that goes a
// certain way.
func (g *Graph) ends(e edge, test *ssa.If, way bool) bool {
	path, at := []*ssa.BasicBlock{e.from}, g.Next(e.from, e.i)
	for range maxMerges {
		_, moved := g.moved[edge{path[len(path)-1], e.i}]
		if at == nil || moved || !pure(at) || len(e.from.Succs) > 1 && e.from.Succs[0] == e.from.Succs[1] {
			return false
		}
		path = append(path, at)
		if at == test.Block() {
			return carries(path, test.Cond, way)
		}
		if len(at.Succs) != 1 {
			return false
		}
		e.i, at = 0, g.Next(at, 0)
	}
	return false
}

// carries reports whether a truth value is a certain one for who has come this way, to a header all of whose other
// values stay as they are on it: what else comes this way would be lost.
func carries(way []*ssa.BasicBlock, v ssa.Value, value bool) bool {
	flag, sense := Positive(v)
	for _, i := range way[len(way)-1].Instrs {
		if p, ok := i.(*ssa.Phi); ok && ssa.Value(p) != flag {
			if same, _ := brought(way, p); same != ssa.Value(p) {
				return false
			}
		}
	}
	got, same := brought(way, flag)
	c, ok := got.(*ssa.Const)
	return ok && c.Value != nil && constant.BoolVal(c.Value) == (value == (sense == same))
}

// brought is the value that comes to the end of a way as a value there, and whether it is that, or its negation.
func brought(way []*ssa.BasicBlock, v ssa.Value) (ssa.Value, bool) {
	sense := true
	for k := len(way) - 1; k > 0; k-- {
		if phi, ok := v.(*ssa.Phi); ok && phi.Block() == way[k] {
			w, same := Positive(phi.Edges[index(way[k], way[k-1])])
			v, sense = w, sense == same
		}
	}
	return v, sense
}
