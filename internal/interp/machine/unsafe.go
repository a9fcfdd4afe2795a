// This file is about package unsafe: what pointers that have gone through unsafe.Pointer point to, and addresses (V53,
// V54).

package machine

import (
	"go/types"
	"math"
	"sort"
	"unsafe"

	"golang.org/x/tools/go/ssa"
)

// An addressbook is what a run knows of variables that unsafe pointers point to.
type addressbook struct {
	forms  map[*Cell]types.Type // the types that they have
	lists  map[*Cell]Slice      // of elements: them and those behind them
	texts  map[*Cell]string     // of bytes that are those of strings: the strings
	known  map[*Cell]int        // where they are in placed
	placed []addressed          // those that have an address, in its order
	words  map[string]*Cell     // what stands for types in the first words of interfaces, by their names
	typed  map[*Cell]types.Type // and back
	boxes  map[*Cell]bool       // what interfaces' second words point to, where the values are no pointers
	outer  map[*Cell]*Cell      // of first parts that were found by unsafe pointers: what they are parts of
	views  map[*Cell]view       // of copies: what they are of
	stands map[Value]*Cell      // what stands for maps, channels and functions as unsafe pointers
	things map[*Cell]Value      // and back
}

// An addressed is a variable with an address.
type addressed struct {
	at, size int64      // the address, and how many bytes it has
	c        *Cell      // the variable, or the first element of a list
	t        types.Type // its type
}

// A view is a copy of a variable, as one of another type.
type view struct {
	of       *Cell      // the variable
	from, to types.Type // its type, and that of the copy
}

// firstAddress is the lowest address of a variable.
const firstAddress = 0xc000000000

// newBook is an empty one.
func newBook() addressbook {
	return addressbook{
		forms: map[*Cell]types.Type{}, lists: map[*Cell]Slice{}, texts: map[*Cell]string{}, known: map[*Cell]int{},
		words: map[string]*Cell{}, typed: map[*Cell]types.Type{}, boxes: map[*Cell]bool{}, outer: map[*Cell]*Cell{},
		views: map[*Cell]view{}, stands: map[Value]*Cell{}, things: map[*Cell]Value{},
	}
}

// note keeps what a pointer of some type points to, for when it comes back as one of another type.
func (b *addressbook) note(c *Cell, elem types.Type) {
	if _, known := b.forms[c]; !known && c != nil {
		b.forms[c] = elem
	}
}

// list keeps the elements from some one on.
func (b *addressbook) list(s Slice, elem types.Type) *Cell {
	if s.Base == nil || s.Off >= len(s.Base.Parts) || s.Cap == 0 {
		return nil
	}
	c := s.At(0)
	b.note(c, elem)
	if s.Cap > b.lists[c].Cap {
		b.lists[c] = Slice{s.Base, s.Off, s.Cap, s.Cap}
	}
	return c
}

// address is the one of a variable, the same each time (V54).
func (b *addressbook) address(c *Cell) uint64 {
	if c == nil {
		return 0
	}
	c = b.whole(c)
	k, ok := b.known[c]
	if !ok {
		p := addressed{at: firstAddress, size: 8, c: c, t: b.forms[c]}
		if p.t != nil {
			p.size = max(sizes.Sizeof(p.t), 1)
			p.size *= int64(max(b.lists[c].Cap, 1))
		}
		if n := len(b.placed); n > 0 {
			p.at = (b.placed[n-1].at + b.placed[n-1].size + 31) &^ 15
		}
		k = len(b.placed)
		b.known[c] = k
		b.placed = append(b.placed, p)
	}
	return uint64(b.placed[k].at)
}

// whole is the variable that one found at its beginning is a part of.
func (b *addressbook) whole(c *Cell) *Cell {
	for b.outer[c] != nil {
		c = b.outer[c]
	}
	return c
}

