// This file finds locks that a recovered panic leaves held (T16).

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
)

// recovering are the defer statements of a function whose function literal, or function of its package, calls recover.
func recovering(fn *ssa.Function) (list []*ssa.Defer) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok {
				if g := d.Call.StaticCallee(); g != nil && branch.Recovers(g) {
					list = append(list, d)
				}
			}
		}
	}
	return list
}

// recovers reports whether a panic of an instruction may be recovered: control may have come by such a statement.
func (m *reader) recovers(instr ssa.Instruction) bool {
	return slices.ContainsFunc(m.recovering, func(d *ssa.Defer) bool {
		if from, to := d.Block(), instr.Block(); from != to || m.graph.Cyclic(from) {
			return reaches(from, to)
		}
		list := d.Block().Instrs
		return slices.Index(list, ssa.Instruction(d)) < slices.Index(list, instr)
	})
}

// reaches reports whether control may go from the end of one block to another one.
func reaches(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	for list := slices.Clone(from.Succs); len(list) > 0; {
		b := list[len(list)-1]
		list = list[:len(list)-1]
		if b == to {
			return true
		}
		if !seen[b] {
			seen[b] = true
			list = append(list, b.Succs...)
		}
	}
	return false
}

func isBuiltin(c *ssa.CallCommon) bool {
	_, ok := c.Value.(*ssa.Builtin)
	return ok
}

// mayPanic notes what a panic would leave held.
func (m *simulation) mayPanic(s *pathState, at facts.Position) {
	for _, h := range s.holds {
		unlocked := slices.ContainsFunc(s.defers, func(d *lockEvent) bool {
			return (d.op == facts.Unlock || d.op == facts.RUnlock) && d.path == h.spot || slices.Contains(d.gives, h.spot) ||
				slices.ContainsFunc(d.changes, func(c change) bool { return c.lock == h.spot })
		})
		known := func(p panicked) bool { return p.hold.at == h.at }
		if !unlocked && h.mode != facts.TakeOnce && m.named(h.spot) && !slices.ContainsFunc(m.panicked, known) {
			m.panicked = append(m.panicked, panicked{h, at})
		}
	}
}

// heldInPanic are the locks that a panic would leave held while every return has released them.
func (m *verdict) heldInPanic() []mistake {
	var list []mistake
	for _, p := range m.panicked {
		freed := slices.ContainsFunc(m.exits, func(e exit) bool { return slices.Contains(e.state.done, p.hold.spot) })
		kept := slices.ContainsFunc(m.exits, func(e exit) bool {
			_, ok := e.instr.(*ssa.Return)
			return ok && (e.state.holding(p.hold.spot) >= 0 || slices.Contains(e.state.open, p.hold.spot) ||
				slices.Contains(e.state.lost, p.hold.spot))
		})
		if freed && !kept {
			list = append(list, mistake{
				Kind: Panicked, Name: p.hold.name, Doubt: 1, Read: p.hold.mode == facts.TakeRead, Held: p.hold.at,
				HeldBy: p.hold.via, At: p.at,
			})
		}
	}
	return list
}
