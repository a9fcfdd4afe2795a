// Copyright The Go Authors, BSD-style licence; shortened.

// Package rand keeps the unlocked global functions and the unlocked Rand and PCG; it drops ChaCha8's real numbers.
package rand

import (
	"errors"
	"math"
	"math/bits"
)

type Source interface {
	Uint64() uint64
}

type Rand struct {
	src Source
}

func New(src Source) *Rand {
	return &Rand{src: src}
}

func (r *Rand) Int64() int64 { return int64(r.src.Uint64() &^ (1 << 63)) }

func (r *Rand) Uint32() uint32 { return uint32(r.src.Uint64() >> 32) }

func (r *Rand) Uint64() uint64 { return r.src.Uint64() }

func (r *Rand) Int32() int32 { return int32(r.src.Uint64() >> 33) }

func (r *Rand) Int() int { return int(uint(r.src.Uint64()) << 1 >> 1) }

func (r *Rand) Uint() uint { return uint(r.src.Uint64()) }

func (r *Rand) Int64N(n int64) int64 {
	if n <= 0 {
		panic("invalid argument to Int64N")
	}
	return int64(r.uint64n(uint64(n)))
}

func (r *Rand) Uint64N(n uint64) uint64 {
	if n == 0 {
		panic("invalid argument to Uint64N")
	}
	return r.uint64n(n)
}

func (r *Rand) uint64n(n uint64) uint64 {
	if is32bit && uint64(uint32(n)) == n {
		return uint64(r.uint32n(uint32(n)))
	}
	if n&(n-1) == 0 {
		return r.Uint64() & (n - 1)
	}

	hi, lo := bits.Mul64(r.Uint64(), n)
	if lo < n {
		thresh := -n % n
		for lo < thresh {
			hi, lo = bits.Mul64(r.Uint64(), n)
		}
	}
	return hi
}

func (r *Rand) uint32n(n uint32) uint32 {
	if n&(n-1) == 0 {
		return uint32(r.Uint64()) & (n - 1)
	}

	x := r.Uint64()
	lo1a, lo0 := bits.Mul32(uint32(x), n)
	hi, lo1b := bits.Mul32(uint32(x>>32), n)
	lo1, c := bits.Add32(lo1a, lo1b, 0)
	hi += c
	if lo1 == 0 && lo0 < uint32(n) {
		n64 := uint64(n)
		thresh := uint32(-n64 % n64)
		for lo1 == 0 && lo0 < thresh {
			x := r.Uint64()
			lo1a, lo0 = bits.Mul32(uint32(x), n)
			hi, lo1b = bits.Mul32(uint32(x>>32), n)
			lo1, c = bits.Add32(lo1a, lo1b, 0)
			hi += c
		}
	}
	return hi
}

func (r *Rand) Int32N(n int32) int32 {
	if n <= 0 {
		panic("invalid argument to Int32N")
	}
	return int32(r.uint64n(uint64(n)))
}

func (r *Rand) Uint32N(n uint32) uint32 {
	if n == 0 {
		panic("invalid argument to Uint32N")
	}
	return uint32(r.uint64n(uint64(n)))
}

const is32bit = ^uint(0)>>32 == 0

func (r *Rand) IntN(n int) int {
	if n <= 0 {
		panic("invalid argument to IntN")
	}
	return int(r.uint64n(uint64(n)))
}

func (r *Rand) UintN(n uint) uint {
	if n == 0 {
		panic("invalid argument to UintN")
	}
	return uint(r.uint64n(uint64(n)))
}

func (r *Rand) Float64() float64 {

	return float64(r.Uint64()<<11>>11) / (1 << 53)
}

func (r *Rand) Float32() float32 {

	return float32(r.Uint32()<<8>>8) / (1 << 24)
}

func (r *Rand) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	if n < 0 {
		panic("invalid argument to Shuffle")
	}

	for i := n - 1; i > 0; i-- {
		j := int(r.uint64n(uint64(i + 1)))
		swap(i, j)
	}
}

var globalRand = &Rand{src: runtimeSource{}}

type runtimeSource struct{}

func (runtimeSource) Uint64() uint64 {
	return runtime_rand()
}

func Int64() int64 { return globalRand.Int64() }

func Uint32() uint32 { return globalRand.Uint32() }

func Uint64N(n uint64) uint64 { return globalRand.Uint64N(n) }

func Uint32N(n uint32) uint32 { return globalRand.Uint32N(n) }

func Uint64() uint64 { return globalRand.Uint64() }

func Int32() int32 { return globalRand.Int32() }

func Int() int { return globalRand.Int() }

func Uint() uint { return globalRand.Uint() }

