// Package loops finds what decides how often the loops of a function that communicates go round (passes/spawn E16,
// E28), and which messages end them (E21).
package loops

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/counts"
	"github.com/syncvet/syncvet/passes/internal/rounds"
	"github.com/syncvet/syncvet/passes/internal/talk"
)

// A Loop is a loop that one block decides, at its head or at its foot.
type Loop struct {
	Number int             // of the loops in the function
	Body   int             // the successor that goes on
	Times  int64           // how often the loop runs, but for what it skips: negative if unknown
	Skips  uint32          // what its counter starts from
	Less   bool            // it goes on once less than that: the first time is not decided here
	Skip   *ssa.BasicBlock // a loop decided at its foot: where control goes after it
	Counts bool            // what others have counted up or collected says how often (E28)
	Early  bool            // it may also be left from elsewhere, by a break or return
	Room   ssa.Value       // it runs as often as this channel has room; nil: it does not
	Starts uint32          // it runs as often as goroutines were counted under this number (E42); zero: it does not
}

// A finder looks through one function.
type finder struct {
	fn     *ssa.Function    // the function
	graph  *branch.Graph    // its control flow
	rounds *rounds.Function // how often its blocks run
	counts *counts.Package  // what counts for several goroutines
	talk   *talk.Package    // which instructions communicate
}

// Find numbers the loops of a function that communicate, by the block that decides whether they go on.
func Find(
	fn *ssa.Function, graph *branch.Graph, r *rounds.Function, c *counts.Package, t *talk.Package,
) map[*ssa.BasicBlock]Loop {
	f := &finder{fn: fn, graph: graph, rounds: r, counts: c, talk: t}
	return f.find()
}

// find numbers the loops that communicate and that end by counting, ranging, or any condition but the state of a
// channel.
func (f *finder) find() map[*ssa.BasicBlock]Loop {
	loops := map[*ssa.BasicBlock]Loop{}
	for _, h := range f.fn.DomPreorder() {
		in := f.graph.Natural(h)
		if len(in) == 0 {
			continue
		}
		at, foot := f.decides(h, in)
		if at == nil || !f.talk.AnyCommunicates(in) {
			continue
		}
		l := Loop{Number: len(loops), Times: -1, Counts: f.countsDown(at, in) || f.goesOver(at, in) || f.asksAgain(at, in)}
		if in[at.Succs[1]] {
			l.Body = 1
		}
		bound := branch.LessThan(at)
		if bound == nil && foot && untilClosed(h, in) {
			bound = countedTo(at, h)
		}
		if bound != nil {
			l.Times, l.Skips = f.roundsOf(at, bound)
			l.Room = roomOf(bound)
			computed := counts.Computed(bound) || l.Room != nil && counts.Computed(f.rounds.Room(bound.(*ssa.Call)))
			if computed && !startsIn(in) {
				l.Counts, l.Room = true, nil
			}
			l.Counts = l.Counts || branch.Tallied(bound) || f.counts.Left(bound)
		}
		l.Starts = f.rounds.StartsNumber(rounds.BoundOf(at))
		if l.Early = branch.LeftEarly(in, at); foot && untilClosed(h, in) {
			l.Early = branch.LeftEarly(in, at, h)
		}
		if foot {
			l.Skip = at.Succs[1-l.Body]
		}
		l.Less = foot || !f.enters(h, in)
		loops[at] = l
	}
	return loops
}

// startsIn reports whether a loop starts goroutines.
func startsIn(in map[*ssa.BasicBlock]bool) bool {
	for b := range in {
		if slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { _, ok := i.(*ssa.Go); return ok }) {
			return true
		}
	}
	return false
}

// roundsOf tells how often a loop runs that one block decides by comparing a counter with a bound: so often, but for
// what it skips.
func (f *finder) roundsOf(test *ssa.BasicBlock, bound ssa.Value) (times int64, skips uint32) {
	start := branch.StartOf(test)
	bound = f.rounds.AsMany(bound)
	n, ok := f.rounds.Number(bound)
	switch {
	case !ok || n < 0:
		n = -1 - f.rounds.NumberOf(bound)
		if ok {
			n = -1
		}
	case start > maxSkip:
		return max(n-start, 0), 0
	}
	if start < 0 || start > maxSkip {
		start = 0
	}
	return n, uint32(start)
}

