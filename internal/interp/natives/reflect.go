// This file holds the natives of package reflect about types.

package natives

import (
	"go/types"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// rtype is the cell that stands for a type, the same one for identical types.
func rtype(w *world, t types.Type) *cell {
	if t == nil {
		return nil
	}
	if c, ok := lib(w).rtypes.At(t).(*cell); ok {
		return c
	}
	c := machine.Private(int64(0))
	lib(w).rtypes.Set(t, c)
	lib(w).typesOf[c] = types.Unalias(t)
	return c
}

// typeOf is the type that a cell stands for; nil for none.
func typeOf(w *world, v value) types.Type {
	c, _ := v.(*cell)
	return lib(w).typesOf[c]
}

// kindOf is the kind of a type.
func kindOf(t types.Type) reflect.Kind {
	switch u := machine.Under(t).(type) {
	case *types.Basic:
		if k := kinds[u.Kind()]; k != nil {
			return k.Kind()
		}
		return reflect.UnsafePointer
	case *types.Array:
		return reflect.Array
	case *types.Chan:
		return reflect.Chan
	case *types.Signature:
		return reflect.Func
	case *types.Interface:
		return reflect.Interface
	case *types.Map:
		return reflect.Map
	case *types.Pointer:
		return reflect.Pointer
	case *types.Slice:
		return reflect.Slice
	case *types.Struct:
		return reflect.Struct
	}
	return reflect.Invalid
}

// reflectText is a type as package reflect prints it, with paths of packages or with their names.
func reflectText(t types.Type, path bool) string {
	sub := func(t types.Type) string { return reflectText(t, path) }
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return "unsafe.Pointer"
		}
		return types.Typ[t.Kind()].Name()
	case *types.Named:
		return namedText(t, path)
	case *types.Pointer:
		return "*" + sub(t.Elem())
	case *types.Slice:
		return "[]" + sub(t.Elem())
	case *types.Array:
		return "[" + strconv.FormatInt(t.Len(), 10) + "]" + sub(t.Elem())
	case *types.Map:
		return "map[" + sub(t.Key()) + "]" + sub(t.Elem())
	case *types.Chan:
		switch t.Dir() {
		case types.SendOnly:
			return "chan<- " + sub(t.Elem())
		case types.RecvOnly:
			return "<-chan " + sub(t.Elem())
		}
		return "chan " + sub(t.Elem())
	case *types.Signature:
		return "func" + signatureText(t, path)
	case *types.Struct:
		var list []string
		for i := range t.NumFields() {
			f := t.Field(i)
			text := f.Name() + " " + sub(f.Type())
			if f.Embedded() {
				text = sub(f.Type())
			}
			if t.Tag(i) != "" {
				text += " " + strconv.Quote(t.Tag(i))
			}
			list = append(list, text)
		}
		return enclosed("struct", list)
	case *types.Interface:
		var list []string
		for i := range t.NumMethods() {
			m := t.Method(i)
			list = append(list, m.Name()+signatureText(m.Signature(), path))
		}
		return enclosed("interface", list)
	}
	return machine.TypeString(t)
}

// pathOf is a package's path as programs know it.
func pathOf(p *types.Package) string {
	if p.Name() == "main" {
		return "main"
	}
	return p.Path()
}

// enclosed is a struct or an interface of some parts.
func enclosed(what string, list []string) string {
	if len(list) == 0 {
		return what + " {}"
	}
	return what + " { " + strings.Join(list, "; ") + " }"
}

// namedText is the name of a defined type.
func namedText(t *types.Named, path bool) string {
	name := t.Obj().Name()
	if p := t.Obj().Pkg(); p != nil {
		if path {
			name = pathOf(p) + "." + name
		} else {
			name = p.Name() + "." + name
		}
	}
	var args []string
	for i := range t.TypeArgs().Len() {
		args = append(args, reflectText(t.TypeArgs().At(i), true))
	}
	if len(args) > 0 {
		name += "[" + strings.Join(args, ",") + "]"
	}
	return name
}

