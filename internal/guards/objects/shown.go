// This file finds methods by which objects are shown, to a log for example.

package objects

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Shows reports whether a method writes nothing, has the name of one that shows its object, and is the only one of an
// interface of a package that its own imports, or of error: other packages call it to show the object.
func Shows(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.MapUpdate, *ssa.Send, *ssa.Go:
				return false
			case *ssa.Store:
				if !ofItsOwn(instr.Addr) {
					return false
				}
			}
		}
	}
	return fn.Pkg != nil && showing(fn.Name()) && asked(fn, fn.Pkg.Pkg)
}

// showing reports whether a name is that of a method by which fmt, log or an encoder shows an object.
func showing(name string) bool {
	switch name {
	case "String", "Error", "GoString", "Format", "LogValue":
		return true
	}
	return strings.HasPrefix(name, "Marshal")
}

// ofItsOwn reports whether an address is in a variable of the function.
func ofItsOwn(addr ssa.Value) bool {
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			addr = x.X
		default:
			_, own := x.(*ssa.Alloc)
			return own
		}
	}
}

// asked reports whether a method is the only one of such an interface.
func asked(fn *ssa.Function, pkg *types.Package) bool {
	one := func(o types.Object) bool {
		tn, ok := o.(*types.TypeName)
		if !ok {
			return false
		}
		i, ok := tn.Type().Underlying().(*types.Interface)
		return ok && i.NumMethods() == 1 && i.Method(0).Name() == fn.Name() &&
			types.Identical(i.Method(0).Signature(), fn.Signature)
	}
	return one(types.Universe.Lookup("error")) || slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool {
		return slices.ContainsFunc(p.Scope().Names(), func(name string) bool { return one(p.Scope().Lookup(name)) })
	})
}
