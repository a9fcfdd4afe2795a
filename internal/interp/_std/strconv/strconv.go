// Package strconv keeps all of strconv; the interpreter converts.
package strconv

import "errors"

const IntSize = 64

var (
	ErrRange  = errors.New("value out of range")
	ErrSyntax = errors.New("invalid syntax")
)

type NumError struct {
	Func string
	Num  string
	Err  error
}

func (e *NumError) Error() string {
	return "strconv." + e.Func + ": " + "parsing " + Quote(e.Num) + ": " + e.Err.Error()
}
func (e *NumError) Unwrap() error { return e.Err }

// Each parse gives a text with its value: empty, "range", "syntax", or what else is wrong.
func parseInt(s string, base, bits int) (int64, string)
func parseUint(s string, base, bits int) (uint64, string)
func parseFloat(s string, bits int) (float64, string)
func parseComplex(s string, bits int) (complex128, string)
func quote(s, how string) string
func unquote(s string) (string, bool)
func unquoteChar(s string, quote byte) (value rune, multibyte bool, tail string, ok bool)
func quotedPrefix(s string) (string, bool)
func formatComplex(c complex128, format byte, prec, bits int) string
func check(s string, what string) bool

func FormatInt(i int64, base int) string
func FormatUint(i uint64, base int) string
func FormatFloat(f float64, format byte, prec, bitSize int) string

func numError(name, s, bad string) error {
	switch bad {
	case "":
		return nil
	case "range":
		return &NumError{name, s, ErrRange}
	case "syntax":
		return &NumError{name, s, ErrSyntax}
	}
	return &NumError{name, s, errors.New(bad)}
}

func Itoa(i int) string { return FormatInt(int64(i), 10) }
func Atoi(s string) (int, error) {
	n, bad := parseInt(s, 10, 0)
	return int(n), numError("Atoi", s, bad)
}
func ParseInt(s string, base, bitSize int) (int64, error) {
	n, bad := parseInt(s, base, bitSize)
	return n, numError("ParseInt", s, bad)
}
func ParseUint(s string, base, bitSize int) (uint64, error) {
	n, bad := parseUint(s, base, bitSize)
	return n, numError("ParseUint", s, bad)
}
func ParseFloat(s string, bitSize int) (float64, error) {
	f, bad := parseFloat(s, bitSize)
	return f, numError("ParseFloat", s, bad)
}
func ParseComplex(s string, bitSize int) (complex128, error) {
	c, bad := parseComplex(s, bitSize)
	return c, numError("ParseComplex", s, bad)
}
func ParseBool(str string) (bool, error) {
	switch str {
	case "1", "t", "T", "true", "TRUE", "True":
		return true, nil
	case "0", "f", "F", "false", "FALSE", "False":
		return false, nil
	}
	return false, &NumError{"ParseBool", str, ErrSyntax}
}
func FormatBool(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
func FormatComplex(c complex128, format byte, prec, bitSize int) string {
	return formatComplex(c, format, prec, bitSize)
}

func AppendBool(dst []byte, b bool) []byte             { return append(dst, FormatBool(b)...) }
func AppendInt(dst []byte, i int64, base int) []byte   { return append(dst, FormatInt(i, base)...) }
func AppendUint(dst []byte, i uint64, base int) []byte { return append(dst, FormatUint(i, base)...) }
func AppendFloat(dst []byte, f float64, format byte, prec, bitSize int) []byte {
	return append(dst, FormatFloat(f, format, prec, bitSize)...)
}

func Quote(s string) string                   { return quote(s, "") }
func QuoteToASCII(s string) string            { return quote(s, "ascii") }
func QuoteToGraphic(s string) string          { return quote(s, "graphic") }
func QuoteRune(r rune) string                 { return quote(runeText(r), "rune") }
func QuoteRuneToASCII(r rune) string          { return quote(runeText(r), "rune ascii") }
func QuoteRuneToGraphic(r rune) string        { return quote(runeText(r), "rune graphic") }
func runeText(r rune) string                  { return string(r) }
func AppendQuote(dst []byte, s string) []byte { return append(dst, Quote(s)...) }
func AppendQuoteToASCII(dst []byte, s string) []byte {
	return append(dst, QuoteToASCII(s)...)
}
func AppendQuoteToGraphic(dst []byte, s string) []byte { return append(dst, QuoteToGraphic(s)...) }
func AppendQuoteRune(dst []byte, r rune) []byte        { return append(dst, QuoteRune(r)...) }
func AppendQuoteRuneToASCII(dst []byte, r rune) []byte { return append(dst, QuoteRuneToASCII(r)...) }
func AppendQuoteRuneToGraphic(dst []byte, r rune) []byte {
	return append(dst, QuoteRuneToGraphic(r)...)
}
func Unquote(s string) (string, error) {
	out, ok := unquote(s)
	if !ok {
		return "", ErrSyntax
	}
	return out, nil
}
func UnquoteChar(s string, quote byte) (value rune, multibyte bool, tail string, err error) {
	value, multibyte, tail, ok := unquoteChar(s, quote)
	if !ok {
		return 0, false, "", ErrSyntax
	}
	return value, multibyte, tail, nil
}
func QuotedPrefix(s string) (string, error) {
	out, ok := quotedPrefix(s)
	if !ok {
		return "", ErrSyntax
	}
	return out, nil
}
func CanBackquote(s string) bool { return check(s, "backquote") }
func IsPrint(r rune) bool        { return check(string(r), "print") }
func IsGraphic(r rune) bool      { return check(string(r), "graphic") }
