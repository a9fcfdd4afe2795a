// This file is which model a call has, and what a model's callbacks are.

package source

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
)

// foreignInit reports whether g is the initializer of another package. It runs before, once, whoever calls it.
func foreignInit(g *ssa.Function, own *ssa.Package) bool {
	return g.Synthetic == "package initializer" && g.Pkg != own
}

// Arguments are all arguments of a call, the receiver first.
func Arguments(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	return c.Args
}

// Started are the function values of a call that a model starts as goroutines.
func Started(row *models.Row, c *ssa.CallCommon) (list []ssa.Value) {
	if row == nil {
		return nil
	}
	args := Arguments(c)
	for _, cb := range row.Callbacks {
		if cb.Run == models.RunGo && cb.Arg < len(args) {
			list = append(list, args[cb.Arg])
		}
	}
	return list
}

// CallbackMethods are the concrete methods of a value that a model calls back by name ("*": all exported ones); nil for
// interfaces whose dynamic type is not seen here.
func (r *Result) CallbackMethods(v ssa.Value, name string) []*types.Func {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	if types.IsInterface(v.Type()) {
		return nil
	}
	set := r.ssa.Prog.MethodSets.MethodSet(v.Type())
	var list []*types.Func
	for i := range set.Len() {
		sel := set.At(i)
		m := sel.Obj().(*types.Func)
		if len(sel.Index()) == 1 && (m.Name() == name || name == "*" && m.Exported()) {
			list = append(list, m)
		}
	}
	return list
}

// Model finds what a table says about a call; ok with a nil row if the callee's package is modelled as doing nothing.
func (r *Result) Model(c *ssa.CallCommon) (row *models.Row, ok bool) {
	obj := c.Method
	if obj == nil {
		g := c.StaticCallee()
		if g == nil || isSynthetic(g) {
			return nil, false
		}
		if obj, _ = Origin(g).Object().(*types.Func); obj == nil {
			return nil, foreignInit(g, r.ssa)
		}
	}
	if row := r.row(obj); row != nil {
		return row, true
	}
	return nil, c.Method == nil && modelled(obj.Pkg())
}

// RowOf is the table row of a declared function, nil if there is none.
func (r *Result) RowOf(fn *ssa.Function) *models.Row {
	if obj, ok := Origin(fn).Object().(*types.Func); ok {
		return r.row(obj)
	}
	return nil
}

// row is the table row of a function, nil if there is none.
func (r *Result) row(obj *types.Func) *models.Row {
	obj = obj.Origin()
	row, ok := r.rows[obj]
	if !ok {
		name := obj.FullName()
		row = additions{r}.added(name, obj)
		if row == nil {
			row = models.Lookup(name)
		}
		r.rows[obj] = row
	}
	return row
}
