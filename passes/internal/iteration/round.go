// This file finds what the rounds of a loop do with their own elements before they start goroutines on those (A36).

package iteration

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
)

// Round is how Number and Offset number, in the one function that a function's only go statement runs, the counter of
// that statement's loop, if an instruction uses the counter as an index and does not come behind the go statement in
// any round of the loop.
func (r *Package) Round(fn *ssa.Function, v ssa.Value, at ssa.Instruction) (number, stride int64, ok bool) {
	load, isLoad := v.(*ssa.UnOp)
	switch v.(type) {
	case *ssa.UnOp, *ssa.Phi, *ssa.BinOp: // a variable, the counter of a for loop, of a range loop
	default:
		return 0, 0, false
	}
	site, target := r.onlySite(fn)
	if site == nil {
		return 0, 0, false
	}
	for i, p := range target.Params {
		args := site.Common().Args
		if _, isGo := site.(*ssa.Go); isGo && i < len(args) && sameCounter(v, args[i], site, at) {
			return Number(p), strided(advance(args[i])), true
		}
	}
	for _, f := range target.FreeVars {
		b := place.Binding(f)
		if !isLoad || b == nil || load.X != b {
			continue
		}
		if h := iteration(b, site); h != nil && !behind(at, site, h) {
			return named("*" + f.Name()), strided(advanceOf(b)), true
		}
	}
	return 0, 0, false
}

// strided is what tells a counter that advances by more than one.
func strided(stride int64) int64 {
	if stride < 2 {
		return 0
	}
	return facts.Strided(0, stride)
}

// onlySite is the only instruction of a function that may start a function which is used nowhere else, and that
// function.
func (r *Package) onlySite(fn *ssa.Function) (site ssa.CallInstruction, target *ssa.Function) {
	if s, ok := r.sites[fn]; ok {
		return s.site, s.target
	}
	more := false
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			_, isGo := call.(*ssa.Go)
			for _, v := range append([]ssa.Value{call.Common().Value}, call.Common().Args...) {
				f := functionOf(v)
				if f != nil && r.OnlySpawn(f) == call {
					more, site, target = more || site != nil, call, f
				} else if isGo && v == call.Common().Value {
					more = true // starts what others start, too
				}
			}
		}
	}
	if more {
		site, target = nil, nil
	}
	if r.sites == nil {
		r.sites = map[*ssa.Function]started{}
	}
	r.sites[fn] = started{site, target}
	return site, target
}

// A started is a function and the only instruction that may start it.
type started struct {
	site   ssa.CallInstruction // nil: there is none, or more than one
	target *ssa.Function       // nil, too, then
}

// functionOf is the function that a value is, or that it closes over variables.
func functionOf(v ssa.Value) *ssa.Function {
	if c, ok := v.(*ssa.MakeClosure); ok {
		v = c.Fn
	}
	f, _ := v.(*ssa.Function)
	return f
}

// sameCounter reports whether a value and an argument of a go statement are the same counter of its loop, used by an
// instruction that does not come behind the statement.
func sameCounter(v, arg ssa.Value, site ssa.CallInstruction, at ssa.Instruction) bool {
	a, isLoad := v.(*ssa.UnOp)
	b, _ := arg.(*ssa.UnOp)
	if v != arg && !(isLoad && b != nil && a.Op == b.Op && a.X == b.X) {
		return false
	}
	h := counter(arg, site)
	return h != nil && counter(v, site) == h && !behind(at, site, h)
}

// behind reports whether control may come from a go statement to an instruction without passing the loop's header.
func behind(at, site ssa.Instruction, header *ssa.BasicBlock) bool {
	from := site.Block()
	if at.Block() == from && slices.Index(from.Instrs, at) > slices.Index(from.Instrs, site) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{header: true}
	for work := slices.Clone(from.Succs); len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		if x == at.Block() {
			return true
		}
		seen[x] = true
		work = append(work, x.Succs...)
	}
	return false
}
