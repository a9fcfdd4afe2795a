// This file holds what is known of the code of a program: functions, methods, types.

package machine

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A code is the code of a program.
type code struct {
	Prog    *ssa.Program                // all of it
	globals map[*ssa.Global]*variable   // of package variables that are mentioned
	methods map[methodKey]*ssa.Function // what was asked before; nil: there is none
	asserts map[typePair]bool           // what was asked before
	layouts layouts                     // of types of variables
}

// newCode begins with what a program says of itself.
func newCode(prog *ssa.Program) code {
	return code{
		prog, map[*ssa.Global]*variable{}, map[methodKey]*ssa.Function{},
		map[typePair]bool{}, layouts{},
	}
}

// A variable is a package variable.
type variable struct {
	n   int     // its number: each run has a cell for it
	lay *layout // of its type
}

// variableOf numbers a package variable.
func (w *code) variableOf(g *ssa.Global) *variable {
	v := w.globals[g]
	if v == nil {
		v = &variable{len(w.globals), w.layouts.of(ElemOf(g.Type()))}
		w.globals[g] = v
	}
	return v
}

// method is a type's method for one of an interface.
func (w *code) method(t types.Type, m *types.Func) *ssa.Function {
	key := methodKey{t, m}
	if f, ok := w.methods[key]; ok {
		return f
	}
	f := w.Prog.LookupMethod(t, m.Pkg(), m.Name())
	w.methods[key] = f
	return f
}

// A methodKey asks for a type's method.
type methodKey struct {
	t types.Type  // the dynamic type
	m *types.Func // the method of the interface
}

// constOf is the value of a constant.
func constOf(c *ssa.Const) Value {
	if c.Value == nil {
		return Zero(c.Type())
	}
	b, ok := Under(c.Type()).(*types.Basic)
	if !ok {
		panic(Unsupported("constant of " + c.Type().String()))
	}
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return constant.BoolVal(c.Value)
	case info&types.IsUnsigned != 0:
		return c.Uint64()
	case info&types.IsInteger != 0:
		return c.Int64()
	case info&types.IsFloat != 0:
		return roundFloat(c.Float64(), b)
	case info&types.IsComplex != 0:
		return c.Complex128()
	case info&types.IsString != 0:
		if c.Value.Kind() == constant.String {
			return constant.StringVal(c.Value)
		}
		return string(rune(c.Int64()))
	}
	panic(Unsupported("constant of " + c.Type().String()))
}

// Is reports whether a dynamic type is the asserted one, or implements it.
func (w *code) Is(t, asserted types.Type) bool {
	key := typePair{t, asserted}
	if ok, known := w.asserts[key]; known {
		return ok
	}
	ok := false
	if it, isIface := Under(asserted).(*types.Interface); isIface {
		ok = types.Implements(t, it)
	} else {
		ok = types.Identical(t, asserted)
	}
	w.asserts[key] = ok
	return ok
}

// A typePair is a dynamic type and an asserted one.
type typePair [2]types.Type

// unused reports whether nobody uses what an instruction gives.
func unused(v ssa.Value) bool {
	refs := v.Referrers()
	return refs != nil && len(*refs) == 0
}
