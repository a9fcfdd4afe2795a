// This file finds the types that users of a package come to.

package source

import (
	"go/types"
)

// exposedTypes are the unexported types of the package that importers can get values of: types in the signatures,
// variables and fields of what is exported.
func (r *Result) exposedTypes() map[*types.TypeName]bool {
	x := exposure{pkg: r.pass.Pkg, names: map[*types.TypeName]bool{}, seen: map[types.Type]bool{}}
	scope := r.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if obj := scope.Lookup(name); obj.Exported() {
			x.walk(obj.Type())
		}
	}
	return x.names
}

// An exposure collects type names from types.
type exposure struct {
	pkg   *types.Package           // whose type names are collected
	names map[*types.TypeName]bool // found so far
	seen  map[types.Type]bool      // walked
}

// walk visits what an importer can reach from a value of type t.
func (x *exposure) walk(t types.Type) {
	t = types.Unalias(t)
	if x.seen[t] {
		return
	}
	x.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		x.named(t)
	case *types.Pointer:
		x.walk(t.Elem())
	case *types.Slice:
		x.walk(t.Elem())
	case *types.Array:
		x.walk(t.Elem())
	case *types.Chan:
		x.walk(t.Elem())
	case *types.Map:
		x.walk(t.Key())
		x.walk(t.Elem())
	case *types.Signature:
		x.tuple(t.Params())
		x.tuple(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				x.walk(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			x.walk(m.Type())
		}
	}
}

func (x *exposure) tuple(t *types.Tuple) {
	for v := range t.Variables() {
		x.walk(v.Type())
	}
}

func (x *exposure) named(t *types.Named) {
	for a := range t.TypeArgs().Types() {
		x.walk(a)
	}
	if t.Obj().Pkg() != x.pkg {
		return
	}
	x.names[t.Obj()] = true
	x.walk(t.Underlying())
	for m := range t.Methods() {
		if m.Exported() {
			x.walk(m.Type())
		}
	}
}

// reachable reports whether importers can call a function: it is exported, and so is its receiver or one may get hold
// of such.
func reachable(obj *types.Func, exposed map[*types.TypeName]bool) bool {
	if !obj.Exported() {
		return false
	}
	recv := obj.Signature().Recv()
	if recv == nil {
		return true
	}
	name := receiverName(recv.Type())
	return name != nil && (name.Exported() || exposed[name])
}
