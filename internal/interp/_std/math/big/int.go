// Package big keeps numbers as texts, which the interpreter computes with; it drops formats, gobs and words.
package big

import (
	"errors"
	"math/rand"
)

// op computes with integers; they are hexadecimal, and empty for zero.
func op(name, x, y, m string, n int) string

// ask answers a question about integers with a number.
func ask(name, x, y string, n int) int
func text(x string, base int) string
func parse(s string, base int) (string, bool)
func uint64Of(x string) uint64
func float64Of(x string) (f float64, exact int)
func bytesOf(x string) []byte
func fromBytes(b []byte) string
func fromUint64(x uint64) string

const MaxBase = 62

type (
	Word         uint
	Accuracy     int8
	RoundingMode byte
	ErrNaN       struct{ msg string }
)

func (e ErrNaN) Error() string { return e.msg }

const (
	Below Accuracy = -1
	Exact Accuracy = 0
	Above Accuracy = +1
)

func (a Accuracy) String() string { return [3]string{"Below", "Exact", "Above"}[a+1] }

const (
	ToNearestEven RoundingMode = iota
	ToNearestAway
	ToZero
	AwayFromZero
	ToNegativeInf
	ToPositiveInf
)

func (m RoundingMode) String() string {
	return [...]string{
		"ToNearestEven", "ToNearestAway", "ToZero", "AwayFromZero", "ToNegativeInf", "ToPositiveInf",
	}[m]
}

type Int struct{ s string }

func (z *Int) set(s string) *Int { z.s = s; return z }
func (z *Int) two(name string, x, y *Int) *Int {
	return z.set(op(name, x.s, y.s, "", 0))
}
func (z *Int) division(name string, x, y *Int) *Int {
	if y.s == "" {
		panic("division by zero")
	}
	return z.two(name, x, y)
}

func NewInt(x int64) *Int      { return new(Int).SetInt64(x) }
func (z *Int) Set(x *Int) *Int { return z.set(x.s) }
func (z *Int) SetInt64(x int64) *Int {
	if x < 0 {
		return z.set("-" + fromUint64(uint64(-x)))
	}
	return z.set(fromUint64(uint64(x)))
}
func (z *Int) SetUint64(x uint64) *Int  { return z.set(fromUint64(x)) }
func (z *Int) SetBytes(buf []byte) *Int { return z.set(fromBytes(buf)) }
func (z *Int) Abs(x *Int) *Int          { return z.set(op("abs", x.s, "", "", 0)) }
func (z *Int) Neg(x *Int) *Int          { return z.set(op("neg", x.s, "", "", 0)) }
func (z *Int) Not(x *Int) *Int          { return z.set(op("not", x.s, "", "", 0)) }
func (z *Int) Add(x, y *Int) *Int       { return z.two("add", x, y) }
func (z *Int) Sub(x, y *Int) *Int       { return z.two("sub", x, y) }
func (z *Int) Mul(x, y *Int) *Int       { return z.two("mul", x, y) }
func (z *Int) And(x, y *Int) *Int       { return z.two("and", x, y) }
func (z *Int) AndNot(x, y *Int) *Int    { return z.two("andnot", x, y) }
func (z *Int) Or(x, y *Int) *Int        { return z.two("or", x, y) }
func (z *Int) Xor(x, y *Int) *Int       { return z.two("xor", x, y) }
func (z *Int) Quo(x, y *Int) *Int       { return z.division("quo", x, y) }
func (z *Int) Rem(x, y *Int) *Int       { return z.division("rem", x, y) }
func (z *Int) Div(x, y *Int) *Int       { return z.division("div", x, y) }
func (z *Int) Mod(x, y *Int) *Int       { return z.division("mod", x, y) }
func (z *Int) Lsh(x *Int, n uint) *Int  { return z.set(op("lsh", x.s, "", "", int(n))) }
func (z *Int) Rsh(x *Int, n uint) *Int  { return z.set(op("rsh", x.s, "", "", int(n))) }
func (z *Int) MulRange(a, b int64) *Int {
	return z.set(op("mulrange", NewInt(a).s, NewInt(b).s, "", 0))
}
func (z *Int) Binomial(n, k int64) *Int {
	return z.set(op("binomial", NewInt(n).s, NewInt(k).s, "", 0))
}
func (z *Int) SetBit(x *Int, i int, b uint) *Int {
	if b == 0 {
		return z.set(op("clearbit", x.s, "", "", i))
	}
	return z.set(op("setbit", x.s, "", "", i))
}
func (z *Int) QuoRem(x, y, r *Int) (*Int, *Int) {
	a, b := *x, *y
	z.Quo(&a, &b)
	return z, r.Rem(&a, &b)
}
func (z *Int) DivMod(x, y, m *Int) (*Int, *Int) {
	a, b := *x, *y
	z.Div(&a, &b)
	return z, m.Mod(&a, &b)
}
func (z *Int) Exp(x, y, m *Int) *Int {
	mod := ""
	if m != nil {
		mod = m.s
	}
	s := op("exp", x.s, y.s, mod, 0)
	if s == "nil" {
		return nil
	}
	return z.set(s)
}
func (z *Int) Sqrt(x *Int) *Int {
	if x.Sign() < 0 {
		panic("square root of negative number")
	}
	return z.set(op("sqrt", x.s, "", "", 0))
}
func (z *Int) GCD(x, y, a, b *Int) *Int {
	p, q := a.s, b.s
	if x != nil {
		x.set(op("gcdx", p, q, "", 0))
	}
	if y != nil {
		y.set(op("gcdy", p, q, "", 0))
	}
	return z.set(op("gcd", p, q, "", 0))
}
func (z *Int) ModInverse(g, n *Int) *Int {
	s := op("modinverse", g.s, n.s, "", 0)
	if s == "nil" {
		return nil
	}
	return z.set(s)
}
func (z *Int) ModSqrt(x, p *Int) *Int {
	s := op("modsqrt", x.s, p.s, "", 0)
	if s == "nil" {
		return nil
	}
	return z.set(s)
}
func (z *Int) Rand(rnd *rand.Rand, n *Int) *Int {
	if n.Sign() <= 0 {
		return z.set("")
	}
	b := make([]byte, len(n.s)/2+9)
	for i := range b {
		b[i] = byte(rnd.Intn(256))
	}
	return z.Mod(new(Int).SetBytes(b), n)
}
func (z *Int) SetString(s string, base int) (*Int, bool) {
	x, ok := parse(s, base)
	if !ok {
		return nil, false
	}
	return z.set(x), true
}
func (z *Int) UnmarshalText(b []byte) error {
	if _, ok := z.SetString(string(b), 0); !ok {
		return errors.New("math/big: cannot unmarshal \"" + string(b) + "\" into a *big.Int")
	}
	return nil
}
func (z *Int) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	return z.UnmarshalText(b)
}

