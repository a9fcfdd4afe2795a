// This file finds the fields with functions of users (T44).

package lockpaths

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// handlers are the fields with functions of users, and who calls these.
type handlers struct {
	users  map[*types.Var]bool    // what users give is put into the field, and no function of the package
	later  map[*types.Var]bool    // an exported method does so: its caller has an object of the package by then
	own    map[*types.Var]bool    // a function of the package is, tests aside
	called map[*ssa.Function]bool // functions that call what is in a field that users set
}

// of reports whether users set a field: by a function of the package, or since they can name it and its struct.
func (h *handlers) of(f *types.Var, name facts.Symbol) bool {
	return h.users[f] || f.Exported() && token.IsExported(name.Name) && !h.own[f]
}

// funcField is the field that a function value is loaded from.
func funcField(v ssa.Value) (*types.Var, facts.Symbol) {
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.UnOp:
			if a, ok := x.X.(*ssa.FieldAddr); ok && x.Op == token.MUL {
				return fieldOf(a.X.Type(), a.Field), source.FieldSymbol(a.X.Type(), a.Field)
			}
		case *ssa.Field:
			return fieldOf(x.X.Type(), x.Field), source.FieldSymbol(x.X.Type(), x.Field)
		}
		return nil, facts.Symbol{}
	}
}

// fieldOf is a field of a struct, or of what a type points to.
func fieldOf(t types.Type, field int) *types.Var {
	return source.Core(source.Deref(t)).(*types.Struct).Field(field).Origin()
}

// findHandlers looks at the functions of a package; source tells what they are.
func findHandlers(pkg *source.Result) *handlers {
	h := &handlers{
		users: map[*types.Var]bool{}, later: map[*types.Var]bool{}, own: map[*types.Var]bool{},
		called: map[*ssa.Function]bool{},
	}
	calls := map[*ssa.Function][]ssa.Value{}
	for i, fn := range pkg.Funcs {
		if fn == nil || pkg.Pkg.Source.Units[i].Flags&facts.InTest != 0 {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch x := instr.(type) {
				case *ssa.Store:
					h.sets(x)
				case *ssa.Call:
					if f, _ := funcField(x.Call.Value); f != nil && !x.Call.IsInvoke() {
						calls[fn] = append(calls[fn], x.Call.Value)
					}
				}
			}
		}
	}
	for f := range h.own {
		delete(h.users, f)
	}
	for fn, list := range calls {
		h.called[fn] = slices.ContainsFunc(list, func(v ssa.Value) bool { return h.of(funcField(v)) })
	}
	return h
}

// sets notes whose function a store puts into a field: a user's, or one of the package's own.
func (h *handlers) sets(x *ssa.Store) {
	a, ok := x.Addr.(*ssa.FieldAddr)
	if _, isFunc := source.Core(x.Val.Type()).(*types.Signature); !ok || !isFunc {
		return
	}
	f := fieldOf(a.X.Type(), a.Field)
	switch v := given(x.Val).(type) {
	case *ssa.Parameter:
		h.later[f] = h.later[f] || fromUser(v.Parent()) && v.Parent().Signature.Recv() != nil
		h.users[f] = h.users[f] || fromUser(v.Parent()) || v == v.Parent().Params[0] && v.Parent().Signature.Recv() != nil
	case *ssa.FreeVar:
		h.users[f] = h.users[f] || fromUser(v.Parent())
	case *ssa.MakeClosure, *ssa.Function, *ssa.Call:
		h.own[f] = true
	}
}

// fromUser reports whether users call a function, or the one that a function literal stands in.
func fromUser(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return token.IsExported(fn.Name())
}

// given is where a function value comes from: conversions and loads of captured variables aside.
func given(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
		case *ssa.UnOp:
			if _, captured := x.X.(*ssa.FreeVar); !captured || x.Op != token.MUL {
				return v
			}
			v = x.X
		default:
			return v
		}
	}
}
