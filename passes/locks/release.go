// This file finds the functions that may unlock what they did not lock (K3).

package locks

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// MayRelease reports whether a call of a function may release a lock of its caller (K3).
func (r *Result) MayRelease(fn *ssa.Function) bool {
	if f, ok := r.Flow.Source.Flags(fn); ok && f&facts.Syncs == 0 {
		return false
	}
	if v, ok := r.releases[fn]; ok {
		return v
	}
	r.releases[fn] = false // recursion adds nothing
	i, own := r.Flow.Source.UnitOf(fn)
	v := false
	if own {
		v = r.units[i] != nil && r.units[i].loose || r.calleeReleases(r.Flow.Source.Funcs[i])
	} else {
		v = r.importedReleases(fn)
	}
	r.releases[fn] = v
	return v
}

// calleeReleases reports whether a static callee may release.
func (r *Result) calleeReleases(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if _, spawned := instr.(*ssa.Go); !ok || spawned {
				continue
			}
			if g := call.Common().StaticCallee(); g != nil && r.Flow.Model(call) == nil && r.MayRelease(g) {
				return true
			}
		}
	}
	return false
}

// importedReleases asks the facts: a net unlock.
func (r *Result) importedReleases(fn *ssa.Function) bool {
	src := r.Flow.Source
	c, _, ok := src.Imported(src.FuncSymbol(fn))
	if !ok {
		return false
	}
	l, _, err := src.Imports[c.Import].Locks(c.Unit)
	if l == nil || err != nil {
		return false
	}
	for _, n := range l.Net {
		if op := l.Sites[n.Site].Op; op == facts.Unlock || op == facts.RUnlock {
			return true
		}
	}
	return false
}
