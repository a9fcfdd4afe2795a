// This file is the entry point: whether a flag keeps two accesses apart.

package flagged

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
)

// A Step is one on the way to an access, innermost first: the access itself, then the calls that lead to it, up to the
// start of its goroutine.
type Step struct {
	At    ssa.Instruction // the access, or the call, defer or go statement that leads to the step before
	Spawn bool            // it starts the goroutine
}

// A Use is an access of a flag of an object that others may have.
type Use struct {
	Flag  *types.Var                       // the field
	Instr ssa.Instruction                  // the load or store
	Held  func(class int, write bool) bool // reports whether a lock is held there, however the function is entered
	Locks []int                            // the classes that are
	Ways  [][]Step                         // how its function is entered
}

// A Package is what is known of one.
type Package struct {
	Uses     []Use                                               // of all flags
	Unlocks  func(fn *ssa.Function, class int) []ssa.Instruction // where a function releases a lock itself
	Callee   func(ssa.CallInstruction) *ssa.Function             // whom a call surely calls, nil: not known
	Key      func(ch ssa.Value) any                              // the variable that holds a channel, nil: none
	Receives map[any][]ssa.Instruction                           // by such variable: the receives, and selects with one
	Buffered map[any]bool                                        // such variables that may hold a channel with a buffer
}

// A claim is that a step is behind a claimed flag.
type claim struct {
	set   *Use  // where the flag is set
	lock  int   // the lock held there
	depth int   // of the step in the way
	at    *Step // the step
}

// Apart reports whether a flag keeps an access x, which its owner makes, apart from y, where locks are held. Over
// reports whether x is known to be over at a use, by other means.
func (p *Package) Apart(x, y []Step, held func(class int) bool, over func(*Use) bool) bool {
	return slices.ContainsFunc(p.claims(x), func(c claim) bool {
		return (held(c.lock) && p.free(c, y) || p.other(c, y)) && p.tidy(c, x, over)
	})
}

// Claimable reports whether any flag is claimed.
func (p *Package) Claimable() bool {
	return slices.ContainsFunc(p.Uses, func(u Use) bool {
		return isSet(&u) && slices.ContainsFunc(u.Locks, func(l int) bool { return p.claimed(&u, l) })
	})
}

// other reports whether y is behind another claim of the flag.
func (p *Package) other(c claim, y []Step) bool {
	return slices.ContainsFunc(p.claims(y), func(d claim) bool {
		if c.set.Flag != d.set.Flag || c.lock != d.lock {
			return false
		}
		same := c.at.At.Parent() == d.at.At.Parent()
		return (!same || !c.at.Spawn && !d.at.Spawn || c.at.At == d.at.At) && p.tidy(d, y, nil)
	})
}

// claims are the claimed flags behind which a way goes on.
func (p *Package) claims(way []Step) (list []claim) {
	for i := range way {
		s := &way[i]
		for k := range p.Uses {
			u := &p.Uses[k]
			if !isSet(u) || !p.behind(u, s.At) {
				continue
			}
			for _, l := range u.Locks {
				if p.claimed(u, l) && !branch.LeadsTo(s.At, s.At, p.again(u)) {
					list = append(list, claim{u, l, i, s})
				}
			}
		}
	}
	return list
}

// again stops at an instruction that sets a flag, or calls who does.
func (p *Package) again(u *Use) func(ssa.Instruction) bool {
	return func(instr ssa.Instruction) bool {
		call, ok := instr.(*ssa.Call)
		return instr == u.Instr || ok && p.Callee(call) == u.Instr.Parent()
	}
}

// isSet reports whether a use sets its flag.
func isSet(u *Use) bool {
	store, ok := u.Instr.(*ssa.Store)
	return ok && isTrue(store.Val)
}

func isTrue(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value)
}

