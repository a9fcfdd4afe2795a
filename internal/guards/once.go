// This file recognises variables that are set once, after a test (G7, G11).

package guards

import (
	"go/token"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/place"
)

// writtenOnce reports whether a variable is set by one function only, and only where a test has shown that this was not
// done before: after having held the lock once, nobody sees it change any more (G7). The second result reports whether
// the test is of the variable itself.
func (a *analysis) writtenOnce(all []instance) (once, self bool) {
	var in *function
	for i := range all {
		x := &all[i]
		if !x.kind.Writes() {
			continue
		}
		if in != nil && in != x.f {
			return false, false
		}
		in = x.f
		guardVariable := a.guardVariable(x, nil)
		if guardVariable == nil {
			return false, false
		}
		if store, ok := x.instr.(*ssa.Store); ok && sameVariable(guardVariable, store.Addr) {
			self = true
		}
	}
	return in != nil, self
}

// guardVariable is the variable that a write's function has found to have a certain value before it made the write, and
// sets itself; nil if there is none. The other way on from the test may be asked about, too.
func (a *locking) guardVariable(x *instance, otherwise func(*ssa.BasicBlock) bool) ssa.Value {
	for _, b := range x.f.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		side := slices.IndexFunc(
			b.Succs,
			func(s *ssa.BasicBlock) bool { return len(s.Preds) == 1 && s.Dominates(x.instr.Block()) },
		)
		if side < 0 || otherwise != nil && !otherwise(b.Succs[1-side]) {
			continue
		}
		if v := tested(cond.Cond); v != nil && sets(x.f.fn, v) {
			return v
		}
	}
	return nil
}

// canSkip reports whether a function can go on without the write.
func canSkip(other *ssa.BasicBlock) bool { return branch.MayReturn(other) }

// cannotSkip reports whether it panics: it must not be called again.
func cannotSkip(other *ssa.BasicBlock) bool { return !branch.MayReturn(other) }

// tested is the address of the variable that a condition compares with a constant, nil for others.
func tested(cond ssa.Value) ssa.Value {
	for range testSteps {
		switch x := cond.(type) {
		case *ssa.BinOp:
			switch x.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			default:
				return nil
			}
			if _, ok := x.Y.(*ssa.Const); !ok {
				return nil
			}
			cond = x.X
		case *ssa.UnOp:
			if x.Op == token.MUL {
				return x.X
			}
			cond = x.X
		default:
			return nil
		}
	}
	return nil
}

// sets reports whether a function stores to a variable.
func sets(fn *ssa.Function, addr ssa.Value) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && sameVariable(s.Addr, addr) {
				return true
			}
		}
	}
	return false
}

// lazy looks for a variable that is set on first use without a lock, in a type with a lock for its other variables
// (G11).
func (a *analysis) lazy(e *usage, all []instance) (evidence.Evidence, bool) {
	c := a.sibling(e)
	if c == unknownLock || e.kind != facts.VarField {
		return evidence.Evidence{}, false
	}
	for i := range all {
		if all[i].may.has(c, false) {
			return evidence.Evidence{}, false
		}
	}
	for i := range all {
		x := &all[i]
		store, ok := x.instr.(*ssa.Store)
		if !ok || x.key.weak || x.made || x.key.root != callers || x.may != (set{}) {
			continue
		}
		if place.IsZero(store.Val) || !a.conflict(x, x) {
			continue
		}
		if g := a.guardVariable(x, canSkip); g != nil && sameVariable(g, store.Addr) &&
			a.guardVariable(x, cannotSkip) == nil && uses(x.f.fn, store.Addr) {
			s := a.suspect(e, x, x, &tally{class: c, unlocked: map[token.Pos]bool{x.pos: true}})
			s.Lazy = true
			believe(&s, doubtFirst, false)
			return s, true
		}
	}
	return evidence.Evidence{}, false
}

// uses reports whether a function reads a variable for more than to compare it with a constant.
func uses(fn *ssa.Function, addr ssa.Value) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			load, ok := instr.(*ssa.UnOp)
			if !ok || load.Op != token.MUL || !sameVariable(load.X, addr) {
				continue
			}
			if slices.ContainsFunc(*load.Referrers(), isUse) {
				return true
			}
		}
	}
	return false
}

// isUse reports whether an instruction does not just compare with a constant.
func isUse(instr ssa.Instruction) bool {
	cmp, ok := instr.(*ssa.BinOp)
	if !ok {
		return true
	}
	_, x := cmp.X.(*ssa.Const)
	_, y := cmp.Y.(*ssa.Const)
	return !x && !y
}

// kindOfLock matches what the name of a lock ends with; what stands before it names what the lock is for.
var kindOfLock = regexp.MustCompile(`(?i)_?(?:rw)?(?:mu|mutex|lock|locker|mtx|mux|guard)\d*$`)

// meantFor reports whether a lock may be there for a variable, by its name: connMu is there for conn, and what begins
// so.
func meantFor(lock, variable facts.Symbol) bool {
	last := func(s facts.Symbol) string { return s.Name[strings.LastIndexByte(s.Name, '.')+1:] }
	stem := kindOfLock.ReplaceAllString(last(lock), "")
	return stem == "" || stem == last(lock) || strings.HasPrefix(strings.ToLower(last(variable)), strings.ToLower(stem))
}

// sibling is a lock in the struct of a field that several functions hold at accesses of another field there;
// unknownLock if there is none. Its name must not say that it is there for others only.
func (a *analysis) sibling(e *usage) int {
	for c := range a.names {
		if c != unknownLock && a.wide[c] && len(e.chain) > 0 && len(a.names[c].chain) > 0 &&
			a.names[c].chain[0] == e.chain[0] && meantFor(a.names[c].sym, e.sym) {
			return c
		}
	}
	return unknownLock
}
