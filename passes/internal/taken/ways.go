// This file follows all ways on which control goes on behind an instruction.

package taken

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A verdict is what an instruction says of the way on which it stands.
type verdict uint8

const (
	open verdict = iota // nothing: what comes behind it decides
	yes                 // here is what was looked for
	no                  // it does not come
)

// verdictOf is a decision.
func verdictOf(ok bool) verdict {
	if ok {
		return yes
	}
	return no
}

// postdominated asks whether control always comes to something.
type postdominated struct {
	at   func(ssa.Instruction) verdict // what an instruction says
	onto func(cond ssa.Value) int      // the one way of a branch that counts; -1: both do
	seen map[*ssa.BasicBlock]bool      // blocks looked at
}

// behind reports whether control always comes there from behind an instruction.
func (w *postdominated) behind(instr ssa.Instruction) bool {
	b := instr.Block()
	w.seen = map[*ssa.BasicBlock]bool{b: true}
	return w.from(b, slices.Index(b.Instrs, instr)+1)
}

// from is the same from an instruction of a block on.
func (w *postdominated) from(b *ssa.BasicBlock, first int) bool {
	for _, instr := range b.Instrs[first:] {
		if v := w.at(instr); v != open {
			return v == yes
		}
	}
	next := b.Succs
	if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		if k := w.onto(branch.Cond); k >= 0 {
			next = next[k : k+1]
		}
	}
	for _, s := range next {
		if w.seen[s] {
			continue
		}
		w.seen[s] = true
		if !w.from(s, 0) {
			return false
		}
	}
	return len(next) > 0
}
