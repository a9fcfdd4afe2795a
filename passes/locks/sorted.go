// This file recognises locks of one kind that a function takes in an order that all can follow (T9).

package locks

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// An acquisition is a site that locks, with the access path of the mutex.
type acquisition struct {
	site *Site      // the operation
	path place.Path // the zero path for a Locker, which may be any
}

// orders compares the locks that one function takes.
type orders struct {
	fn    *ssa.Function // the function
	paths *place.Paths  // access paths of its values
}

// sort marks the acquisitions of locks of one name whose objects the function compares by order, or of which one is
// reached from the other through a field.
func (u *unit) sort(places *place.Package) {
	o := &orders{u.fn, place.NewPaths(u.fn, places, u.graph.Cyclic)}
	var taken []acquisition
	for k := range u.sites {
		s := &u.sites[k]
		if s.Op != facts.Lock && s.Op != facts.RLock || !u.graph.Reached(s.Instr.Block()) {
			continue
		}
		a := acquisition{site: s}
		if _, seen := s.Mutex().Type().Underlying().(*types.Pointer); seen {
			a.path = o.paths.Of(s.Mutex())
		}
		taken = append(taken, a)
	}
	o.rank(taken)
	for i, a := range taken {
		for _, b := range taken[i+1:] {
			if a.site.Name != b.site.Name || a.path == b.path {
				continue
			}
			if o.inOrder(a.path, b.path) {
				a.site.sorted, b.site.sorted = true, true
			}
			if o.compared(a.path, b.path, equality) {
				a.site.unlike, b.site.unlike = true, true
			}
		}
	}
}

// inOrder reports whether there is an order between what two locks belong to.
func (o *orders) inOrder(a, b place.Path) bool {
	if a.Value == b.Value && a.Global == b.Global {
		return true // along fields of one object
	}
	return o.compared(a, b, ordering) || o.extremes(a, b) || o.extremes(b, a) || o.arranged(a, b)
}

// arranged reports whether two locks come from two results of one call, of a function that compares its parameters by
// order and returns them.
func (o *orders) arranged(a, b place.Path) bool {
	for _, x := range sources(o.paths.Roots[a.Value]) {
		call, i := place.ResultOf(x)
		if call == nil || call.Call.StaticCallee() == nil {
			continue
		}
		for _, y := range sources(o.paths.Roots[b.Value]) {
			if other, j := place.ResultOf(y); other == call && i != j && arranges(call.Call.StaticCallee(), i, j) {
				return true
			}
		}
	}
	return false
}

// arranges reports whether a function compares two of its parameters by order, and returns one of them as each of two
// results.
func arranges(fn *ssa.Function, i, j int) bool {
	for _, p := range fn.Params {
		for _, q := range fn.Params {
			if p == q || !comparedIn(fn, []ssa.Value{p}, []ssa.Value{q}, ordering) {
				continue
			}
			either := func(v ssa.Value) bool { return meet(sources(v), []ssa.Value{p, q}) }
			if !slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
				ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
				return ok && !(either(ret.Results[i]) && either(ret.Results[j]))
			}) {
				return true
			}
		}
	}
	return false
}

// extremes reports whether one lock comes from the least of some values, and the other one from the greatest of them.
func (o *orders) extremes(a, b place.Path) bool {
	for _, x := range sources(o.paths.Roots[a.Value]) {
		least := builtin(x, "min")
		if least == nil {
			continue
		}
		for _, y := range sources(o.paths.Roots[b.Value]) {
			if most := builtin(y, "max"); most != nil && sameValues(least.Call.Args, most.Call.Args) {
				return true
			}
		}
	}
	return false
}

// builtin is the call of a built-in function that a value is the result of; nil if it is none.
func builtin(v ssa.Value, name string) *ssa.Call {
	if call, ok := v.(*ssa.Call); ok {
		if f, ok := call.Call.Value.(*ssa.Builtin); ok && f.Name() == name {
			return call
		}
	}
	return nil
}

// sameValues reports whether each value of either list is in the other one.
func sameValues(a, b []ssa.Value) bool {
	in := func(list []ssa.Value) func(ssa.Value) bool {
		return func(v ssa.Value) bool { return !slices.Contains(list, v) }
	}
	return !slices.ContainsFunc(a, in(b)) && !slices.ContainsFunc(b, in(a))
}

// compared reports whether a condition compares what two locks belong to.
func (o *orders) compared(a, b place.Path, by func(token.Token) bool) bool {
	return comparedIn(o.fn, sources(o.paths.Roots[a.Value]), sources(o.paths.Roots[b.Value]), by)
}

// comparedIn reports whether a condition of a function compares a value that comes from one of x with one from y:
// itself, or the result of a call that is given both, with a constant.
func comparedIn(fn *ssa.Function, x, y []ssa.Value, by func(token.Token) bool) bool {
	for _, block := range fn.Blocks {
		c, ok := block.Instrs[len(block.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, _ := branch.Positive(c.Cond)
		if op, ok := cond.(*ssa.BinOp); ok && by(op.Op) {
			p, q := sources(op.X), sources(op.Y)
			if across(p, q, x, y) || len(q) == 0 && compares(op.X, x, y) {
				return true
			}
		}
	}
	return false
}

// compares reports whether a value is the result of a call one argument of which comes from x, and another one from y.
func compares(v ssa.Value, x, y []ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || len(call.Call.Args) != 2 {
		return false
	}
	return across(sources(call.Call.Args[0]), sources(call.Call.Args[1]), x, y)
}

// across reports whether one of p and q meets x, and the other one y.
func across(p, q, x, y []ssa.Value) bool {
	return meet(p, x) && meet(q, y) || meet(p, y) && meet(q, x)
}

func ordering(op token.Token) bool {
	return op == token.LSS || op == token.GTR || op == token.LEQ || op == token.GEQ
}

func equality(op token.Token) bool { return op == token.EQL || op == token.NEQ }

func meet(a, b []ssa.Value) bool {
	return slices.ContainsFunc(a, func(v ssa.Value) bool { return slices.Contains(b, v) })
}

// sources lists what a value was computed from: itself and, through fields, indices, loads of variables, conversions,
// calls and phis, what lies behind.
func sources(v ssa.Value) []ssa.Value {
	var list []ssa.Value
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if v == nil || slices.Contains(list, v) || len(list) >= maxSources {
			return
		}
		if _, ok := v.(*ssa.Const); ok {
			return
		}
		list = append(list, v)
		switch x := v.(type) {
		case *ssa.FieldAddr:
			visit(x.X)
		case *ssa.Field:
			visit(x.X)
		case *ssa.UnOp:
			visit(x.X)
		case *ssa.Convert:
			visit(x.X)
		case *ssa.ChangeType:
			visit(x.X)
		case *ssa.IndexAddr:
			visit(x.Index)
		case *ssa.Alloc:
			for _, r := range *x.Referrers() {
				if st, ok := r.(*ssa.Store); ok && st.Addr == x {
					visit(st.Val)
				}
			}
		case *ssa.Phi:
			for _, e := range x.Edges {
				visit(e)
			}
		case *ssa.Call:
			for _, a := range x.Call.Args {
				visit(a)
			}
		}
	}
	visit(v)
	return list
}
