// This file finds on which ways a lock comes first (T14).

package lockpaths

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// A need is an acquisition that stands before an operation on all ways.
type need struct {
	at facts.Position // where the lock is taken, by a call perhaps
	op facts.LockOp   // how it is taken
}

// A precedence looks for ways that do not pass an acquisition.
type precedence struct {
	m     *reader    // the function that is looked at, with what its instructions do
	w     *waitUnder // the wait whose lock is looked for
	first need       // the first acquisition met
}

// reaches reports whether a target is reached from an instruction without such an acquisition.
func (g *precedence) reaches(b *ssa.BasicBlock, from int, target func(ssa.Instruction) bool) bool {
	g.first = need{}
	type start struct {
		block *ssa.BasicBlock // where to go on
		at    int             // the first instruction there to look at, an index into the block's
	}
	seen := map[*ssa.BasicBlock]bool{}
	for work := []start{{b, from}}; len(work) > 0; {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		stopped := false
		for _, instr := range s.block.Instrs[s.at:] {
			if target(instr) {
				return true
			}
			if stopped = g.acquires(instr); stopped {
				break
			}
		}
		if stopped {
			continue
		}
		for i := range s.block.Succs {
			if to := g.m.graph.Next(s.block, i); to != nil && !seen[to] {
				seen[to] = true
				work = append(work, start{to, 0})
			}
		}
	}
	return false
}

// acquires reports whether an instruction surely takes the lock in a mode that its holder excludes.
func (g *precedence) acquires(instr ssa.Instruction) bool {
	list := g.m.blocks[instr.Block().Index]
	for i := range list {
		h := &list[i]
		if h.instr != instr || h.deferred {
			continue
		}
		if (h.op == facts.Lock || h.op == facts.RLock && !g.w.reads) && !h.try && h.name == g.w.held {
			g.note(h.at, h.op)
			return true
		}
		for _, t := range h.acquires {
			excludes := t.mode == facts.TakeWrite || t.mode == facts.TakeRead && !g.w.reads
			if t.doubt == 0 && t.arg == nil && t.name == g.w.held && excludes {
				g.note(h.at, facts.Lock)
				return true
			}
		}
	}
	return false
}

func (g *precedence) note(at facts.Position, op facts.LockOp) {
	if g.first == (need{}) {
		g.first = need{at, op}
	}
}
