// Package reflect keeps what ordinary programs ask of types and values; it drops StructOf, FuncOf and layouts.
package reflect

import (
	"iter"
	"strconv"
)

type Kind uint

const (
	Invalid Kind = iota
	Bool
	Int
	Int8
	Int16
	Int32
	Int64
	Uint
	Uint8
	Uint16
	Uint32
	Uint64
	Uintptr
	Float32
	Float64
	Complex64
	Complex128
	Array
	Chan
	Func
	Interface
	Map
	Pointer
	Slice
	String
	Struct
	UnsafePointer
)

const Ptr = Pointer

var kindNames = []string{
	"invalid", "bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
	"float32", "float64", "complex64", "complex128", "array", "chan", "func", "interface", "map", "ptr", "slice", "string",
	"struct", "unsafe.Pointer",
}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind" + strconv.Itoa(int(k))
}

type ChanDir int

const (
	RecvDir ChanDir = 1 << iota
	SendDir
	BothDir = RecvDir | SendDir
)

func (d ChanDir) String() string {
	return [...]string{"ChanDir0", "<-chan", "chan<-", "chan"}[d]
}

type Type interface {
	Align() int
	FieldAlign() int
	Method(int) Method
	MethodByName(string) (Method, bool)
	NumMethod() int
	Name() string
	PkgPath() string
	Size() uintptr
	String() string
	Kind() Kind
	Implements(u Type) bool
	AssignableTo(u Type) bool
	ConvertibleTo(u Type) bool
	Comparable() bool
	Bits() int
	ChanDir() ChanDir
	IsVariadic() bool
	Elem() Type
	Field(i int) StructField
	FieldByIndex(index []int) StructField
	FieldByName(name string) (StructField, bool)
	FieldByNameFunc(match func(string) bool) (StructField, bool)
	In(i int) Type
	Key() Type
	Len() int
	NumField() int
	NumIn() int
	NumOut() int
	Out(i int) Type
	OverflowComplex(x complex128) bool
	OverflowFloat(x float64) bool
	OverflowInt(x int64) bool
	OverflowUint(x uint64) bool
	CanSeq() bool
	CanSeq2() bool
	Fields() iter.Seq[StructField]
	Methods() iter.Seq[Method]
	rtype() *rtype
}

type Method struct {
	Name    string
	PkgPath string
	Type    Type
	Func    Value
	Index   int
}

func (m Method) IsExported() bool { return m.PkgPath == "" }

type StructField struct {
	Name      string
	PkgPath   string
	Type      Type
	Tag       StructTag
	Offset    uintptr
	Index     []int
	Anonymous bool
}

func (f StructField) IsExported() bool { return f.PkgPath == "" }

type StructTag string

func (tag StructTag) Get(key string) string {
	v, _ := tag.Lookup(key)
	return v
}
func (tag StructTag) Lookup(key string) (value string, ok bool) { return lookup(string(tag), key) }
func lookup(tag, key string) (string, bool)

// An rtype is known to the interpreter by its address.
type rtype struct{ id int }

func typeOf(x any) *rtype
func typeName(x any) string

func TypeOf(x any) Type {
	if x == nil {
		return nil
	}
	return typeOf(x)
}
func TypeFor[T any]() Type {
	var x T
	if t := TypeOf(x); t != nil {
		return t
	}
	return TypeOf((*T)(nil)).Elem()
}

func (t *rtype) rtype() *rtype { return t }
func (t *rtype) kind() int
func (t *rtype) ask(what string, i int) int
func (t *rtype) text(what string) string
func (t *rtype) part(what string, i int) *rtype
func (t *rtype) compare(what string, u *rtype) bool
func (t *rtype) fieldAt(i int) (name, pkg string, typ *rtype, tag string, embedded bool, at uintptr)
func (t *rtype) fieldNamed(name string) []int
func (t *rtype) methodAt(i int) (name string, typ *rtype)

// made is the type made of others: pointers, slices, arrays, maps, channels.
func made(what string, t, key *rtype, n int) *rtype

func wrap(t *rtype) Type {
	if t == nil {
		return nil
	}
	return t
}

func (t *rtype) Kind() Kind       { return Kind(t.kind()) }
func (t *rtype) String() string   { return t.text("string") }
func (t *rtype) Name() string     { return t.text("name") }
func (t *rtype) PkgPath() string  { return t.text("pkg") }
func (t *rtype) Size() uintptr    { return uintptr(t.ask("size", 0)) }
func (t *rtype) Align() int       { return t.ask("align", 0) }
func (t *rtype) FieldAlign() int  { return t.ask("align", 0) }
func (t *rtype) Bits() int        { return t.ask("size", 0) * 8 }
func (t *rtype) Comparable() bool { return t.ask("comparable", 0) == 1 }
func (t *rtype) ChanDir() ChanDir { return ChanDir(t.ask("dir", 0)) }
func (t *rtype) IsVariadic() bool { return t.ask("variadic", 0) == 1 }
func (t *rtype) Len() int         { return t.ask("len", 0) }
func (t *rtype) NumField() int    { return t.ask("fields", 0) }
func (t *rtype) NumIn() int       { return t.ask("ins", 0) }
func (t *rtype) NumOut() int      { return t.ask("outs", 0) }
func (t *rtype) NumMethod() int   { return t.ask("methods", 0) }
func (t *rtype) Elem() Type       { return wrap(t.part("elem", 0)) }
func (t *rtype) Key() Type        { return wrap(t.part("key", 0)) }
func (t *rtype) In(i int) Type    { return wrap(t.part("in", i)) }
func (t *rtype) Out(i int) Type   { return wrap(t.part("out", i)) }
func (t *rtype) CanSeq() bool     { return t.Kind() == Slice || t.Kind() == Map || t.Kind() == Chan }
func (t *rtype) CanSeq2() bool    { return t.Kind() == Slice || t.Kind() == Map }

