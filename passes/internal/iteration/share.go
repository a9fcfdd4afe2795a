// This file recognises indices that stay within the share of an array that a goroutine gets from its iteration (A11).

package iteration

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// Share reports whether a value in a function counts from a start to a bound that are both computed from the loop
// counter of the iteration that started the goroutine.
func (r *Package) Share(fn *ssa.Function, v ssa.Value) bool { return r.share(fn, v, shareSteps) }

// share is Share, as deep as that.
func (r *Package) share(fn *ssa.Function, v ssa.Value, steps int) bool {
	if steps == 0 {
		return false
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		switch x.Op {
		case token.ADD, token.SUB, token.MUL:
			return r.share(fn, x.X, steps-1) || r.share(fn, x.Y, steps-1)
		}
	case *ssa.Convert:
		return r.share(fn, x.X, steps-1)
	case *ssa.Phi:
		return advances(x) && r.starts(fn, x) && r.ends(fn, x)
	}
	return false
}

// starts reports whether a loop counter starts with a value computed from the iteration's counter.
func (r *Package) starts(fn *ssa.Function, phi *ssa.Phi) bool {
	for i, e := range phi.Edges {
		if !phi.Block().Dominates(phi.Block().Preds[i]) && !r.given(fn, e, shareSteps) {
			return false
		}
	}
	return true
}

// ends reports whether a loop runs while its counter is below, or above, a value computed from the iteration's counter.
func (r *Package) ends(fn *ssa.Function, phi *ssa.Phi) bool {
	b := phi.Block()
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	test, ok := cond.Cond.(*ssa.BinOp)
	return ok && (oneToOne(test.X) == ssa.Value(phi) && r.given(fn, test.Y, shareSteps) ||
		oneToOne(test.Y) == ssa.Value(phi) && r.given(fn, test.X, shareSteps))
}

// given reports whether a value is computed from the counter that the goroutine's function got, or whoever calls this
// one.
func (r *Package) given(fn *ssa.Function, v ssa.Value, steps int) bool {
	if steps == 0 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		return r.allGiven(fn, x, steps-1)
	case *ssa.UnOp:
		fv, ok := x.X.(*ssa.FreeVar)
		if !ok || x.Op != token.MUL {
			return false
		}
		site, b := r.OnlySpawn(fn), place.Binding(fv)
		return site != nil && b != nil && held(b, site, steps-1) != nil
	}
	for _, o := range operands(v) {
		if r.given(fn, o, steps-1) {
			return true
		}
	}
	return false
}

// allGiven reports whether a parameter is computed from the counter wherever its function is started or called.
func (r *Package) allGiven(fn *ssa.Function, p *ssa.Parameter, steps int) bool {
	var at int
	for i, q := range fn.Params {
		if q == p {
			at = i
		}
	}
	if g, ok := r.OnlySpawn(fn).(*ssa.Go); ok {
		return at < len(g.Call.Args) && computed(g.Call.Args[at], g, steps) != nil
	}
	if fn.Object() == nil || fn.Object().Exported() {
		return false
	}
	uses := r.usesOf(fn)
	for _, u := range uses {
		call, ok := u.(*ssa.Call)
		if !ok || call.Call.Value != ssa.Value(fn) || !r.given(call.Parent(), call.Call.Args[at], steps) {
			return false
		}
	}
	return len(uses) > 0
}

// computed is the header of the loop that a go statement is in, if a value there depends on that loop's counter; else
// nil.
func computed(v ssa.Value, site ssa.Instruction, steps int) *ssa.BasicBlock {
	if h := counter(v, site); h != nil || steps == 0 {
		return h
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return held(x.X, site, steps-1)
		}
	case *ssa.Phi: // limited to the array's length
		for _, e := range x.Edges {
			if h := computed(e, site, steps-1); h != nil && h != x.Block() {
				return h
			}
		}
	}
	for _, o := range operands(v) {
		if h := computed(o, site, steps-1); h != nil {
			return h
		}
	}
	return nil
}

// held is the header of the loop, if an address is of a variable that each iteration has anew and sets to what depends
// on the counter.
func held(addr ssa.Value, site ssa.Instruction, steps int) *ssa.BasicBlock {
	if h := iteration(addr, site); h != nil || steps <= 0 {
		return h
	}
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	stores, ok := storesTo(a)
	if !ok {
		return nil
	}
	for _, s := range stores {
		if h := computed(s.Val, site, steps-1); h != nil && h.Dominates(a.Block()) {
			return h
		}
	}
	return nil
}

// operands are what an arithmetic expression is computed from.
func operands(v ssa.Value) []ssa.Value {
	switch x := v.(type) {
	case *ssa.BinOp:
		switch x.Op {
		case token.ADD, token.SUB, token.MUL, token.QUO, token.SHL, token.SHR:
			return []ssa.Value{x.X, x.Y}
		}
	case *ssa.Convert:
		return []ssa.Value{x.X}
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && (b.Name() == "min" || b.Name() == "max") {
			return x.Call.Args
		}
	}
	return nil
}
