// Package gate finds what the tests before an instruction have found about variables: which one decides that it happens
// (passes/access A13, A19), and what is known of it under a lock that is still held (A20, A26).
package gate

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/locks"
)

// A Function answers for one function.
type Function struct {
	tests
	gates map[*ssa.BasicBlock]ssa.Value   // memo of Gate
	conds map[*ssa.BasicBlock][]Condition // memo of Proven
	spins []spin                          // loops that wait
}

// New answers for a function.
func New(l *locks.Result, fn *ssa.Function) *Function {
	f := &Function{
		tests: tests{fn: fn, flow: l.Flow, locks: l},
		gates: map[*ssa.BasicBlock]ssa.Value{}, conds: map[*ssa.BasicBlock][]Condition{},
	}
	f.findSpins()
	return f
}

// Gate is the address of the variable that the nearest deciding branch before a block tested, nil if there is none.
func (f *Function) Gate(b *ssa.BasicBlock) ssa.Value {
	if addr, ok := f.gates[b]; ok {
		return addr
	}
	var addr ssa.Value
	if p := b.Idom(); p != nil {
		if cond, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If); ok && f.before(b) == p && p.Succs[0] != p.Succs[1] {
			addr = f.tested(cond.Cond, p.Succs[0] == b)
		}
		if addr == nil {
			addr = f.Gate(p)
		}
	}
	f.gates[b] = addr
	return addr
}

// StillTested is that the nearest deciding branch before a call tested a variable under a lock that is still held
// (A20).
func (f *Function) StillTested(call ssa.Instruction) []facts.Cond {
	return f.underLock(call, facts.CondTested, f.tested)
}

// StillHeld reports whether a lock that was held at the branch that ends a block is still held at an instruction: sites
// of one lock count as one, so that no lock must be taken or released in between.
func (f *Function) StillHeld(test *ssa.BasicBlock, instr ssa.Instruction) bool {
	held := f.locks.Held(instr)
	return len(held) > 0 && slices.ContainsFunc(f.locks.Held(test.Instrs[len(test.Instrs)-1]), func(s uint32) bool {
		return slices.Contains(held, s)
	}) && !f.locksBetween(test, instr)
}

// locksBetween reports whether a lock is taken or released on the way from the branch that ends a block to an
// instruction that this dominates.
func (f *Function) locksBetween(test *ssa.BasicBlock, instr ssa.Instruction) bool {
	seen := map[*ssa.BasicBlock]bool{test: true}
	work := []*ssa.BasicBlock{instr.Block()}
	for len(work) > 0 {
		b := work[len(work)-1]
		if work = work[:len(work)-1]; seen[b] {
			continue
		}
		seen[b] = true
		if f.locksBefore(b, instr) {
			return true
		}
		work = append(work, b.Preds...)
	}
	return false
}

// locksBefore reports whether a lock is taken or released in a block, before an instruction if that is in it.
func (f *Function) locksBefore(b *ssa.BasicBlock, before ssa.Instruction) bool {
	for _, instr := range b.Instrs {
		if instr == before {
			return false
		}
		if call, ok := instr.(*ssa.Call); ok {
			if _, locks := f.locks.Site(call); locks || f.mayUnlock(call) {
				return true
			}
		}
	}
	return false
}

// mayUnlock reports whether a call may let go of a lock: a function of the package that synchronises, a wait for a
// condition, or anything that is given a method value.
func (f *Function) mayUnlock(call *ssa.Call) bool {
	if row := f.flow.Model(call); row != nil && row.Sync == models.SyncCondWait {
		return true
	}
	if fn := call.Call.StaticCallee(); fn != nil {
		if flags, own := f.flow.Source.Flags(fn); own && flags&facts.Syncs != 0 {
			return true
		}
	}
	return slices.ContainsFunc(call.Call.Args, func(v ssa.Value) bool {
		m, ok := v.(*ssa.MakeClosure)
		return ok && m.Fn.(*ssa.Function).Synthetic != ""
	})
}

// StillUnset reports whether a branch before an instruction found a variable unset under a lock that is still held.
func (f *Function) StillUnset(instr ssa.Instruction) bool {
	return slices.ContainsFunc(f.Proven(instr.Block()), func(x Condition) bool {
		return x.Kind == facts.CondUnset && f.StillHeld(x.Test, instr)
	})
}

// StillClear is that a branch before the locking of a lock found a variable to be zero under another lock that is still
// held (A20).
func (f *Function) StillClear(instr ssa.Instruction) []facts.Cond {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return nil
	}
	if _, locks := f.locks.Site(call); !locks {
		return nil
	}
	return f.underLock(call, facts.CondClear, f.clear)
}

// underLock is a Condition on the variable that the nearest branch before an instruction has tested in a certain way,
// under a lock that is still held.
func (f *Function) underLock(
	instr ssa.Instruction,
	kind facts.CondKind,
	tested func(cond ssa.Value, value bool) ssa.Value,
) []facts.Cond {
	held := f.locks.Held(instr)
	if len(held) == 0 {
		return nil
	}
	for b := instr.Block(); b.Idom() != nil; b = b.Idom() {
		cond, value := branch.Behind(b)
		if cond == nil {
			continue
		}
		addr := tested(cond.Cond, value)
		if addr == nil ||
			!slices.ContainsFunc(f.locks.Held(cond), func(s uint32) bool { return slices.Contains(held, s) }) {
			continue
		}
		if n, off, ok := f.flow.Addr(f.fn, addr); ok {
			return []facts.Cond{{Kind: kind, Addr: n, Off: off}}
		}
	}
	return nil
}

// FillsIn reports whether an instruction stores something in a place that a test before it has found to be unset.
func (f *Function) FillsIn(instr ssa.Instruction) bool {
	st, ok := instr.(*ssa.Store)
	if !ok || place.IsZero(st.Val) {
		return false
	}
	for b := st.Block(); b.Idom() != nil; b = b.Idom() {
		cond, value := branch.Behind(b)
		if cond == nil {
			continue
		}
		if addr := f.clear(cond.Cond, value); addr != nil && place.SamePlace(addr, st.Addr) {
			return true
		}
	}
	return false
}

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
