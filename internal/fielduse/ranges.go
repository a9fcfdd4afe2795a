// This file finds loops that receive until a channel is closed, and after which their function has more to do (T15).

package fielduse

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
)

// rangesOver tells whether a receive heads a loop that nothing but the end of its channel ends, in a function that is
// not started as a goroutine, and whether something is to be done after it.
func (r *Package) rangesOver(recv *ssa.UnOp) bool {
	fn := recv.Parent()
	after, ok := branch.Drain(recv)
	return ok && fn.Parent() == nil && goesOn(after) && !r.startsAsGoroutine(fn)
}

// goesOn tells whether a block does anything but return.
func goesOn(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
		switch i.(type) {
		case *ssa.Return, *ssa.RunDefers, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// startsAsGoroutine tells whether a go statement of the package starts a function.
func (r *Package) startsAsGoroutine(fn *ssa.Function) bool {
	if r.started == nil {
		r.started = map[*ssa.Function]bool{}
		for _, f := range r.Flow.Source.Funcs {
			for _, b := range f.Blocks {
				for _, instr := range b.Instrs {
					if g, ok := instr.(*ssa.Go); ok {
						r.started[g.Call.StaticCallee()] = true
					}
				}
			}
		}
	}
	return r.started[fn]
}