func (x *Int) Sign() int {
	switch {
	case x.s == "":
		return 0
	case x.s[0] == '-':
		return -1
	}
	return 1
}
func (x *Int) Cmp(y *Int) int               { return ask("cmp", x.s, y.s, 0) }
func (x *Int) CmpAbs(y *Int) int            { return ask("cmpabs", x.s, y.s, 0) }
func (x *Int) Bit(i int) uint               { return uint(ask("bit", x.s, "", i)) }
func (x *Int) BitLen() int                  { return ask("bitlen", x.s, "", 0) }
func (x *Int) TrailingZeroBits() uint       { return uint(ask("zeros", x.s, "", 0)) }
func (x *Int) IsInt64() bool                { return ask("isint64", x.s, "", 0) == 1 }
func (x *Int) IsUint64() bool               { return ask("isuint64", x.s, "", 0) == 1 }
func (x *Int) ProbablyPrime(n int) bool     { return ask("prime", x.s, "", n) == 1 }
func (x *Int) Int64() int64                 { return int64(ask("int64", x.s, "", 0)) }
func (x *Int) Uint64() uint64               { return uint64Of(x.s) }
func (x *Int) Bytes() []byte                { return bytesOf(x.s) }
func (x *Int) Float64() (float64, Accuracy) { f, a := float64Of(x.s); return f, Accuracy(a) }
func (x *Int) FillBytes(buf []byte) []byte {
	b := x.Bytes()
	if len(b) > len(buf) {
		panic("math/big: buffer too small to fit value")
	}
	clear(buf)
	copy(buf[len(buf)-len(b):], b)
	return buf
}
func (x *Int) Text(base int) string {
	if x == nil {
		return "<nil>"
	}
	return text(x.s, base)
}
func (x *Int) String() string                      { return x.Text(10) }
func (x *Int) Append(buf []byte, base int) []byte  { return append(buf, x.Text(base)...) }
func (x *Int) AppendText(b []byte) ([]byte, error) { return x.Append(b, 10), nil }
func (x *Int) MarshalText() ([]byte, error)        { return []byte(x.String()), nil }
func (x *Int) MarshalJSON() ([]byte, error) {
	if x == nil {
		return []byte("null"), nil
	}
	return []byte(x.String()), nil
}

func Jacobi(x, y *Int) int { return ask("jacobi", x.s, y.s, 0) }
