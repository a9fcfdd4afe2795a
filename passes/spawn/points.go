// This file builds the points of a function, and merges those that are the same (E2).

package spawn

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// An event is an event before its references are numbered.
type event struct {
	facts.Event
	name facts.Symbol // of what it is about; empty: none
	pos  token.Pos    // where it happens
}

// A point is a point under construction; joins may have several predecessors, or get them later.
type point struct {
	preds []facts.PointID // what comes before
	event event           // what happens in between; none: a join, or the entry
}

// A mark says from which instruction of a block on a point holds.
type mark struct {
	after int           // index of the instruction
	point facts.PointID // what holds behind it
}

// A points is the points of a function under construction, and where its instructions stand.
type points struct {
	all   []point         // by number; 0: the entry
	in    []facts.PointID // by block: the point it starts with
	marks [][]mark        // by block: where it changes
	seen  []bool          // by block: reached from the entry, or as recover block
	exits []facts.PointID // where it ends
}

func newPoints(blocks int) *points {
	return &points{
		all: make([]point, 1), in: make([]facts.PointID, blocks), marks: make([][]mark, blocks), seen: make([]bool, blocks),
	}
}

// join makes a point whose predecessors may come later.
func (g *points) join(preds ...facts.PointID) facts.PointID {
	g.all = append(g.all, point{preds: preds})
	return facts.PointID(len(g.all) - 1)
}

// after makes the point after an event.
func (g *points) after(p facts.PointID, e event) facts.PointID {
	g.all = append(g.all, point{preds: []facts.PointID{p}, event: e})
	return facts.PointID(len(g.all) - 1)
}

// merge replaces joins whose predecessors are all one point by that point, and numbers what is left anew: to gives
// the new numbers.
func (g *points) merge() (to func(facts.PointID) facts.PointID) {
	const top = ^facts.PointID(0)
	val := make([]facts.PointID, len(g.all))
	for p := range val {
		val[p] = facts.PointID(p)
		if g.isJoin(p) {
			val[p] = top
		}
	}
	for changed := true; changed; {
		changed = false
		for p := range val {
			if !g.isJoin(p) || val[p] == facts.PointID(p) {
				continue
			}
			if v := g.meet(p, val, top); v != val[p] {
				val[p] = v
				changed = true
			}
		}
	}
	return g.renumber(val)
}

// isJoin reports whether a point is a join, not the entry nor after an event.
func (g *points) isJoin(p int) bool { return p > 0 && g.all[p].event.Op == facts.EventNone }

// meet is the one point that a join's predecessors stand for, the join itself if there are several.
func (g *points) meet(p int, val []facts.PointID, top facts.PointID) facts.PointID {
	v := top
	for _, q := range g.all[p].preds {
		switch x := val[q]; {
		case x == top || x == v:
		case v == top:
			v = x
		default:
			return facts.PointID(p)
		}
	}
	return v
}

// renumber keeps the points that stand for themselves.
func (g *points) renumber(val []facts.PointID) (to func(facts.PointID) facts.PointID) {
	number := make([]facts.PointID, len(g.all))
	var kept []point
	for p := range g.all {
		if val[p] == facts.PointID(p) {
			number[p] = facts.PointID(len(kept))
			kept = append(kept, g.all[p])
		}
	}
	to = func(p facts.PointID) facts.PointID {
		if int(val[p]) >= len(number) {
			return 0 // a cycle that nothing enters
		}
		return number[val[p]]
	}
	for i := range kept {
		kept[i].preds = mapped(kept[i].preds, to)
	}
	g.all = kept
	for b := range g.in {
		g.in[b] = to(g.in[b])
		for i := range g.marks[b] {
			g.marks[b][i].point = to(g.marks[b][i].point)
		}
	}
	g.exits = mapped(g.exits, to)
	return to
}

// mapped translates points, each once, in increasing order.
func mapped(ps []facts.PointID, to func(facts.PointID) facts.PointID) []facts.PointID {
	var out []facts.PointID
	for _, p := range ps {
		out = append(out, to(p))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// before is the point at which an instruction stands; false if it is never reached.
func (g *points) before(instr ssa.Instruction) (facts.PointID, bool) {
	b := instr.Block()
	if !g.seen[b.Index] {
		return 0, false
	}
	p := g.in[b.Index]
	marks := g.marks[b.Index]
	for i := 0; len(marks) > 0 && b.Instrs[i] != instr; i++ {
		if marks[0].after == i {
			p, marks = marks[0].point, marks[1:]
		}
	}
	return p, true
}

// idle reports whether a block has no events and leads to another one, as what is between a condition and what
// follows it.
func (g *points) idle(b, next *ssa.BasicBlock) bool {
	return len(g.marks[b.Index]) == 0 && len(b.Succs) == 1 && b.Succs[0] == next
}
