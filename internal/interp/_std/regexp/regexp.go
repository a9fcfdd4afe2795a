// Package regexp keeps all of regexp but readers; the interpreter finds the matches.
package regexp

import (
	"errors"
	"io"
	"strconv"
	"strings"
)

func compile(expr string, posix bool) (names []string, prefix, bad string)
func find(expr string, posix, longest bool, s string, n int) []int
func expand(expr string, posix bool, template, src string, match []int) string
func QuoteMeta(s string) string

type Regexp struct {
	expr           string
	posix, longest bool
	names          []string
	prefix         string
}

func build(expr string, posix bool) (*Regexp, error) {
	names, prefix, bad := compile(expr, posix)
	if bad != "" {
		return nil, errors.New(bad)
	}
	return &Regexp{expr, posix, posix, names, prefix}, nil
}
func Compile(expr string) (*Regexp, error)      { return build(expr, false) }
func CompilePOSIX(expr string) (*Regexp, error) { return build(expr, true) }
func MustCompile(expr string) *Regexp {
	re, err := Compile(expr)
	if err != nil {
		panic(`regexp: Compile(` + strconv.Quote(expr) + `): ` + err.Error())
	}
	return re
}
func MustCompilePOSIX(expr string) *Regexp {
	re, err := CompilePOSIX(expr)
	if err != nil {
		panic(`regexp: CompilePOSIX(` + strconv.Quote(expr) + `): ` + err.Error())
	}
	return re
}

func MatchString(pattern, s string) (bool, error) {
	re, err := Compile(pattern)
	if err != nil {
		return false, err
	}
	return re.MatchString(s), nil
}
func Match(pattern string, b []byte) (bool, error) { return MatchString(pattern, string(b)) }
func MatchReader(pattern string, r io.RuneReader) (bool, error) {
	re, err := Compile(pattern)
	if err != nil {
		return false, err
	}
	return re.MatchReader(r), nil
}

func (re *Regexp) String() string        { return re.expr }
func (re *Regexp) Copy() *Regexp         { c := *re; return &c }
func (re *Regexp) Longest()              { re.longest = true }
func (re *Regexp) NumSubexp() int        { return len(re.names) - 1 }
func (re *Regexp) SubexpNames() []string { return re.names }
func (re *Regexp) SubexpIndex(name string) int {
	if name != "" {
		for i, s := range re.names {
			if name == s {
				return i
			}
		}
	}
	return -1
}
func (re *Regexp) LiteralPrefix() (string, bool) {
	return re.prefix, re.prefix == re.expr
}
func (re *Regexp) MarshalText() ([]byte, error) { return []byte(re.expr), nil }
func (re *Regexp) AppendText(b []byte) ([]byte, error) {
	return append(b, re.expr...), nil
}
func (re *Regexp) UnmarshalText(text []byte) error {
	x, err := Compile(string(text))
	if err == nil {
		*re = *x
	}
	return err
}

// all finds at most n matches; each is a slice of the positions of it and its parts.
func (re *Regexp) all(s string, n int) [][]int {
	flat := find(re.expr, re.posix, re.longest, s, n)
	var out [][]int
	for k := 2 * len(re.names); len(flat) >= k; flat = flat[k:] {
		out = append(out, flat[:k:k])
	}
	return out
}
func (re *Regexp) first(s string) []int {
	if all := re.all(s, 1); len(all) > 0 {
		return all[0]
	}
	return nil
}

func part(s string, m []int, i int) string {
	if 2*i+1 < len(m) && m[2*i] >= 0 {
		return s[m[2*i]:m[2*i+1]]
	}
	return ""
}
func bytePart(b []byte, m []int, i int) []byte {
	if 2*i+1 < len(m) && m[2*i] >= 0 {
		return b[m[2*i]:m[2*i+1]:m[2*i+1]]
	}
	return nil
}
func parts(s string, m []int) []string {
	if m == nil {
		return nil
	}
	out := make([]string, len(m)/2)
	for i := range out {
		out[i] = part(s, m, i)
	}
	return out
}
func byteParts(b []byte, m []int) [][]byte {
	if m == nil {
		return nil
	}
	out := make([][]byte, len(m)/2)
	for i := range out {
		out[i] = bytePart(b, m, i)
	}
	return out
}
func read(r io.RuneReader) string {
	var b strings.Builder
	for {
		c, _, err := r.ReadRune()
		if err != nil {
			return b.String()
		}
		b.WriteRune(c)
	}
}

