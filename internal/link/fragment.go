// This file is what a link of one function leaves out (W11).

package link

import (
	"strings"

	"github.com/syncvet/syncvet/facts"
)

// outside reports whether a fragment leaves a call of a function out: one of another package, or one more than it may
// have, unless it is a literal within the function that the fragment is of.
func (l *Linker) outside(i *Instance, k uint32, u *Unit) bool {
	seen := u.Sym.Pkg == l.Within || l.Around && l.InModule(u.Sym.Pkg)
	if l.Within == "" || u.Synthetic || u.Flag(facts.EffectFree) ||
		seen && (len(l.Insts) < FragmentInstances || strings.HasPrefix(u.Sym.Name, l.Insts[1].Unit.Sym.Name+"$")) {
		return false
	}
	l.Cut[SiteKey{i.ID, k}] = true
	return true
}

// Foreign reports whether a link of one function does not say enough of an object: code that is not seen gets hold of
// it, or it was there before (races R51).
func (l *Link) Foreign(id ObjID) bool {
	return l.Exposed != nil && (l.Objects[id].Inst == 0 || l.Exposed[id])
}
