// Package gate finds what the tests before an instruction have found about variables: which one decides that it happens
// (passes/access A13, A19), and what is known of it under a lock that is still held (A20, A26).
package gate

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
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

// StillHeld reports whether a lock that was held at the branch that ends a block is still held at an instruction.
func (f *Function) StillHeld(test *ssa.BasicBlock, instr ssa.Instruction) bool {
	held := f.locks.Held(instr)
	return len(held) > 0 && slices.ContainsFunc(f.locks.Held(test.Instrs[len(test.Instrs)-1]), func(s uint32) bool {
		return slices.Contains(held, s)
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