// signatureText are a function's parameters and results.
func signatureText(s *types.Signature, path bool) string {
	list := func(t *types.Tuple, variadic bool) string {
		var out []string
		for i := range t.Len() {
			text := reflectText(t.At(i).Type(), path)
			if variadic && i == t.Len()-1 {
				text = "..." + strings.TrimPrefix(text, "[]")
			}
			out = append(out, text)
		}
		return strings.Join(out, ", ")
	}
	text := "(" + list(s.Params(), s.Variadic()) + ")"
	switch s.Results().Len() {
	case 0:
		return text
	case 1:
		return text + " " + list(s.Results(), false)
	}
	return text + " (" + list(s.Results(), false) + ")"
}

// typeText is one of the texts that a type is asked for.
func typeText(t *thread, args []value) value {
	typ := typeOf(t.Run.World, args[0])
	switch args[1].(string) {
	case "string":
		return reflectText(typ, false)
	case "name":
		n, ok := typ.(*types.Named)
		if !ok {
			return typeName(typ)
		}
		full := namedText(n, false)
		if n.Obj().Pkg() == nil {
			return full
		}
		return strings.TrimPrefix(full, n.Obj().Pkg().Name()+".")
	case "pkg":
		if n, ok := typ.(*types.Named); ok && n.Obj().Pkg() != nil {
			return pathOf(n.Obj().Pkg())
		}
	}
	return ""
}

// exportedMethods are the methods that package reflect knows of a type, by name.
func exportedMethods(t types.Type) []*types.Func {
	var list []*types.Func
	if it, ok := machine.Under(t).(*types.Interface); ok {
		for i := range it.NumMethods() {
			list = append(list, it.Method(i))
		}
	} else {
		set := types.NewMethodSet(t)
		for i := range set.Len() {
			if f, ok := set.At(i).Obj().(*types.Func); ok && f.Exported() {
				list = append(list, f)
			}
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name() < list[j].Name() })
	return list
}

// sizes are those of types.
var sizes = types.SizesFor("gc", "amd64")

// typeAsk answers a question about a type with a number.
func typeAsk(t *thread, args []value) value {
	typ := typeOf(t.Run.World, args[0])
	what := args[1].(string)
	switch what {
	case "size":
		return sizes.Sizeof(typ)
	case "align":
		return sizes.Alignof(typ)
	case "comparable":
		return truth(types.Comparable(typ))
	case "methods":
		return int64(len(exportedMethods(typ)))
	}
	switch u := machine.Under(typ).(type) {
	case *types.Struct:
		if what == "fields" {
			return int64(u.NumFields())
		}
	case *types.Array:
		if what == "len" {
			return u.Len()
		}
	case *types.Chan:
		if what == "dir" {
			return map[types.ChanDir]int64{types.SendRecv: 3, types.SendOnly: 2, types.RecvOnly: 1}[u.Dir()]
		}
	case *types.Signature:
		switch what {
		case "ins":
			return int64(u.Params().Len())
		case "outs":
			return int64(u.Results().Len())
		case "variadic":
			return truth(u.Variadic())
		}
	}
	machine.Fail("reflect: " + what + " of type " + reflectText(typ, false))
	return nil
}

// typePart is a type that another one is made of.
func typePart(t *thread, args []value) value {
	w := t.Run.World
	typ := typeOf(w, args[0])
	what, i := args[1].(string), int(machine.AsInt(args[2]))
	switch u := machine.Under(typ).(type) {
	case *types.Map:
		if what == "key" {
			return rtype(w, u.Key())
		}
		if what == "elem" {
			return rtype(w, u.Elem())
		}
	case *types.Pointer, *types.Slice, *types.Array, *types.Chan:
		if what == "elem" {
			return rtype(w, machine.ElemOf(typ))
		}
	case *types.Signature:
		list := u.Params()
		if what == "out" {
			list = u.Results()
		}
		if (what == "in" || what == "out") && i >= 0 && i < list.Len() {
			return rtype(w, list.At(i).Type())
		}
	}
	machine.Fail("reflect: " + what + " of invalid type " + reflectText(typ, false))
	return nil
}