func (re *Regexp) MatchString(s string) bool            { return re.first(s) != nil }
func (re *Regexp) Match(b []byte) bool                  { return re.first(string(b)) != nil }
func (re *Regexp) MatchReader(r io.RuneReader) bool     { return re.first(read(r)) != nil }
func (re *Regexp) FindString(s string) string           { return part(s, re.first(s), 0) }
func (re *Regexp) Find(b []byte) []byte                 { return bytePart(b, re.first(string(b)), 0) }
func (re *Regexp) FindStringSubmatch(s string) []string { return parts(s, re.first(s)) }
func (re *Regexp) FindSubmatch(b []byte) [][]byte       { return byteParts(b, re.first(string(b))) }
func (re *Regexp) FindStringSubmatchIndex(s string) []int {
	return re.first(s)
}
func (re *Regexp) FindSubmatchIndex(b []byte) []int { return re.first(string(b)) }
func (re *Regexp) FindReaderSubmatchIndex(r io.RuneReader) []int {
	return re.first(read(r))
}
func (re *Regexp) FindStringIndex(s string) []int {
	if m := re.first(s); m != nil {
		return m[:2]
	}
	return nil
}
func (re *Regexp) FindIndex(b []byte) []int              { return re.FindStringIndex(string(b)) }
func (re *Regexp) FindReaderIndex(r io.RuneReader) []int { return re.FindStringIndex(read(r)) }

func each[T any](all [][]int, f func(m []int) T) []T {
	var out []T
	for _, m := range all {
		out = append(out, f(m))
	}
	return out
}
func (re *Regexp) FindAllString(s string, n int) []string {
	return each(re.all(s, n), func(m []int) string { return part(s, m, 0) })
}
func (re *Regexp) FindAll(b []byte, n int) [][]byte {
	return each(re.all(string(b), n), func(m []int) []byte { return bytePart(b, m, 0) })
}
func (re *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return each(re.all(s, n), func(m []int) []string { return parts(s, m) })
}
func (re *Regexp) FindAllSubmatch(b []byte, n int) [][][]byte {
	return each(re.all(string(b), n), func(m []int) [][]byte { return byteParts(b, m) })
}
func (re *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int { return re.all(s, n) }
func (re *Regexp) FindAllSubmatchIndex(b []byte, n int) [][]int       { return re.all(string(b), n) }
func (re *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return each(re.all(s, n), func(m []int) []int { return m[:2] })
}
func (re *Regexp) FindAllIndex(b []byte, n int) [][]int { return re.FindAllStringIndex(string(b), n) }

func (re *Regexp) replace(s string, f func(m []int) string) string {
	var b strings.Builder
	at := 0
	for _, m := range re.all(s, -1) {
		b.WriteString(s[at:m[0]])
		b.WriteString(f(m))
		at = m[1]
	}
	b.WriteString(s[at:])
	return b.String()
}
func (re *Regexp) ReplaceAllString(src, repl string) string {
	return re.replace(src, func(m []int) string { return expand(re.expr, re.posix, repl, src, m) })
}
func (re *Regexp) ReplaceAllLiteralString(src, repl string) string {
	return re.replace(src, func([]int) string { return repl })
}
func (re *Regexp) ReplaceAllStringFunc(src string, f func(string) string) string {
	return re.replace(src, func(m []int) string { return f(part(src, m, 0)) })
}
func (re *Regexp) ReplaceAll(src, repl []byte) []byte {
	return []byte(re.ReplaceAllString(string(src), string(repl)))
}
func (re *Regexp) ReplaceAllLiteral(src, repl []byte) []byte {
	return []byte(re.ReplaceAllLiteralString(string(src), string(repl)))
}
func (re *Regexp) ReplaceAllFunc(src []byte, f func([]byte) []byte) []byte {
	return []byte(re.ReplaceAllStringFunc(string(src), func(s string) string { return string(f([]byte(s))) }))
}
func (re *Regexp) ExpandString(dst []byte, template, src string, match []int) []byte {
	return append(dst, expand(re.expr, re.posix, template, src, match)...)
}
func (re *Regexp) Expand(dst, template, src []byte, match []int) []byte {
	return re.ExpandString(dst, string(template), string(src), match)
}

func (re *Regexp) Split(s string, n int) []string {
	if n == 0 {
		return nil
	}
	if len(re.expr) > 0 && len(s) == 0 {
		return []string{""}
	}
	var out []string
	beg, end := 0, 0
	for _, m := range re.FindAllStringIndex(s, n) {
		if n > 0 && len(out) == n-1 {
			break
		}
		end = m[0]
		if m[1] != 0 {
			out = append(out, s[beg:end])
		}
		beg = m[1]
	}
	if end != len(s) {
		out = append(out, s[beg:])
	}
	return out
}
