package reflect

import (
	"iter"
	"unsafe"
)

// A Value has a type, and either the value in x, or a variable at p; ro is 1 for what unexported fields lead to,
// 2 for embedded structs of unexported types.
type Value struct {
	t  *rtype
	x  any
	p  *int
	ro uint
}

type ValueError struct {
	Method string
	Kind   Kind
}

func (e *ValueError) Error() string {
	if e.Kind == 0 {
		return "reflect: call of " + e.Method + " on zero Value"
	}
	return "reflect: call of " + e.Method + " on " + e.Kind.String() + " Value"
}

func ValueOf(x any) Value {
	if x == nil {
		return Value{}
	}
	return Value{t: typeOf(x), x: x}
}

func (v Value) must(method string, kinds ...Kind) {
	k := v.Kind()
	for _, x := range kinds {
		if k == x {
			return
		}
	}
	panic(&ValueError{"reflect.Value." + method, k})
}

func (v Value) mustSet(method string) {
	if v.t == nil {
		panic(&ValueError{"reflect.Value." + method, Invalid})
	}
	if v.ro != 0 {
		panic("reflect: reflect.Value." + method + " using value obtained using unexported field")
	}
	if v.p == nil {
		panic("reflect: reflect.Value." + method + " using unaddressable value")
	}
}

// get reads the value, as what an interface holds; of interface type, it is what that holds.
func (v Value) get() any
func (v Value) boolean() bool
func (v Value) integer() int64
func (v Value) natural() uint64
func (v Value) float() float64
func (v Value) complex() complex128
func (v Value) text() string
func (v Value) bytes() []byte
func (v Value) isNil() bool
func (v Value) isZero() bool
func (v Value) length() int
func (v Value) capacity() int
func (v Value) elem() Value
func (v Value) field(i int) Value
func (v Value) index(i int) Value
func (v Value) slice(i, j, k int) Value
func (v Value) addr() Value
func (v Value) assign(x Value)
func (v Value) setLen(n int)
func (v Value) address() uintptr
func (v Value) unsafe() unsafe.Pointer
func newAt(t *rtype, p unsafe.Pointer) Value
func (v Value) mapKeys() []Value
func (v Value) mapIndex(key Value) Value
func (v Value) setMapIndex(key, elem Value, remove bool)
func (v Value) method(i int) Value
func (v Value) call(in []Value, spread bool) []Value
func (v Value) convert(t *rtype) Value
func (v Value) add(x Value) Value
func (v Value) send(x Value, wait bool) bool
func (v Value) recv(wait bool) (x Value, ok bool)
func (v Value) close()
func (v Value) clear()
func makeValue(what string, t *rtype, n, c int) Value
func makeFunc(t *rtype, f func([]Value) []Value) Value
func selects(dirs []int, chans, sends []Value) (chosen int, x Value, ok bool)

