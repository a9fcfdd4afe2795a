package big

import "errors"

const (
	MaxExp  = 1<<31 - 1
	MinExp  = -1 << 31
	MaxPrec = 1<<32 - 1
)

// floatOp computes with floats; the empty one is zero.
func floatOp(name, x, y string, prec, mode int) (s string, acc int)
func floatText(x string, prec int, format byte, digits int) string
func floatParse(s string, base, prec, mode int) (text string, ok bool)

type Float struct {
	s    string
	prec uint
	mode RoundingMode
	acc  Accuracy
}

func NewFloat(x float64) *Float { return new(Float).SetFloat64(x) }

func (z *Float) do(name, x, y string, prec uint) *Float {
	if z.prec == 0 {
		z.prec = prec
	}
	s, acc := floatOp(name, x, y, int(z.prec), int(z.mode))
	if s == "NaN" {
		panic(ErrNaN{name + " of infinities or zeros"})
	}
	z.s, z.acc = s, Accuracy(acc)
	return z
}
func (z *Float) two(name string, x, y *Float) *Float {
	return z.do(name, x.s, y.s, max(x.prec, y.prec))
}

func (z *Float) SetPrec(prec uint) *Float {
	if prec == 0 {
		z.s, z.prec = "", 0
		return z
	}
	z.prec = prec
	return z.do("set", z.s, "", prec)
}
func (z *Float) SetMode(mode RoundingMode) *Float { z.mode, z.acc = mode, Exact; return z }
func (z *Float) Set(x *Float) *Float              { return z.do("set", x.s, "", x.prec) }
func (z *Float) Copy(x *Float) *Float             { *z = *x; return z }
func (z *Float) SetFloat64(x float64) *Float {
	if x != x {
		panic(ErrNaN{"Float.SetFloat64(NaN)"})
	}
	s, ok := fromFloat(x)
	if !ok {
		return z.SetInf(x < 0)
	}
	return z.do("rat", s, "", 53)
}
func (z *Float) SetInt64(x int64) *Float { return z.do("rat", NewInt(x).String(), "", 64) }
func (z *Float) SetUint64(x uint64) *Float {
	return z.do("rat", new(Int).SetUint64(x).String(), "", 64)
}
func (z *Float) SetInt(x *Int) *Float { return z.do("rat", x.String(), "", uint(max(x.BitLen(), 64))) }
func (z *Float) SetRat(x *Rat) *Float { return z.do("rat", x.String(), "", 64) }
func (z *Float) SetInf(signbit bool) *Float {
	if z.prec == 0 {
		z.prec = 64
	}
	z.s, z.acc = "+Inf", Exact
	if signbit {
		z.s = "-Inf"
	}
	return z
}
func (z *Float) SetString(s string) (*Float, bool) {
	if z.prec == 0 {
		z.prec = 64
	}
	x, ok := floatParse(s, 0, int(z.prec), int(z.mode))
	if !ok {
		return nil, false
	}
	z.s = x
	return z, true
}
func ParseFloat(s string, base int, prec uint, mode RoundingMode) (*Float, int, error) {
	x, ok := floatParse(s, base, int(prec), int(mode))
	if !ok {
		return nil, 0, errors.New("math/big: invalid number")
	}
	return &Float{s: x, prec: prec, mode: mode}, max(base, 10), nil
}
func (z *Float) Abs(x *Float) *Float    { return z.do("abs", x.s, "", x.prec) }
func (z *Float) Neg(x *Float) *Float    { return z.do("neg", x.s, "", x.prec) }
func (z *Float) Sqrt(x *Float) *Float   { return z.do("sqrt", x.s, "", x.prec) }
func (z *Float) Add(x, y *Float) *Float { return z.two("add", x, y) }
func (z *Float) Sub(x, y *Float) *Float { return z.two("sub", x, y) }
func (z *Float) Mul(x, y *Float) *Float { return z.two("mul", x, y) }
func (z *Float) Quo(x, y *Float) *Float { return z.two("quo", x, y) }

func (x *Float) ask(name, y string) (int, Accuracy) {
	s, acc := floatOp(name, x.s, y, int(x.prec), 0)
	n, _ := new(Int).SetString(s, 10)
	return int(n.Int64()), Accuracy(acc)
}
func (x *Float) Cmp(y *Float) int         { n, _ := x.ask("cmp", y.s); return n }
func (x *Float) Sign() int                { n, _ := x.ask("sign", ""); return n }
func (x *Float) Signbit() bool            { return x.s != "" && x.s[0] == '-' }
func (x *Float) IsInf() bool              { return x.s == "+Inf" || x.s == "-Inf" }
func (x *Float) IsInt() bool              { n, _ := x.ask("isint", ""); return n == 1 }
func (x *Float) Prec() uint               { return x.prec }
func (x *Float) Mode() RoundingMode       { return x.mode }
func (x *Float) Acc() Accuracy            { return x.acc }
func (x *Float) Int64() (int64, Accuracy) { n, a := x.ask("int64", ""); return int64(n), a }
func (x *Float) Float64() (float64, Accuracy) {
	s, acc := floatOp("float64", x.s, "", int(x.prec), 0)
	f, _ := ratFloat(s)
	return f, Accuracy(acc)
}
func (x *Float) Int(z *Int) (*Int, Accuracy) {
	s, acc := floatOp("int", x.s, "", int(x.prec), 0)
	if z == nil {
		z = new(Int)
	}
	z.SetString(s, 10)
	return z, Accuracy(acc)
}
func (x *Float) Rat(z *Rat) (*Rat, Accuracy) {
	s, acc := floatOp("rational", x.s, "", int(x.prec), 0)
	if z == nil {
		z = new(Rat)
	}
	z.SetString(s)
	return z, Accuracy(acc)
}
func (x *Float) Text(format byte, prec int) string { return floatText(x.s, int(x.prec), format, prec) }
func (x *Float) String() string                    { return x.Text('g', 10) }
func (x *Float) MarshalText() ([]byte, error)      { return []byte(x.Text('g', -1)), nil }
func (z *Float) UnmarshalText(b []byte) error {
	if _, ok := z.SetString(string(b)); !ok {
		return errors.New("math/big: cannot unmarshal \"" + string(b) + "\" into a *big.Float")
	}
	return nil
}
