// This file names structs without a name by where the package has them: in which type or variable, and field of it.

package source

import (
	"go/types"
	"runtime"
	"sync"
	"weak"
)

// A homes is where the fields of a package's structs without a name are, by field. It keeps neither alive.
type homes map[weak.Pointer[types.Var]]string

// homesOf has what was found of each package, as long as that is there: a weak pointer to it, and its homes.
var homesOf sync.Map

// homeOf names the package-level type or variable, and the fields in it, in which a struct without a name has a field;
// empty if there is none, as for a struct within a function.
func homeOf(f *types.Var) string {
	pkg := f.Pkg()
	if pkg == nil {
		return ""
	}
	key := weak.Make(pkg)
	known, ok := homesOf.Load(key)
	if !ok {
		var made bool
		if known, made = homesOf.LoadOrStore(key, findHomes(pkg)); !made {
			runtime.AddCleanup(pkg, func(k weak.Pointer[types.Package]) { homesOf.Delete(k) }, key)
		}
	}
	return known.(homes)[weak.Make(f.Origin())]
}

// findHomes looks through a package.
func findHomes(pkg *types.Package) homes {
	found := homes{}
	scope := pkg.Scope()
	for _, name := range scope.Names() {
		switch o := scope.Lookup(name).(type) {
		case *types.TypeName:
			found.add(o.Type().Underlying(), name)
		case *types.Var:
			found.add(o.Type(), name)
		}
	}
	return found
}

// add adds the fields of a struct without a name, and of those in it; the first name of a field stays.
func (h homes) add(t types.Type, name string) {
	st, ok := unnamed(t).(*types.Struct)
	if !ok {
		return
	}
	for f := range st.Fields() {
		if k := weak.Make(f); h[k] == "" {
			h[k] = name
		}
		h.add(f.Type(), name+"."+f.Name())
	}
}

// unnamed is a type, or what an unnamed pointer, slice, array or map has for elements.
func unnamed(t types.Type) types.Type {
	for {
		switch x := t.(type) {
		case *types.Pointer:
			t = x.Elem()
		case *types.Slice:
			t = x.Elem()
		case *types.Array:
			t = x.Elem()
		case *types.Map:
			t = x.Elem()
		default:
			return t
		}
	}
}
