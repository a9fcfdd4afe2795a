// This file decodes JSON into variables, as package encoding/json does.

package natives

import (
	"encoding/json"
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// A jsonDec is a text that is decoded; it is valid JSON.
type jsonDec struct {
	t                    *thread  // who decodes
	data                 []byte   // the text
	i                    int      // how far it is
	useNumber, noUnknown bool     // options of the Decoder
	saved                *jsonErr // the first error that does not end it; nil: none
	strct                string   // the struct that is decoded
	inStruct             bool     // there is one
	stack                []string // the fields that lead here
}

// A target is a variable to decode into; one without a cell takes nothing.
type target struct {
	t   types.Type // its type
	c   *cell      // where it is; nil: it takes nothing
	ptr bool       // it was reached by a pointer
}

// The types that values in interfaces have.
var (
	anyType  = types.Universe.Lookup("any").Type()
	anySlice = types.NewSlice(anyType)
	anyMap   = types.NewMap(types.Typ[types.String], anyType)
)

// The ways in which a variable decodes itself.
const (
	wayNone = iota
	wayJSON
	wayText
)

// jsonUnmarshal is the native of Unmarshal.
func jsonUnmarshal(t *thread, args []value) value {
	data := t.Bytes(args[0].(slice))
	if err := syntaxOf(data); err != nil {
		return err.results(t)
	}
	x := args[1].(iface)
	if x.T == nil {
		return (&jsonErr{kind: jsonInvalid}).results(t)
	}
	p, ok := machine.Under(x.T).(*types.Pointer)
	c, isCell := x.V.(*cell)
	if !ok || !isCell || c == nil {
		return (&jsonErr{kind: jsonInvalid, typ: x.T}).results(t)
	}
	d := &jsonDec{t: t, data: data, useNumber: args[2].(bool), noUnknown: args[3].(bool)}
	err := d.value(target{p.Elem(), c, true})
	if err != nil {
		err = d.context(err)
	} else {
		err = d.saved
	}
	if err == nil {
		err = &jsonErr{}
	}
	return err.results(t)
}

// context adds to an error where it happened.
func (d *jsonDec) context(err *jsonErr) *jsonErr {
	if err.kind == jsonMismatch && (d.inStruct || len(d.stack) > 0) {
		err.strct = d.strct
		err.field = strings.Join(d.stack, ".")
	}
	return err
}

// save keeps the first error.
func (d *jsonDec) save(err *jsonErr) {
	if d.saved == nil {
		d.saved = d.context(err)
	}
}

// mismatch saves that a value does not fit a type.
func (d *jsonDec) mismatch(what string, t types.Type, off int) {
	d.save(&jsonErr{kind: jsonMismatch, text: what, typ: t, off: int64(off)})
}

// space skips white space.
func (d *jsonDec) space() {
	for d.i < len(d.data) && strings.IndexByte(" \t\r\n", d.data[d.i]) >= 0 {
		d.i++
	}
}

// raw gives the next value's text, and goes behind it.
func (d *jsonDec) raw() []byte {
	d.space()
	start, depth := d.i, 0
	for d.i < len(d.data) {
		switch c := d.data[d.i]; c {
		case '"':
			for d.i++; d.i < len(d.data) && d.data[d.i] != '"'; d.i++ {
				if d.data[d.i] == '\\' {
					d.i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',', ':', ' ', '\t', '\r', '\n':
		default: // a number or a name
			for d.i+1 < len(d.data) && strings.IndexByte(",:]} \t\r\n", d.data[d.i+1]) < 0 {
				d.i++
			}
		}
		d.i++
		if depth == 0 {
			break
		}
	}
	return d.data[start:min(d.i, len(d.data))]
}

// next goes to the next element of a list; it reports whether there is one.
func (d *jsonDec) next(first bool) bool {
	d.space()
	if d.i >= len(d.data) {
		return false
	}
	switch d.data[d.i] {
	case ']', '}':
		d.i++
		return false
	case ',':
		if !first {
			d.i++
			d.space()
		}
	}
	return true
}

// unquote is the text of a JSON string.
func unquote(item []byte) (string, bool) {
	var s string
	if len(item) < 2 || item[0] != '"' {
		return "", false
	}
	err := json.Unmarshal(item, &s)
	return s, err == nil
}

// value decodes the next value.
func (d *jsonDec) value(x target) *jsonErr {
	d.space()
	if x.c == nil || d.i >= len(d.data) {
		d.raw()
		return nil
	}
	switch d.data[d.i] {
	case '{':
		return d.object(x)
	case '[':
		return d.array(x)
	}
	return d.literal(d.raw(), x, false)
}

// indirect follows pointers, and makes what they point to where they are nil. It gives the way in which the variable
// decodes itself.
func (d *jsonDec) indirect(x target, null bool) (int, target) {
	w := d.t.Run.World
	for range 1000 {
		switch u := machine.Under(x.t).(type) {
		case *types.Interface:
			it, _ := d.t.Load(x.c).(iface)
			c, ok := it.V.(*cell)
			if it.T == nil || !ok || c == nil {
				return wayNone, x
			}
			p, ok := machine.Under(it.T).(*types.Pointer)
			if !ok {
				return wayNone, x
			}
			if _, deep := machine.Under(p.Elem()).(*types.Pointer); null && !deep {
				return wayNone, x
			}
			x = target{p.Elem(), c, true}
			continue
		case *types.Pointer:
			if null {
				return wayNone, x
			}
			c, _ := d.t.Load(x.c).(*cell)
			if c == nil {
				c = &cell{}
				d.t.Run.Fill(c, u.Elem(), false)
				d.t.Store(x.c, c)
			}
			x = target{u.Elem(), c, true}
			continue
		}
		if !x.ptr && typeName(x.t) == "" {
			return wayNone, x
		}
		p := lib(w).pointerTo(x.t)
		if implements(w, p, jsonPath, "Unmarshaler") {
			return wayJSON, x
		}
		if !null && implements(w, p, "encoding", "TextUnmarshaler") {
			return wayText, x
		}
		return wayNone, x
	}
	return wayNone, x
}

// itself lets a variable decode itself.
func (d *jsonDec) itself(method string, x target, text string) *jsonErr {
	out := invoke(d.t, lib(d.t.Run.World).pointerTo(x.t), method, x.c, d.t.Run.BytesOf(text))
	if err, ok := out.(iface); ok && err.T != nil {
		return &jsonErr{kind: jsonForeign, err: err}
	}
	return nil
}

// emptyInterface reports whether a type is an interface without methods, or any interface.
func emptyInterface(t types.Type) (empty, any bool) {
	it, ok := machine.Under(t).(*types.Interface)
	return ok && it.NumMethods() == 0, ok
}

// anything decodes the next value into an interface.
func (d *jsonDec) anything() iface {
	d.space()
	if d.i >= len(d.data) {
		return iface{}
	}
	switch d.data[d.i] {
	case '{':
		d.i++
		m := machine.NewTable()
		for first := true; d.next(first); first = false {
			key, _ := unquote(d.raw())
			d.colon()
			d.t.Update(m, key, d.anything())
		}
		return iface{T: anyMap, V: m}
	case '[':
		d.i++
		var list []iface
		for first := true; d.next(first); first = false {
			list = append(list, d.anything())
		}
		s := d.t.Run.MakeSlice(anyType, len(list), len(list))
		for i, v := range list {
			s.At(i).Write(v)
		}
		return iface{T: anySlice, V: s}
	}
	item := d.raw()
	switch item[0] {
	case 'n':
		return iface{}
	case 't', 'f':
		return iface{T: types.Typ[types.Bool], V: item[0] == 't'}
	case '"':
		s, _ := unquote(item)
		return iface{T: types.Typ[types.String], V: s}
	}
	v, err := d.number(item)
	if err != nil {
		d.save(err)
	}
	return v
}

// colon skips what stands between a key and its value.
func (d *jsonDec) colon() {
	d.space()
	if d.i < len(d.data) && d.data[d.i] == ':' {
		d.i++
	}
}

// number is a number in an interface.
func (d *jsonDec) number(item []byte) (iface, *jsonErr) {
	if d.useNumber {
		number := d.t.Run.World.Prog.ImportedPackage(jsonPath).Pkg.Scope().Lookup("Number")
		return iface{T: number.Type(), V: string(item)}, nil
	}
	f, err := strconv.ParseFloat(string(item), 64)
	if err != nil {
		return iface{}, &jsonErr{
			kind: jsonMismatch, text: "number " + string(item), typ: types.Typ[types.Float64], off: int64(d.i),
		}
	}
	return iface{T: types.Typ[types.Float64], V: f}, nil
}

// array decodes an array.
func (d *jsonDec) array(x target) *jsonErr {
	way, y := d.indirect(x, false)
	start := d.i
	switch way {
	case wayJSON:
		return d.itself("UnmarshalJSON", y, string(d.raw()))
	case wayText:
		d.raw()
		d.mismatch("array", x.t, start+1)
		return nil
	}
	var elem types.Type
	switch u := machine.Under(y.t).(type) {
	case *types.Interface:
		if u.NumMethods() == 0 {
			d.t.Store(y.c, d.anything())
			return nil
		}
	case *types.Slice:
		elem = u.Elem()
	case *types.Array:
		elem = u.Elem()
	}
	if elem == nil {
		d.raw()
		d.mismatch("array", y.t, start+1)
		return nil
	}
	d.i++
	if _, ok := machine.Under(y.t).(*types.Slice); ok {
		return d.slice(y, elem)
	}
	i := 0
	for first := true; d.next(first); first = false {
		e := target{t: elem}
		if i < len(y.c.Parts) {
			e.c = &y.c.Parts[i]
		}
		i++
		if err := d.value(e); err != nil {
			return err
		}
	}
	for ; i < len(y.c.Parts); i++ {
		d.t.Store(&y.c.Parts[i], machine.Zero(elem))
	}
	return nil
}

// slice decodes an array into a slice.
func (d *jsonDec) slice(x target, elem types.Type) *jsonErr {
	s, _ := d.t.Load(x.c).(slice)
	i := 0
	for first := true; d.next(first); first = false {
		if i >= s.Cap {
			wide := d.t.Run.MakeSlice(elem, s.Len, max(2*s.Cap, 4))
			for k := range s.Len {
				wide.At(k).Write(d.t.Load(s.At(k)))
			}
			s = wide
		}
		if i >= s.Len {
			s.Len = i + 1
			d.t.Store(x.c, s)
		}
		err := d.value(target{t: elem, c: s.At(i)})
		i++
		if err != nil {
			return err
		}
	}
	if i == 0 {
		s = d.t.Run.MakeSlice(elem, 0, 0)
	}
	s.Len = i
	d.t.Store(x.c, s)
	return nil
}

// object decodes an object.
func (d *jsonDec) object(x target) *jsonErr {
	way, y := d.indirect(x, false)
	start := d.i
	switch way {
	case wayJSON:
		return d.itself("UnmarshalJSON", y, string(d.raw()))
	case wayText:
		d.raw()
		d.mismatch("object", x.t, start+1)
		return nil
	}
	if empty, _ := emptyInterface(y.t); empty {
		d.t.Store(y.c, d.anything())
		return nil
	}
	switch u := machine.Under(y.t).(type) {
	case *types.Map:
		b, ok := machine.Under(u.Key()).(*types.Basic)
		ok = ok && b.Info()&(types.IsString|types.IsInteger) != 0
		if ok || implements(d.t.Run.World, lib(d.t.Run.World).pointerTo(u.Key()), "encoding", "TextUnmarshaler") {
			d.i++
			return d.table(y, u)
		}
	case *types.Struct:
		d.i++
		return d.structure(y)
	}
	d.raw()
	d.mismatch("object", y.t, start+1)
	return nil
}

// table decodes an object into a map.
func (d *jsonDec) table(x target, u *types.Map) *jsonErr {
	m, _ := d.t.Load(x.c).(*table)
	if m == nil {
		m = machine.NewTable()
		d.t.Store(x.c, m)
	}
	for first := true; d.next(first); first = false {
		at := d.i
		item := d.raw()
		c := &cell{}
		d.t.Run.Fill(c, u.Elem(), false)
		d.colon()
		if err := d.value(target{t: u.Elem(), c: c}); err != nil {
			return err
		}
		k, ok, err := d.key(u.Key(), item, at)
		if err != nil {
			return err
		}
		if ok {
			d.t.Update(m, k, d.t.Load(c))
		}
	}
	return nil
}

// key makes a map's key of a text.
func (d *jsonDec) key(t types.Type, item []byte, at int) (value, bool, *jsonErr) {
	s, _ := unquote(item)
	if implements(d.t.Run.World, lib(d.t.Run.World).pointerTo(t), "encoding", "TextUnmarshaler") {
		c := &cell{}
		d.t.Run.Fill(c, t, false)
		err := d.literal(item, target{t, c, true}, true)
		return d.t.Load(c), err == nil, err
	}
	b, ok := machine.Under(t).(*types.Basic)
	if !ok {
		panic(machine.Unsupported("key of " + t.String()))
	}
	if b.Info()&types.IsString != 0 {
		return s, true, nil
	}
	v, ok := parseInteger(s, b)
	if !ok {
		d.mismatch("number "+s, t, at+1)
	}
	return v, ok, nil
}

// parseInteger reads an integer of a type.
func parseInteger(s string, b *types.Basic) (value, bool) {
	if b.Info()&types.IsUnsigned != 0 {
		n, err := strconv.ParseUint(s, 10, 64)
		v := machine.Wrap(int64(n), b)
		return v, err == nil && v == value(n)
	}
	n, err := strconv.ParseInt(s, 10, 64)
	v := machine.Wrap(n, b)
	return v, err == nil && v == value(n)
}

// structure decodes an object into a struct.
func (d *jsonDec) structure(x target) *jsonErr {
	strct, in, depth := d.strct, d.inStruct, len(d.stack)
	for first := true; d.next(first); first = false {
		key, _ := unquote(d.raw())
		f := d.field(x.t, key)
		y, quoted := target{}, false
		if f != nil {
			y, quoted = d.reach(x, f), f.quoted
			quoted = quoted && y.c != nil
			d.strct, d.inStruct = typeName(x.t), true
			d.stack = append(append(d.stack[:depth:depth], f.names...), f.name)
		} else if d.noUnknown {
			d.save(&jsonErr{kind: jsonPlain, text: fmt.Sprintf("json: unknown field %q", key)})
		}
		d.colon()
		var err *jsonErr
		if quoted {
			err = d.destring(y)
		} else {
			err = d.value(y)
		}
		if err != nil {
			return err
		}
		d.strct, d.inStruct, d.stack = strct, in, d.stack[:depth]
	}
	return nil
}

// field finds the field for a key; nil if there is none.
func (d *jsonDec) field(t types.Type, key string) *jsonField {
	list := jsonFields(d.t.Run.World, t)
	for i := range list {
		if list[i].name == key {
			return &list[i]
		}
	}
	for i := range list {
		if strings.EqualFold(list[i].name, key) {
			return &list[i]
		}
	}
	return nil
}

// reach goes to a field, and makes embedded structs where pointers to them are nil.
func (d *jsonDec) reach(x target, f *jsonField) target {
	exported := true
	for _, i := range f.index {
		if p, ok := machine.Under(x.t).(*types.Pointer); ok {
			c, _ := d.t.Load(x.c).(*cell)
			if c == nil {
				if !exported {
					d.save(&jsonErr{kind: jsonPlain,
						text: "json: cannot set embedded pointer to unexported struct: " + reflectText(p.Elem(), false)})
					return target{}
				}
				c = &cell{}
				d.t.Run.Fill(c, p.Elem(), false)
				d.t.Store(x.c, c)
			}
			x = target{t: p.Elem(), c: c}
		}
		st, ok := machine.Under(x.t).(*types.Struct)
		if !ok || i >= len(x.c.Parts) {
			return target{}
		}
		exported = st.Field(i).Exported()
		x = target{t: st.Field(i).Type(), c: &x.c.Parts[i]}
	}
	return x
}