// typeCompare compares two types.
func typeCompare(t *thread, args []value) value {
	a, b := typeOf(t.Run.World, args[0]), typeOf(t.Run.World, args[2])
	if a == nil || b == nil {
		return false
	}
	switch args[1].(string) {
	case "assignable":
		return types.AssignableTo(a, b)
	case "convertible":
		return types.ConvertibleTo(a, b)
	}
	return t.Run.World.Is(a, b)
}

// typeField describes a field.
func typeField(t *thread, args []value) value {
	typ := typeOf(t.Run.World, args[0])
	st, ok := machine.Under(typ).(*types.Struct)
	i := int(machine.AsInt(args[1]))
	if !ok || i < 0 || i >= st.NumFields() {
		machine.Fail("reflect: Field of " + reflectText(typ, false))
	}
	f := st.Field(i)
	pkg := ""
	if !f.Exported() && f.Pkg() != nil {
		pkg = pathOf(f.Pkg())
	}
	return tuple{f.Name(), pkg, rtype(t.Run.World, f.Type()), st.Tag(i), f.Embedded(), machine.OffsetOf(st, i)}
}

// typeFieldNamed is where a field stands, perhaps in embedded structs; nil if there is none.
func typeFieldNamed(t *thread, args []value) value {
	typ := typeOf(t.Run.World, args[0])
	st, ok := machine.Under(typ).(*types.Struct)
	if !ok {
		machine.Fail("reflect: FieldByName of non-struct type " + reflectText(typ, false))
	}
	var pkg *types.Package
	if n, ok := typ.(*types.Named); ok && n.Obj().Pkg() != nil {
		pkg = n.Obj().Pkg()
	} else if st.NumFields() > 0 {
		pkg = st.Field(0).Pkg()
	}
	obj, index, _ := types.LookupFieldOrMethod(typ, true, pkg, args[1].(string))
	if _, ok := obj.(*types.Var); !ok {
		return slice{}
	}
	return intsOf(t.Run, index)
}

// typeMethod is a method's name and type.
func typeMethod(t *thread, args []value) value {
	typ := typeOf(t.Run.World, args[0])
	f := exportedMethods(typ)[machine.AsInt(args[1])]
	sig := f.Signature()
	var params []*types.Var
	if !types.IsInterface(typ) {
		params = append(params, types.NewVar(0, nil, "", typ))
	}
	for v := range sig.Params().Variables() {
		params = append(params, v)
	}
	full := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
	return tuple{f.Name(), rtype(t.Run.World, full)}
}

// typeMade makes a type of others.
func typeMade(t *thread, args []value) value {
	w := t.Run.World
	elem := typeOf(w, args[1])
	switch args[0].(string) {
	case "pointer":
		return rtype(w, types.NewPointer(elem))
	case "slice":
		return rtype(w, types.NewSlice(elem))
	case "array":
		return rtype(w, types.NewArray(elem, machine.AsInt(args[3])))
	case "map":
		return rtype(w, types.NewMap(typeOf(w, args[2]), elem))
	}
	dir := map[int64]types.ChanDir{1: types.RecvOnly, 2: types.SendOnly, 3: types.SendRecv}[machine.AsInt(args[3])]
	return rtype(w, types.NewChan(dir, elem))
}

// typeNatives are those about types.
var typeNatives = map[string]native{
	"reflect.typeOf": func(t *thread, args []value) value { return rtype(t.Run.World, args[0].(iface).T) },
	"reflect.made":   typeMade,
	"(*reflect.rtype).kind": func(t *thread, args []value) value {
		return int64(kindOf(typeOf(t.Run.World, args[0])))
	},
	"(*reflect.rtype).ask":        typeAsk,
	"(*reflect.rtype).text":       typeText,
	"(*reflect.rtype).part":       typePart,
	"(*reflect.rtype).compare":    typeCompare,
	"(*reflect.rtype).fieldAt":    typeField,
	"(*reflect.rtype).fieldNamed": typeFieldNamed,
	"(*reflect.rtype).methodAt":   typeMethod,
	"reflect.lookup": func(_ *thread, args []value) value {
		v, ok := reflect.StructTag(args[0].(string)).Lookup(args[1].(string))
		return tuple{v, ok}
	},
}
