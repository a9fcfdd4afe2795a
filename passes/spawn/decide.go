// This file finds what decides how communication goes on: conditions that several branches test (E15), and loops that
// go round a number of times (E16). Deadlocks depend on them, happens-before does not, so only functions that
// communicate have such events.

package spawn

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// communicates reports whether a function sends, receives, closes, waits or starts goroutines, itself or by what it
// calls by name within its package.
func (r *Result) communicates(fn *ssa.Function) bool {
	fn = source.Origin(fn)
	if v, ok := r.talks[fn]; ok {
		return v
	}
	r.talks[fn] = false // recursion adds nothing
	r.talks[fn] = r.communicatesItself(fn) || slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, r.talksBy)
	})
	return r.talks[fn]
}

// communicatesItself reports whether a function sends, receives, closes, waits or starts goroutines itself.
func (r *Result) communicatesItself(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, r.communicating)
	})
}

// talksBy reports whether an instruction calls a function of the package that communicates.
func (r *Result) talksBy(instr ssa.Instruction) bool {
	c, ok := instr.(ssa.CallInstruction)
	if !ok || c.Common().StaticCallee() == nil {
		return false
	}
	_, own := r.src.UnitOf(c.Common().StaticCallee())
	return own && r.communicates(c.Common().StaticCallee())
}

// communicating reports whether an instruction sends, receives, closes, waits, counts or starts a goroutine.
func (r *Result) communicating(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.Select, *ssa.Go:
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case ssa.CallInstruction:
		if b, ok := instr.Common().Value.(*ssa.Builtin); ok {
			return b.Name() == "close"
		}
		row, ok := r.src.Model(instr.Common())
		if !ok || row == nil {
			return false
		}
		switch row.Sync {
		case models.SyncAdd, models.SyncDone, models.SyncWait, models.SyncCondWait, models.SyncCondSignal, models.SyncGroupGo, models.SyncGroupWait:
			return true
		}
	}
	return false
}

// findConditions numbers the conditions outside loops that two branches or more test, here or, if they are settled, in
// functions that capture what they are about; and those about parameters that decide whether a lock is taken. Functions
// that do not communicate have only these.
func (k *skeleton) findConditions(communicates bool) map[string]int64 {
	times := map[string]int{}
	elsewhere := k.r.agreedIn(k.fn)
	numbers := map[string]int64{}
	k.alone = map[int64]bool{}
	for _, b := range k.fn.DomPreorder() {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !k.graph.Reached(b) {
			continue
		}
		name, _ := k.condition(cond.Cond)
		several := communicates && (times[name] == 1 || elsewhere[name] > 0)
		if times[name]++; name == "" {
			continue
		}
		alone := communicates && numbers[name] == 0 && !several && !k.decidesLock(cond) && k.decidesWait(cond)
		if numbers[name] == 0 && (several || alone || k.decidesLock(cond)) {
			numbers[name] = int64(len(numbers)) + 1
		}
		if n := numbers[name]; n != 0 {
			k.alone[n] = alone
		}
	}
	return numbers
}

// findMaybe numbers the defer statements outside loops that do not dominate every return: whether they were reached
// decides what runs at the end.
func (k *skeleton) findMaybe() map[*ssa.Defer]int64 {
	maybe := map[*ssa.Defer]int64{}
	for _, d := range k.defers {
		if k.graph.Cyclic(d.Block()) {
			continue
		}
		for _, b := range k.fn.Blocks {
			if branch.Returns(b) && k.graph.Reached(b) && reaches(d.Block(), b) &&
				!d.Block().Dominates(b) {
				maybe[d] = int64(len(k.conditions) + len(maybe) + 1)
				break
			}
		}
	}
	return maybe
}

// undeferred are the events at a function's start which say that nothing has been deferred yet.
func (k *skeleton) undeferred(p facts.PointID) facts.PointID {
	for _, d := range k.defers {
		if n := k.maybe[d]; n != 0 {
			p = k.after(p, k.decided(-n, d))
		}
	}
	return p
}

// decided is the event by which a condition gets a value.
func (k *skeleton) decided(n int64, at ssa.Instruction) event {
	e := event{pos: at.Pos()}
	e.Op, e.N, e.Flags = facts.EventTest, n, facts.EventConst
	return e
}

// found is the event by which a condition is found to have a value.
func (k *skeleton) found(p facts.PointID, n int64, flags facts.EventFlags, at ssa.Instruction) facts.PointID {
	e := k.decided(n, at)
	e.Flags = flags
	return k.after(p, e)
}

// condition names a condition such that equal names have equal values within one activation, and says whether the value
// at hand is its negation; empty if it has none: it is computed in a loop, or anew from memory.
func (k *skeleton) condition(v ssa.Value) (name string, negated bool) { return compared(v, k.operand) }