// resolve is the variable at an address.
func (b *addressbook) resolve(at uint64) *Cell {
	if at == 0 {
		return nil
	}
	k := sort.Search(len(b.placed), func(i int) bool { return b.placed[i].at > int64(at) }) - 1
	if k < 0 || b.placed[k].t == nil && b.placed[k].at != int64(at) {
		panic(Unsupported("address of no variable"))
	}
	p := b.placed[k]
	off := int64(at) - p.at
	if off == 0 {
		return p.c
	}
	c, t := p.c, p.t
	if s := b.lists[c]; s.Cap > 0 && sizes.Sizeof(t) > 0 {
		i := off / sizes.Sizeof(t)
		if i >= int64(s.Cap) {
			panic(Unsupported("address behind a slice"))
		}
		s.Off, s.Cap, s.Len = s.Off+int(i), s.Cap-int(i), s.Cap-int(i)
		c, off = b.list(s, t), off%sizes.Sizeof(t)
	}
	if c, t = part(c, t, off); c == nil {
		panic(Unsupported("address within a variable"))
	}
	b.note(c, t)
	return c
}

// unsafely converts a pointer through unsafe.Pointer: what it points to is seen as a variable of another type. Where it
// has the structure of that type, or begins as it does, it is that variable or its first part; otherwise a copy of what
// it holds, if nobody writes to it, and where it is a number, a string, a slice or the header of one.
func (fr *frame) unsafely(to types.Type, c *Cell, read bool) *Cell {
	b := &fr.t.Run.addressbook
	if c == nil {
		return nil
	}
	c = b.whole(c)
	from := b.forms[c]
	if from == nil {
		return c // the pointer is not from the program
	}
	if x := b.seen(c, from, to); x != nil {
		return x
	}
	if read {
		if v := fr.reads(from, to, c); v != nil {
			x := &Cell{}
			fr.t.Run.Fill(x, to, true)
			x.Write(v)
			b.views[x] = view{c, from, to}
			return x
		}
	}
	panic(Unsupported("a pointer to " + TypeString(from) + " as one to " + TypeString(to)))
}

// seen is the part of a variable that has the structure of another type, at its beginning; nil: none.
func (b *addressbook) seen(c *Cell, from, to types.Type) *Cell {
	for {
		if (typePairs{}).sameForm(from, to) {
			b.note(c, from)
			return c
		}
		switch u := Under(from).(type) {
		case *types.Struct:
			if u.NumFields() == 0 {
				return nil
			}
			if y, ok := Under(to).(*types.Struct); ok && y.NumFields() > 0 &&
				(typePairs{}).sameForm(u.Field(0).Type(), y.Field(0).Type()) {
				b.note(c, from)
				return c // what follows is for the program to know
			}
			from = u.Field(0).Type()
		case *types.Array:
			if y, ok := Under(to).(*types.Array); ok && y.Len() > 0 && (typePairs{}).sameForm(u.Elem(), y.Elem()) {
				n := min(u.Len(), y.Len())
				return &Cell{Parts: c.Parts[:n:n], sh: localOnly(c)}
			}
			if u.Len() == 0 {
				return nil
			}
			from = u.Elem()
		default:
			if y, ok := Under(to).(*types.Array); ok && y.Len() > 0 && (typePairs{}).sameForm(from, y.Elem()) {
				if s := b.lists[c]; s.Cap > 0 {
					n := min(s.Cap, int(y.Len()))
					return &Cell{Parts: s.Base.Parts[s.Off : s.Off+n : s.Off+n]}
				}
			}
			return nil
		}
		b.outer[&c.Parts[0]] = c
		c = &c.Parts[0]
	}
}

// convertedBy is the conversion from unsafe.Pointer that gives a pointer, or one to the struct whose field it points
// to; nil: none.
func convertedBy(v ssa.Value) *ssa.Convert {
	if a, ok := v.(*ssa.FieldAddr); ok {
		v = a.X
	}
	if c, ok := v.(*ssa.Convert); ok && isPointer(c.X.Type()) {
		return c
	}
	return nil
}

// stored writes what was stored in a copy to what that is of.
func (fr *frame) stored(o *op) {
	at := o.a
	if f, ok := o.in.(*ssa.Store).Addr.(*ssa.FieldAddr); ok {
		at = fr.info.opOf(f).a
	}
	c, _ := fr.get(at).(*Cell)
	x, ok := fr.t.Run.views[c]
	if !ok {
		return
	}
	back := fr.reads(x.to, x.from, c)
	if back == nil {
		panic(Unsupported("what is written to " + TypeString(x.from) + " as " + TypeString(x.to)))
	}
	fr.t.Store(x.of, back)
}

