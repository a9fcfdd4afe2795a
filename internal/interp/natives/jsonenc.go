// This file encodes values as JSON, as package encoding/json does.

package natives

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"go/types"
	"sort"
	"strconv"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// A jsonEnc is a text in the making.
type jsonEnc struct {
	t      *thread      // who encodes
	b      bytes.Buffer // the text so far
	escape bool         // characters of HTML are escaped
	depth  int          // how deep the value is in others
}

// jsonMarshal is the native of Marshal.
func jsonMarshal(t *thread, args []value) value {
	e := &jsonEnc{t: t, escape: args[1].(bool)}
	x := args[0].(iface)
	if x.T == nil {
		return (&jsonErr{data: []byte("null")}).results(t)
	}
	if err := e.value(spot{x.T, nil, x.V}, false); err != nil {
		return err.results(t)
	}
	return (&jsonErr{data: e.b.Bytes()}).results(t)
}

// value encodes a value.
func (e *jsonEnc) value(x spot, quoted bool) *jsonErr {
	if e.depth++; e.depth > 1000 {
		return &jsonErr{kind: jsonUnsupportedValue, text: "encountered a cycle via " + reflectText(x.t, false)}
	}
	defer func() { e.depth-- }()
	if done, err := e.byMethod(x); done {
		return err
	}
	switch u := machine.Under(x.t).(type) {
	case *types.Basic:
		return e.basic(x, u, quoted)
	case *types.Pointer:
		if c, ok := x.get(e.t).(*cell); ok && c != nil {
			return e.value(spot{u.Elem(), c, nil}, quoted)
		}
		e.b.WriteString("null")
		return nil
	case *types.Interface:
		if it, ok := x.get(e.t).(iface); ok && it.T != nil {
			return e.value(spot{it.T, nil, it.V}, quoted)
		}
		e.b.WriteString("null")
		return nil
	case *types.Struct:
		return e.structure(x)
	case *types.Map:
		return e.table(x, u)
	case *types.Slice:
		return e.list(x, u)
	case *types.Array:
		e.b.WriteByte('[')
		for i := range int(u.Len()) {
			if i > 0 {
				e.b.WriteByte(',')
			}
			if err := e.value(x.part(i, u.Elem()), false); err != nil {
				return err
			}
		}
		e.b.WriteByte(']')
		return nil
	}
	return &jsonErr{kind: jsonUnsupportedType, typ: x.t}
}

// byMethod lets a value encode itself if it can.
func (e *jsonEnc) byMethod(x spot) (done bool, err *jsonErr) {
	w := e.t.Run.World
	if types.IsInterface(x.t) {
		return false, nil
	}
	_, isPtr := machine.Under(x.t).(*types.Pointer)
	for _, m := range [][3]string{
		{jsonPath, "Marshaler", "MarshalJSON"}, {"encoding", "TextMarshaler", "MarshalText"},
	} {
		typ, recv := x.t, value(nil)
		switch {
		case !isPtr && x.c != nil && implements(w, lib(w).pointerTo(x.t), m[0], m[1]):
			typ, recv = lib(w).pointerTo(x.t), x.c
		case implements(w, x.t, m[0], m[1]):
			recv = x.get(e.t)
			if c, ok := recv.(*cell); ok && isPtr && c == nil {
				e.b.WriteString("null")
				return true, nil
			}
		default:
			continue
		}
		return true, e.called(x.t, typ, m[2], recv)
	}
	return false, nil
}

// called encodes what a method of a value gives.
func (e *jsonEnc) called(shown, typ types.Type, method string, recv value) *jsonErr {
	out, ok := invoke(e.t, typ, method, recv).(tuple)
	if !ok || len(out) != 2 {
		panic(machine.Unsupported(method + " of " + typ.String()))
	}
	if err, ok := out[1].(iface); ok && err.T != nil {
		return &jsonErr{kind: jsonMarshaler, text: method, typ: shown, err: err}
	}
	s, _ := out[0].(slice)
	data := e.t.Bytes(s)
	if method == "MarshalText" {
		e.text(string(data))
		return nil
	}
	if bad := syntaxOf(data); bad != nil {
		bad.kind, bad.typ = jsonMarshaler, shown
		return bad
	}
	var flat bytes.Buffer
	if err := json.Compact(&flat, data); err != nil {
		return &jsonErr{kind: jsonPlain, text: err.Error()}
	}
	if e.escape {
		json.HTMLEscape(&e.b, flat.Bytes())
	} else {
		e.b.Write(flat.Bytes())
	}
	return nil
}