func (t *rtype) Implements(u Type) bool {
	if u == nil {
		panic("reflect: nil type passed to Type.Implements")
	}
	if u.Kind() != Interface {
		panic("reflect: non-interface type passed to Type.Implements")
	}
	return t.compare("implements", u.rtype())
}
func (t *rtype) AssignableTo(u Type) bool  { return t.compare("assignable", u.rtype()) }
func (t *rtype) ConvertibleTo(u Type) bool { return t.compare("convertible", u.rtype()) }

func (t *rtype) Field(i int) StructField {
	name, pkg, typ, tag, embedded, at := t.fieldAt(i)
	return StructField{name, pkg, typ, StructTag(tag), at, []int{i}, embedded}
}
func (t *rtype) FieldByIndex(index []int) StructField {
	var u Type = t
	var f StructField
	for i, x := range index {
		if i > 0 && u.Kind() == Pointer && u.Elem().Kind() == Struct {
			u = u.Elem()
		}
		f = u.Field(x)
		u = f.Type
	}
	f.Index = index
	return f
}
func (t *rtype) FieldByName(name string) (StructField, bool) {
	if index := t.fieldNamed(name); index != nil {
		return t.FieldByIndex(index), true
	}
	return StructField{}, false
}
func (t *rtype) FieldByNameFunc(match func(string) bool) (StructField, bool) {
	for i := range t.NumField() {
		if f := t.Field(i); match(f.Name) {
			return f, true
		}
	}
	return StructField{}, false
}
func (t *rtype) Fields() iter.Seq[StructField] {
	return func(yield func(StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}
func (t *rtype) Method(i int) Method {
	if i < 0 || i >= t.NumMethod() {
		panic("reflect: Method index out of range")
	}
	name, typ := t.methodAt(i)
	m := Method{Name: name, Type: typ, Index: i}
	if t.Kind() != Interface {
		m.Func = MakeFunc(typ, func(in []Value) []Value {
			f := in[0].Method(i)
			if f.Type().IsVariadic() {
				return f.CallSlice(in[1:])
			}
			return f.Call(in[1:])
		})
	}
	return m
}
func (t *rtype) MethodByName(name string) (Method, bool) {
	for i := range t.NumMethod() {
		if n, _ := t.methodAt(i); n == name {
			return t.Method(i), true
		}
	}
	return Method{}, false
}
func (t *rtype) Methods() iter.Seq[Method] {
	return func(yield func(Method) bool) {
		for i := range t.NumMethod() {
			if !yield(t.Method(i)) {
				return
			}
		}
	}
}
func (t *rtype) OverflowInt(x int64) bool          { return Zero(t).OverflowInt(x) }
func (t *rtype) OverflowUint(x uint64) bool        { return Zero(t).OverflowUint(x) }
func (t *rtype) OverflowFloat(x float64) bool      { return Zero(t).OverflowFloat(x) }
func (t *rtype) OverflowComplex(x complex128) bool { return false }

func PointerTo(t Type) Type           { return made("pointer", t.rtype(), nil, 0) }
func PtrTo(t Type) Type               { return PointerTo(t) }
func SliceOf(t Type) Type             { return made("slice", t.rtype(), nil, 0) }
func ArrayOf(n int, t Type) Type      { return made("array", t.rtype(), nil, n) }
func MapOf(key, elem Type) Type       { return made("map", elem.rtype(), key.rtype(), 0) }
func ChanOf(dir ChanDir, t Type) Type { return made("chan", t.rtype(), nil, int(dir)) }

func VisibleFields(t Type) []StructField {
	var list []StructField
	for i := range t.NumField() {
		f := t.Field(i)
		list = append(list, f)
		u := f.Type
		if f.Anonymous && u.Kind() == Pointer {
			u = u.Elem()
		}
		if !f.Anonymous || u.Kind() != Struct {
			continue
		}
		for _, g := range VisibleFields(u) {
			if h, ok := t.FieldByName(g.Name); ok && len(h.Index) == len(g.Index)+1 && h.Index[0] == i {
				g.Index = h.Index
				list = append(list, g)
			}
		}
	}
	return list
}

func DeepEqual(a, b any) bool

type SliceHeader struct {
	Data uintptr
	Len  int
	Cap  int
}

type StringHeader struct {
	Data uintptr
	Len  int
}
