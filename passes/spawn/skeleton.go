// This file builds the points of a function block by block, and merges those that are the same (E2).

package spawn

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
)

// An event is an event before its references are numbered.
type event struct {
	facts.Event
	name facts.Symbol
	pos  token.Pos
}

// A point is a point under construction; joins may have several predecessors, or get them later.
type point struct {
	preds []facts.PointID
	event event
}

// A mark says from which instruction of a block on a point holds.
type mark struct {
	after int // index of the instruction
	point facts.PointID
}

// A skeleton is one function under extraction; afterwards it knows where its instructions stand.
type skeleton struct {
	r        *Result
	fn       *ssa.Function
	graph    *branch.Graph
	points   []point
	in       []facts.PointID // by block: the point it starts with
	marks    [][]mark        // by block: where it changes
	seen     []bool          // by block: reached from the entry, or as recover block
	exits    []facts.PointID
	flows    [][]inflow                     // by block: what flows into it
	returned []returned                     // the ways to return (E27)
	defers   []*ssa.Defer                   // in source order
	runs     map[*ssa.Defer][]facts.PointID // where a deferred call runs
	// deferred calls that may not run, by the number of the condition that says so (E15)
	maybe map[*ssa.Defer]int64

	collections []collection               // (E14)
	counters    map[ssa.Value]uint32       // memo of startCounts; nil: not asked
	received    []facts.Tally              // what has been received where collections say so (E25)
	bounds      map[string]uint32          // what loops count up to, by number (E25)
	gone        map[ssa.Value]bool         // values given to library code that a model stands for; nil: none (E17)
	selectIDs   map[ssa.Instruction]int64  // selects by number
	conditions  map[string]int64           // conditions that several branches test, by number (E15)
	alone       map[int64]bool             // of these, those that one branch tests (E39)
	counted     []ssa.Value                // numbers of rounds and of goroutines that are no constants, see facts.Counted
	loops       map[*ssa.BasicBlock]loop   // counted loops by the block that decides whether they go on (E16)
	waiting     []map[*ssa.BasicBlock]bool // loops in which a Cond is waited for (E40)
}

func newSkeleton(r *Result, fn *ssa.Function) *skeleton {
	n := len(fn.Blocks)
	return &skeleton{
		r: r, fn: fn, graph: r.flow.Graph(fn), points: make([]point, 1),
		flows: make([][]inflow, n), in: make([]facts.PointID, n), marks: make([][]mark, n), seen: make([]bool, n),
		runs: map[*ssa.Defer][]facts.PointID{}, selectIDs: map[ssa.Instruction]int64{},
	}
}

// build makes all points.
func (k *skeleton) build() {
	k.findDefers()
	k.collections, k.waiting = k.findCollections(), k.condLoops()
	if communicates := k.r.communicates(k.fn); communicates || k.locksByParameter() {
		k.conditions = k.findConditions(communicates)
		if communicates {
			k.loops = k.findLoops()
		}
		k.maybe = k.findMaybe()
	}
	in := make([][]facts.PointID, len(k.fn.Blocks)) // what flows into each block so far
	later := make([]bool, len(k.fn.Blocks))         // blocks that start with a join
	ahead := blocksAhead(k.r, k.fn, k.graph)
	for _, b := range k.fn.DomPreorder() {
		if b != k.fn.Blocks[0] && b.Idom() == nil || !k.graph.Reached(b) {
			continue // the recover block: see recovered; dead: (E13)
		}
		k.seen[b.Index] = true
		switch {
		case b == k.fn.Blocks[0] && len(b.Preds) == 0:
			k.in[0] = k.undeferred(0)
		case len(b.Preds) == 1 && len(in[b.Index]) == 1:
			k.in[b.Index] = in[b.Index][0]
		default:
			k.in[b.Index] = k.join()
			later[b.Index] = true
		}
		out := k.block(b)
		for i := range b.Succs {
			if s := k.graph.Next(b, i); s != nil {
				q := k.edge(b, i, out)
				if ahead[s] && !ahead[b] {
					q = k.after(q, event{Event: facts.Event{Op: facts.EventAhead}, pos: b.Instrs[len(b.Instrs)-1].Pos()})
				}
				in[s.Index] = append(in[s.Index], q)
				k.flows[s.Index] = append(k.flows[s.Index], inflow{b, q})
			}
		}
	}
	for _, b := range k.fn.Blocks {
		if !k.seen[b.Index] || !later[b.Index] {
			continue
		}
		k.points[k.in[b.Index]].preds = in[b.Index]
		if b.Index == 0 {
			k.points[k.in[0]].preds = append(in[0], 0)
		}
	}
	k.recovered()
	k.ends()
	k.merge()
}