// compared names a condition by the names of what it compares; empty if one of these has none.
func compared(v ssa.Value, operand func(ssa.Value) string) (name string, negated bool) {
	switch x := v.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			name, negated = compared(x.X, operand)
			return name, !negated
		}
	case *ssa.BinOp:
		op, swap := x.Op, false
		switch op {
		case token.NEQ:
			op, swap = token.EQL, true
		case token.GEQ:
			op, swap = token.LSS, true
		case token.GTR:
			op, swap = token.LEQ, true
		}
		a, b := operand(x.X), operand(x.Y)
		if a == "" || b == "" {
			return "", false
		}
		return fmt.Sprint(a, op, b), swap
	}
	return operand(v), false
}

// operand names a value of the activation that is computed once: outside loops.
func (k *skeleton) operand(v ssa.Value) string {
	if name, _ := k.r.settled(v); name != "" {
		return name
	}
	switch x := v.(type) {
	case *ssa.Const:
		return x.String()
	case *ssa.Parameter:
		return x.Name()
	case *ssa.FreeVar:
		return "" // an address
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return k.variableRead(x)
		}
	}
	if instr, ok := v.(ssa.Instruction); ok && !k.graph.Cyclic(instr.Block()) {
		return v.Name()
	}
	return ""
}

// variableRead names a read of a variable that is stored to once, or of a field that never changes, or the value
// itself.
func (k *skeleton) variableRead(x *ssa.UnOp) string {
	addr := x.X
	if k.graph.Cyclic(x.Block()) {
		return ""
	}
	if a, ok := addr.(*ssa.Alloc); ok && k.r.Locks.Places.Stored(a) != nil {
		return "*" + a.Name()
	}
	if f, ok := addr.(*ssa.FreeVar); ok {
		return "*" + f.Name() // approximation: captured conditions do not change while the function runs
	}
	if f, ok := addr.(*ssa.FieldAddr); ok && k.r.Locks.Places.FinalField(f) {
		n := k.r.Locks.Number(k.fn, x)
		if !slices.ContainsFunc(k.r.Locks.Deps(k.fn, n), func(i ssa.Instruction) bool { return k.graph.Cyclic(i.Block()) }) {
			return fmt.Sprint("#", n)
		}
	}
	return x.Name()
}

// testOn is the event of an edge on which such a condition has the given value.
func (k *skeleton) testOn(cond ssa.Value, value bool) (event, bool) {
	if len(k.conditions) == 0 {
		return event{}, false
	}
	name, negated := k.condition(cond)
	n := k.conditions[name]
	if name == "" || n == 0 {
		return event{}, false
	}
	e := event{pos: cond.Pos()}
	if k.alone[n] {
		e.Flags = facts.EventAlone
	}
	if value == negated {
		n = -n
	}
	e.Op, e.N = facts.EventTest, n
	return e, true
}

