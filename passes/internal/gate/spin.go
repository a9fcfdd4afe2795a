// This file finds loops that wait for the value of an atomic variable (A19).

package gate

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
)

// A spin is a loop that waits for the value of an atomic variable.
type spin struct {
	addr  ssa.Value                // of the variable
	after map[*ssa.BasicBlock]bool // blocks that control may reach when it has ended
}

// WaitedFor is the variable that a loop before a block may have waited for, nil if there is no such loop (A19).
func (f *Function) WaitedFor(b *ssa.BasicBlock) ssa.Value {
	for k := range f.spins {
		if f.spins[k].after[b] {
			return f.spins[k].addr
		}
	}
	return nil
}

// findSpins finds the function's waiting loops.
func (f *Function) findSpins() {
	for _, b := range f.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		for k, s := range b.Succs {
			if addr := f.polled(cond.Cond); addr != nil && idles(b, s) {
				x := spin{addr, map[*ssa.BasicBlock]bool{}}
				x.reach(b.Succs[1-k])
				f.spins = append(f.spins, x)
				break
			}
		}
	}
}

// idles reports whether control comes back from a block to the test on every way, or panics, without changing memory
// itself.
func idles(test, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{test: true}
	for work := []*ssa.BasicBlock{b}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		if seen[b] = true; len(seen) > maxIdle+1 || slices.ContainsFunc(b.Instrs, works) {
			return false
		}
		work = append(work, b.Succs...)
	}
	return true
}

// works reports whether an instruction does more than to compute or to call.
func works(i ssa.Instruction) bool {
	switch i.(type) {
	case *ssa.Store, *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.Select, *ssa.Return:
		return true
	}
	return false
}

// reach adds what control may reach from a block on.
func (x *spin) reach(b *ssa.BasicBlock) {
	if !x.after[b] {
		x.after[b] = true
		for _, s := range b.Succs {
			x.reach(s)
		}
	}
}

// polled is the object of the atomic load in a Condition, nil if there is none.
func (f *Function) polled(cond ssa.Value) ssa.Value {
	switch x := cond.(type) {
	case *ssa.Call:
		return f.operand(x, models.SyncAtomicRead)
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return f.polled(x.X)
		}
	case *ssa.BinOp:
		if addr := f.polled(x.X); addr != nil {
			return addr
		}
		return f.polled(x.Y)
	}
	return nil
}
