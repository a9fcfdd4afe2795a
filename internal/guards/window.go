// This file tells what may happen between two critical sections of a function (G18, G19).

package guards

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// A window is a function with the locks held at each of its instructions.
type window struct {
	s               *staleness                // what is known of all functions
	f               *function                 // the function that is looked at
	sectionAccesses []sectionAccess           // its own and those that its calls make
	states          map[ssa.Instruction]state // before each instruction that is reached
}

// newWindow looks at a function.
func (s *staleness) newWindow(f *function, sectionAccesses []sectionAccess) *window {
	w := &window{s: s, f: f, sectionAccesses: sectionAccesses, states: map[ssa.Instruction]state{}}
	s.a.walk(f, func(instr ssa.Instruction, st state) { w.states[instr] = st })
	return w
}

// releases reports whether an instruction may release a lock.
func (w *window) releases(instr ssa.Instruction, lock facts.Symbol) bool {
	if _, ok := instr.(*ssa.RunDefers); ok {
		return true
	}
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	if op, ok := w.s.a.ops[call]; ok {
		return !op.lock && w.s.a.names[op.class].sym == lock
	}
	g := w.s.a.callee(call)
	if g == nil || g.net.lost == (set{}) {
		return false
	}
	return slices.ContainsFunc(
		g.net.lost.classes(),
		func(c int) bool { return c == unknownLock || w.s.a.names[c].sym == lock },
	)
}

// reaches reports whether control may come from one instruction to another; with a lock: without releasing it on the
// way.
func (w *window) reaches(from, to ssa.Instruction, lock facts.Symbol) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var walk func(b *ssa.BasicBlock, k int) bool
	walk = func(b *ssa.BasicBlock, k int) bool {
		for _, instr := range b.Instrs[k:] {
			if instr == to {
				return true
			}
			if lock != (facts.Symbol{}) && w.releases(instr, lock) {
				return false
			}
		}
		for _, next := range b.Succs {
			if !seen[next] {
				seen[next] = true
				if walk(next, 0) {
					return true
				}
			}
		}
		return false
	}
	b := from.Block()
	return b != nil && to.Block() != nil && walk(b, slices.Index(b.Instrs, from)+1)
}

// parted reports whether the act may follow the check, and surely in another critical section (G18).
func (w *window) parted(check, act *sectionAccess) bool {
	if check.instr == act.instr || !w.reaches(check.instr, act.instr, facts.Symbol{}) {
		return false
	}
	return check.whole || act.whole || !w.reaches(check.instr, act.instr, act.lock)
}

// claimed reports whether the section of the check writes something under the lock: it may say there that somebody is
// about to act (G19).
func (w *window) claimed(check, act *sectionAccess) bool {
	if check.whole {
		return false // a call that writes is none that checks
	}
	return slices.ContainsFunc(w.sectionAccesses, func(d sectionAccess) bool {
		return d.kind.Writes() && !d.whole && d.lock == act.lock && d.instr != act.instr &&
			w.reaches(check.instr, d.instr, act.lock) && w.reaches(d.instr, act.instr, facts.Symbol{})
	})
}

// under reports whether another lock is held for writing at both, or the same one at the check if a call enters it
// again: not one after the other.
func (w *window) under(check, act *sectionAccess) bool {
	x, y := w.states[check.instr], w.states[act.instr]
	both := x.must.and(y.must)
	return slices.ContainsFunc(both.classes(), func(c int) bool {
		return both.has(c, true) && (c == unknownLock || w.s.a.names[c].sym != act.lock)
	})
}

// looksAgain reports whether the section of a write reads shared memory and decides by it that the write is made (G19).
func (w *window) looksAgain(act *sectionAccess) bool {
	if act.whole || act.lock == (facts.Symbol{}) && act.call != (facts.Symbol{}) {
		return act.checked
	}
	again := false
	branches(act.instr, func(cond *ssa.If) {
		w.s.a.sources(cond.Cond, func(instr ssa.Instruction) {
			again = again || w.inSection(instr, act)
		})
	})
	return again
}

// inSection reports whether an instruction reads memory, or calls, in the critical section of a write.
func (w *window) inSection(instr ssa.Instruction, act *sectionAccess) bool {
	if act.lock == (facts.Symbol{}) {
		return true // all of the function is one
	}
	st, ok := w.states[instr]
	return ok && slices.ContainsFunc(st.must.classes(), func(c int) bool { return w.s.a.names[c].sym == act.lock }) &&
		w.reaches(instr, act.instr, act.lock)
}
