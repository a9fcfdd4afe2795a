// This file finds loops that run once or not at all (B4).

package branch

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// unroll redirects the back edges of loops that run once, and reports whether anything changed.
func (g *Graph) unroll(places *place.Package) bool {
	changed := false
	for _, h := range g.fn.Blocks {
		if l := g.loop(h); l != nil && g.trip(l, places) {
			changed = true
		}
	}
	return changed
}

// A loop is a header whose condition is all that it does, with one back edge.
type loop struct {
	head *ssa.BasicBlock // where each round begins
	cond *ssa.If         // at the end of head
	back edge            // of the block that leads back to head
	exit int             // the successor that leaves the loop
}

// loop recognises the loop of a header, nil if it is none, or one with other exits of the header than the condition.
func (g *Graph) loop(h *ssa.BasicBlock) *loop {
	cond := condition(h)
	if cond == nil || !g.reached[h.Index] || !pure(h) {
		return nil
	}
	l := &loop{head: h, cond: cond}
	found := 0
	for _, p := range h.Preds {
		for i := range p.Succs {
			if h.Dominates(p) && g.reached[p.Index] && g.Next(p, i) == h {
				l.back = edge{p, i}
				found++
			}
		}
	}
	if found != 1 || g.Next(h, 0) == nil || g.Next(h, 1) == nil {
		return nil
	}
	body := [2]bool{leads(h.Succs[0], l.back.from, h), leads(h.Succs[1], l.back.from, h)}
	if body[0] == body[1] {
		return nil
	}
	if body[0] {
		l.exit = 1
	}
	return l
}

// pure reports whether a header only computes its condition.
func pure(h *ssa.BasicBlock) bool {
	for _, instr := range h.Instrs {
		switch instr := instr.(type) {
		case *ssa.Phi, *ssa.BinOp, *ssa.If, *ssa.DebugRef:
		case *ssa.UnOp:
			if instr.Op == token.MUL || instr.Op == token.ARROW {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// leads reports whether a block is reached from another without passing the header.
func leads(from, to, head *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{head: true}
	for work := []*ssa.BasicBlock{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		if b == to {
			return true
		}
		seen[b] = true
		work = append(work, b.Succs...)
	}
	return false
}

// trip evaluates the condition at the entry and after one iteration.
func (g *Graph) trip(l *loop, places *place.Package) bool {
	first, second := newEvaluator(g, places), newEvaluator(g, places)
	outside := newEvaluator(g, places)
	for _, phi := range phis(l.head) {
		first.known[phi] = outside.entry(phi, l)
	}
	c := first.value(l.cond.Cond)
	if c == nil {
		return false
	}
	if taken(c) == l.exit {
		g.moved[edge{l.head, l.exit ^ 1}] = nil
		return true
	}
	for _, phi := range phis(l.head) {
		second.known[phi] = first.value(phi.Edges[index(l.head, l.back.from)])
	}
	if c = second.value(l.cond.Cond); c == nil || taken(c) != l.exit {
		return false
	}
	g.moved[l.back] = l.head.Succs[l.exit]
	g.moved[edge{l.head, l.exit}] = nil
	return true
}

// phis are the phis of a block.
func phis(b *ssa.BasicBlock) []*ssa.Phi {
	var list []*ssa.Phi
	for _, instr := range b.Instrs {
		if phi, ok := instr.(*ssa.Phi); ok {
			list = append(list, phi)
		}
	}
	return list
}

// entry is what a header's phi is when the loop is entered.
func (e *evaluator) entry(phi *ssa.Phi, l *loop) constant.Value { return e.agreed(phi, l.back.from) }

// index is which predecessor of a block another is.
func index(b, pred *ssa.BasicBlock) int {
	for i, p := range b.Preds {
		if p == pred {
			return i
		}
	}
	return -1
}