// quote is a text as a JSON string.
func (e *jsonEnc) quote(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(e.escape)
	if err := enc.Encode(s); err != nil {
		panic(machine.Unsupported(err.Error()))
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// text writes a string.
func (e *jsonEnc) text(s string) { e.b.WriteString(e.quote(s)) }

// basic encodes a number, a string or a bool.
func (e *jsonEnc) basic(x spot, u *types.Basic, quoted bool) *jsonErr {
	out := ""
	switch v := x.get(e.t).(type) {
	case bool:
		out = strconv.FormatBool(v)
	case int64:
		out = strconv.FormatInt(v, 10)
	case uint64:
		out = strconv.FormatUint(v, 10)
	case float64:
		b, err := json.Marshal(v)
		if u.Kind() == types.Float32 {
			b, err = json.Marshal(float32(v))
		}
		if err != nil {
			return &jsonErr{kind: jsonUnsupportedValue, text: strconv.FormatFloat(v, 'g', -1, 64)}
		}
		out = string(b)
	case string:
		if !isNumber(x.t) {
			out = e.quote(v)
			if quoted {
				out = e.quote(out)
			}
			e.b.WriteString(out)
			return nil
		}
		if v == "" {
			v = "0"
		}
		if !validNumber(v) {
			return &jsonErr{kind: jsonPlain, text: "json: invalid number literal " + strconv.Quote(v)}
		}
		out = v
	default:
		return &jsonErr{kind: jsonUnsupportedType, typ: x.t}
	}
	if quoted {
		out = `"` + out + `"`
	}
	e.b.WriteString(out)
	return nil
}

// validNumber reports whether a text is a JSON number.
func validNumber(s string) bool {
	return s != "" && (s[0] == '-' || s[0] >= '0' && s[0] <= '9') && s[len(s)-1] > ' ' && json.Valid([]byte(s))
}

// structure encodes a struct.
func (e *jsonEnc) structure(x spot) *jsonErr {
	sep := byte('{')
	for _, f := range jsonFields(e.t.Run.World, x.t) {
		y, ok := e.walk(x, f.index)
		if !ok || f.omitEmpty && e.empty(y) || f.omitZero && e.zero(y) {
			continue
		}
		e.b.WriteByte(sep)
		sep = ','
		e.text(f.name)
		e.b.WriteByte(':')
		if err := e.value(y, f.quoted); err != nil {
			return err
		}
	}
	if sep == '{' {
		e.b.WriteByte(sep)
	}
	e.b.WriteByte('}')
	return nil
}

// walk goes to a field; it reports whether no embedded pointer on the way is nil.
func (e *jsonEnc) walk(x spot, index []int) (spot, bool) {
	for _, i := range index {
		if p, ok := machine.Under(x.t).(*types.Pointer); ok {
			c, _ := x.get(e.t).(*cell)
			if c == nil {
				return x, false
			}
			x = spot{p.Elem(), c, nil}
		}
		st, ok := machine.Under(x.t).(*types.Struct)
		if !ok {
			return x, false
		}
		x = x.part(i, st.Field(i).Type())
	}
	return x, true
}

// empty reports whether omitempty leaves a field out.
func (e *jsonEnc) empty(x spot) bool {
	switch u := machine.Under(x.t).(type) {
	case *types.Array:
		return u.Len() == 0
	case *types.Struct, *types.Chan, *types.Signature:
		return false
	}
	switch v := x.get(e.t).(type) {
	case bool:
		return !v
	case int64:
		return v == 0
	case uint64:
		return v == 0
	case float64:
		return v == 0
	case string:
		return v == ""
	case slice:
		return v.Len == 0
	case *table:
		return v == nil || e.t.Length(v) == int64(0)
	case *cell:
		return v == nil
	case iface:
		return v.T == nil
	}
	return false
}

// zero reports whether omitzero leaves a field out.
func (e *jsonEnc) zero(x spot) bool {
	w := e.t.Run.World
	typ, recv := x.t, value(nil)
	p := lib(w).pointerTo(x.t)
	switch {
	case types.IsInterface(x.t):
		it, _ := x.get(e.t).(iface)
		return it.T == nil
	case implements(w, x.t, jsonPath, "isZeroer"):
		recv = x.get(e.t)
		if c, ok := recv.(*cell); ok && c == nil {
			return true
		}
	case implements(w, p, jsonPath, "isZeroer"):
		c := x.c
		if c == nil {
			c = &cell{}
			e.t.Run.Fill(c, x.t, false)
			c.Write(x.v)
		}
		typ, recv = p, c
	default:
		return machine.Equal(x.get(e.t), machine.Zero(x.t))
	}
	yes, _ := invoke(e.t, typ, "IsZero", recv).(bool)
	return yes
}

// table encodes a map.
func (e *jsonEnc) table(x spot, u *types.Map) *jsonErr {
	if b, ok := machine.Under(u.Key()).(*types.Basic); !ok || b.Info()&(types.IsString|types.IsInteger) == 0 {
		if !implements(e.t.Run.World, u.Key(), "encoding", "TextMarshaler") {
			return &jsonErr{kind: jsonUnsupportedType, typ: x.t}
		}
	}
	m, _ := x.get(e.t).(*table)
	if m == nil {
		e.b.WriteString("null")
		return nil
	}
	e.t.Access(&m.Head, false)
	type pair struct {
		k string // the key's text
		v value  // the element
	}
	var list []pair
	for _, en := range append([]*machine.Entry(nil), m.Order...) {
		if en.Dead {
			continue
		}
		k, err := e.key(u.Key(), en.K)
		if err != nil {
			return err
		}
		list = append(list, pair{k, en.V})
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].k < list[j].k })
	e.b.WriteByte('{')
	for i, p := range list {
		if i > 0 {
			e.b.WriteByte(',')
		}
		e.text(p.k)
		e.b.WriteByte(':')
		if err := e.value(spot{u.Elem(), nil, p.v}, false); err != nil {
			return err
		}
	}
	e.b.WriteByte('}')
	return nil
}

