// This file collects what the functions of a package do: locks, accesses, calls (G2, G3, G6).

package guards

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// findFunctions makes room for what is known of each function.
func (a *code) findFunctions() {
	a.funcs = make([]*function, len(a.Funcs))
	for i, fn := range a.Funcs {
		if fn != nil {
			u := &a.src.Pkg.Source.Units[i]
			a.funcs[i] = &function{fn: fn, init: u.Flags&facts.Init != 0, takes: map[int][]edge{}}
		}
	}
}

// findLocks collects the operations and deferred calls; it reports whether there are locks or atomic accesses at all,
// or comments that ask for a lock.
func (a *locking) findLocks() bool {
	any := a.directives.Guards()
	a.Each(a.findConds)
	a.Gather()
	a.Each(func(instr ssa.Instruction) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		f := a.own(instr.Parent())
		if op, ok := a.operation(call); ok {
			a.ops[call], f.locks, any = op, true, true
		} else if row := a.flow.Model(call); row != nil && atomicKind(row.Sync) != 0 {
			any = true
		}
		if d, ok := instr.(*ssa.Defer); ok {
			f.defers = append(f.defers, d)
		}
	})
	return any
}

// solveNets finds what calling each function does to locks.
func (a *locking) solveNets() {
	for range netRounds {
		changed := false
		for _, f := range a.funcs {
			if f == nil || !f.locks && !a.callsLocks(f) {
				continue
			}
			f.locks = true
			if exit := a.walk(f, nil); exit != nil && *exit != f.net {
				f.net, changed = *exit, true
			}
		}
		if !changed {
			break
		}
	}
}

// callsLocks reports whether a function calls one with a net effect.
func (a *locking) callsLocks(f *function) bool {
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if g := a.callee(call); g != nil && g.net != (state{}) {
					return true
				}
			}
		}
	}
	return false
}

// collect finds calls and accesses with the locks held there.
func (a *analysis) collect() {
	for _, f := range a.funcs {
		if f == nil {
			continue
		}
		a.walk(f, func(instr ssa.Instruction, s state) {
			a.calls(f, instr, s)
			a.accesses(f, instr, s)
			a.sleeps(f, instr, s)
		})
	}
	a.settle()
}
