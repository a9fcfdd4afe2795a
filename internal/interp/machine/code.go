// This file holds what is known of the code of a program: how the values of functions are numbered, methods, types.

package machine

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A code is the code of a program.
type code struct {
	Prog    *ssa.Program                // all of it
	infos   map[*ssa.Function]*info     // of functions that were called
	methods map[methodKey]*ssa.Function // what was asked before; nil: there is none
	asserts map[typePair]bool           // what was asked before
}

// newCode begins with what a program says of itself.
func newCode(prog *ssa.Program) code {
	return code{prog, map[*ssa.Function]*info{}, map[methodKey]*ssa.Function{}, map[typePair]bool{}}
}

// info is what is known of a function's code.
type info struct {
	index  map[ssa.Value]int    // parameters, free variables and instructions, numbered from 0
	defers bool                 // it defers calls
	consts map[*ssa.Const]Value // constants that were used
}

// infoOf numbers a function's values.
func (w *code) infoOf(fn *ssa.Function) *info {
	if x := w.infos[fn]; x != nil {
		return x
	}
	x := &info{index: map[ssa.Value]int{}, consts: map[*ssa.Const]Value{}}
	for _, p := range fn.Params {
		x.index[p] = len(x.index)
	}
	for _, p := range fn.FreeVars {
		x.index[p] = len(x.index)
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				x.index[v] = len(x.index)
			}
			switch in.(type) {
			case *ssa.Defer, *ssa.RunDefers:
				x.defers = true
			}
		}
	}
	w.infos[fn] = x
	return x
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
