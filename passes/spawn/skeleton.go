// This file goes through the blocks of a function, and makes its points.

package spawn

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/passes/internal/collect"
	"github.com/syncvet/syncvet/passes/internal/loops"
	"github.com/syncvet/syncvet/passes/internal/rounds"
)

// A skeleton is one function under extraction; afterwards it knows where its instructions stand.
type skeleton struct {
	*points
	*edges
	ways   *endings                                // by which the function ends
	rounds *rounds.Function                        // how often its blocks run
	defers []*ssa.Defer                            // in source order
	late   []*ssa.Call                             // that register what runs at the end of the test that this is (E48)
	runs   map[ssa.CallInstruction][]facts.PointID // where a deferred call runs, or one of late
	gone   map[ssa.Value]bool                      // given to library code that a model stands for; nil: none (E17)
}

func newSkeleton(r *pack, fn *ssa.Function) *skeleton {
	graph, g := r.flow.Graph(fn), newPoints(len(fn.Blocks))
	e := &edges{maker: &maker{r: r, fn: fn, graph: graph, numbers: map[ssa.Instruction]int64{}}}
	return &skeleton{
		points: g,
		edges:  e,
		ways: &endings{points: g, r: r, fn: fn, flows: make([][]inflow, len(fn.Blocks)), answered: e.answered,
			known: e.known},
		rounds: rounds.New(fn, graph, r.Locks.Places),
		runs:   map[ssa.CallInstruction][]facts.PointID{},
	}
}

// prepare finds what the edges of the function are asked about.
func (k *skeleton) prepare() {
	k.defers, k.late = deferred(k.fn, k.graph), registered(k)
	k.collected = collect.Find(k.r.Locks, k.r.local, k.fn, k.rounds)
	k.every = collect.FindEvery(k.fn, k.graph, k.r.Locks.Places, k.r.talk.Synchronises)
	k.waiting = k.r.counts.CondLoops(k.fn)
	k.cond = k.r.conds.Of(k.fn, k.defers)
	if k.r.talk.Communicates(k.fn) {
		k.loops = loops.Find(k.fn, k.graph, k.rounds, k.r.counts, k.r.talk)
	}
	k.spared = k.r.spared.Of(k.fn, k.cond)
}

// build makes all points.
func (k *skeleton) build() {
	k.prepare()
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
		case len(b.Preds) == 1 && len(in[b.Index]) == 1 && k.graph.Entries(b) == 1:
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
				k.ways.flows[s.Index] = append(k.ways.flows[s.Index], inflow{b, q})
			}
		}
	}
	for _, b := range k.fn.Blocks {
		if !k.seen[b.Index] || !later[b.Index] {
			continue
		}
		k.all[k.in[b.Index]].preds = in[b.Index]
		if b.Index == 0 {
			k.all[k.in[0]].preds = append(in[0], 0)
		}
	}
	k.recovered()
	k.ways.ends()
	to := k.merge()
	for i := range k.ways.returned {
		k.ways.returned[i].point = to(k.ways.returned[i].point)
	}
	for d := range k.runs {
		k.runs[d] = mapped(k.runs[d], to)
	}
}

// edge applies what is known on the edge from b to its successor i.
func (k *skeleton) edge(b *ssa.BasicBlock, i int, p facts.PointID) facts.PointID {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || b.Succs[0] == b.Succs[1] {
		return p
	}
	test, ok := k.edges.testOn(cond.Cond, i == 0)
	moot := k.spared.NothingToWaitFor(cond, i)
	ok = ok && !(moot && test.Flags&facts.EventAlone != 0)
	if e, ok := k.ways.outcome(cond.Cond, i == 0, p); ok {
		p = k.after(p, e)
	}
	if moot && !ok {
		p = k.after(p, unnumbered(cond, facts.EventMoot))
	}
	if e, ok := panicking(cond.Cond, i == 0); ok {
		p = k.after(p, e)
	}
	if !ok && !moot && k.edges.asksOthers(cond.Cond, b) {
		p = k.after(p, unnumbered(cond, 0))
	}
	for _, e := range k.edges.known(cond.Cond, i == 0, b) {
		p = k.after(p, e)
	}
	if e, ok := k.edges.asserted(cond.Cond, i == 0); ok {
		p = k.after(p, e)
	}
	if s := branch.SelectTested(cond.Cond); s != nil && i == 1 && k.lastTest(s) == cond {
		p = k.untested(p, s)
	}
	switch {
	case ok && moot:
		test.Flags |= facts.EventMoot
		p = k.after(p, test)
	case ok:
		p = k.after(p, test)
	}
	if e, ok := k.edges.iteration(b, i); ok {
		p = k.after(p, e)
	}
	for _, e := range k.edges.collectedOn(b, i) {
		p = k.after(p, e)
	}
	for _, e := range k.edges.countedOn(b, i) {
		p = k.after(p, e)
	}
	for _, e := range k.edges.everyOn(b, i) {
		p = k.after(p, e)
	}
	for _, s := range k.r.Locks.Each(b, i) {
		p = k.after(p, k.numbered(facts.EventEach, int(s), cond))
	}
	return p
}

// undeferred are the events at a function's start which say that nothing has been deferred yet.
func (k *skeleton) undeferred(p facts.PointID) facts.PointID {
	for _, d := range k.defers {
		if n := k.cond.Maybe(d); n != 0 {
			p = k.after(p, decided(-n, d))
		}
	}
	return p
}

// found is the event by which a condition is found to have a value.
func (k *skeleton) found(p facts.PointID, n int64, flags facts.EventFlags, at ssa.Instruction) facts.PointID {
	e := decided(n, at)
	e.Flags = flags
	return k.after(p, e)
}

// block goes through a block's instructions and gives the point it ends with.
func (k *skeleton) block(b *ssa.BasicBlock) facts.PointID {
	p := k.in[b.Index]
	for i, instr := range b.Instrs {
		q := k.instr(p, instr)
		for _, e := range slices.Concat(k.edges.collectedAfter(instr), k.edges.everyAfter(instr)) {
			q = k.after(q, e)
		}
		if e, ok := k.ways.used(instr, q); ok {
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

// placeCalls writes the point of each of Flow.Calls.
func (k *skeleton) placeCalls(at []facts.PointID) {
	for _, b := range k.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			p, _ := k.before(instr)
			if runs := k.runs[call]; len(runs) > 0 {
				p = runs[len(runs)-1]
			}
			for _, i := range k.r.flow.Calls(k.fn, call) {
				at[i] = p
			}
		}
	}
}

// countedStart is the number under which a go statement is counted, if a loop asks for it (E42); else zero.
func (k *skeleton) countedStart(g *ssa.Go) uint32 {
	if n := k.rounds.CountedBy(g.Block()); n != 0 {
		for _, l := range k.loops {
			if l.Starts == n {
				return n
			}
		}
	}
	return 0
}
