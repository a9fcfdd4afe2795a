package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/cmplx"
	"strings"
)

func run() {
	f := big.NewInt(1)
	for i := int64(1); i <= 40; i++ {
		f.Mul(f, big.NewInt(i))
	}
	say(f, f.BitLen(), f.Sign(), f.Text(36), f.TrailingZeroBits())
	x, ok := new(big.Int).SetString("-123456789012345678901234567890", 10)
	say(x.String(), ok, x.Cmp(f), x.IsInt64(), x.Int64(), x.Uint64())
	q, r := new(big.Int).QuoRem(f, x, new(big.Int))
	say(q.String(), r.String())
	q, r = q.DivMod(f, x, r)
	say(q.String(), r.String(), new(big.Int).Exp(big.NewInt(3), big.NewInt(100), big.NewInt(1000007)).String())
	say(new(big.Int).Sqrt(f).String(), new(big.Int).GCD(nil, nil, big.NewInt(48), big.NewInt(36)).String())
	say(big.NewInt(97).ProbablyPrime(10), new(big.Int).ModInverse(big.NewInt(3), big.NewInt(11)).String())
	say(new(big.Int).Lsh(big.NewInt(5), 70).String(), new(big.Int).Rsh(f, 90).String(), new(big.Int).Not(big.NewInt(5)).String())
	say(new(big.Int).SetBytes([]byte{1, 2, 3}).String(), f.Bytes(), new(big.Int).Binomial(10, 3).String())
	_, ok = new(big.Int).SetString("12x", 10)
	say(ok, new(big.Int).Neg(big.NewInt(math.MinInt64)).String(), big.NewInt(math.MinInt64).String())
	b, err := json.Marshal(map[string]*big.Int{"f": f})
	say(string(b), err)
	var back struct{ F *big.Int }
	say(json.Unmarshal(b, &back), back.F.Cmp(f))
	a := big.NewRat(1, 3)
	a.Add(a, big.NewRat(1, 6))
	say(a.String(), a.FloatString(5), a.Cmp(big.NewRat(1, 2)), a.Num().String(), a.Denom().String(), a.IsInt())
	v := new(big.Float).SetPrec(100).SetInt64(2)
	v.Sqrt(v)
	say(v.Text('f', 25), v.String(), v.Prec())
	g, acc := v.Float64()
	say(g, acc, v.Cmp(big.NewFloat(1.5)), new(big.Float).Quo(big.NewFloat(1), big.NewFloat(3)).String())
	say(cmplx.Abs(3+4i), cmplx.Sqrt(-1), math.Asin(1), math.Copysign(1, -2), math.Log1p(0.5))
	frac, exp := math.Frexp(10)
	say(frac, exp, math.Ldexp(0.5, 4), math.MaxInt64, math.Phi)
	var n int
	var s string
	var e float64
	k, err := fmt.Sscanf("7 abc 2.5", "%d %s %g", &n, &s, &e)
	say(k, err, n, s, e)
	k, err = fmt.Sscan("8 x", &n, &e)
	say(k, err, n)
	rd := strings.NewReader("1 2\n3 4\n")
	for {
		var p, q int
		if _, err := fmt.Fscan(rd, &p, &q); err != nil {
			say(err)
			break
		}
		say(p, q)
	}
}
