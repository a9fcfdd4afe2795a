// Package math keeps the commonest functions.
package math

const (
	E     = 2.71828182845904523536028747135266249775724709369995957496696763
	Pi    = 3.14159265358979323846264338327950288419716939937510582097494459
	Sqrt2 = 1.41421356237309504880168872420969807856967187537694807317667974
	Ln2   = 0.693147180559945309417232121458176568075500134360255254120680009
	Ln10  = 2.30258509299404568401799145468436420760110148862877297603332790

	MaxFloat32             = 0x1p127 * (1 + (1 - 0x1p-23))
	SmallestNonzeroFloat32 = 0x1p-126 * 0x1p-23
	MaxFloat64             = 0x1p1023 * (1 + (1 - 0x1p-52))
	SmallestNonzeroFloat64 = 0x1p-1022 * 0x1p-52

	MaxInt    = 1<<63 - 1
	MinInt    = -1 << 63
	MaxInt8   = 1<<7 - 1
	MinInt8   = -1 << 7
	MaxInt16  = 1<<15 - 1
	MinInt16  = -1 << 15
	MaxInt32  = 1<<31 - 1
	MinInt32  = -1 << 31
	MaxInt64  = 1<<63 - 1
	MinInt64  = -1 << 63
	MaxUint   = 1<<64 - 1
	MaxUint8  = 1<<8 - 1
	MaxUint16 = 1<<16 - 1
	MaxUint32 = 1<<32 - 1
	MaxUint64 = 1<<64 - 1
)

func one(x float64, name string) float64
func two(x, y float64, name string) float64

func Float64bits(f float64) uint64
func Float64frombits(b uint64) float64
func Float32bits(f float32) uint32
func Float32frombits(b uint32) float32
func IsNaN(f float64) bool { return f != f }
func IsInf(f float64, sign int) bool {
	return sign >= 0 && f > MaxFloat64 || sign <= 0 && f < -MaxFloat64
}
func Inf(sign int) float64 {
	if sign >= 0 {
		return Float64frombits(0x7FF0000000000000)
	}
	return Float64frombits(0xFFF0000000000000)
}
func NaN() float64               { return Float64frombits(0x7FF8000000000001) }
func Signbit(x float64) bool     { return Float64bits(x)&(1<<63) != 0 }
func Abs(x float64) float64      { return one(x, "abs") }
func Ceil(x float64) float64     { return one(x, "ceil") }
func Floor(x float64) float64    { return one(x, "floor") }
func Round(x float64) float64    { return one(x, "round") }
func Trunc(x float64) float64    { return one(x, "trunc") }
func Sqrt(x float64) float64     { return one(x, "sqrt") }
func Exp(x float64) float64      { return one(x, "exp") }
func Log(x float64) float64      { return one(x, "log") }
func Log2(x float64) float64     { return one(x, "log2") }
func Log10(x float64) float64    { return one(x, "log10") }
func Sin(x float64) float64      { return one(x, "sin") }
func Cos(x float64) float64      { return one(x, "cos") }
func Tan(x float64) float64      { return one(x, "tan") }
func Atan(x float64) float64     { return one(x, "atan") }
func Cbrt(x float64) float64     { return one(x, "cbrt") }
func Pow(x, y float64) float64   { return two(x, y, "pow") }
func Mod(x, y float64) float64   { return two(x, y, "mod") }
func Hypot(x, y float64) float64 { return two(x, y, "hypot") }
func Atan2(x, y float64) float64 { return two(x, y, "atan2") }
func Max(x, y float64) float64   { return max(x, y) }
func Min(x, y float64) float64   { return min(x, y) }
func Modf(f float64) (float64, float64) {
	i := Trunc(f)
	return i, f - i
}