// behind reports whether an instruction comes after a use: in its function, or where a call of that has told so.
func (p *Package) behind(u *Use, at ssa.Instruction) bool {
	if u.Instr.Parent() == at.Parent() {
		return branch.Precedes(u.Instr, at)
	}
	return slices.ContainsFunc(conditions(at), func(c condition) bool {
		call, ok := c.of.(*ssa.Call)
		return ok && p.Callee(call) == u.Instr.Parent() && tells(u, c.value)
	})
}

// tells reports whether a function returns a value only behind a use. One with deferred calls keeps it in a variable.
func tells(u *Use, value bool) bool {
	says := func(v ssa.Value, at ssa.Instruction) bool {
		_, known := v.(*ssa.Const)
		return known && (isTrue(v) != value || branch.Precedes(u.Instr, at))
	}
	for _, b := range u.Instr.Parent().Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		if len(ret.Results) != 1 {
			return false
		}
		load, ok := ret.Results[0].(*ssa.UnOp)
		if !ok {
			if !says(ret.Results[0], ret) {
				return false
			}
			continue
		}
		l, ok := load.X.(*ssa.Alloc)
		if !ok || l.Heap || !value {
			return false
		}
		for _, r := range *l.Referrers() {
			if store, ok := r.(*ssa.Store); ok && !says(store.Val, store) {
				return false
			}
		}
	}
	return true
}

// claimed reports whether a flag is set only where it was found unset in the same critical section.
func (p *Package) claimed(u *Use, lock int) bool {
	return u.Held(lock, true) && p.unset(u.Flag, lock, true, u.Instr) != nil
}

// unset is the load that has found a flag unset under a lock which is held from there to an instruction; nil if there
// is none.
func (p *Package) unset(flag *types.Var, lock int, write bool, at ssa.Instruction) *Use {
	for _, c := range conditions(at) {
		for k := range p.Uses {
			u := &p.Uses[k]
			if v, ok := u.Instr.(*ssa.UnOp); ok && v == c.of && !c.value && u.Flag == flag && u.Held(lock, write) &&
				!slices.ContainsFunc(p.Unlocks(at.Parent(), lock), func(i ssa.Instruction) bool {
					return between(u.Instr, i, at)
				}) {
				return u
			}
		}
	}
	return nil
}

// free reports whether a step of a way has found the flag unset, under a lock that is held from there on, and nobody
// has set it since.
func (p *Package) free(c claim, way []Step) bool {
	for i := range way {
		at := way[i].At
		if way[i].Spawn {
			return false
		}
		if u := p.unset(c.set.Flag, c.lock, false, at); u != nil && !p.changed(u, at) {
			return true
		}
	}
	return false
}

// changed reports whether a flag may be set between a load and another instruction of its function.
func (p *Package) changed(load *Use, at ssa.Instruction) bool {
	for k := range p.Uses {
		u := &p.Uses[k]
		if _, stores := u.Instr.(*ssa.Store); !stores || u.Flag != load.Flag {
			continue
		}
		for _, w := range append(u.Ways, []Step{{At: u.Instr}}) {
			if slices.ContainsFunc(w, func(s Step) bool { return !s.Spawn && between(load.Instr, s.At, at) }) {
				return true
			}
		}
	}
	return false
}

// between reports whether control may come to an instruction on its way from one to another.
func between(from, i, to ssa.Instruction) bool {
	return i.Parent() == from.Parent() && i.Parent() == to.Parent() &&
		branch.LeadsTo(from, i, func(x ssa.Instruction) bool { return x == to }) &&
		branch.Leads(i, to)
}

// A condition is what has decided that an instruction runs.
type condition struct {
	of    ssa.Value // the value
	value bool      // what it was
}

// conditions are those of an instruction, by dominance.
func conditions(at ssa.Instruction) (list []condition) {
	for b := at.Block(); b != nil && b.Idom() != nil; b = b.Idom() {
		if cond, value := branch.Behind(b); cond != nil {
			v, sense := branch.Positive(cond.Cond)
			list = append(list, condition{v, value == sense})
		}
	}
	return list
}