// key is a map's key as a text.
func (e *jsonEnc) key(t types.Type, k value) (string, *jsonErr) {
	if s, ok := k.(string); ok {
		return s, nil
	}
	recv := k
	if it, ok := k.(iface); ok {
		t, recv = it.T, it.V
	}
	if t != nil && implements(e.t.Run.World, t, "encoding", "TextMarshaler") {
		if c, ok := recv.(*cell); ok && c == nil {
			return "", nil
		}
		out, ok := invoke(e.t, t, "MarshalText", recv).(tuple)
		if !ok || len(out) != 2 {
			panic(machine.Unsupported("MarshalText of " + t.String()))
		}
		if err, ok := out[1].(iface); ok && err.T != nil {
			return "", &jsonErr{kind: jsonForeign, err: err}
		}
		s, _ := out[0].(slice)
		return string(e.t.Bytes(s)), nil
	}
	switch k := k.(type) {
	case int64:
		return strconv.FormatInt(k, 10), nil
	case uint64:
		return strconv.FormatUint(k, 10), nil
	}
	return "", &jsonErr{kind: jsonUnsupportedType, typ: t}
}

// list encodes a slice.
func (e *jsonEnc) list(x spot, u *types.Slice) *jsonErr {
	s, _ := x.get(e.t).(slice)
	if s.Base == nil {
		e.b.WriteString("null")
		return nil
	}
	w := e.t.Run.World
	if p := lib(w).pointerTo(u.Elem()); isByte(u.Elem()) && !implements(w, p, jsonPath, "Marshaler") &&
		!implements(w, p, "encoding", "TextMarshaler") {
		e.b.WriteString(`"` + base64.StdEncoding.EncodeToString(e.t.Bytes(s)) + `"`)
		return nil
	}
	e.b.WriteByte('[')
	for i := range s.Len {
		if i > 0 {
			e.b.WriteByte(',')
		}
		if err := e.value(spot{u.Elem(), s.At(i), nil}, false); err != nil {
			return err
		}
	}
	e.b.WriteByte(']')
	return nil
}
