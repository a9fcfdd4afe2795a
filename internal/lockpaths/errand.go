// This file finds acquisitions that stand between two messages to a goroutine and its end (T14).

package lockpaths

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/fielduse"
)

// comesTo reports whether a goroutine may take the lock that a Wait holds before it calls Done, by nothing but the
// messages that it gets: in a loop, then, that ends when there are none, where it may be when the lock is taken by who
// waits.
func (r *Result) comesTo(p fielduse.Use, w *waitUnder) (need, bool) {
	fn := p.Instr.Parent()
	if call, ok := p.Instr.(*ssa.Call); ok && p.What == fielduse.Dones && len(call.Call.Args) > 1 {
		return need{}, false
	}
	m := r.read(fn)
	for _, b := range fn.DomPreorder() {
		if !m.graph.Reached(b) || !m.graph.Cyclic(b) || !byMessages(b) {
			continue
		}
		for i, instr := range b.Instrs {
			g := &precedence{m: m, w: w}
			if g.acquires(instr) && m.endsAfter(b, i+1, p.Instr) {
				return g.first, true
			}
		}
	}
	return need{}, false
}

// endsAfter reports whether a Done, or the return that a deferred one waits for, may come behind an instruction.
func (m *reader) endsAfter(b *ssa.BasicBlock, from int, done ssa.Instruction) bool {
	_, deferred := done.(*ssa.Defer)
	g := &precedence{m: m, w: &waitUnder{}}
	return g.reaches(b, from, func(instr ssa.Instruction) bool {
		if _, ends := instr.(*ssa.RunDefers); ends && deferred {
			return done.Block().Dominates(b)
		}
		return instr == done
	})
}

// byMessages reports whether control comes to a block, since the last time that it was waited for a message, by nothing
// but what channels say: what was decided before that is decided when the lock is taken by who waits.
func byMessages(b *ssa.BasicBlock) bool {
	for at := b; at.Idom() != nil; at = at.Idom() {
		up := at.Idom()
		cond, ok := up.Instrs[len(up.Instrs)-1].(*ssa.If)
		if !ok || len(at.Preds) > 1 {
			continue
		}
		return ofMessage(cond.Cond)
	}
	return false
}

// ofMessage reports whether a condition says that a receive found a channel open, or which case of a select has
// happened.
func ofMessage(cond ssa.Value) bool {
	if eq, ok := cond.(*ssa.BinOp); ok && eq.Op == token.EQL {
		cond = eq.X
	}
	x, ok := cond.(*ssa.Extract)
	if !ok {
		return false
	}
	switch t := x.Tuple.(type) {
	case *ssa.UnOp:
		return t.Op == token.ARROW
	case *ssa.Select:
		return true
	}
	return false
}
