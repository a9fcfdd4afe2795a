// This file looks at the type that a variable belongs to: what is there, or could be there, to guard it.

package racecheck

import (
	"go/types"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/report"
)

// A beside is what a variable could be guarded by.
type beside struct {
	mutex  string // the one mutex of the struct that the variable is a field of: "cache.Cache.mu"; empty if there is none
	atomic string // the type of sync/atomic that it could have; empty if there is none
}

// besides looks for it in a package, which has its own import path, or one that it imports.
func besides(own *types.Package, path string, x *evidence.Evidence) beside {
	name := x.Ends[0].Last().Name
	if name == (facts.Symbol{}) {
		name = x.Ends[1].Last().Name
	}
	owner, field, ok := strings.Cut(name.Name, ".")
	pkg := packageOf(own, path, name.Pkg)
	if pkg == nil {
		return beside{}
	}
	obj, _ := pkg.Scope().Lookup(owner).(*types.TypeName)
	if !ok || obj == nil {
		if v, ok := pkg.Scope().Lookup(name.Name).(*types.Var); ok {
			return beside{atomic: atomicType(v.Type())}
		}
		return beside{}
	}
	st, ok := obj.Type().Underlying().(*types.Struct)
	if !ok {
		return beside{}
	}
	var b beside
	mutexes := 0
	for f := range st.Fields() {
		if f.Name() == field {
			b.atomic = atomicType(f.Type())
		}
		if t := f.Type(); fielduse.IsSync(t, "Mutex") || fielduse.IsSync(t, "RWMutex") {
			mutexes++
			b.mutex = pkg.Name() + "." + owner + "." + f.Name()
		}
	}
	if mutexes != 1 {
		b.mutex = ""
	}
	return b
}

// declaredType is the type of a field or package-level variable of a package, which has its own import path, or of one
// that it imports; nil if it is not known.
func declaredType(own *types.Package, path string, name facts.Symbol) types.Type {
	pkg := packageOf(own, path, name.Pkg)
	if pkg == nil {
		return nil
	}
	owner, field, isField := strings.Cut(name.Name, ".")
	switch obj := pkg.Scope().Lookup(owner).(type) {
	case *types.Var:
		if !isField {
			return obj.Type()
		}
	case *types.TypeName:
		if st, ok := obj.Type().Underlying().(*types.Struct); ok && isField {
			for f := range st.Fields() {
				if f.Name() == field {
					return f.Type()
				}
			}
		}
	}
	return nil
}

// packageOf is a package, or one that it imports, by import path.
func packageOf(own *types.Package, path, want string) *types.Package {
	if want == own.Path() || want == path {
		return own
	}
	for _, p := range own.Imports() {
		if p.Path() == want {
			return p
		}
	}
	return nil
}

// atomicType is the type of sync/atomic for values of a type.
func atomicType(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return "atomic.Pointer"
	case *types.Basic:
		switch u.Kind() {
		case types.Bool:
			return "atomic.Bool"
		case types.Int, types.Int64:
			return "atomic.Int64"
		case types.Int32:
			return "atomic.Int32"
		case types.Uint, types.Uint64:
			return "atomic.Uint64"
		case types.Uint32:
			return "atomic.Uint32"
		}
	}
	return ""
}

// sharedLock reports whether a lock, by its name in a package, can be held for reading.
func sharedLock(own *types.Package, lock string) bool {
	home, name, _ := strings.Cut(lock, ".")
	typ, field, isField := strings.Cut(name, ".")
	for _, p := range append([]*types.Package{own}, own.Imports()...) {
		if report.PackageName(p.Path()) != home {
			continue
		}
		switch obj := p.Scope().Lookup(typ).(type) {
		case *types.Var:
			return !isField && fielduse.IsSync(obj.Type(), "RWMutex")
		case *types.TypeName:
			st, ok := obj.Type().Underlying().(*types.Struct)
			if !ok {
				continue
			}
			for f := range st.Fields() {
				if f.Name() == field {
					return fielduse.IsSync(f.Type(), "RWMutex")
				}
			}
		}
	}
	return false
}
