// This file finds groups with a limit whose goroutines start others in the same group, and wait for room (T26).

package fieldwaits

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// nestedGoes are the calls of errgroup.Group.Go that what they run comes to again.
func (r *finder) nestedGoes() []lonely {
	limited := map[any]bool{}
	var goes []*ssa.Call
	for _, fn := range r.Flow.Source.Funcs {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				c, ok := i.(*ssa.Call)
				switch {
				case !ok:
				case groupCall(c, "SetLimit") && !unlimited(c.Call.Args[1]):
					limited[r.group(c.Call.Args[0], maxNested)] = true
					for _, f := range storedIn(c.Call.Args[0]) {
						limited[f] = true
					}
				case groupCall(c, "Go"):
					goes = append(goes, c)
				}
			}
		}
	}
	var list []lonely
	for _, c := range goes {
		g := r.group(c.Call.Args[0], maxNested)
		unit, own := r.Flow.Source.UnitOf(c.Parent())
		if g == nil || !limited[g] || !own || unit >= r.Flow.Source.Pkg.Source.Own || r.IsTest(c.Parent()) ||
			!r.comes(r.function(c.Call.Args[1]), c, map[*ssa.Function]bool{}, 0) {
			continue
		}
		name, _ := g.(facts.Symbol)
		list = append(list, lonely{What: facts.TakeGo, Unit: unit, Name: name, At: r.Place(c.Pos())})
	}
	return list
}

// storedIn are the fields in which a value is stored by the function that has it.
func storedIn(v ssa.Value) []facts.Symbol {
	var list []facts.Symbol
	for _, i := range *v.Referrers() {
		if s, ok := i.(*ssa.Store); ok && s.Val == v {
			if f, ok := s.Addr.(*ssa.FieldAddr); ok {
				list = append(list, source.FieldSymbol(f.X.Type(), f.Field))
			}
		}
	}
	return list
}

// groupCall reports whether a call is of a method of errgroup.Group.
func groupCall(c *ssa.Call, method string) bool {
	f := c.Call.StaticCallee()
	return f != nil && f.Name() == method && f.Signature.Recv() != nil && f.Pkg != nil &&
		f.Pkg.Pkg.Path() == "golang.org/x/sync/errgroup"
}

// unlimited reports whether a number is a limit that says that there is none.
func unlimited(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && constant.Sign(c.Value) < 0
}

// group is what a pointer to a group is known by: the field that holds it, or the variable or call that makes it; nil
// if that is not known.
func (r *finder) group(v ssa.Value, depth int) any {
	if depth == 0 {
		return nil
	}
	switch x := v.(type) {
	case *ssa.FieldAddr:
		return source.FieldSymbol(x.X.Type(), x.Field)
	case *ssa.Alloc, *ssa.Call:
		return x
	case *ssa.Extract:
		return x.Tuple
	case *ssa.FreeVar:
		if b := place.Binding(x); b != nil {
			return r.group(b, depth-1)
		}
	case *ssa.UnOp:
		if f, ok := x.X.(*ssa.FieldAddr); ok {
			return source.FieldSymbol(f.X.Type(), f.Field)
		}
		if a := place.Variable(x.X); a != nil {
			if s := r.Places.Stored(a); s != nil {
				return r.group(s, depth-1)
			}
		}
	case *ssa.Parameter:
		return r.given(x, depth-1)
	}
	return nil
}

// given is the group that the callers of a function agree to pass for a parameter; nil if they do not, or one of them
// is not known.
func (r *finder) given(p *ssa.Parameter, depth int) any {
	at := slices.Index(p.Parent().Params, p)
	var all any
	for _, c := range r.Callers(p.Parent()) {
		a := c.Common().Args[at]
		if a == p || r.passedOn(a, p) {
			continue
		}
		g := r.group(a, depth)
		if g == nil || all != nil && all != g {
			return nil
		}
		all = g
	}
	return all
}

// passedOn reports whether an argument is a parameter that a literal has captured.
func (r *finder) passedOn(a ssa.Value, p *ssa.Parameter) bool {
	switch x := a.(type) {
	case *ssa.FreeVar:
		b := place.Binding(x)
		return b == p || b != nil && r.passedOn(b, p)
	case *ssa.UnOp:
		if v := place.Variable(x.X); v != nil {
			return r.Places.Stored(v) == p
		}
	}
	return false
}

// function is the function that a value is; nil if that is not known.
func (r *finder) function(v ssa.Value) *ssa.Function {
	switch x := v.(type) {
	case *ssa.Function:
		return source.Origin(x)
	case *ssa.MakeClosure:
		return source.Origin(x.Fn.(*ssa.Function))
	case *ssa.UnOp:
		if a := place.Variable(x.X); a != nil {
			if s := r.Places.Stored(a); s != nil {
				return r.function(s)
			}
		}
	}
	return nil
}

// comes reports whether a function comes to a call, by calls by name and of variables that hold one function.
func (r *finder) comes(fn *ssa.Function, to *ssa.Call, seen map[*ssa.Function]bool, depth int) bool {
	if fn == nil || seen[fn] || depth > maxNested {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(*ssa.Call)
			if !ok || c.Call.IsInvoke() {
				continue
			}
			if c == to || r.comes(r.function(c.Call.Value), to, seen, depth+1) {
				return true
			}
		}
	}
	return false
}