// roomOf is the channel of which a number is the room; nil if it is none.
func roomOf(bound ssa.Value) ssa.Value {
	c, ok := bound.(*ssa.Call)
	if !ok {
		return nil
	}
	if place.IsBuiltin(&c.Call, "cap") && place.IsChan(c.Call.Args[0].Type()) {
		return c.Call.Args[0]
	}
	return nil
}

// decides finds the block that decides whether a loop goes on: its head, or the block behind its body. Where a channel
// decides at the head, a condition at the foot is one more way out.
func (f *finder) decides(h *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) (at *ssa.BasicBlock, foot bool) {
	leaves := func(b *ssa.BasicBlock) bool {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		return ok && in[b.Succs[0]] != in[b.Succs[1]] && branch.SelectTested(cond.Cond) == nil &&
			(!ofChannel(cond.Cond) || f.counts.Answers(cond.Cond))
	}
	if untilClosed(h, in) {
		for _, t := range h.Preds {
			if in[t] && countedTo(t, h) != nil {
				return t, true
			}
		}
		return nil, false
	}
	if leaves(h) && !slices.Contains(h.Preds, h) && f.runsThrough(h) {
		return h, false
	}
	for _, t := range h.Preds {
		if in[t] && leaves(t) && (t.Succs[0] == h || t.Succs[1] == h) {
			return t, true
		}
	}
	if leaves(h) {
		return h, false
	}
	return nil, false
}

// untilClosed reports whether a loop receives at its head, and is left there when the channel is closed.
func untilClosed(h *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) bool {
	cond, ok := h.Instrs[len(h.Instrs)-1].(*ssa.If)
	return ok && in[h.Succs[0]] != in[h.Succs[1]] && received(cond.Cond)
}

// countedTo is the number of rounds after which a loop is left at its foot: a variable that starts with zero is raised
// by one in each round and compared with that, for equality or order. nil if it is not so.
func countedTo(foot, head *ssa.BasicBlock) ssa.Value {
	cond, ok := foot.Instrs[len(foot.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	test, ok := cond.Cond.(*ssa.BinOp)
	if !ok || !slices.Contains([]token.Token{token.EQL, token.NEQ, token.LSS, token.GEQ}, test.Op) {
		return nil
	}
	// to go round again is what the comparison says, or what it denies
	if again := test.Op == token.NEQ || test.Op == token.LSS; again != (foot.Succs[0] == head) {
		return nil
	}
	next, ok := test.X.(*ssa.BinOp)
	if !ok || next.Op != token.ADD {
		return nil
	}
	counter, ok := next.X.(*ssa.Phi)
	if step, known := place.Int(next.Y); !ok || !known || step != 1 || counter.Block() != head {
		return nil
	}
	for i, p := range head.Preds {
		if first, known := place.Int(counter.Edges[i]); counter.Edges[i] != ssa.Value(next) && (!known || first != 0) ||
			head.Dominates(p) != (counter.Edges[i] == ssa.Value(next)) {
			return nil
		}
	}
	return test.Y
}

// runsThrough reports whether the head of a loop goes over a slice, or counts: what its foot says is then one more
// way out.
func (f *finder) runsThrough(h *ssa.BasicBlock) bool {
	less, ok := h.Instrs[len(h.Instrs)-1].(*ssa.If).Cond.(*ssa.BinOp)
	if !ok || less.Op != token.LSS {
		return false
	}
	counter, ok := less.X.(*ssa.Phi)
	if next, isNext := less.X.(*ssa.BinOp); isNext && next.Op == token.ADD {
		counter, ok = next.X.(*ssa.Phi)
	}
	return ok && counter.Block() == h
}

// ofChannel reports whether a condition is received, or reports whether a channel is closed.
func ofChannel(cond ssa.Value) bool {
	if x, ok := cond.(*ssa.UnOp); ok && x.Op == token.ARROW {
		return true
	}
	x, ok := cond.(*ssa.Extract)
	if !ok {
		return false
	}
	_, next := x.Tuple.(*ssa.Next)
	return !next
}

// received reports whether a condition says that a receive found the channel open.
func received(cond ssa.Value) bool {
	x, ok := cond.(*ssa.Extract)
	if !ok {
		return false
	}
	recv, ok := x.Tuple.(*ssa.UnOp)
	return ok && recv.Op == token.ARROW
}

// enters reports whether control comes to a loop's head from outside: not if the first test is known to succeed.
func (f *finder) enters(h *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) bool {
	for _, p := range h.Preds {
		if in[p] || !f.graph.Reached(p) {
			continue
		}
		for i := range p.Succs {
			if f.graph.Next(p, i) == h {
				return true
			}
		}
	}
	return false
}
