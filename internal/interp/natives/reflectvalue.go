// This file holds the natives of package reflect about values.

package natives

import (
	"go/types"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// A mirror is a reflect.Value: a value or a variable; ro is readOnly if an unexported field leads to it.
type mirror struct {
	spot        // what it is
	ro   uint64 // why it cannot be changed; zero: it can
}

// The ways in which a value cannot be changed.
const (
	readOnly   = 1
	embeddedRO = 2 // but exported fields of it can
)

// sticky is what holds of what a value leads to.
func (m mirror) sticky() uint64 {
	if m.ro != 0 {
		return readOnly
	}
	return 0
}

// mirror reads a reflect.Value.
func mirrorOf(t *thread, v value) mirror {
	a, ok := v.(machine.Agg)
	if !ok || len(a) != 4 {
		panic(machine.Unsupported("reflect.Value"))
	}
	m := mirror{}
	m.t = typeOf(t.Run.World, a[0])
	m.c, _ = a[2].(*cell)
	if x, ok := a[1].(iface); ok {
		m.v = x.V
	}
	m.ro, _ = a[3].(uint64)
	return m
}

// reflected makes a reflect.Value; one without a type is not valid.
func reflected(t *thread, m mirror) value {
	if m.t == nil {
		return machine.Agg{(*cell)(nil), iface{}, (*cell)(nil), uint64(0)}
	}
	x := iface{}
	if m.c == nil {
		x = iface{T: m.t, V: m.v}
	}
	return machine.Agg{rtype(t.Run.World, m.t), x, m.c, m.ro}
}

// plainMirror is a value that is no variable.
func plainMirror(t types.Type, v value) mirror { return mirror{spot: spot{t: t, v: v}} }

// reflectedList makes a slice of reflect.Values.
func reflectedList(t *thread, list []mirror) slice {
	elem := t.Run.World.Prog.ImportedPackage("reflect").Pkg.Scope().Lookup("Value").Type()
	s := t.Run.MakeSlice(elem, len(list), len(list))
	for i, m := range list {
		s.At(i).Write(reflected(t, m))
	}
	return s
}

// mirrors reads a slice of reflect.Values.
func mirrors(t *thread, v value) []mirror {
	s, _ := v.(slice)
	list := make([]mirror, s.Len)
	for i := range list {
		list[i] = mirrorOf(t, t.Load(s.At(i)))
	}
	return list
}

// assigned is a value as a variable of a type holds it.
func assigned(t *thread, m mirror, to types.Type) value {
	if m.t == nil {
		return machine.Zero(to)
	}
	v := m.get(t)
	if types.IsInterface(to) && !types.IsInterface(m.t) {
		return iface{T: m.t, V: v}
	}
	return v
}

// held is what an interface holds that a value is put into.
func held(t *thread, m mirror) iface {
	v := m.get(t)
	if it, ok := v.(iface); ok && types.IsInterface(m.t) {
		return it
	}
	return iface{T: m.t, V: v}
}

// A mirrorNative is a native that is a method of reflect.Value.
func mirrorNative(f func(t *thread, m mirror, args []value) value) native {
	return func(t *thread, args []value) value { return f(t, mirrorOf(t, args[0]), args[1:]) }
}

// isNil reports whether a value is nil.
func isNil(v value) bool {
	switch v := v.(type) {
	case *cell:
		return v == nil
	case slice:
		return v.Base == nil
	case *table:
		return v == nil
	case *queue:
		return v == nil
	case *function:
		return v == nil
	case iface:
		return v.T == nil
	}
	return false
}

// mirrorElem is what an interface holds or a pointer points to.
func mirrorElem(t *thread, m mirror, _ []value) value {
	switch v := m.get(t).(type) {
	case iface:
		return reflected(t, mirror{spot{v.T, nil, v.V}, m.sticky()})
	case *cell:
		if v != nil {
			return reflected(t, mirror{spot{machine.ElemOf(m.t), v, nil}, m.sticky()})
		}
	}
	return reflected(t, mirror{})
}

// mirrorField is a field.
func mirrorField(t *thread, m mirror, args []value) value {
	st, ok := machine.Under(m.t).(*types.Struct)
	i := int(machine.AsInt(args[0]))
	if !ok || i >= st.NumFields() {
		panic(machine.Unsupported("field of " + m.t.String()))
	}
	ro := m.ro & readOnly
	if f := st.Field(i); !f.Exported() && f.Embedded() {
		ro |= embeddedRO
	} else if !f.Exported() {
		ro = readOnly
	}
	return reflected(t, mirror{m.part(i, st.Field(i).Type()), ro})
}

// mirrorIndex is an element.
func mirrorIndex(t *thread, m mirror, args []value) value {
	i := int(machine.AsInt(args[0]))
	if _, ok := machine.Under(m.t).(*types.Array); ok {
		return reflected(t, mirror{m.part(i, machine.ElemOf(m.t)), m.sticky()})
	}
	switch v := m.get(t).(type) {
	case string:
		return reflected(t, plainMirror(types.Typ[types.Uint8], uint64(v[i])))
	case slice:
		if i < v.Len {
			return reflected(t, mirror{spot{machine.ElemOf(m.t), v.At(i), nil}, m.sticky()})
		}
	}
	machine.Fail("reflect: slice index out of range")
	return nil
}

// mirrorSlice is a part of a string, a slice or an array.
func mirrorSlice(t *thread, m mirror, args []value) value {
	i, j, k := int(machine.AsInt(args[0])), int(machine.AsInt(args[1])), int(machine.AsInt(args[2]))
	bad := func(n int) {
		if i < 0 || j < i || k < j || k > n {
			machine.Fail("reflect.Value.Slice: slice index out of bounds")
		}
	}
	if _, ok := machine.Under(m.t).(*types.Array); ok {
		if m.c == nil {
			machine.Fail("reflect.Value.Slice: slice of unaddressable array")
		}
		if k < 0 {
			k = len(m.c.Parts)
		}
		bad(len(m.c.Parts))
		s := slice{Base: m.c, Off: i, Len: j - i, Cap: k - i}
		return reflected(t, plainMirror(types.NewSlice(machine.ElemOf(m.t)), s))
	}
	switch v := m.get(t).(type) {
	case string:
		k = j
		bad(len(v))
		return reflected(t, plainMirror(m.t, v[i:j]))
	case slice:
		if k < 0 {
			k = v.Cap
		}
		bad(v.Cap)
		if v.Base == nil {
			return reflected(t, plainMirror(m.t, v))
		}
		return reflected(t, plainMirror(m.t, slice{Base: v.Base, Off: v.Off + i, Len: j - i, Cap: k - i}))
	}
	panic(machine.Unsupported("slice of " + m.t.String()))
}

// mirrorLength is the length of a value.
func mirrorLength(t *thread, m mirror, _ []value) value {
	if a, ok := machine.Under(m.t).(*types.Array); ok {
		return a.Len()
	}
	return t.Length(m.get(t))
}

// mirrorCapacity is the capacity of a value.
func mirrorCapacity(t *thread, m mirror, _ []value) value {
	switch v := m.get(t).(type) {
	case slice:
		return int64(v.Cap)
	case *queue:
		return int64(v.Size())
	}
	return mirrorLength(t, m, nil)
}

// mirrorBytes are the bytes of a slice or an array.
func mirrorBytes(t *thread, m mirror, _ []value) value {
	if !isByte(machine.ElemOf(m.t)) {
		machine.Fail("reflect.Value.Bytes of non-byte slice")
	}
	if s, ok := m.get(t).(slice); ok {
		return s
	}
	if m.c == nil {
		machine.Fail("reflect.Value.Bytes of unaddressable byte array")
	}
	n := len(m.c.Parts)
	return slice{Base: m.c, Off: 0, Len: n, Cap: n}
}

// mirrorAddress is a number for where something is.
func mirrorAddress(t *thread, m mirror, _ []value) value {
	switch v := m.get(t).(type) {
	case *function:
		if v != nil && v.Fn != nil {
			return counter(t.Run.World, v.Fn, v.Fn.Pos())
		}
		return t.Run.AddressOf(v, m.t)
	case *cell, slice, *table, *queue:
		return t.Run.AddressOf(v, m.t)
	}
	machine.Fail("reflect: call of reflect.Value.Pointer on " + kindOf(m.t).String() + " Value")
	return nil
}

// mirrorMapKeys are the keys of a map.
func mirrorMapKeys(t *thread, m mirror, _ []value) value {
	tab, _ := m.get(t).(*table)
	mt, ok := machine.Under(m.t).(*types.Map)
	if tab == nil || !ok {
		return slice{}
	}
	t.Access(&tab.Head, false)
	var list []mirror
	for _, e := range tab.Order {
		if !e.Dead {
			list = append(list, plainMirror(mt.Key(), e.K))
		}
	}
	return reflectedList(t, list)
}

// mirrorMapIndex is an element of a map.
func mirrorMapIndex(t *thread, m mirror, args []value) value {
	tab, _ := m.get(t).(*table)
	mt, ok := machine.Under(m.t).(*types.Map)
	if !ok {
		panic(machine.Unsupported("index of " + m.t.String()))
	}
	if e := t.Find(tab, assigned(t, mirrorOf(t, args[0]), mt.Key())); e != nil {
		return reflected(t, plainMirror(mt.Elem(), e.V))
	}
	return reflected(t, mirror{})
}

// mirrorSetMapIndex changes a map.
func mirrorSetMapIndex(t *thread, m mirror, args []value) value {
	tab, _ := m.get(t).(*table)
	mt, ok := machine.Under(m.t).(*types.Map)
	if !ok {
		panic(machine.Unsupported("index of " + m.t.String()))
	}
	k := assigned(t, mirrorOf(t, args[0]), mt.Key())
	if remove, _ := args[2].(bool); remove {
		t.Remove(tab, k)
		return nil
	}
	t.Update(tab, k, assigned(t, mirrorOf(t, args[1]), mt.Elem()))
	return nil
}

// mirrorMethod is a method of a value, bound to it.
func mirrorMethod(t *thread, m mirror, args []value) value {
	f := exportedMethods(m.t)[machine.AsInt(args[0])]
	s := f.Signature()
	sig := types.NewSignatureType(nil, nil, nil, s.Params(), s.Results(), s.Variadic())
	typ, recv := m.t, m.get(t)
	if it, ok := recv.(iface); ok && types.IsInterface(m.t) {
		if typ, recv = it.T, it.V; typ == nil {
			machine.Fail("reflect: Method on nil interface value")
		}
	}
	r := t.Run
	bound := &function{Native: func(args []value) value { return invoke(r.Turn, typ, f.Name(), recv, args...) }}
	return reflected(t, mirror{spot{sig, nil, bound}, m.sticky()})
}

// mirrorCall calls a function.
func mirrorCall(t *thread, m mirror, args []value) value {
	sig, ok := machine.Under(m.t).(*types.Signature)
	f, isFunc := m.get(t).(*function)
	if !ok || !isFunc {
		panic(machine.Unsupported("call of " + m.t.String()))
	}
	in, spread := mirrors(t, args[0]), args[1].(bool)
	var list []value
	n := sig.Params().Len()
	for i := range n {
		p := sig.Params().At(i).Type()
		if sig.Variadic() && i == n-1 && !spread {
			rest := slice{}
			if len(in) > i {
				rest = t.Run.MakeSlice(machine.ElemOf(p), len(in)-i, len(in)-i)
			}
			for k := i; k < len(in); k++ {
				rest.At(k - i).Write(assigned(t, in[k], machine.ElemOf(p)))
			}
			list = append(list, rest)
			break
		}
		if i < len(in) {
			list = append(list, assigned(t, in[i], p))
		}
	}
	out := t.Apply(f, list)
	var results []mirror
	for i := range sig.Results().Len() {
		v := out
		if all, ok := out.(tuple); ok && sig.Results().Len() > 1 {
			v = all[i]
		}
		results = append(results, plainMirror(sig.Results().At(i).Type(), v))
	}
	return reflectedList(t, results)
}

// makeFunction is reflect.MakeFunc.
func makeFunction(t *thread, args []value) value {
	typ := typeOf(t.Run.World, args[0])
	sig, ok := machine.Under(typ).(*types.Signature)
	f, isFunc := args[1].(*function)
	if !ok || !isFunc {
		machine.Fail("reflect: call of MakeFunc with non-Func type")
	}
	r := t.Run
	made := &function{Native: func(args []value) value {
		t := r.Turn // not the one that made it, perhaps
		var in []mirror
		for i, a := range args {
			in = append(in, plainMirror(sig.Params().At(i).Type(), a))
		}
		results := mirrors(t, t.Apply(f, []value{reflectedList(t, in)}))
		if len(results) != sig.Results().Len() {
			machine.Fail("reflect: wrong return count from function created by MakeFunc")
		}
		var out tuple
		for i, m := range results {
			out = append(out, assigned(t, m, sig.Results().At(i).Type()))
		}
		switch len(out) {
		case 0:
			return nil
		case 1:
			return out[0]
		}
		return out
	}}
	return reflected(t, plainMirror(typ, made))
}

// makeMirror makes a value of a type.
func makeMirror(t *thread, args []value) value {
	typ := typeOf(t.Run.World, args[1])
	n, c := int(machine.AsInt(args[2])), int(machine.AsInt(args[3]))
	switch args[0].(string) {
	case "new":
		x := &cell{}
		t.Run.Fill(x, typ, false)
		return reflected(t, plainMirror(types.NewPointer(typ), x))
	case "slice":
		if n < 0 || c < n {
			machine.Fail("reflect.MakeSlice: negative len or len > cap")
		}
		return reflected(t, plainMirror(typ, t.Run.MakeSlice(machine.ElemOf(typ), n, c)))
	case "map":
		return reflected(t, plainMirror(typ, machine.NewTable()))
	case "chan":
		return reflected(t, plainMirror(typ, machine.NewQueue(n)))
	}
	return reflected(t, plainMirror(typ, machine.Zero(typ)))
}

// mirrorConvert converts a value.
func mirrorConvert(t *thread, m mirror, args []value) value {
	to := typeOf(t.Run.World, args[0])
	if types.IsInterface(to) {
		return reflected(t, plainMirror(to, assigned(t, m, to)))
	}
	return reflected(t, plainMirror(to, t.Convert(m.t, to, m.get(t))))
}

// mirrorAdd appends an element.
func mirrorAdd(t *thread, m mirror, args []value) value {
	s, ok := m.get(t).(slice)
	if !ok {
		panic(machine.Unsupported("append to " + m.t.String()))
	}
	one := t.Run.MakeSlice(machine.ElemOf(m.t), 1, 1)
	one.At(0).Write(assigned(t, mirrorOf(t, args[0]), machine.ElemOf(m.t)))
	return reflected(t, plainMirror(m.t, t.Grow(m.t, s, one)))
}

// queueOf is the channel of a value.
func queueOf(t *thread, m mirror) *queue {
	if m.t == nil {
		return nil
	}
	q, _ := m.get(t).(*queue)
	return q
}

// received is what a receive gives.
func received(t *thread, m mirror, a machine.Answer) (value, bool) {
	if a.OK {
		return reflected(t, plainMirror(machine.ElemOf(m.t), a.V)), true
	}
	return reflected(t, plainMirror(machine.ElemOf(m.t), machine.Zero(machine.ElemOf(m.t)))), false
}

// mirrorRecv receives.
func mirrorRecv(t *thread, m mirror, args []value) value {
	a := t.Choose([]machine.Choice{{Q: queueOf(t, m)}}, args[0].(bool), "receive")
	if a.Index < 0 {
		return tuple{reflected(t, mirror{}), false}
	}
	v, ok := received(t, m, a)
	return tuple{v, ok}
}

// mirrorSend sends.
func mirrorSend(t *thread, m mirror, args []value) value {
	v := assigned(t, mirrorOf(t, args[0]), machine.ElemOf(m.t))
	return t.Choose([]machine.Choice{{Q: queueOf(t, m), Send: true, V: v}}, args[1].(bool), "send").Index >= 0
}

// mirrorSelect is reflect.Select.
func mirrorSelect(t *thread, args []value) value {
	dirs, _ := args[0].(slice)
	chans, sends := mirrors(t, args[1]), mirrors(t, args[2])
	var cases []machine.Choice
	var index []int
	other := -1
	for i := range dirs.Len {
		m := chans[i]
		c := machine.Choice{Q: queueOf(t, m)}
		switch machine.AsInt(t.Load(dirs.At(i))) {
		case 1:
			c.Send = true
			if m.t != nil {
				c.V = assigned(t, sends[i], machine.ElemOf(m.t))
			}
		case 3:
			other = i
			continue
		}
		cases = append(cases, c)
		index = append(index, i)
	}
	a := t.Choose(cases, other < 0, "select")
	if a.Index < 0 {
		return tuple{int64(other), reflected(t, mirror{}), false}
	}
	k := index[a.Index]
	if cases[a.Index].Send {
		return tuple{int64(k), reflected(t, mirror{}), false}
	}
	v, ok := received(t, chans[k], a)
	return tuple{int64(k), v, ok}
}

// mirrorText is a value as a text.
func mirrorText(t *thread, m mirror, _ []value) value {
	if s, ok := m.get(t).(string); ok {
		return s
	}
	return "<" + reflectText(m.t, false) + " Value>"
}

// mirrorNatives are the natives about values.
var mirrorNatives = map[string]native{
	"reflect.makeValue": makeMirror,
	"reflect.makeFunc":  makeFunction,
	"reflect.selects":   mirrorSelect,
	"reflect.newAt": func(t *thread, args []value) value {
		c, ok := args[1].(*cell)
		if !ok {
			panic(machine.Unsupported("reflect.NewAt"))
		}
		return reflected(t, plainMirror(types.NewPointer(typeOf(t.Run.World, args[0])), c))
	},
}

// mirrorMethods are those that are methods of reflect.Value.
var mirrorMethods = map[string]func(t *thread, m mirror, args []value) value{
	"get":     func(t *thread, m mirror, _ []value) value { return held(t, m) },
	"boolean": func(t *thread, m mirror, _ []value) value { return m.get(t) },
	"integer": func(t *thread, m mirror, _ []value) value { return m.get(t) },
	"natural": func(t *thread, m mirror, _ []value) value { return m.get(t) },
	"float":   func(t *thread, m mirror, _ []value) value { return m.get(t) },
	"complex": func(t *thread, m mirror, _ []value) value { return m.get(t) },
	"text":    mirrorText,
	"bytes":   mirrorBytes,
	"isNil":   func(t *thread, m mirror, _ []value) value { return isNil(m.get(t)) },
	"isZero":  func(t *thread, m mirror, _ []value) value { return machine.Equal(m.get(t), machine.Zero(m.t)) },
	"length":  mirrorLength, "capacity": mirrorCapacity, "elem": mirrorElem, "field": mirrorField, "index": mirrorIndex,
	"slice": mirrorSlice, "address": mirrorAddress, "mapKeys": mirrorMapKeys, "mapIndex": mirrorMapIndex,
	"setMapIndex": mirrorSetMapIndex, "method": mirrorMethod, "call": mirrorCall, "convert": mirrorConvert,
	"add": mirrorAdd, "send": mirrorSend, "recv": mirrorRecv,
	"addr": func(t *thread, m mirror, _ []value) value {
		return reflected(t, mirror{spot{types.NewPointer(m.t), nil, m.c}, m.sticky()})
	},
	"assign": func(t *thread, m mirror, args []value) value {
		t.Store(m.c, assigned(t, mirrorOf(t, args[0]), m.t))
		return nil
	},
	"setLen": func(t *thread, m mirror, args []value) value {
		s, _ := m.get(t).(slice)
		s.Len = int(machine.AsInt(args[0]))
		t.Store(m.c, s)
		return nil
	},
	"unsafe": func(t *thread, m mirror, _ []value) value {
		if c, ok := m.get(t).(*cell); ok {
			return c
		}
		panic(machine.Unsupported("reflect.Value.UnsafePointer of " + m.t.String()))
	},
	"close": func(t *thread, m mirror, _ []value) value {
		t.CloseQueue(queueOf(t, m))
		return nil
	},
	"clear": func(t *thread, m mirror, _ []value) value {
		t.Clears(m.t, m.get(t))
		return nil
	},
}
