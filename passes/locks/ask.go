// This file is what later passes ask.

package locks

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Site is the index into Locks.Sites of a mutex operation; false for all other calls.
func (r *Result) Site(instr ssa.CallInstruction) (uint32, bool) {
	u := r.unit(instr.Parent())
	if u == nil {
		return 0, false
	}
	s, ok := u.at[instr]
	return s, ok
}

// Held gives the sites whose locks are surely held just before an instruction, in increasing order. The caller must not
// change it.
func (r *Result) Held(instr ssa.Instruction) []uint32 {
	u := r.unit(instr.Parent())
	if u == nil {
		return nil
	}
	return u.before(instr)
}

// MayHeld reports whether a lock is held just before an instruction on some ways there and not on others (K7).
func (r *Result) MayHeld(instr ssa.Instruction) bool {
	u := r.unit(instr.Parent())
	if u == nil {
		return false
	}
	if u.some == nil {
		u.some = u.may()
	}
	return len(u.some.before(instr)) > len(u.before(instr))
}

// Base is the base number of a site, as facts.LockSite has it.
func (r *Result) Base(fn *ssa.Function, site uint32) uint32 { return r.unit(fn).sites[site].base }

// Number is the number of the base pointer of an address.
func (r *Result) Number(fn *ssa.Function, addr ssa.Value) uint32 {
	i, ok := r.Flow.Source.UnitOf(fn)
	if !ok {
		return 0
	}
	return r.numbersOf(i).Base(addr)
}

// Deps are the instructions that make a number of a function mean another pointer when they are executed again.
func (r *Result) Deps(fn *ssa.Function, number uint32) []ssa.Instruction {
	i, ok := r.Flow.Source.UnitOf(fn)
	if !ok {
		return nil
	}
	return r.numbersOf(i).Deps(number)
}

// Locks reports whether some function of the package operates on a mutex.
func (r *Result) Locks() bool {
	return slices.ContainsFunc(r.units, func(u *unit) bool { return u != nil })
}

// Sites are the mutex operations of a function, in the order of Locks.Sites. The caller must not change them.
func (r *Result) Sites(fn *ssa.Function) []Site {
	if u := r.unit(fn); u != nil {
		return u.sites
	}
	return nil
}