// reads is what a variable of one type holds as a value of another type; nil: it cannot be said.
func (fr *frame) reads(from, to types.Type, c *Cell) Value {
	t, isString := fr.t, isBasic(to, types.IsString)
	switch f := Under(from).(type) {
	case *types.Slice:
		if isString && isBytes(f) {
			return string(t.Bytes(t.Load(c).(Slice)))
		}
		if u, ok := Under(to).(*types.Slice); ok {
			return fr.wrapped(f.Elem(), u.Elem(), t.Load(c).(Slice))
		}
		return fr.header(f.Elem(), t.Load(c), to)
	case *types.Struct:
		return fr.ofHeader(f, to, c)
	case *types.Map, *types.Chan, *types.Signature:
		if isPointer(to) {
			return t.Run.standFor(t.Load(c))
		}
	case *types.Interface:
		return fr.twoWords(t.Load(c).(Iface), to)
	case *types.Basic:
		switch {
		case f.Info()&types.IsString != 0:
			s := t.Load(c).(string)
			if isBytes(to) {
				return t.Run.BytesOf(s)
			}
			return fr.header(types.Typ[types.Uint8], s, to)
		case f.Kind() == types.UnsafePointer:
			p, _ := t.Load(c).(*Cell)
			if v, ok := t.Run.things[p]; ok {
				return v
			}
			if p == nil {
				return Zero(to)
			}
		case f.Info()&types.IsNumeric != 0:
			return numberAs(f, to, t.Load(c))
		}
	}
	return nil
}

// header is a slice or a string as the struct that the run-time system makes of it; nil if that is another one.
func (fr *frame) header(elem types.Type, v Value, to types.Type) Value {
	h, ok := Under(to).(*types.Struct)
	s, isSlice := v.(Slice)
	if !isSlice {
		text := v.(string)
		s = fr.t.Run.BytesOf(text)
		if c := fr.t.Run.list(s, elem); c != nil {
			fr.t.Run.texts[c] = text
		}
	}
	if !ok || h.NumFields() < 2 || h.NumFields() > 3 || !isSlice && h.NumFields() > 2 {
		return nil
	}
	c := fr.t.Run.list(s, elem)
	data := Value(c)
	if isBasic(h.Field(0).Type(), types.IsInteger) {
		data = fr.t.Run.address(c)
	}
	out := Agg{data, int64(s.Len)}
	if h.NumFields() == 3 {
		out = append(out, int64(s.Cap))
	}
	for i := range out {
		if i > 0 && !isBasic(h.Field(i).Type(), types.IsInteger) || sizes.Sizeof(h.Field(i).Type()) != 8 {
			return nil
		}
		if isBasic(h.Field(i).Type(), types.IsUnsigned) && i > 0 {
			return nil
		}
	}
	return out
}

// wrapped is a slice whose elements are those of another one in a struct of their own, or without it; nil: it is none.
func (fr *frame) wrapped(from, to types.Type, s Slice) Value {
	t := fr.t
	in, out := lone(from), lone(to)
	if (in == nil) == (out == nil) || in != nil && !(typePairs{}).sameForm(in, to) ||
		out != nil && !(typePairs{}).sameForm(from, out) {
		return nil
	}
	if s.Base == nil {
		return Slice{}
	}
	list := t.Run.MakeSlice(to, s.Len, s.Len)
	for i := range s.Len {
		v := t.Load(s.At(i))
		if in != nil {
			v = v.(Agg)[0]
		} else {
			v = Agg{v}
		}
		list.At(i).Write(v)
	}
	return list
}

// lone is the type of the only field of a struct; nil if it has another number of them.
func lone(t types.Type) types.Type {
	if s, ok := Under(t).(*types.Struct); ok && s.NumFields() == 1 {
		return s.Field(0).Type()
	}
	return nil
}

// isWords reports whether a struct is two pointers, beside what has no size.
func isWords(t types.Type) (first int, ok bool) {
	h, ok := Under(t).(*types.Struct)
	if !ok {
		return 0, false
	}
	n := h.NumFields()
	for first < n && sizes.Sizeof(h.Field(first).Type()) == 0 {
		first++
	}
	return first, n == first+2 && isPointer(h.Field(first).Type()) && isPointer(h.Field(first+1).Type())
}