func (v Value) IsValid() bool { return v.t != nil }
func (v Value) Kind() Kind {
	if v.t == nil {
		return Invalid
	}
	return v.t.Kind()
}
func (v Value) Type() Type {
	if v.t == nil {
		panic(&ValueError{"reflect.Value.Type", Invalid})
	}
	return v.t
}
func (v Value) CanAddr() bool      { return v.p != nil }
func (v Value) CanSet() bool       { return v.p != nil && v.ro == 0 }
func (v Value) CanInterface() bool { return v.ro == 0 }
func (v Value) CanInt() bool       { return v.Kind() >= Int && v.Kind() <= Int64 }
func (v Value) CanUint() bool      { return v.Kind() >= Uint && v.Kind() <= Uintptr }
func (v Value) CanFloat() bool     { return v.Kind() == Float32 || v.Kind() == Float64 }
func (v Value) CanComplex() bool   { return v.Kind() == Complex64 || v.Kind() == Complex128 }
func (v Value) Interface() any {
	if v.t == nil {
		panic(&ValueError{"reflect.Value.Interface", Invalid})
	}
	if v.ro != 0 {
		panic("reflect.Value.Interface: cannot return value obtained from unexported field or method")
	}
	return v.get()
}
func TypeAssert[T any](v Value) (T, bool) {
	x, ok := v.Interface().(T)
	return x, ok
}
func (v Value) Bool() bool { v.must("Bool", Bool); return v.boolean() }
func (v Value) Int() int64 {
	v.must("Int", Int, Int8, Int16, Int32, Int64)
	return v.integer()
}
func (v Value) Uint() uint64 {
	v.must("Uint", Uint, Uint8, Uint16, Uint32, Uint64, Uintptr)
	return v.natural()
}
func (v Value) Float() float64 { v.must("Float", Float32, Float64); return v.float() }
func (v Value) Complex() complex128 {
	v.must("Complex", Complex64, Complex128)
	return v.complex()
}
func (v Value) String() string {
	if v.t == nil {
		return "<invalid Value>"
	}
	return v.text()
}
func (v Value) Bytes() []byte { v.must("Bytes", Slice, Array); return v.bytes() }
func (v Value) IsNil() bool {
	v.must("IsNil", Chan, Func, Interface, Map, Pointer, Slice, UnsafePointer)
	return v.isNil()
}
func (v Value) IsZero() bool {
	if v.t == nil {
		panic(&ValueError{"reflect.Value.IsZero", Invalid})
	}
	return v.isZero()
}
func (v Value) Len() int {
	if v.Kind() == Pointer && v.t.Elem().Kind() == Array {
		return v.t.Elem().Len()
	}
	v.must("Len", Array, Chan, Map, Slice, String)
	return v.length()
}
func (v Value) Cap() int { v.must("Cap", Array, Chan, Slice); return v.capacity() }
func (v Value) Elem() Value {
	v.must("Elem", Interface, Pointer)
	return v.elem()
}
func (v Value) Field(i int) Value {
	v.must("Field", Struct)
	if i < 0 || i >= v.NumField() {
		panic("reflect: Field index out of range")
	}
	return v.field(i)
}
func (v Value) NumField() int { v.must("NumField", Struct); return v.t.NumField() }
func (v Value) FieldByIndex(index []int) Value {
	for i, x := range index {
		if i > 0 && v.Kind() == Pointer {
			if v.IsNil() {
				panic("reflect: indirection through nil pointer to embedded struct")
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v
}
func (v Value) FieldByIndexErr(index []int) (Value, error) { return v.FieldByIndex(index), nil }
func (v Value) FieldByName(name string) Value {
	v.must("FieldByName", Struct)
	if f, ok := v.t.FieldByName(name); ok {
		return v.FieldByIndex(f.Index)
	}
	return Value{}
}
func (v Value) FieldByNameFunc(match func(string) bool) Value {
	if f, ok := v.t.FieldByNameFunc(match); ok {
		return v.FieldByIndex(f.Index)
	}
	return Value{}
}
func (v Value) Fields() iter.Seq2[StructField, Value] {
	return func(yield func(StructField, Value) bool) {
		for i := range v.NumField() {
			if !yield(v.t.Field(i), v.Field(i)) {
				return
			}
		}
	}
}
func (v Value) Index(i int) Value {
	v.must("Index", Array, Slice, String)
	if i < 0 || i >= v.length() {
		panic("reflect: " + v.Kind().String() + " index out of range")
	}
	return v.index(i)
}
func (v Value) Slice(i, j int) Value { v.must("Slice", Array, Slice, String); return v.slice(i, j, -1) }
func (v Value) Slice3(i, j, k int) Value {
	v.must("Slice3", Array, Slice)
	return v.slice(i, j, k)
}
func (v Value) Addr() Value {
	if v.p == nil {
		panic("reflect.Value.Addr of unaddressable value")
	}
	return v.addr()
}
func (v Value) Pointer() uintptr              { return v.address() }
func (v Value) UnsafeAddr() uintptr           { return v.Addr().address() }
func (v Value) UnsafePointer() unsafe.Pointer { return v.unsafe() }
func (v Value) Set(x Value) {
	v.mustSet("Set")
	if x.t == nil {
		panic(&ValueError{"reflect.Set", Invalid})
	}
	if x.ro != 0 {
		panic("reflect: reflect.Set using value obtained using unexported field")
	}
	if !x.t.AssignableTo(v.t) {
		panic("reflect.Set: value of type " + x.t.String() + " is not assignable to type " + v.t.String())
	}
	v.assign(x)
}
func (v Value) setAs(method string, x any, kinds ...Kind) {
	v.mustSet(method)
	v.must(method, kinds...)
	v.assign(ValueOf(x).convert(v.t))
}
func (v Value) SetBool(x bool)          { v.setAs("SetBool", x, Bool) }
func (v Value) SetInt(x int64)          { v.setAs("SetInt", x, Int, Int8, Int16, Int32, Int64) }
func (v Value) SetUint(x uint64)        { v.setAs("SetUint", x, Uint, Uint8, Uint16, Uint32, Uint64, Uintptr) }
func (v Value) SetFloat(x float64)      { v.setAs("SetFloat", x, Float32, Float64) }
func (v Value) SetComplex(x complex128) { v.setAs("SetComplex", x, Complex64, Complex128) }
func (v Value) SetString(x string)      { v.setAs("SetString", x, String) }
func (v Value) SetBytes(x []byte)       { v.setAs("SetBytes", x, Slice) }
func (v Value) SetZero()                { v.mustSet("SetZero"); v.assign(Zero(v.t)) }
func (v Value) SetLen(n int) {
	v.mustSet("SetLen")
	v.must("SetLen", Slice)
	if n < 0 || n > v.Cap() {
		panic("reflect: slice length out of range in SetLen")
	}
	v.setLen(n)
}
func (v Value) SetCap(n int) { v.mustSet("SetCap"); v.assign(v.Slice3(0, v.Len(), n)) }
func (v Value) Grow(n int) {
	v.mustSet("Grow")
	if v.Len()+n > v.Cap() {
		s := MakeSlice(v.t, v.Len(), v.Len()+n)
		Copy(s, v)
		v.assign(s)
	}
}
func (v Value) Clear() { v.must("Clear", Slice, Map); v.clear() }

func (v Value) MapKeys() []Value { v.must("MapKeys", Map); return v.mapKeys() }
func (v Value) MapIndex(key Value) Value {
	v.must("MapIndex", Map)
	return v.mapIndex(key)
}
func (v Value) SetMapIndex(key, elem Value) {
	v.must("SetMapIndex", Map)
	v.setMapIndex(key, elem, elem.t == nil)
}

type MapIter struct {
	m    Value
	keys []Value
	at   int
}

func (v Value) MapRange() *MapIter { return &MapIter{m: v, keys: v.MapKeys(), at: -1} }
func (it *MapIter) Next() bool {
	for it.at++; it.at < len(it.keys); it.at++ {
		if it.m.MapIndex(it.keys[it.at]).IsValid() {
			return true
		}
	}
	return false
}
func (it *MapIter) Key() Value   { return it.keys[it.at] }
func (it *MapIter) Value() Value { return it.m.MapIndex(it.keys[it.at]) }
func (it *MapIter) Reset(v Value) {
	*it = MapIter{at: -1}
	if v.IsValid() {
		*it = *v.MapRange()
	}
}
func (v Value) SetIterKey(it *MapIter)   { v.Set(it.Key()) }
func (v Value) SetIterValue(it *MapIter) { v.Set(it.Value()) }

func (v Value) NumMethod() int {
	if v.t == nil {
		panic(&ValueError{"reflect.Value.NumMethod", Invalid})
	}
	return v.t.NumMethod()
}
func (v Value) Method(i int) Value {
	if i < 0 || i >= v.NumMethod() {
		panic("reflect: Method index out of range")
	}
	return v.method(i)
}
func (v Value) MethodByName(name string) Value {
	if v.t == nil {
		panic(&ValueError{"reflect.Value.MethodByName", Invalid})
	}
	for i := range v.t.NumMethod() {
		if n, _ := v.t.methodAt(i); n == name {
			return v.method(i)
		}
	}
	return Value{}
}
func (v Value) Call(in []Value) []Value {
	v.must("Call", Func)
	return v.checked(in, false)
}
func (v Value) CallSlice(in []Value) []Value {
	v.must("CallSlice", Func)
	return v.checked(in, true)
}
func (v Value) checked(in []Value, spread bool) []Value {
	if v.isNil() {
		panic("reflect: call of nil function")
	}
	n, variadic := v.t.NumIn(), v.t.IsVariadic() && !spread
	if variadic {
		n--
	}
	if len(in) < n {
		panic("reflect: Call with too few input arguments")
	}
	if len(in) > n && !variadic {
		panic("reflect: Call with too many input arguments")
	}
	for i, x := range in {
		if x.t == nil {
			panic("reflect: Call using zero Value argument")
		}
		var to Type
		if i < n {
			to = v.t.In(i)
		} else {
			to = v.t.In(n).Elem()
		}
		if !x.t.AssignableTo(to) {
			panic("reflect: Call using " + x.t.String() + " as type " + to.String())
		}
	}
	return v.call(in, spread)
}
func (v Value) CanConvert(t Type) bool { return v.t.ConvertibleTo(t) }
func (v Value) Convert(t Type) Value {
	if !v.t.ConvertibleTo(t) {
		panic("reflect.Value.Convert: value of type " + v.t.String() + " cannot be converted to type " + t.String())
	}
	return v.convert(t.rtype())
}
func (v Value) Comparable() bool {
	switch v.Kind() {
	case Invalid:
		return true
	case Interface:
		return v.IsNil() || v.Elem().Comparable()
	case Array:
		for i := range v.Len() {
			if !v.Index(i).Comparable() {
				return false
			}
		}
		return true
	case Struct:
		for i := range v.NumField() {
			if !v.Field(i).Comparable() {
				return false
			}
		}
		return true
	}
	return v.t.Comparable()
}
func (v Value) Equal(u Value) bool {
	if !v.IsValid() || !u.IsValid() {
		return v.IsValid() == u.IsValid()
	}
	return v.get() == u.get()
}
func (v Value) OverflowInt(x int64) bool {
	bits := uint(v.t.Bits())
	return x != (x<<(64-bits))>>(64-bits)
}
func (v Value) OverflowUint(x uint64) bool {
	bits := uint(v.t.Bits())
	return x != (x<<(64-bits))>>(64-bits)
}
func (v Value) OverflowFloat(x float64) bool {
	return v.Kind() == Float32 && (x > 0x1p127*(1+(1-0x1p-23)) || x < -0x1p127*(1+(1-0x1p-23)))
}

func (v Value) Send(x Value)         { v.must("Send", Chan); v.send(x, true) }
func (v Value) TrySend(x Value) bool { v.must("TrySend", Chan); return v.send(x, false) }
func (v Value) Recv() (Value, bool)  { v.must("Recv", Chan); return v.recv(true) }
func (v Value) TryRecv() (Value, bool) {
	v.must("TryRecv", Chan)
	return v.recv(false)
}
func (v Value) Close() { v.must("Close", Chan); v.close() }

func (v Value) Seq() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		switch v.Kind() {
		case Map:
			for _, k := range v.MapKeys() {
				if !yield(k) {
					return
				}
			}
		case Chan:
			for {
				x, ok := v.Recv()
				if !ok || !yield(x) {
					return
				}
			}
		default:
			for i := range v.Len() {
				if !yield(ValueOf(i)) {
					return
				}
			}
		}
	}
}
func (v Value) Seq2() iter.Seq2[Value, Value] {
	return func(yield func(Value, Value) bool) {
		if v.Kind() == Map {
			for it := v.MapRange(); it.Next(); {
				if !yield(it.Key(), it.Value()) {
					return
				}
			}
			return
		}
		for i := range v.Len() {
			if !yield(ValueOf(i), v.Index(i)) {
				return
			}
		}
	}
}

func Zero(t Type) Value                   { return makeValue("zero", t.rtype(), 0, 0) }
func New(t Type) Value                    { return makeValue("new", t.rtype(), 0, 0) }
func MakeSlice(t Type, n, c int) Value    { return makeValue("slice", t.rtype(), n, c) }
func MakeMap(t Type) Value                { return makeValue("map", t.rtype(), 0, 0) }
func MakeMapWithSize(t Type, n int) Value { return MakeMap(t) }
func MakeChan(t Type, n int) Value        { return makeValue("chan", t.rtype(), n, 0) }
func MakeFunc(t Type, f func(args []Value) (results []Value)) Value {
	return makeFunc(t.rtype(), f)
}
func NewAt(t Type, p unsafe.Pointer) Value { return newAt(t.rtype(), p) }
func Indirect(v Value) Value {
	if v.Kind() != Pointer {
		return v
	}
	return v.Elem()
}
func Append(s Value, x ...Value) Value {
	s.must("Append", Slice)
	for _, v := range x {
		s = s.add(v)
	}
	return s
}
func AppendSlice(s, t Value) Value {
	for i := range t.Len() {
		s = s.add(t.Index(i))
	}
	return s
}
func Copy(dst, src Value) int {
	n := min(dst.Len(), src.Len())
	for i := range n {
		dst.Index(i).assign(src.Index(i))
	}
	return n
}
func Swapper(slice any) func(i, j int) {
	v := ValueOf(slice)
	v.must("Swapper", Slice)
	return func(i, j int) {
		a, b, x := v.Index(i), v.Index(j), New(v.t.Elem()).Elem()
		x.assign(a)
		a.assign(b)
		b.assign(x)
	}
}

type SelectDir int

const (
	_ SelectDir = iota
	SelectSend
	SelectRecv
	SelectDefault
)

type SelectCase struct {
	Dir  SelectDir
	Chan Value
	Send Value
}

func Select(cases []SelectCase) (chosen int, recv Value, recvOK bool) {
	var dirs []int
	var chans, sends []Value
	for _, c := range cases {
		dirs = append(dirs, int(c.Dir))
		chans = append(chans, c.Chan)
		sends = append(sends, c.Send)
	}
	return selects(dirs, chans, sends)
}
