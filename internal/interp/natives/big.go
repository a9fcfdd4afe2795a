// This file holds the natives of math/big.

package natives

import (
	"maps"
	"math/big"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// bigInt reads an integer of the stand-in.
func bigInt(v value) *big.Int {
	x := new(big.Int)
	if s, _ := v.(string); s != "" {
		if _, ok := x.SetString(s, 16); !ok {
			panic(machine.Unsupported("number " + s))
		}
	}
	if x.BitLen() > machine.MaxCells {
		panic(machine.Exhausted("memory"))
	}
	return x
}

// hex is an integer as the stand-in keeps it.
func hex(x *big.Int) value {
	switch {
	case x == nil:
		return "nil"
	case x.Sign() == 0:
		return ""
	}
	return x.Text(16)
}

// A bigOp computes with integers.
type bigOp func(x, y, m *big.Int, n int) *big.Int

// twoInts makes such a function of a method.
func twoInts(f func(z, x, y *big.Int) *big.Int) bigOp {
	return func(x, y, _ *big.Int, _ int) *big.Int { return f(new(big.Int), x, y) }
}

// bigOps are those that give an integer.
var bigOps = map[string]bigOp{
	"add": twoInts((*big.Int).Add), "sub": twoInts((*big.Int).Sub), "mul": twoInts((*big.Int).Mul),
	"quo": twoInts((*big.Int).Quo), "rem": twoInts((*big.Int).Rem), "div": twoInts((*big.Int).Div),
	"mod": twoInts((*big.Int).Mod), "and": twoInts((*big.Int).And), "andnot": twoInts((*big.Int).AndNot),
	"or": twoInts((*big.Int).Or), "xor": twoInts((*big.Int).Xor), "modinverse": twoInts((*big.Int).ModInverse),
	"modsqrt":  twoInts((*big.Int).ModSqrt),
	"abs":      func(x, _, _ *big.Int, _ int) *big.Int { return x.Abs(x) },
	"neg":      func(x, _, _ *big.Int, _ int) *big.Int { return x.Neg(x) },
	"not":      func(x, _, _ *big.Int, _ int) *big.Int { return x.Not(x) },
	"sqrt":     func(x, _, _ *big.Int, _ int) *big.Int { return x.Sqrt(x) },
	"rsh":      func(x, _, _ *big.Int, n int) *big.Int { return x.Rsh(x, uint(n)) },
	"setbit":   func(x, _, _ *big.Int, n int) *big.Int { return x.SetBit(x, n, 1) },
	"clearbit": func(x, _, _ *big.Int, n int) *big.Int { return x.SetBit(x, n, 0) },
	"lsh": func(x, _, _ *big.Int, n int) *big.Int {
		if n < 0 || n > machine.MaxCells {
			panic(machine.Exhausted("memory"))
		}
		return x.Lsh(x, uint(n))
	},
	"exp": func(x, y, m *big.Int, _ int) *big.Int {
		if m.Sign() == 0 && y.IsInt64() && int64(x.BitLen())*y.Int64() > machine.MaxCells {
			panic(machine.Exhausted("memory"))
		}
		return new(big.Int).Exp(x, y, m)
	},
	"mulrange": func(x, y, _ *big.Int, _ int) *big.Int {
		if new(big.Int).Sub(y, x).Cmp(big.NewInt(maxFactors)) > 0 {
			panic(machine.Exhausted("steps"))
		}
		return new(big.Int).MulRange(x.Int64(), y.Int64())
	},
	"binomial": func(x, y, _ *big.Int, _ int) *big.Int { return new(big.Int).Binomial(x.Int64(), y.Int64()) },
	"gcd":      func(x, y, _ *big.Int, _ int) *big.Int { return new(big.Int).GCD(nil, nil, x, y) },
	"gcdx": func(x, y, _ *big.Int, _ int) *big.Int {
		z := new(big.Int)
		new(big.Int).GCD(z, nil, x, y)
		return z
	},
	"gcdy": func(x, y, _ *big.Int, _ int) *big.Int {
		z := new(big.Int)
		new(big.Int).GCD(nil, z, x, y)
		return z
	},
}

// truth is a bool as a number.
func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// bigAsks are the questions about integers.
var bigAsks = map[string]func(x, y *big.Int, n int) int64{
	"cmp":      func(x, y *big.Int, _ int) int64 { return int64(x.Cmp(y)) },
	"cmpabs":   func(x, y *big.Int, _ int) int64 { return int64(x.CmpAbs(y)) },
	"jacobi":   func(x, y *big.Int, _ int) int64 { return int64(big.Jacobi(x, y)) },
	"bit":      func(x, _ *big.Int, n int) int64 { return int64(x.Bit(n)) },
	"bitlen":   func(x, _ *big.Int, _ int) int64 { return int64(x.BitLen()) },
	"zeros":    func(x, _ *big.Int, _ int) int64 { return int64(x.TrailingZeroBits()) },
	"isint64":  func(x, _ *big.Int, _ int) int64 { return truth(x.IsInt64()) },
	"isuint64": func(x, _ *big.Int, _ int) int64 { return truth(x.IsUint64()) },
	"prime":    func(x, _ *big.Int, n int) int64 { return truth(x.ProbablyPrime(n)) },
	"int64":    func(x, _ *big.Int, _ int) int64 { return x.Int64() },
}

// bigRat reads a fraction of the stand-in.
func bigRat(v value) *big.Rat {
	x := new(big.Rat)
	if s, _ := v.(string); s != "" {
		if _, ok := x.SetString(s); !ok {
			panic(machine.Unsupported("number " + s))
		}
	}
	return x
}

// ratOp computes with fractions.
func ratOp(_ *thread, args []value) value {
	x, y, n := bigRat(args[1]), bigRat(args[2]), int(machine.AsInt(args[3]))
	switch args[0].(string) {
	case "add":
		x.Add(x, y)
	case "sub":
		x.Sub(x, y)
	case "mul":
		x.Mul(x, y)
	case "quo":
		x.Quo(x, y)
	case "abs":
		x.Abs(x)
	case "neg":
		x.Neg(x)
	case "num":
		return x.Num().String()
	case "denom":
		return x.Denom().String()
	case "decimal":
		return x.FloatString(n)
	case "short":
		return x.RatString()
	}
	return x.String()
}

// bigFloat reads a float of the stand-in.
func bigFloat(v value, prec int) *big.Float {
	s, _ := v.(string)
	if s == "" {
		s = "0"
	}
	x, _, err := big.ParseFloat(s, 0, uint(max(prec, len(s)*4)), big.ToNearestEven)
	if err != nil {
		panic(machine.Unsupported("number " + s))
	}
	return x
}

// bigFloatOp computes with floats, or answers a question about one.
func bigFloatOp(_ *thread, args []value) (out value) {
	prec := int(machine.AsInt(args[3]))
	if prec > machine.MaxCells {
		panic(machine.Exhausted("memory"))
	}
	z := new(big.Float).SetPrec(uint(prec)).SetMode(big.RoundingMode(machine.AsInt(args[4])))
	name := args[0].(string)
	if name == "rat" {
		z.SetRat(bigRat(args[1]))
		return tuple{z.Text('p', 0), int64(z.Acc())}
	}
	x, y := bigFloat(args[1], prec), bigFloat(args[2], prec)
	if v, ok := askFloat(name, x, y); ok {
		return v
	}
	defer func() {
		if e := recover(); e != nil { // an ErrNaN
			out = tuple{"NaN", int64(0)}
		}
	}()
	switch name {
	case "add":
		z.Add(x, y)
	case "sub":
		z.Sub(x, y)
	case "mul":
		z.Mul(x, y)
	case "quo":
		z.Quo(x, y)
	case "abs":
		z.Abs(x)
	case "neg":
		z.Neg(x)
	case "sqrt":
		z.Sqrt(x)
	default:
		z.Set(x)
	}
	return tuple{z.Text('p', 0), int64(z.Acc())}
}

// askFloat answers a question about a float; ok is false if the name is of none.
func askFloat(name string, x, y *big.Float) (v value, ok bool) {
	number := func(n int64) value { return big.NewInt(n).String() }
	switch name {
	case "cmp":
		return tuple{number(int64(x.Cmp(y))), int64(0)}, true
	case "sign":
		return tuple{number(int64(x.Sign())), int64(0)}, true
	case "isint":
		return tuple{number(truth(x.IsInt())), int64(0)}, true
	case "int64":
		n, acc := x.Int64()
		return tuple{number(n), int64(acc)}, true
	case "int":
		n, acc := x.Int(nil)
		if n == nil {
			n = new(big.Int)
		}
		return tuple{n.String(), int64(acc)}, true
	case "float64":
		f, acc := x.Float64()
		q := new(big.Rat).SetFloat64(f)
		if q == nil { // infinite
			return tuple{"0", int64(acc)}, true
		}
		return tuple{q.String(), int64(acc)}, true
	case "rational":
		q, acc := x.Rat(nil)
		if q == nil {
			q = new(big.Rat)
		}
		return tuple{q.String(), int64(acc)}, true
	}
	return nil, false
}

// bigNatives are those of math/big.
var bigNatives = makeBig()

// makeBig gathers them.
func makeBig() map[string]native {
	m := map[string]native{
		"math/big.op": func(_ *thread, args []value) value {
			f := bigOps[args[0].(string)]
			return hex(f(bigInt(args[1]), bigInt(args[2]), bigInt(args[3]), int(machine.AsInt(args[4]))))
		},
		"math/big.ask": func(_ *thread, args []value) value {
			return bigAsks[args[0].(string)](bigInt(args[1]), bigInt(args[2]), int(machine.AsInt(args[3])))
		},
		"math/big.text": func(_ *thread, args []value) value {
			return bigInt(args[0]).Text(int(machine.AsInt(args[1])))
		},
		"math/big.parse": func(_ *thread, args []value) value {
			x, ok := new(big.Int).SetString(args[0].(string), int(machine.AsInt(args[1])))
			if !ok {
				return tuple{"", false}
			}
			return tuple{hex(x), true}
		},
	}
	maps.Copy(m, bigConversions)
	return m
}

// bigConversions are those of math/big that convert.
var bigConversions = map[string]native{
	"math/big.uint64Of": func(_ *thread, args []value) value { return bigInt(args[0]).Uint64() },
	"math/big.bytesOf": func(t *thread, args []value) value {
		return t.Run.BytesOf(string(bigInt(args[0]).Bytes()))
	},
	"math/big.fromUint64": func(_ *thread, args []value) value {
		return hex(new(big.Int).SetUint64(args[0].(uint64)))
	},
	"math/big.fromBytes": func(t *thread, args []value) value {
		return hex(new(big.Int).SetBytes(t.Bytes(args[0].(slice))))
	},
	"math/big.float64Of": func(_ *thread, args []value) value {
		f, acc := bigInt(args[0]).Float64()
		return tuple{f, int64(acc)}
	},
	"math/big.ratOp": ratOp,
	"math/big.ratParse": func(_ *thread, args []value) value {
		x, ok := new(big.Rat).SetString(args[0].(string))
		if !ok {
			return tuple{"", false}
		}
		return tuple{x.String(), true}
	},
	"math/big.ratFloat": func(_ *thread, args []value) value {
		f, exact := bigRat(args[0]).Float64()
		return tuple{f, exact}
	},
	"math/big.fromFloat": func(_ *thread, args []value) value {
		x := new(big.Rat).SetFloat64(args[0].(float64))
		if x == nil {
			return tuple{"", false}
		}
		return tuple{x.String(), true}
	},
	"math/big.floatOp": bigFloatOp,
	"math/big.floatText": func(_ *thread, args []value) value {
		x := bigFloat(args[0], int(machine.AsInt(args[1])))
		return x.SetPrec(uint(machine.AsInt(args[1]))).Text(byte(machine.AsInt(args[2])), int(machine.AsInt(args[3])))
	},
	"math/big.floatParse": func(_ *thread, args []value) value {
		x, _, err := big.ParseFloat(
			args[0].(string), int(machine.AsInt(args[1])), uint(machine.AsInt(args[2])),
			big.RoundingMode(machine.AsInt(args[3])))
		if err != nil {
			return tuple{"", false}
		}
		return tuple{x.Text('p', 0), true}
	},
}
