// This file reports whether a call sets a field to something new: who loaded it before has the old contents (W10).

package ownership

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
)

// A Replacer asks about calls in one package.
type Replacer struct {
	Body  func(*ssa.Function) *ssa.Function // the function of the package with a callee's code; nil for those of others
	Locks func(ssa.CallInstruction) bool    // takes or releases a lock
}

// By reports whether a call sets a field, which lies in what one of its arguments points to, to something that is no
// part of what was there, on every way, and takes or releases no lock meanwhile. Which values of the caller are equal
// is asked of it.
func (r *Replacer) By(call *ssa.Call, addr ssa.Value, same func(x, y ssa.Value) bool) bool {
	var path []int
	for {
		f, ok := addr.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		path, addr = append(path, f.Field), f.X
		for k, arg := range call.Call.Args {
			if same(arg, addr) {
				return r.sets(call, k, path, maxReplacers)
			}
		}
	}
}

// sets reports whether a call sets a field of what an argument points to so.
func (r *Replacer) sets(call *ssa.Call, arg int, path []int, depth int) bool {
	callee := call.Call.StaticCallee()
	if callee == nil || depth == 0 {
		return false
	}
	g := r.Body(callee)
	if g == nil || arg >= len(g.Params) {
		return false
	}
	v, found := part{g.Params[arg], path}, false
	for _, b := range g.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok && r.Locks(call) {
				return false
			}
			found = found || always(b) && r.renews(instr, v, depth)
		}
	}
	return found
}

// renews reports whether an instruction sets a field so.
func (r *Replacer) renews(instr ssa.Instruction, v part, depth int) bool {
	switch x := instr.(type) {
	case *ssa.Store:
		return v.selected(x.Addr) && !v.in(x.Val, map[ssa.Value]bool{})
	case *ssa.Call:
		for k := 1; k <= len(v.path); k++ {
			if i := slices.IndexFunc(x.Call.Args, part{v.base, v.path[k:]}.selected); i >= 0 {
				return r.sets(x, i, v.path[:k], depth-1)
			}
		}
	}
	return false
}

// A part is a field of what a parameter points to.
type part struct {
	base *ssa.Parameter // the parameter
	path []int          // fields, innermost first
}

// selected reports whether an address is the part's.
func (v part) selected(addr ssa.Value) bool {
	for _, k := range v.path {
		f, ok := addr.(*ssa.FieldAddr)
		if !ok || f.Field != k {
			return false
		}
		addr = f.X
	}
	return addr == ssa.Value(v.base)
}

// in reports whether a value may lead to what the part held.
func (v part) in(x ssa.Value, seen map[ssa.Value]bool) bool {
	if _, plain := x.Type().Underlying().(*types.Basic); plain || seen[x] {
		return false
	}
	seen[x] = true
	if load, ok := x.(*ssa.UnOp); ok && load.Op == token.MUL && v.selected(load.X) {
		return true
	}
	instr, ok := x.(ssa.Instruction)
	return ok && slices.ContainsFunc(
		instr.Operands(nil),
		func(op *ssa.Value) bool { return *op != nil && v.in(*op, seen) },
	)
}

// always reports whether every way to a return passes a block.
func always(b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(b.Parent().Blocks, func(other *ssa.BasicBlock) bool {
		return branch.Returns(other) && !b.Dominates(other)
	})
}
