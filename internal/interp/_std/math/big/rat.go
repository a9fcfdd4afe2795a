package big

import "errors"

// ratOp computes with fractions; the empty one is zero.
func ratOp(name, x, y string, n int) string
func ratParse(s string) (string, bool)
func ratFloat(x string) (f float64, exact bool)
func fromFloat(f float64) (s string, finite bool)

type Rat struct{ s string }

func NewRat(a, b int64) *Rat { return new(Rat).SetFrac64(a, b) }

func (z *Rat) set(s string) *Rat     { z.s = s; return z }
func (z *Rat) Set(x *Rat) *Rat       { return z.set(x.s) }
func (z *Rat) SetInt(x *Int) *Rat    { return z.set(x.String()) }
func (z *Rat) SetInt64(x int64) *Rat { return z.SetInt(NewInt(x)) }
func (z *Rat) SetUint64(x uint64) *Rat {
	return z.SetInt(new(Int).SetUint64(x))
}
func (z *Rat) SetFrac(a, b *Int) *Rat {
	if b.Sign() == 0 {
		panic("division by zero")
	}
	return z.set(ratOp("quo", a.String(), b.String(), 0))
}
func (z *Rat) SetFrac64(a, b int64) *Rat { return z.SetFrac(NewInt(a), NewInt(b)) }
func (z *Rat) SetFloat64(f float64) *Rat {
	s, ok := fromFloat(f)
	if !ok {
		return nil
	}
	return z.set(s)
}
func (z *Rat) SetString(s string) (*Rat, bool) {
	x, ok := ratParse(s)
	if !ok {
		return nil, false
	}
	return z.set(x), true
}
func (z *Rat) Abs(x *Rat) *Rat    { return z.set(ratOp("abs", x.s, "", 0)) }
func (z *Rat) Neg(x *Rat) *Rat    { return z.set(ratOp("neg", x.s, "", 0)) }
func (z *Rat) Add(x, y *Rat) *Rat { return z.set(ratOp("add", x.s, y.s, 0)) }
func (z *Rat) Sub(x, y *Rat) *Rat { return z.set(ratOp("sub", x.s, y.s, 0)) }
func (z *Rat) Mul(x, y *Rat) *Rat { return z.set(ratOp("mul", x.s, y.s, 0)) }
func (z *Rat) Quo(x, y *Rat) *Rat {
	if y.Sign() == 0 {
		panic("division by zero")
	}
	return z.set(ratOp("quo", x.s, y.s, 0))
}
func (z *Rat) Inv(x *Rat) *Rat { return z.Quo(NewRat(1, 1), x) }

func (x *Rat) Cmp(y *Rat) int {
	switch d := new(Rat).Sub(x, y); {
	case d.s == "" || d.s[0] == '0':
		return 0
	case d.s[0] == '-':
		return -1
	}
	return 1
}
func (x *Rat) Sign() int                { return x.Cmp(&Rat{}) }
func (x *Rat) IsInt() bool              { return x.Denom().Cmp(NewInt(1)) == 0 }
func (x *Rat) Num() *Int                { z, _ := new(Int).SetString(ratOp("num", x.s, "", 0), 10); return z }
func (x *Rat) Denom() *Int              { z, _ := new(Int).SetString(ratOp("denom", x.s, "", 0), 10); return z }
func (x *Rat) Float64() (float64, bool) { return ratFloat(x.s) }
func (x *Rat) Float32() (float32, bool) {
	f, exact := ratFloat(x.s)
	return float32(f), exact && float64(float32(f)) == f
}
func (x *Rat) FloatString(prec int) string  { return ratOp("decimal", x.s, "", prec) }
func (x *Rat) RatString() string            { return ratOp("short", x.s, "", 0) }
func (x *Rat) String() string               { return ratOp("string", x.s, "", 0) }
func (x *Rat) MarshalText() ([]byte, error) { return []byte(x.RatString()), nil }
func (z *Rat) UnmarshalText(b []byte) error {
	if _, ok := z.SetString(string(b)); !ok {
		return errors.New("math/big: cannot unmarshal \"" + string(b) + "\" into a *big.Rat")
	}
	return nil
}
