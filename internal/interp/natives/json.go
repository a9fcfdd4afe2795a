// This file holds what encoding and decoding of JSON share: errors, methods, and the fields of structs.

package natives

import (
	"bytes"
	"encoding/json"
	"go/types"
	"io"
	"reflect"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// jsonPath is the import path of the package.
const jsonPath = "encoding/json"

// The kinds of errors that natives of encoding/json report; the stand-in makes values of them.
const (
	jsonNone             = iota
	jsonPlain            // a text
	jsonMismatch         // UnmarshalTypeError
	jsonForeign          // what a method has returned
	jsonInvalid          // InvalidUnmarshalError
	jsonUnsupportedType  // UnsupportedTypeError
	jsonUnsupportedValue // UnsupportedValueError
	jsonMarshaler        // MarshalerError
	jsonSyntax           // SyntaxError
	jsonShort            // a value is not complete
)

// A jsonErr is an error of encoding/json.
type jsonErr struct {
	kind         int        // one of the constants above
	text         string     // what it says
	strct, field string     // where in a struct it is
	typ          types.Type // the Go type it is about
	off          int64      // where in the text it is, or where a value ends
	err          iface      // what a method has returned
	data         []byte     // without an error: the text that was made
}

// results are what a native returns to the stand-in: text, kind and so on.
func (e *jsonErr) results(t *thread) value {
	sample, name := iface{}, ""
	if e.typ != nil {
		name = reflectText(e.typ, false)
		if !types.IsInterface(e.typ) {
			sample = iface{T: e.typ, V: machine.Zero(e.typ)}
		}
	}
	data := slice{}
	if e.data != nil {
		data = t.Run.BytesOf(string(e.data))
	}
	where := e.strct
	if e.field != "" {
		where += "\n" + e.field
	}
	return tuple{data, int64(e.kind), e.text, where, name, sample, e.off, e.err}
}

// A jsonField is a field that encoding/json knows.
type jsonField struct {
	name                        string     // in JSON
	tagged                      bool       // a tag gives the name
	index                       []int      // the way through embedded structs
	names                       []string   // of the embedded structs on the way
	typ                         types.Type // of the field; of a pointer, what it points to
	omitEmpty, omitZero, quoted bool       // options of the tag; quoted is string
}

// A spot is a value with its type; it has a cell if it can be addressed.
type spot struct {
	t types.Type // its type
	c *cell      // where it is; nil: it cannot be addressed
	v value      // the value of one without a cell
}

// get reads the value.
func (x spot) get(t *thread) value {
	if x.c != nil {
		return t.Load(x.c)
	}
	return x.v
}

// part is a field or an element of a struct or an array.
func (x spot) part(i int, t types.Type) spot {
	if x.c != nil && i < len(x.c.Parts) {
		return spot{t, &x.c.Parts[i], nil}
	}
	if a, ok := x.v.(machine.Agg); ok && i < len(a) {
		return spot{t, nil, a[i]}
	}
	panic(machine.Unsupported("part of " + x.t.String()))
}

// isByte reports whether a type's elements are bytes.
func isByte(t types.Type) bool {
	b, ok := machine.Under(t).(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

// isNumber reports whether a type is json.Number.
func isNumber(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Number" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == jsonPath
}

// typeName is the name of a defined type; empty for others.
func typeName(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		return t.Obj().Name()
	case *types.Basic:
		return types.Typ[t.Kind()].Name() // a rune is an int32
	}
	return ""
}

// validTag reports whether a name of a tag can be used.
func validTag(s string) bool {
	for _, c := range s {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return s != ""
}

// jsonFields are the fields of a struct, with those of embedded ones.
func jsonFields(w *world, t types.Type) []jsonField {
	if f, ok := lib(w).fields[t]; ok {
		return f
	}
	var found []jsonField
	visited := map[string]bool{}
	next := []jsonField{{typ: t}}
	var count map[string]int
	for len(next) > 0 {
		level, more := next, map[string]int{}
		next = nil
		for _, f := range level {
			key := types.TypeString(f.typ, nil)
			if visited[key] {
				continue
			}
			visited[key] = true
			own, below := scanFields(f, more)
			next = append(next, below...)
			found = append(found, own...)
			if count[key] > 1 { // two of them hide each other
				found = append(found, own...)
			}
		}
		count = more
	}
	found = dominant(found)
	lib(w).fields[t] = found
	return found
}

// scanFields are the fields of one struct, and the embedded structs to look at next.
func scanFields(in jsonField, count map[string]int) (own, below []jsonField) {
	st, ok := machine.Under(in.typ).(*types.Struct)
	if !ok {
		return nil, nil
	}
	for i := range st.NumFields() {
		v := st.Field(i)
		ft := v.Type()
		if p, ok := types.Unalias(ft).(*types.Pointer); ok {
			ft = p.Elem()
		}
		_, isStruct := machine.Under(ft).(*types.Struct)
		if !v.Exported() && (!v.Embedded() || !isStruct) {
			continue
		}
		tag := reflect.StructTag(st.Tag(i)).Get("json")
		if tag == "-" {
			continue
		}
		name, opts, _ := strings.Cut(tag, ",")
		if !validTag(name) {
			name = ""
		}
		list := strings.Split(opts, ",")
		f := jsonField{
			name: name, tagged: name != "", index: append(slices.Clone(in.index), i), names: in.names, typ: ft,
			omitEmpty: slices.Contains(list, "omitempty"), omitZero: slices.Contains(list, "omitzero"),
		}
		if b, ok := machine.Under(ft).(*types.Basic); ok && b.Info()&types.IsComplex == 0 {
			f.quoted = slices.Contains(list, "string")
		}
		if name != "" || !v.Embedded() || !isStruct {
			if name == "" {
				f.name = v.Name()
			}
			own = append(own, f)
			continue
		}
		key := types.TypeString(ft, nil)
		if count[key]++; count[key] == 1 {
			f.names = append(slices.Clone(in.names), v.Name())
			below = append(below, f)
		}
	}
	return own, below
}

// dominant drops the fields that others hide, and orders the rest.
func dominant(list []jsonField) []jsonField {
	byName := map[string][]jsonField{}
	for _, f := range list {
		byName[f.name] = append(byName[f.name], f)
	}
	var out []jsonField
	for _, same := range byName {
		sort.SliceStable(same, func(i, j int) bool {
			a, b := same[i], same[j]
			if len(a.index) != len(b.index) {
				return len(a.index) < len(b.index)
			}
			return a.tagged && !b.tagged
		})
		if len(same) > 1 && len(same[0].index) == len(same[1].index) && same[0].tagged == same[1].tagged {
			continue
		}
		out = append(out, same[0])
	}
	slices.SortFunc(out, func(a, b jsonField) int { return slices.Compare(a.index, b.index) })
	return out
}

// syntaxOf is a syntax error of a text; nil if it is a value.
func syntaxOf(data []byte) *jsonErr {
	if json.Valid(data) {
		return nil
	}
	var raw json.RawMessage
	err := json.Unmarshal(data, &raw)
	if s, ok := err.(*json.SyntaxError); ok {
		return &jsonErr{kind: jsonSyntax, text: s.Error(), off: s.Offset}
	}
	return &jsonErr{kind: jsonSyntax, text: "invalid JSON"}
}

// jsonNext finds the end of the first value in a text; at the end of the input, a number ends there, too.
func jsonNext(data []byte, last bool) *jsonErr {
	d := json.NewDecoder(bytes.NewReader(data))
	var raw json.RawMessage
	err := d.Decode(&raw)
	if s, ok := err.(*json.SyntaxError); ok {
		return &jsonErr{kind: jsonSyntax, text: s.Error(), off: s.Offset}
	}
	switch err {
	case nil:
	case io.EOF, io.ErrUnexpectedEOF:
		return &jsonErr{kind: jsonShort}
	default:
		return &jsonErr{kind: jsonPlain, text: err.Error()}
	}
	end := d.InputOffset()
	if !last && int(end) == len(data) && !bytes.ContainsAny(data[end-1:end], "]}\"") {
		return &jsonErr{kind: jsonShort}
	}
	return &jsonErr{off: end}
}
