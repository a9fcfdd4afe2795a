// This file takes types at their word whose documentation says that they are not safe for concurrent use (G22).

package guards

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/passes/source"
)

// serial reports whether a function is a method of a type that is documented not to be safe for concurrent use.
func (a *runs) serial(f *function) bool {
	t := receiver(f.fn)
	return t != nil && source.Serial(t, a.docs[t])
}

// oneCaller is the parameters of an exported function whose objects only one goroutine calls such functions on: the
// receiver of a type that is not safe for concurrent use is its caller's, as if the caller had made it there; and so is
// what nobody uses after the call, as its documentation says.
func (a *runs) oneCaller(f *function) uint64 {
	given := takenOver(f.fn)
	if a.serial(f) {
		given |= 1
	}
	return given
}

// resumed reports whether y is in a goroutine that a method of such a type starts, and waits for until it says that it
// is past y, and x is below a method of the same type: that is called before the goroutine is started, or when that
// method has returned.
func (c *claim) resumed() bool {
	a, x, y, r := c.a, c.x, c.y, c.rootOf(c.y)
	if r.kind != Goroutine || c.rootOf(x).kind != Caller || !a.serial(r.in) {
		return false
	}
	if entry := a.path(x.f, x.ctx)[0].Func; receiver(entry) != receiver(r.in.fn) {
		return false
	}
	given := a.given(y, false)
	return slices.ContainsFunc(r.in.fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			recv, ok := instr.(*ssa.UnOp)
			return ok && recv.Op == token.ARROW && slices.Contains(given, a.lockKey(recv.X, 8)) && precedes(r.site, instr) &&
				passedBy(r.site, instr)
		})
	})
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