func Int64N(n int64) int64 { return globalRand.Int64N(n) }

func Int32N(n int32) int32 { return globalRand.Int32N(n) }

func IntN(n int) int { return globalRand.IntN(n) }

func UintN(n uint) uint { return globalRand.UintN(n) }

func N[Int intType](n Int) Int {
	if n <= 0 {
		panic("invalid argument to N")
	}
	return Int(globalRand.uint64n(uint64(n)))
}

type intType interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 |
		~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

func Float64() float64 { return globalRand.Float64() }

func Float32() float32 { return globalRand.Float32() }

func Perm(n int) []int { return globalRand.Perm(n) }

func Shuffle(n int, swap func(i, j int)) { globalRand.Shuffle(n, swap) }

func NormFloat64() float64 { return globalRand.NormFloat64() }

func ExpFloat64() float64 { return globalRand.ExpFloat64() }

func (r *Rand) NormFloat64() float64 {
	return math.Sqrt(-2*math.Log(1-r.Float64())) * math.Cos(2*math.Pi*r.Float64())
}

func (r *Rand) ExpFloat64() float64 { return -math.Log(1 - r.Float64()) }

// ChaCha8 is a PCG here.
type ChaCha8 struct {
	p       PCG
	readBuf []byte
}

func NewChaCha8(seed [32]byte) *ChaCha8 {
	c := new(ChaCha8)
	c.Seed(seed)
	return c
}

func (c *ChaCha8) Seed(seed [32]byte) {
	c.readBuf = nil
	c.p.Seed(0, 0)
	for i, b := range seed {
		if i < 16 {
			c.p.hi = c.p.hi<<8 | c.p.hi>>56 ^ uint64(b)
		} else {
			c.p.lo = c.p.lo<<8 | c.p.lo>>56 ^ uint64(b)
		}
	}
}

func (c *ChaCha8) Uint64() uint64 { return c.p.Uint64() }

func (c *ChaCha8) Read(p []byte) (n int, err error) {
	for i := range p {
		if len(c.readBuf) == 0 {
			c.readBuf = be(nil, c.Uint64())
		}
		p[i] = c.readBuf[0]
		c.readBuf = c.readBuf[1:]
	}
	return len(p), nil
}

func (c *ChaCha8) AppendBinary(b []byte) ([]byte, error) { return c.p.AppendBinary(b) }
func (c *ChaCha8) MarshalBinary() ([]byte, error)        { return c.p.MarshalBinary() }
func (c *ChaCha8) UnmarshalBinary(data []byte) error     { return c.p.UnmarshalBinary(data) }

func be(b []byte, x uint64) []byte {
	for i := 56; i >= 0; i -= 8 {
		b = append(b, byte(x>>i))
	}
	return b
}

func fromBE(b []byte) (x uint64) {
	for _, c := range b[:8] {
		x = x<<8 | uint64(c)
	}
	return x
}

type PCG struct {
	hi uint64
	lo uint64
}

func NewPCG(seed1, seed2 uint64) *PCG {
	return &PCG{seed1, seed2}
}

func (p *PCG) Seed(seed1, seed2 uint64) {
	p.hi = seed1
	p.lo = seed2
}

func (p *PCG) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, "pcg:"...)
	b = be(b, p.hi)
	b = be(b, p.lo)
	return b, nil
}

func (p *PCG) MarshalBinary() ([]byte, error) {
	return p.AppendBinary(make([]byte, 0, 20))
}

var errUnmarshalPCG = errors.New("invalid PCG encoding")

func (p *PCG) UnmarshalBinary(data []byte) error {
	if len(data) != 20 || string(data[:4]) != "pcg:" {
		return errUnmarshalPCG
	}
	p.hi = fromBE(data[4:])
	p.lo = fromBE(data[4+8:])
	return nil
}

func (p *PCG) next() (hi, lo uint64) {

	const (
		mulHi = 2549297995355413924
		mulLo = 4865540595714422341
		incHi = 6364136223846793005
		incLo = 1442695040888963407
	)

	hi, lo = bits.Mul64(p.lo, mulLo)
	hi += p.hi*mulLo + p.lo*mulHi
	lo, c := bits.Add64(lo, incLo, 0)
	hi, _ = bits.Add64(hi, incHi, c)
	p.lo = lo
	p.hi = hi
	return hi, lo
}

func (p *PCG) Uint64() uint64 {
	hi, lo := p.next()

	const cheapMul = 0xda942042e4dd58b5
	hi ^= hi >> 32
	hi *= cheapMul
	hi ^= hi >> 48
	hi *= (lo | 1)
	return hi
}
