// This file tells to which goroutines the function that has made an object may have given it (G5).

package guards

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// hasGiven reports whether a goroutine may be one of those to which the function that made an object has given it
// before an access; memory that it was stored in, and channels, may give it to any.
func (a *code) hasGiven(x *instance, r *root) bool {
	if x.maker == nil || r.kind != Goroutine {
		return true
	}
	return slices.ContainsFunc(a.GivenBefore(x.maker, x.instr), func(p ssa.Instruction) bool {
		call, ok := p.(ssa.CallInstruction)
		if !ok || call == r.site {
			return true
		}
		g := a.own(call.Common().StaticCallee())
		return g != nil && r.in != nil && a.mayCall(g, r.in)
	})
}

// mayCall reports whether one function of the package may call another one, directly or not.
func (a *code) mayCall(from, to *function) bool {
	seen := map[*function]bool{from: true}
	for work := []*function{from}; len(work) > 0; {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		if f == to {
			return true
		}
		for k := range f.edges {
			if g := f.edges[k].to; g != nil && !seen[g] {
				seen[g] = true
				work = append(work, g)
			}
		}
	}
	return false
}
