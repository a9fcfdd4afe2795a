// This file says which signals come before and behind an instruction.

package signal

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
)

// before reports whether the signal, or the statement that defers it, comes before an instruction on every way.
func (s signal) before(instr ssa.Instruction) bool {
	if s.from != nil {
		return s.from.Dominates(instr.Block())
	}
	at, b := s.instr.Block(), instr.Block()
	if at != b {
		return at.Dominates(b)
	}
	return slices.Index(b.Instrs, s.instr) < slices.Index(b.Instrs, instr)
}

// after reports whether the signal follows an instruction on every way to a return, for the same object.
func (r *Package) after(s signal, instr ssa.Instruction) bool {
	if s.instr == nil {
		return true
	}
	if _, deferred := s.instr.(*ssa.Defer); deferred {
		return s.before(instr)
	}
	anew := r.locks.Deps(s.instr.Parent(), s.base)
	seen := map[*ssa.BasicBlock]bool{}
	b, k := instr.Block(), slices.Index(instr.Block().Instrs, instr)+1
	work := []*ssa.BasicBlock{}
	for some := false; ; {
		met := false
		for ; k < len(b.Instrs) && !met; k++ {
			if met = b.Instrs[k] == s.instr; !met && slices.Contains(anew, b.Instrs[k]) {
				return false
			}
		}
		if some = some || met; !met {
			if branch.Returns(b) {
				return false
			}
			for _, n := range b.Succs {
				if !seen[n] {
					seen[n] = true
					work = append(work, n)
				}
			}
		}
		if len(work) == 0 {
			return some
		}
		b, k = work[len(work)-1], 0
		work = work[:len(work)-1]
	}
}

// again reports whether an instruction may be executed again behind a signal, for the same object.
func (r *Package) again(s signal, instr ssa.Instruction) bool {
	anew := r.locks.Deps(s.instr.Parent(), s.base)
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock, k int) bool
	visit = func(b *ssa.BasicBlock, k int) bool {
		for ; k < len(b.Instrs); k++ {
			if b.Instrs[k] == instr {
				return true
			}
			if slices.Contains(anew, b.Instrs[k]) {
				return false
			}
		}
		for _, n := range b.Succs {
			if !seen[n] {
				seen[n] = true
				if visit(n, 0) {
					return true
				}
			}
		}
		return false
	}
	if _, deferred := s.instr.(*ssa.Defer); deferred {
		return false
	}
	return visit(s.instr.Block(), slices.Index(s.instr.Block().Instrs, s.instr)+1)
}

// conditionsBy are the kinds of conditions that a signal gives an instruction.
func (r *Package) conditionsBy(s signal, instr ssa.Instruction) []facts.CondKind {
	switch {
	case s.kind == facts.CondReceived && s.before(instr) && !s.again && !r.again(s, s.instr):
		return []facts.CondKind{s.kind, facts.CondAnswered}
	case s.waits() && s.before(instr), s.kind != facts.CondSent && !s.waits() && r.after(s, instr),
		s.kind == facts.CondSent && !s.again && r.after(s, instr) && !r.again(s, instr):
		return []facts.CondKind{s.kind}
	}
	return nil
}
