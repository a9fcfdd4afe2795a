// This file is which of two instructions comes first.

package guards

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
)

// precedes reports whether x is executed before y on every way to y, and not after it.
func precedes(x, y ssa.Instruction) bool {
	if _, deferred := x.(deferredCall); deferred {
		return false
	}
	return branch.Precedes(x, y)
}

// comesBefore reports whether x is executed before y on every way to y, or once in each round of a loop that counts and
// has ended by then: without a round there was nothing to wait for.
func comesBefore(x, y ssa.Instruction) bool {
	if precedes(x, y) {
		return true
	}
	if _, deferred := x.(deferredCall); deferred {
		return false
	}
	h := branch.Header(x.Block(), nil)
	if h == nil || branch.LessThan(h) == nil || !h.Dominates(y.Block()) {
		return false
	}
	in := branch.Around(h)
	return !in[y.Block()] && !branch.LeftEarly(in, h)
}

// notAfter reports whether x cannot be executed after y, in one activation of their function.
func notAfter(x, y ssa.Instruction) bool {
	if _, deferred := x.(deferredCall); deferred || x.Block() == y.Block() || x.Parent() != y.Parent() {
		return false
	}
	return !branch.Reaches(y.Block(), x.Block())
}

// comesAfter reports whether what an instruction does may happen after another instruction of its function: a deferred
// call happens at the end, where those deferred last run first.
func comesAfter(instr, at ssa.Instruction) bool {
	_, last := instr.(*ssa.Defer)
	switch x := at.(type) {
	case deferredCall:
		return last && branch.Precedes(instr, x.Defer)
	case *ssa.Defer:
		return last && branch.Precedes(instr, x)
	}
	return last && branch.Precedes(instr, at) || branch.Precedes(at, instr) ||
		at.Block() != instr.Block() && branch.Reaches(at.Block(), instr.Block())
}

// passedBy reports whether every way from an instruction to a return passes another one, which it precedes.
func passedBy(from, through ssa.Instruction) bool {
	for _, b := range from.Parent().Blocks {
		if branch.Returns(b) && branch.Reaches(from.Block(), b) &&
			!through.Block().Dominates(b) {
			return false
		}
	}
	return true
}
