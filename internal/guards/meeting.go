// This file collects once, for each function, where it meets other goroutines: pairs of accesses ask for that many
// thousand times.

package guards

import (
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/passes/source"
)

// meeting is that of a function.
func (a *locking) meeting(f *function) *meeting {
	if m := a.met[f]; m != nil {
		return m
	}
	m := &meeting{}
	a.met[f] = m
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			if a.waits(instr) {
				m.waits = append(m.waits, instr)
			}
			m.gives = a.gives(m.gives, instr, instr, 2)
			for _, ch := range objects.ReceivedFrom(instr) {
				if key := a.lockKey(ch, keySteps); key != nil {
					m.takes = append(m.takes, exchange{at: instr, with: key})
				}
			}
			for _, key := range a.atomics(nil, instr, facts.AtomicRead, 2) {
				m.takes = append(m.takes, exchange{at: instr, with: key})
			}
			m.stores = a.atomics(m.stores, instr, facts.AtomicWrite, 2)
		}
	}
	return m
}

// gives adds the channels that an instruction, or a small function that it calls, sends on or closes. All of them are
// at the first of these instructions.
func (a *locking) gives(list []exchange, at, instr ssa.Instruction, depth int) []exchange {
	if ch := objects.SentOn(instr); ch != nil {
		if key := a.lockKey(ch, keySteps); key != nil {
			_, send := instr.(*ssa.Send)
			list = append(list, exchange{at: at, with: key, send: send})
		}
		return list
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok || isGo(call) {
		return list
	}
	for i := range a.small(call, depth) {
		list = a.gives(list, at, i, depth-1)
	}
	return list
}

// atomics adds the variables that an instruction, or a small function that it calls, reads or writes atomically.
func (a *locking) atomics(list []any, instr ssa.Instruction, kind facts.AccessKind, depth int) []any {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return list
	}
	if row := a.flow.Model(call); row != nil {
		if k := atomicKind(row.Sync); k == facts.AtomicWrite || k == kind {
			if key := a.lockKey(source.Arguments(call.Common())[row.Object], keySteps); key != nil {
				list = append(list, key)
			}
		}
		return list
	}
	for i := range a.small(call, depth) {
		list = a.atomics(list, i, kind, depth-1)
	}
	return list
}

// small are the instructions of the function that a call calls, if it has at most smallBlocks and there is depth left.
func (a *locking) small(call ssa.CallInstruction, depth int) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		g := a.callee(call)
		if g == nil || depth == 0 || len(g.fn.Blocks) > smallBlocks {
			return
		}
		for _, b := range g.fn.Blocks {
			for _, i := range b.Instrs {
				if !yield(i) {
					return
				}
			}
		}
	}
}
