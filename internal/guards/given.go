// This file tells to which goroutines the function that has made an object may have given it (G5).

package guards

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/guards/objects"
)

// hasGiven reports whether a goroutine may be one of those to which the functions that have made an object have given
// it before an access; memory that it was stored in, and channels, may give it to any.
func (a *code) hasGiven(x *instance, r *root) bool {
	return r.kind != Goroutine || a.Given(x.base, x.instr, a.callsOf, func(p ssa.Instruction) bool {
		call, ok := p.(ssa.CallInstruction)
		if !ok || call == r.site {
			return true
		}
		g := a.own(call.Common().StaticCallee())
		return g != nil && r.in != nil && a.mayCall(g, r.in)
	})
}

// callsOf are the calls of a function of the package, goroutines aside.
func (a *code) callsOf(fn *ssa.Function) (list []objects.Call) {
	for _, f := range a.funcs {
		for k := 0; f != nil && k < len(f.edges); k++ {
			if e := &f.edges[k]; e.to.fn == fn && !e.spawn {
				list = append(list, objects.Call{At: e.at, Inputs: e.args})
			}
		}
	}
	return list
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

// finalized reports whether y, of a field of an object, is in the object's finalizer, and x is not: x comes by such an
// object, which lasts until then (K65).
func (c *claim) finalized() bool {
	a, r, by := c.a, c.rootOf(c.y), c.rootOf(c.x)
	if r.kind != Goroutine {
		return false
	}
	object, x, v := a.Finalizes(r.site), objects.Owner(c.x.instr), objects.Owner(c.y.instr)
	if object == nil || x == nil || v == nil || !types.Identical(x.Type(), object) || !objects.IsFirst(v) {
		return false
	}
	f, k := c.y.f, c.y.ctx
	for n := 0; n < maxPath && !a.spawns(f, k); n++ {
		at := &f.contexts[k]
		if args := at.at.Common().Args; len(args) == 0 || !objects.IsFirst(args[0]) {
			return false
		}
		f, k = at.from, at.ctx
	}
	return by.kind != Goroutine || !a.mayCall(f, by.in)
}
