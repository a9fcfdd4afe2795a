// This file decodes null, bools, strings and numbers of JSON.

package natives

import (
	"encoding/base64"
	"fmt"
	"go/types"
	"strconv"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// destring decodes a value that stands in a string.
func (d *jsonDec) destring(x target) *jsonErr {
	item := d.raw()
	if s, ok := unquote(item); ok {
		return d.literal([]byte(s), x, true)
	}
	if string(item) == "null" {
		return d.literal(item, x, false)
	}
	d.save(&jsonErr{kind: jsonPlain,
		text: "json: invalid use of ,string struct tag, trying to unmarshal unquoted value into " + reflectText(x.t, false)})
	return nil
}

// misused is an error of a value with the option string.
func misused(item []byte, t types.Type) *jsonErr {
	return &jsonErr{kind: jsonPlain, text: fmt.Sprintf(
		"json: invalid use of ,string struct tag, trying to unmarshal %q into %s", item, reflectText(t, false))}
}

// literal decodes null, a bool, a string or a number.
func (d *jsonDec) literal(item []byte, x target, quoted bool) *jsonErr {
	if len(item) == 0 {
		d.save(misused(item, x.t))
		return nil
	}
	way, y := d.indirect(x, item[0] == 'n')
	switch way {
	case wayJSON:
		return d.itself("UnmarshalJSON", y, string(item))
	case wayText:
		return d.textual(item, x, y, quoted)
	}
	switch item[0] {
	case 'n':
		if quoted && string(item) != "null" {
			d.save(misused(item, y.t))
			return nil
		}
		switch machine.Under(y.t).(type) {
		case *types.Interface, *types.Pointer, *types.Map, *types.Slice:
			d.t.Store(y.c, machine.Zero(y.t))
		}
		return nil
	case 't', 'f':
		if s := string(item); quoted && s != "true" && s != "false" {
			d.save(misused(item, y.t))
			return nil
		}
		d.boolean(item, y, quoted)
		return nil
	case '"':
		s, ok := unquote(item)
		if !ok {
			return misused(item, y.t)
		}
		return d.str(s, item, y)
	}
	if item[0] != '-' && (item[0] < '0' || item[0] > '9') {
		return misused(item, y.t)
	}
	return d.numeric(item, y, quoted)
}

// textual lets a variable decode a text.
func (d *jsonDec) textual(item []byte, x, y target, quoted bool) *jsonErr {
	if item[0] == '"' {
		s, ok := unquote(item)
		if !ok {
			return misused(item, y.t)
		}
		return d.itself("UnmarshalText", y, s)
	}
	if quoted {
		d.save(misused(item, x.t))
		return nil
	}
	what := "number"
	if item[0] == 't' || item[0] == 'f' {
		what = "bool"
	}
	d.mismatch(what, x.t, d.i)
	return nil
}

// boolean decodes a bool.
func (d *jsonDec) boolean(item []byte, y target, quoted bool) {
	v := item[0] == 't'
	if empty, _ := emptyInterface(y.t); empty {
		d.t.Store(y.c, iface{T: types.Typ[types.Bool], V: v})
		return
	}
	if b, ok := machine.Under(y.t).(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
		d.t.Store(y.c, v)
		return
	}
	if quoted {
		d.save(misused(item, y.t))
		return
	}
	d.mismatch("bool", y.t, d.i)
}

// str decodes a string.
func (d *jsonDec) str(s string, item []byte, y target) *jsonErr {
	switch u := machine.Under(y.t).(type) {
	case *types.Slice:
		if isByte(u.Elem()) {
			b, err := base64.StdEncoding.DecodeString(s)
			if err != nil {
				d.save(&jsonErr{kind: jsonPlain, text: err.Error()})
				return nil
			}
			d.t.Store(y.c, d.t.Run.BytesOf(string(b)))
			return nil
		}
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			if isNumber(y.t) && !validNumber(s) {
				return &jsonErr{kind: jsonPlain,
					text: fmt.Sprintf("json: invalid number literal, trying to unmarshal %q into Number", item)}
			}
			d.t.Store(y.c, s)
			return nil
		}
	case *types.Interface:
		if u.NumMethods() == 0 {
			d.t.Store(y.c, iface{T: types.Typ[types.String], V: s})
			return nil
		}
	}
	d.mismatch("string", y.t, d.i)
	return nil
}

// numeric decodes a number.
func (d *jsonDec) numeric(item []byte, y target, quoted bool) *jsonErr {
	if empty, is := emptyInterface(y.t); is {
		v, err := d.number(item)
		switch {
		case err != nil:
			d.save(err)
		case !empty:
			d.mismatch("number", y.t, d.i)
		default:
			d.t.Store(y.c, v)
		}
		return nil
	}
	b, ok := machine.Under(y.t).(*types.Basic)
	switch {
	case isNumber(y.t):
		d.t.Store(y.c, string(item))
		return nil
	case ok && b.Info()&types.IsInteger != 0:
		v, fits := parseInteger(string(item), b)
		if !fits {
			d.mismatch("number "+string(item), y.t, d.i)
			return nil
		}
		d.t.Store(y.c, v)
		return nil
	case ok && b.Info()&types.IsFloat != 0:
		bits := 64
		if b.Kind() == types.Float32 {
			bits = 32
		}
		f, err := strconv.ParseFloat(string(item), bits)
		if err != nil {
			d.mismatch("number "+string(item), y.t, d.i)
			return nil
		}
		d.t.Store(y.c, f)
		return nil
	case quoted:
		return misused(item, y.t)
	}
	d.mismatch("number", y.t, d.i)
	return nil
}