// join makes a point whose predecessors may come later.
func (k *skeleton) join(preds ...facts.PointID) facts.PointID {
	k.points = append(k.points, point{preds: preds})
	return facts.PointID(len(k.points) - 1)
}

// after makes the point after an event.
func (k *skeleton) after(p facts.PointID, e event) facts.PointID {
	k.points = append(k.points, point{preds: []facts.PointID{p}, event: e})
	return facts.PointID(len(k.points) - 1)
}

// block goes through a block's instructions and gives the point it ends with.
func (k *skeleton) block(b *ssa.BasicBlock) facts.PointID {
	p := k.in[b.Index]
	for i, instr := range b.Instrs {
		q := k.instr(p, instr)
		for _, e := range k.collectedAfter(instr) {
			q = k.after(q, e)
		}
		if q != p {
			k.marks[b.Index] = append(k.marks[b.Index], mark{i, q})
			p = q
		}
		if _, ok := instr.(*ssa.Return); ok {
			k.exits = append(k.exits, p)
		}
	}
	return p
}

// merge replaces joins whose predecessors are all one point by that point, and numbers what is left anew.
func (k *skeleton) merge() {
	const top = ^facts.PointID(0)
	val := make([]facts.PointID, len(k.points))
	for p := range val {
		val[p] = facts.PointID(p)
		if k.isJoin(p) {
			val[p] = top
		}
	}
	for changed := true; changed; {
		changed = false
		for p := range val {
			if !k.isJoin(p) || val[p] == facts.PointID(p) {
				continue
			}
			if v := k.meet(p, val, top); v != val[p] {
				val[p] = v
				changed = true
			}
		}
	}
	k.renumber(val)
}

// isJoin reports whether a point is a join, not the entry nor after an event.
func (k *skeleton) isJoin(p int) bool { return p > 0 && k.points[p].event.Op == facts.EventNone }

// meet is the one point that a join's predecessors stand for, the join itself if there are several.
func (k *skeleton) meet(p int, val []facts.PointID, top facts.PointID) facts.PointID {
	v := top
	for _, q := range k.points[p].preds {
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
func (k *skeleton) renumber(val []facts.PointID) {
	number := make([]facts.PointID, len(k.points))
	var kept []point
	for p := range k.points {
		if val[p] == facts.PointID(p) {
			number[p] = facts.PointID(len(kept))
			kept = append(kept, k.points[p])
		}
	}
	to := func(p facts.PointID) facts.PointID {
		if int(val[p]) >= len(number) {
			return 0 // a cycle that nothing enters
		}
		return number[val[p]]
	}
	for i := range kept {
		kept[i].preds = mapped(kept[i].preds, to)
	}
	k.points = kept
	for b := range k.in {
		k.in[b] = to(k.in[b])
		for i := range k.marks[b] {
			k.marks[b][i].point = to(k.marks[b][i].point)
		}
	}
	k.exits = mapped(k.exits, to)
	for i := range k.returned {
		k.returned[i].point = to(k.returned[i].point)
	}
	for _, d := range k.defers {
		k.runs[d] = mapped(k.runs[d], to)
	}
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
func (k *skeleton) before(instr ssa.Instruction) (facts.PointID, bool) {
	b := instr.Block()
	if !k.seen[b.Index] {
		return 0, false
	}
	p := k.in[b.Index]
	marks := k.marks[b.Index]
	for i := 0; len(marks) > 0 && b.Instrs[i] != instr; i++ {
		if marks[0].after == i {
			p, marks = marks[0].point, marks[1:]
		}
	}
	return p, true
}

// placeCalls writes the point of each of Flow.Calls.
func (k *skeleton) placeCalls(at []facts.PointID) {
	for _, b := range k.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			p, _ := k.before(instr)
			if d, ok := instr.(*ssa.Defer); ok && len(k.runs[d]) > 0 {
				p = k.runs[d][len(k.runs[d])-1]
			}
			for _, i := range k.r.flow.Calls(k.fn, call) {
				at[i] = p
			}
		}
	}
}
