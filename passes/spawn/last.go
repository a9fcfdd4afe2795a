// This file finds tests whether a count that has just been moved has come to its end (E41): who counts last closes,
// sends, sums up or frees: "if n.Add(-1) == 0".

package spawn

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/flags"
)

// A countTest compares what a count has come to by an own move with something else.
type countTest struct {
	addr  ssa.Value // of the count
	delta int64     // what was added; 0: not known
	op    token.Token
	with  ssa.Value
}

// countTestOf is the test of a count that a condition is.
func (k *skeleton) countTestOf(cond ssa.Value) (t countTest, sense, ok bool) {
	cond, sense = branch.Positive(cond)
	test, ok := cond.(*ssa.BinOp)
	if !ok {
		return t, false, false
	}
	if addr, delta, ok := k.movedTo(test.X); ok {
		return countTest{addr, delta, test.Op, test.Y}, sense, true
	}
	addr, delta, ok := k.movedTo(test.Y)
	return countTest{addr, delta, mirrored(test.Op), test.X}, sense, ok
}

// movedTo is the count that a value was read from when, or after, this function has moved it: the sum that an atomic
// addition returns; the sum that is stored to a guarded variable, or what is loaded from it under the same lock.
func (k *skeleton) movedTo(v ssa.Value) (addr ssa.Value, delta int64, ok bool) {
	switch v := v.(type) {
	case *ssa.Call:
		return k.atomicallyAdded(v)
	case *ssa.BinOp:
		if v.Op == token.ADD || v.Op == token.SUB {
			for _, r := range *v.Referrers() {
				if s, ok := r.(*ssa.Store); ok && k.r.flagsOf().MovesGuarded(s) {
					return s.Addr, step(v), true
				}
			}
		}
	case *ssa.UnOp:
		f := k.r.flagsOf()
		if !f.ReadsGuarded(v) {
			return nil, 0, false
		}
		for b := v.Block(); b != nil; b = b.Idom() {
			for _, instr := range slices.Backward(b.Instrs) {
				s, ok := instr.(*ssa.Store)
				if ok && f.MovesGuarded(s) && f.Same(v, s) && branch.Precedes(s, v) {
					return v.X, step(s.Val.(*ssa.BinOp)), true
				}
			}
		}
	}
	return nil, 0, false
}

// atomicallyAdded is the count that an atomic addition moves.
func (k *skeleton) atomicallyAdded(call *ssa.Call) (addr ssa.Value, delta int64, ok bool) {
	row, fn := k.r.flow.Model(call), call.Call.StaticCallee()
	args := call.Call.Args
	if row == nil || row.Sync != models.SyncAtomicRMW || fn == nil || !strings.HasPrefix(fn.Name(), "Add") ||
		len(args) != 2 || row.Object != 0 {
		return nil, 0, false
	}
	delta, _ = place.Int(args[1])
	return args[0], delta, true
}

// step is what a sum adds to a variable, if that is a constant.
func step(x *ssa.BinOp) int64 {
	n, _ := place.Int(x.Y)
	if x.Op == token.SUB {
		return -n
	}
	return n
}

// endsOn reports whether a test that came out so says that the count has come to its end, and not that nobody else has
// counted before.
func (t countTest) endsOn(value bool) bool {
	n, known := place.Int(t.with)
	if known && n == t.delta {
		return false
	}
	switch t.op {
	case token.EQL, token.LEQ:
		return value
	case token.NEQ, token.GTR:
		return !value
	case token.LSS, token.GEQ:
		down := known && n == 1
		return value == (down == (t.op == token.LSS))
	}
	return false
}

// lastOn is the event of an edge on which a count is found to have come to its end by this function's own move.
func (k *skeleton) lastOn(b *ssa.BasicBlock, value bool) (event, bool) {
	cond, _ := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	t, sense, ok := k.countTestOf(cond.Cond)
	if !ok || !t.endsOn(value == sense) {
		return event{}, false
	}
	e := k.object(facts.EventReached, t.addr, cond)
	e.Flags |= facts.EventLast
	return e, true
}

// ended are the variables of the package whose end some function tests after it has moved them.
func (r *Result) ended() map[flags.Variable]bool {
	if r.lasts == nil {
		r.lasts = map[flags.Variable]bool{}
		for i, fn := range r.src.Funcs {
			if r.flow.Flow(i) == nil || r.src.Client(i) != nil {
				continue
			}
			k := newSkeleton(r, fn)
			for _, b := range fn.Blocks {
				if cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
					if t, _, ok := k.countTestOf(cond.Cond); ok && (t.endsOn(true) || t.endsOn(false)) {
						r.lasts[r.flagsOf().Known(t.addr)] = true
					}
				}
			}
		}
		delete(r.lasts, nil)
	}
	return r.lasts
}