// twoWords is an interface value as the struct of two pointers that it is; nil if the type is not that of one.
func (fr *frame) twoWords(x Iface, to types.Type) Value {
	first, ok := isWords(to)
	if !ok {
		return nil
	}
	out := Zero(to).(Agg)
	if x.T == nil {
		return out
	}
	b := &fr.t.Run.addressbook
	name := types.TypeString(x.T, nil)
	word := b.words[name]
	if word == nil {
		word = &Cell{}
		b.words[name], b.typed[word] = word, x.T
	}
	data, isCell := x.V.(*Cell)
	if p, ok := Under(x.T).(*types.Pointer); ok && isCell {
		b.note(data, p.Elem())
	} else if !isCell {
		data = &Cell{}
		fr.t.Run.Fill(data, x.T, false)
		data.Write(x.V)
		b.note(data, x.T)
		b.boxes[data] = true
	}
	out[first], out[first+1] = word, data
	return out
}

// ofWords is the interface value that two pointers stand for; nil: none.
func (fr *frame) ofWords(from types.Type, a Agg) Value {
	first, ok := isWords(from)
	if !ok {
		return nil
	}
	word, _ := a[first].(*Cell)
	data, isCell := a[first+1].(*Cell)
	typ := fr.t.Run.typed[word]
	switch {
	case word == nil:
		return Iface{}
	case typ == nil || !isCell:
		return nil
	case fr.t.Run.boxes[data]:
		return Iface{typ, fr.t.Load(data)}
	}
	return Iface{typ, data}
}

// ofHeader is the slice or string that a struct stands for; nil: none.
func (fr *frame) ofHeader(h *types.Struct, to types.Type, c *Cell) Value {
	t := fr.t
	if types.IsInterface(to) {
		return fr.ofWords(h, t.Load(c).(Agg))
	}
	if h.NumFields() < 2 || h.NumFields() > 3 {
		return nil
	}
	a := t.Load(c).(Agg)
	if s, ok := a[0].(string); ok && isBytes(to) { // struct{string; Cap int}
		return t.Run.BytesOf(s)
	}
	at, isCell := a[0].(*Cell)
	n, isInt := a[1].(int64)
	if address, ok := a[0].(uint64); ok {
		at, isCell = t.Run.resolve(address), true
	}
	if !isCell || !isInt {
		return nil
	}
	top := n
	if len(a) == 3 {
		if top, isInt = a[2].(int64); !isInt {
			return nil
		}
		top = max(top, n)
	}
	if isBasic(to, types.IsString) {
		return t.text(at, n)
	}
	if u, ok := Under(to).(*types.Slice); ok {
		s := t.elements(at, u.Elem(), top)
		s.Len = int(n)
		return s
	}
	return nil
}

