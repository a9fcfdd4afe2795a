// This file finds goroutines that go on when the value that they belong to is closed (T102).

package fieldwaits

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// outliving are the receives from a clock of goroutines without a way out that the maker of a value starts for it,
// whose type has a method that ends its life. What is told of these goroutines in other words is given.
func (r unending) outliving(told []lonely) []lonely {
	var list []lonely
	for _, fn := range r.Flow.Source.Funcs {
		starts := r.OnlyStarts(fn)
		if r.IsTest(fn) || len(starts) != 1 || !r.startedByOthers(fn) || r.wayOut(fn) {
			continue
		}
		typ := servedType(fn)
		if typ == nil || !makes(starts[0].Parent(), typ) {
			continue
		}
		end := r.lastMethod(typ)
		tick := onlyClock(fn)
		unit, own := r.Flow.Source.UnitOf(fn)
		also := func(x lonely) bool { return x.Unit == unit || x.Stays != fielduse.Spot{} && x.Stays.Unit == unit }
		if end == nil || tick == nil || !own || slices.ContainsFunc(told, also) || fielduse.AnyInstr(end, awaits(r.finder)) {
			continue
		}
		by, _ := r.Flow.Source.UnitOf(end)
		list = append(list, lonely{
			What: facts.TakeRecv, Unit: unit, Name: source.LocalSymbol("a clock"), At: r.Place(tick.Pos()),
			Outlives: fielduse.Spot{Unit: by, At: r.Place(end.Pos())},
		})
	}
	return list
}

// servedType is the type of the package's own that a goroutine's function has as receiver, or of the one variable that
// a literal has captured; nil if there is none.
func servedType(fn *ssa.Function) *types.Named {
	var v ssa.Value
	switch {
	case fn.Signature.Recv() != nil && len(fn.Params) > 0:
		v = fn.Params[0]
	case fn.Parent() != nil && len(fn.FreeVars) == 1:
		v = fn.FreeVars[0]
	default:
		return nil
	}
	n, ok := types.Unalias(source.Deref(source.Deref(v.Type()))).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || fn.Pkg == nil || n.Obj().Pkg() != fn.Pkg.Pkg {
		return nil
	}
	return n
}

// makes reports whether an exported function, no method, returns values of a type, themselves or as an interface that
// they implement.
func makes(fn *ssa.Function, typ *types.Named) bool {
	results := fn.Signature.Results()
	if fn.Signature.Recv() != nil || fn.Object() == nil || !fn.Object().Exported() || results.Len() == 0 {
		return false
	}
	t := results.At(0).Type()
	if i, ok := t.Underlying().(*types.Interface); ok {
		return i.NumMethods() > 0 && types.Implements(types.NewPointer(typ), i)
	}
	n, ok := types.Unalias(source.Deref(t)).(*types.Named)
	return ok && n.Origin() == typ.Origin()
}

// lastMethod is an exported method of a type that ends the life of a value by its name; nil if there is none.
func (r unending) lastMethod(typ *types.Named) *ssa.Function {
	for _, fn := range r.Flow.Source.Funcs {
		recv := fn.Signature.Recv()
		if recv == nil || fn.Parent() != nil || !ast.IsExported(fn.Name()) || !slices.Contains(lastMethods, fn.Name()) {
			continue
		}
		n, ok := types.Unalias(source.Deref(recv.Type())).(*types.Named)
		if ok && n.Origin() == typ.Origin() {
			return fn
		}
	}
	return nil
}

// onlyClock is a receive from the channel of a ticker or timer, where a function receives from nothing else; nil if it
// does.
func onlyClock(fn *ssa.Function) (first ssa.Instruction) {
	only := true
	eachReceive(fn, func(ch ssa.Value) { only = only && isClock(ch) })
	if !only {
		return nil
	}
	fielduse.AnyInstr(fn, func(i ssa.Instruction) bool {
		switch x := i.(type) {
		case *ssa.UnOp:
			if x.Op == token.ARROW {
				first = x
			}
		case *ssa.Select:
			first = x
		}
		return first != nil
	})
	return first
}

// isClock reports whether a channel is a ticker's or a timer's.
func isClock(ch ssa.Value) bool {
	c, ok := ch.Type().Underlying().(*types.Chan)
	return ok && c.Dir() == types.RecvOnly && place.IsNamed(c.Elem(), "time", "Time")
}
