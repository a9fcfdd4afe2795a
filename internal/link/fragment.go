// This file is what a link of one function leaves out (W11).

package link

import (
	"github.com/syncvet/syncvet/facts"
)

// Bounds of one fragment, and of all of a package.
const (
	FragmentInstances = 150
	FragmentSteps     = 100_000
	MaxFragments      = 200
)

// outside reports whether a fragment leaves a call of a function out: one of another package, or one more than it may
// have.
func (l *Linker) outside(i *Instance, k uint32, u *Unit) bool {
	seen := u.Sym.Pkg == l.Within || l.Around && l.InModule(u.Sym.Pkg)
	if l.Within == "" || u.Prelude || u.Flag(facts.Inert) || seen && len(l.Insts) < FragmentInstances {
		return false
	}
	l.Cut[SiteKey{i.ID, k}] = true
	return true
}