// numberAs is a number's bits as another kind of number of the same size; nil: it is none.
func numberAs(from *types.Basic, to types.Type, v Value) Value {
	b, ok := Under(to).(*types.Basic)
	if !ok || sizes.Sizeof(from) != sizes.Sizeof(b) || b.Info()&types.IsNumeric == 0 {
		return nil
	}
	var bits uint64
	switch x := v.(type) {
	case int64:
		bits = uint64(x)
	case uint64:
		bits = x
	case float64:
		bits = math.Float64bits(x)
		if sizes.Sizeof(from) == 4 {
			bits = uint64(math.Float32bits(float32(x)))
		}
	default:
		return nil
	}
	switch {
	case b.Info()&types.IsInteger != 0:
		return Wrap(int64(bits), b)
	case b.Info()&types.IsFloat == 0:
		return nil
	case sizes.Sizeof(b) == 4:
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

// text is the string of some bytes in memory.
func (t *Thread) text(at *Cell, n int64) Value {
	if n == 0 {
		return ""
	}
	if s, ok := t.Run.texts[at]; ok && n >= 0 && n <= int64(len(s)) {
		return s[:n]
	}
	return string(t.Bytes(t.elements(at, types.Typ[types.Uint8], n)))
}

// elements is a slice of what stands in memory from a variable on.
func (t *Thread) elements(at *Cell, elem types.Type, n int64) Slice {
	if n == 0 || at == nil {
		return Slice{}
	}
	if form := t.Run.forms[at]; form != nil && !(typePairs{}).sameForm(form, elem) {
		panic(Unsupported("a slice of " + TypeString(elem) + " of what is " + TypeString(form)))
	}
	s, known := t.Run.lists[at]
	if !known && n == 1 {
		return Slice{&Cell{Parts: unsafe.Slice(at, 1)}, 0, 1, 1}
	}
	if n < 0 || n > int64(s.Cap) {
		panic(Unsupported("a slice of what stands behind a variable"))
	}
	return Slice{s.Base, s.Off, int(n), int(n)}
}

// pointed notes what the pointer that an instruction converts points to: an element of a slice has others behind it.
func (fr *frame) pointed(v ssa.Value, c *Cell) {
	if p, ok := Under(v.Type()).(*types.Pointer); ok {
		fr.t.Run.note(c, p.Elem())
	}
	x, ok := v.(*ssa.IndexAddr)
	if !ok {
		return
	}
	o := fr.info.opOf(x)
	i := int(AsInt(fr.get(o.b)))
	switch s := fr.get(o.a).(type) {
	case Slice:
		fr.t.Run.list(Slice{s.Base, s.Off + i, s.Cap - i, s.Cap - i}, ElemOf(x.Type()))
	case *Cell:
		fr.t.Run.list(Slice{s, i, len(s.Parts) - i, len(s.Parts) - i}, ElemOf(x.Type()))
	}
}

// onlyRead reports whether a pointer is only used to read what it points to, or to write it as a whole or a field of
// it.
func onlyRead(v ssa.Value) bool {
	refs := v.Referrers()
	if refs == nil {
		return false
	}
	for _, in := range *refs {
		switch in := in.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if in.Addr != v || convertedBy(v) == nil {
				return false
			}
		case *ssa.FieldAddr:
			if !onlyRead(in) {
				return false
			}
		case *ssa.IndexAddr:
			if !onlyRead(in) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// AddressOf is the address of what a pointer, a slice, a map, a channel or a function of some type is.
func (r *Run) AddressOf(v Value, t types.Type) uint64 {
	switch v := v.(type) {
	case *Cell:
		if p, ok := Under(t).(*types.Pointer); ok {
			r.note(v, p.Elem())
		}
		return r.address(v)
	case Slice:
		if c := r.list(v, ElemOf(t)); c != nil {
			return r.address(c)
		}
		return r.address(v.Base)
	}
	return r.address(r.standFor(v))
}

// standFor is a variable that stands for a map, a channel or a function; nil for a nil one.
func (b *addressbook) standFor(v Value) *Cell {
	switch x := v.(type) {
	case *Table:
		if x == nil {
			return nil
		}
	case *Queue:
		if x == nil {
			return nil
		}
	case *Function:
		if x == nil {
			return nil
		}
	default:
		panic(Unsupported("the address of what is no pointer"))
	}
	c := b.stands[v]
	if c == nil {
		c = &Cell{}
		b.stands[v], b.things[c] = c, v
	}
	return c
}

// unsafeBuiltin runs a function of package unsafe; it reports whether it is one.
func (fr *frame) unsafeBuiltin(name string, c *ssa.CallCommon, args []Value) (Value, bool) {
	t, b := fr.t, &fr.t.Run.addressbook
	switch name {
	case "Sizeof":
		return uint64(sizes.Sizeof(c.Args[0].Type())), true
	case "Alignof":
		return uint64(sizes.Alignof(c.Args[0].Type())), true
	case "StringData":
		s := args[0].(string)
		p := b.list(t.Run.BytesOf(s), types.Typ[types.Uint8])
		if p != nil {
			b.texts[p] = s
		}
		return p, true
	case "SliceData":
		return b.list(args[0].(Slice), ElemOf(c.Args[0].Type())), true
	case "String":
		fr.pointed(c.Args[0], args[0].(*Cell))
		return t.text(args[0].(*Cell), AsInt(args[1])), true
	case "Slice":
		fr.pointed(c.Args[0], args[0].(*Cell))
		return t.elements(args[0].(*Cell), ElemOf(c.Args[0].Type()), AsInt(args[1])), true
	case "Add":
		return b.resolve(b.address(args[0].(*Cell)) + uint64(AsInt(args[1]))), true
	}
	return nil, false
}
