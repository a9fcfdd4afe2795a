// This file finds the appends that write over elements of a slice that was cut short (A4).

package access

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A cuts knows the variables of a package that are set to a part of a slice.
type cuts struct {
	src  *source.Result       // the functions
	vars map[cutVariable]bool // nil until asked for
}

// short reports whether a slice may be the first part of another one, of which others may have seen more.
func (r *cuts) short(v ssa.Value) bool { return r.shortBy(v, map[ssa.Value]bool{}) }

func (r *cuts) shortBy(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch x := v.(type) {
	case *ssa.Slice:
		return shortens(x) || r.shortBy(x.X, seen)
	case *ssa.ChangeType:
		return r.shortBy(x.X, seen)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if r.shortBy(e, seen) {
				return true
			}
		}
	case *ssa.Call:
		if place.IsBuiltin(&x.Call, "append") {
			return r.shortBy(x.Call.Args[0], seen)
		}
	case *ssa.UnOp:
		return x.Op == token.MUL && r.variables()[variableOf(x.X, x.Parent())]
	}
	return false
}

// shortens reports whether a slice expression leaves out what its operand has at the end, and leaves room to append
// there.
func shortens(x *ssa.Slice) bool {
	if _, ok := x.X.Type().Underlying().(*types.Slice); !ok || x.High == nil || x.Max != nil && x.Max == x.High {
		return false
	}
	call, ok := x.High.(*ssa.Call)
	if !ok {
		return true
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return !ok || b.Name() != "len" || call.Call.Args[0] != x.X
}

// variables lists the variables of the package that are set to a part of a slice.
func (r *cuts) variables() map[cutVariable]bool {
	if r.vars != nil {
		return r.vars
	}
	r.vars = map[cutVariable]bool{}
	for _, fn := range r.src.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				s, ok := instr.(*ssa.Store)
				if !ok {
					continue
				}
				if x, ok := s.Val.(*ssa.Slice); ok && shortens(x) {
					r.vars[variableOf(s.Addr, fn)] = true
				}
			}
		}
	}
	delete(r.vars, cutVariable{})
	return r.vars
}

// A cutVariable is a field, or a package-level or local variable; the zero value is none of these.
type cutVariable struct {
	name facts.Symbol  // of the field or variable
	in   *ssa.Function // local variables: the outermost function around
}

func variableOf(addr ssa.Value, fn *ssa.Function) cutVariable {
	name, kind := place.Name(addr)
	switch kind {
	case facts.VarField, facts.VarGlobal:
		return cutVariable{name: name}
	case facts.VarCaptured:
		for fn.Parent() != nil {
			fn = fn.Parent()
		}
		return cutVariable{name, fn}
	}
	return cutVariable{}
}
