// Package json keeps Marshal, Unmarshal and their kin, whose walks over values the interpreter makes.
package json

import (
	"bytes"
	"encoding"
	"errors"
	"reflect"
	"strconv"
	"strings"
)

var _ encoding.TextMarshaler

type Marshaler interface{ MarshalJSON() ([]byte, error) }
type Unmarshaler interface{ UnmarshalJSON([]byte) error }
type isZeroer interface{ IsZero() bool }

type UnsupportedTypeError struct {
	Type reflect.Type
	name string
}

func (e *UnsupportedTypeError) Error() string { return "json: unsupported type: " + e.name }

type UnsupportedValueError struct {
	Value reflect.Value
	Str   string
}

func (e *UnsupportedValueError) Error() string { return "json: unsupported value: " + e.Str }

type MarshalerError struct {
	Type       reflect.Type
	Err        error
	sourceFunc string
	name       string
}

func (e *MarshalerError) Error() string {
	source := e.sourceFunc
	if source == "" {
		source = "MarshalJSON"
	}
	return "json: error calling " + source + " for type " + e.name + ": " + e.Err.Error()
}
func (e *MarshalerError) Unwrap() error { return e.Err }

type SyntaxError struct {
	msg    string
	Offset int64
}

func (e *SyntaxError) Error() string { return e.msg }

type UnmarshalTypeError struct {
	Value  string
	Type   reflect.Type
	Offset int64
	Struct string
	Field  string
	name   string
}

func (e *UnmarshalTypeError) Error() string {
	name := e.name
	if name == "" && e.Type != nil {
		name = e.Type.String()
	}
	if e.Struct != "" || e.Field != "" {
		return "json: cannot unmarshal " + e.Value + " into Go struct field " + e.Struct + "." + e.Field +
			" of type " + name
	}
	return "json: cannot unmarshal " + e.Value + " into Go value of type " + name
}

type InvalidUnmarshalError struct {
	Type reflect.Type
	name string
}

func (e *InvalidUnmarshalError) Error() string {
	switch {
	case e.name == "":
		return "json: Unmarshal(nil)"
	case e.name[0] != '*':
		return "json: Unmarshal(non-pointer " + e.name + ")"
	}
	return "json: Unmarshal(nil " + e.name + ")"
}

type InvalidUTF8Error struct{ S string }

func (e *InvalidUTF8Error) Error() string {
	return "json: invalid UTF-8 in string: " + strconv.Quote(e.S)
}

type Number string

func (n Number) String() string            { return string(n) }
func (n Number) Float64() (float64, error) { return strconv.ParseFloat(string(n), 64) }
func (n Number) Int64() (int64, error)     { return strconv.ParseInt(string(n), 10, 64) }

type RawMessage []byte

func (m RawMessage) MarshalJSON() ([]byte, error) {
	if m == nil {
		return []byte("null"), nil
	}
	return m, nil
}

func (m *RawMessage) UnmarshalJSON(data []byte) error {
	if m == nil {
		return errors.New("json.RawMessage: UnmarshalJSON on nil pointer")
	}
	*m = append((*m)[0:0], data...)
	return nil
}

func marshal(v any, escape bool) (b []byte, kind int, text, where, name string, sample any, off int64, err error)
func unmarshal(data []byte, v any, useNumber, noUnknown bool) (
	b []byte, kind int, text, where, name string, sample any, off int64, err error)
func form(src []byte, what, prefix, indent string) (
	b []byte, kind int, text, where, name string, sample any, off int64, err error)
func next(data []byte, last bool) (b []byte, kind int, text, where, name string, sample any, off int64, err error)
func quoteChar(c byte) string
func Valid(data []byte) bool

func result(
	b []byte, kind int, text, where, name string, sample any, off int64, err error,
) ([]byte, error) {
	var t reflect.Type
	if sample != nil {
		t = reflect.TypeOf(sample)
	}
	switch kind {
	case 0:
		return b, nil
	case 1:
		return nil, errors.New(text)
	case 2:
		s, f, _ := strings.Cut(where, "\n")
		return nil, &UnmarshalTypeError{Value: text, Type: t, Offset: off, Struct: s, Field: f, name: name}
	case 3:
		return nil, err
	case 4:
		return nil, &InvalidUnmarshalError{t, name}
	case 5:
		return nil, &UnsupportedTypeError{t, name}
	case 6:
		return nil, &UnsupportedValueError{Str: text}
	case 7:
		if err == nil {
			return nil, &MarshalerError{t, &SyntaxError{text, off}, "MarshalJSON", name}
		}
		return nil, &MarshalerError{t, err, text, name}
	case 8:
		return nil, &SyntaxError{text, off}
	}
	return nil, errShort
}

var errShort = errors.New("json: short value")

func Marshal(v any) ([]byte, error) { return result(marshal(v, true)) }

func MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	b, err := Marshal(v)
	if err != nil {
		return nil, err
	}
	return result(form(b, "indent", prefix, indent))
}

func Unmarshal(data []byte, v any) error {
	_, err := result(unmarshal(data, v, false, false))
	return err
}

func Indent(dst *bytes.Buffer, src []byte, prefix, indent string) error {
	b, err := result(form(src, "indent", prefix, indent))
	dst.Write(b)
	return err
}

func Compact(dst *bytes.Buffer, src []byte) error {
	b, err := result(form(src, "compact", "", ""))
	dst.Write(b)
	return err
}

func HTMLEscape(dst *bytes.Buffer, src []byte) {
	b, _ := result(form(src, "escape", "", ""))
	dst.Write(b)
}
