// Package fmt keeps printing, whose text is made by the interpreter, and Errorf; there is nothing to scan.
package fmt

import (
	"errors"
	"io"
)

type (
	Stringer   interface{ String() string }
	GoStringer interface{ GoString() string }
	State      interface {
		Write(b []byte) (n int, err error)
		Width() (wid int, ok bool)
		Precision() (prec int, ok bool)
		Flag(c int) bool
	}
	Formatter interface{ Format(f State, verb rune) }
)

func Sprintf(format string, a ...any) string
func Sprint(a ...any) string
func Sprintln(a ...any) string

// wrapped are the numbers of the arguments with %w, at most two.
func wrapped(format string) (first, second int)

func Print(a ...any) (int, error)                 { return len(Sprint(a...)), nil }
func Printf(format string, a ...any) (int, error) { return len(Sprintf(format, a...)), nil }
func Println(a ...any) (int, error)               { return len(Sprintln(a...)), nil }
func Fprint(w io.Writer, a ...any) (int, error)   { return w.Write([]byte(Sprint(a...))) }
func Fprintln(w io.Writer, a ...any) (int, error) { return w.Write([]byte(Sprintln(a...))) }
func Append(b []byte, a ...any) []byte            { return append(b, Sprint(a...)...) }
func Appendln(b []byte, a ...any) []byte          { return append(b, Sprintln(a...)...) }
func Fprintf(w io.Writer, format string, a ...any) (int, error) {
	return w.Write([]byte(Sprintf(format, a...)))
}
func Appendf(b []byte, format string, a ...any) []byte { return append(b, Sprintf(format, a...)...) }

type wrapError struct {
	text string
	err  error
}

func (e *wrapError) Error() string { return e.text }
func (e *wrapError) Unwrap() error { return e.err }

type wrapErrors struct {
	text string
	errs []error
}

func (e *wrapErrors) Error() string   { return e.text }
func (e *wrapErrors) Unwrap() []error { return e.errs }

func Errorf(format string, a ...any) error {
	text := Sprintf(format, a...)
	i, j := wrapped(format)
	if i < 0 || i >= len(a) {
		return errors.New(text)
	}
	err, _ := a[i].(error)
	if j < 0 || j >= len(a) {
		return &wrapError{text, err}
	}
	other, _ := a[j].(error)
	return &wrapErrors{text, []error{err, other}}
}
