// This file finds tests whether a count that has just been moved has come to its end (E41): who counts last closes,
// sends, sums up or frees: "if n.Add(-1) == 0".

package counts

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/flags"
)

// A CountTest compares what a count has come to by an own move with something else.
type CountTest struct {
	Addr  ssa.Value   // of the count
	delta int64       // what was added; 0: not known
	op    token.Token // how it is compared
	with  ssa.Value   // with what
}

// TestOf is the test of a count that a condition is.
func (c *Package) TestOf(cond ssa.Value) (t CountTest, sense, ok bool) {
	cond, sense = branch.Positive(cond)
	test, ok := cond.(*ssa.BinOp)
	if !ok {
		return t, false, false
	}
	if addr, delta, ok := c.movedTo(test.X); ok {
		return CountTest{addr, delta, test.Op, test.Y}, sense, true
	}
	addr, delta, ok := c.movedTo(test.Y)
	return CountTest{addr, delta, branch.Mirrored(test.Op), test.X}, sense, ok
}

// movedTo is the count that a value was read from when, or after, this function has moved it: the sum that an atomic
// addition returns; the sum that is stored to a guarded variable, or what is loaded from it under the same lock.
func (c *Package) movedTo(v ssa.Value) (addr ssa.Value, delta int64, ok bool) {
	switch v := v.(type) {
	case *ssa.Call:
		return c.AtomicallyAdded(v)
	case *ssa.BinOp:
		if v.Op == token.ADD || v.Op == token.SUB {
			for _, r := range *v.Referrers() {
				if s, ok := r.(*ssa.Store); ok && c.Flags().MovesGuarded(s) {
					return s.Addr, step(v), true
				}
			}
		}
	case *ssa.UnOp:
		f := c.Flags()
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

// AtomicallyAdded is the count that an atomic addition moves.
func (c *Package) AtomicallyAdded(call *ssa.Call) (addr ssa.Value, delta int64, ok bool) {
	row, fn := c.flow.Model(call), call.Call.StaticCallee()
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

// EndsOn reports whether a test that came out so says that the count has come to its end, and not that nobody else has
// counted before.
func (t CountTest) EndsOn(value bool) bool {
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

// Ended are the variables of the package whose end some function tests after it has moved them.
func (c *Package) Ended() map[flags.Variable]bool {
	if c.lasts == nil {
		c.lasts = map[flags.Variable]bool{}
		for i, fn := range c.src.Funcs {
			if c.flow.Flow(i) == nil || c.src.Client(i) != nil {
				continue
			}
			for _, b := range fn.Blocks {
				if cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
					if t, _, ok := c.TestOf(cond.Cond); ok && (t.EndsOn(true) || t.EndsOn(false)) {
						c.lasts[c.Flags().Known(t.Addr)] = true
					}
				}
			}
		}
		delete(c.lasts, nil)
	}
	return c.lasts
}