// apart are the points at which a branch compares a number that the function was given or has captured (E31).
func (k *skeleton) apart() []facts.PointID {
	if !k.r.communicatesItself(k.fn) {
		return nil
	}
	var list []facts.PointID
	for _, b := range k.fn.Blocks {
		c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !k.graph.Reached(b) || k.idle(b.Succs[0], b.Succs[1]) || !k.compares(c.Cond, maxNumberDepth) {
			continue
		}
		if p, ok := k.before(c); ok && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// idle reports whether a block has no events and leads to another one, as what is between a condition and what
// follows it.
func (k *skeleton) idle(b, next *ssa.BasicBlock) bool {
	return len(k.marks[b.Index]) == 0 && len(b.Succs) == 1 && b.Succs[0] == next
}

// compares reports whether a condition is computed from a number that the function was given or has captured, other
// than by calls.
func (k *skeleton) compares(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		return k.compares(x.X, depth-1) || k.compares(x.Y, depth-1)
	case *ssa.Convert:
		return k.compares(x.X, depth-1)
	case *ssa.Parameter:
		return isInteger(x.Type())
	case *ssa.UnOp:
		if f, ok := x.X.(*ssa.FreeVar); ok && x.Op == token.MUL {
			return isInteger(x.Type()) && f != nil
		}
		return x.Op != token.ARROW && x.Op != token.MUL && k.compares(x.X, depth-1)
	}
	return false
}

// isInteger reports whether values of a type are integers.
func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// A loop is a loop that one block decides, at its head or at its foot.
type loop struct {
	number int             // of the loops in the function
	body   int             // the successor that goes on
	times  int64           // how often the loop runs, but for what it skips: negative if unknown
	skips  uint32          // what its counter starts from
	less   bool            // it goes on once less than that: the first time is not decided here
	skip   *ssa.BasicBlock // a loop decided at its foot: where control goes after it
	counts bool            // what others have counted up or collected says how often (E28)
	early  bool            // it may also be left from elsewhere, by a break or return
	starts uint32          // it runs as often as goroutines were counted under this number (E42); zero: it does not
}

// findLoops numbers the loops that communicate and that end by counting, ranging, or any condition but the state of a
// channel.
func (k *skeleton) findLoops() map[*ssa.BasicBlock]loop {
	loops := map[*ssa.BasicBlock]loop{}
	for _, h := range k.fn.DomPreorder() {
		in := k.naturalLoop(h)
		if len(in) == 0 {
			continue
		}
		at, foot := k.decides(h, in)
		if at == nil || !k.anyCommunicates(in) {
			continue
		}
		l := loop{number: len(loops), times: -1, counts: k.countsDown(at, in) || k.goesOver(at, in) || k.asksAgain(at, in)}
		if in[at.Succs[1]] {
			l.body = 1
		}
		if bound := branch.LessThan(at); bound != nil {
			l.times, l.skips = k.roundsOf(at, bound)
			l.counts = l.counts || branch.Tallied(bound)
		}
		l.starts = k.startsNumber(boundOf(at))
		l.early = branch.LeftEarly(at, in)
		if foot {
			l.skip = at.Succs[1-l.body]
		}
		l.less = foot || !k.enters(h, in)
		loops[at] = l
	}
	return loops
}

// roundsOf tells how often a loop runs that one block decides by comparing a counter with a bound: so often, but for
// what it skips.
func (k *skeleton) roundsOf(test *ssa.BasicBlock, bound ssa.Value) (times int64, skips uint32) {
	start := branch.StartOf(test)
	bound = k.asMany(bound)
	n, ok := k.number(bound)
	switch {
	case !ok || n < 0:
		n = -1 - k.numberOf(bound)
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

// decides finds the block that decides whether a loop goes on: its head, or the block behind its body. Where a channel
// decides at the head, a condition at the foot is one more way out.
func (k *skeleton) decides(h *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) (at *ssa.BasicBlock, foot bool) {
	leaves := func(b *ssa.BasicBlock) bool {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		return ok && in[b.Succs[0]] != in[b.Succs[1]] && selectTested(cond.Cond) == nil &&
			(!ofChannel(cond.Cond) || k.r.answers(cond.Cond))
	}
	if cond, ok := h.Instrs[len(h.Instrs)-1].(*ssa.If); ok && in[h.Succs[0]] != in[h.Succs[1]] && received(cond.Cond) {
		return nil, false
	}
	if leaves(h) && !slices.Contains(h.Preds, h) && k.runsThrough(h) {
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

// runsThrough reports whether the head of a loop goes over a slice, or counts: what its foot says is then one more
// way out.
func (k *skeleton) runsThrough(h *ssa.BasicBlock) bool {
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

// ofChannel reports whether a condition is received, or says whether a channel is closed.
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

// naturalLoop is the blocks of the loop that a block heads, empty if it heads none.
func (k *skeleton) naturalLoop(h *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	in := map[*ssa.BasicBlock]bool{}
	var work []*ssa.BasicBlock
	for _, p := range h.Preds {
		if h.Dominates(p) && k.graph.Reached(p) {
			work = append(work, p)
			in[h] = true
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if !in[b] {
			in[b] = true
			work = append(work, b.Preds...)
		}
	}
	return in
}

// enters reports whether control comes to a loop's head from outside: not if the first test is known to succeed.
func (k *skeleton) enters(h *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) bool {
	for _, p := range h.Preds {
		if in[p] || !k.graph.Reached(p) {
			continue
		}
		for i := range p.Succs {
			if k.graph.Next(p, i) == h {
				return true
			}
		}
	}
	return false
}

// anyCommunicates reports whether anything in some blocks may communicate.
func (k *skeleton) anyCommunicates(in map[*ssa.BasicBlock]bool) bool {
	for b := range in {
		for _, instr := range b.Instrs {
			if k.r.communicating(instr) {
				return true
			}
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			_, modelled := k.r.src.Model(&call.Call)
			_, builtin := call.Call.Value.(*ssa.Builtin)
			if !modelled && !builtin && k.synchronises(&call.Call) {
				return true
			}
		}
	}
	return false
}

// mark says in a loop's event what decides how often it runs.
func (l *loop) mark(e *event) {
	if l.counts || l.starts != 0 {
		e.Flags |= facts.EventCounted
	}
	if l.starts != 0 {
		e.Flags |= facts.EventStarts
		e.Off = l.starts
	}
}

// iteration is the event of an edge on which such a loop goes on, or on which one that is decided at its foot is not
// entered at all.
func (k *skeleton) iteration(b *ssa.BasicBlock, i int) (event, bool) {
	e := event{pos: b.Instrs[len(b.Instrs)-1].Pos()}
	if l, ok := k.loops[b]; ok && l.body == i {
		e.Op, e.Index, e.N = facts.EventIter, uint32(l.number), l.times
		e.Off = l.skips
		if l.less {
			e.Flags |= facts.EventLocal
		}
		if l.early {
			e.Flags |= facts.EventEarly
		}
		l.mark(&e)
		return e, true
	}
	for at, l := range k.loops {
		if l.skip == b.Succs[i] && b != at && at.Succs[l.body] == b.Succs[1-i] {
			e.Op, e.Index, e.Flags = facts.EventIter, uint32(l.number), facts.EventConst
			l.mark(&e)
			return e, true
		}
	}
	return event{}, false
}
