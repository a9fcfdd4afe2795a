// This file holds what natives keep of a program, and questions about its types.

package natives

import (
	"go/types"
	"regexp"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// libraryKept is what natives keep of a program.
type libraryKept struct {
	fields   map[types.Type][]jsonField // what encoding/json knows of structs
	ptrs     map[types.Type]types.Type  // the types of pointers to types
	ifaces   map[string]types.Type      // by package and name
	regexps  map[string]*regexp.Regexp  // those that were compiled, by their text
	rtypes   typeutil.Map               // what stands for types in the program
	typesOf  map[*cell]types.Type       // and back
	places   []spotInCode               // what program counters stand for
	counters map[spotInCode]uint64      // and back
	frames   map[*cell]*frameList       // what each *runtime.Frames stands for
	funcs    map[*cell]spotInCode       // what each *runtime.Func stands for
}

// lib is what natives keep of a program.
func lib(w *world) *libraryKept {
	k, ok := w.Kept.(*libraryKept)
	if !ok {
		k = &libraryKept{
			fields: map[types.Type][]jsonField{}, ptrs: map[types.Type]types.Type{}, ifaces: map[string]types.Type{},
			regexps: map[string]*regexp.Regexp{}, typesOf: map[*cell]types.Type{},
			counters: map[spotInCode]uint64{}, frames: map[*cell]*frameList{}, funcs: map[*cell]spotInCode{},
		}
		w.Kept = k
	}
	return k
}

// pointerTo is the type of pointers to a type.
func (k *libraryKept) pointerTo(t types.Type) types.Type {
	if p := k.ptrs[t]; p != nil {
		return p
	}
	p := types.NewPointer(t)
	k.ptrs[t] = p
	return p
}

// implements reports whether a type has the method of a one-method interface.
func implements(w *world, t types.Type, pkg, name string) bool {
	switch types.Unalias(t).(type) {
	case *types.Basic, *types.Slice, *types.Array, *types.Map, *types.Chan, *types.Signature:
		return false
	}
	it := lib(w).ifaces[pkg+"."+name]
	if it == nil {
		p := w.Prog.ImportedPackage(pkg)
		if p == nil || p.Pkg.Scope().Lookup(name) == nil {
			return false
		}
		it = p.Pkg.Scope().Lookup(name).Type()
		lib(w).ifaces[pkg+"."+name] = it
	}
	return w.Is(t, it)
}

// invoke calls a method of a value, by its name.
func invoke(t *thread, typ types.Type, name string, recv value, args ...value) value {
	f := t.Run.World.Prog.LookupMethod(typ, nil, name)
	if f == nil {
		panic(machine.Unsupported("method " + name + " of " + typ.String()))
	}
	return t.Apply(&function{Fn: f}, append([]value{recv}, args...))
}
