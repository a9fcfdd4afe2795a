package math

const (
	Phi     = 1.61803398874989484820458683436563811772030917980576286213544862
	SqrtE   = 1.64872127070012814684865078781416357165377610071014801157507931
	SqrtPi  = 1.77245385090551602729816748334114518279754945612238712821380779
	Log2E   = 1 / Ln2
	Log10E  = 1 / Ln10
	SqrtPhi = 1.27201964951406896425242246173749149171560804184009624861664038
)

func more1(x float64, name string) float64
func more2(x, y float64, name string) float64

func Asin(x float64) float64              { return more1(x, "asin") }
func Acos(x float64) float64              { return more1(x, "acos") }
func Sinh(x float64) float64              { return more1(x, "sinh") }
func Cosh(x float64) float64              { return more1(x, "cosh") }
func Tanh(x float64) float64              { return more1(x, "tanh") }
func Asinh(x float64) float64             { return more1(x, "asinh") }
func Acosh(x float64) float64             { return more1(x, "acosh") }
func Atanh(x float64) float64             { return more1(x, "atanh") }
func Exp2(x float64) float64              { return more1(x, "exp2") }
func Expm1(x float64) float64             { return more1(x, "expm1") }
func Log1p(x float64) float64             { return more1(x, "log1p") }
func Logb(x float64) float64              { return more1(x, "logb") }
func RoundToEven(x float64) float64       { return more1(x, "roundtoeven") }
func Gamma(x float64) float64             { return more1(x, "gamma") }
func Erf(x float64) float64               { return more1(x, "erf") }
func Erfc(x float64) float64              { return more1(x, "erfc") }
func Copysign(x, y float64) float64       { return more2(x, y, "copysign") }
func Dim(x, y float64) float64            { return more2(x, y, "dim") }
func Remainder(x, y float64) float64      { return more2(x, y, "remainder") }
func Nextafter(x, y float64) float64      { return more2(x, y, "nextafter") }
func Ldexp(x float64, e int) float64      { return more2(x, float64(e), "ldexp") }
func Pow10(n int) float64                 { return Pow(10, float64(n)) }
func Ilogb(x float64) int                 { return int(Logb(x)) }
func FMA(x, y, z float64) float64         { return x*y + z }
func Sincos(x float64) (sin, cos float64) { return Sin(x), Cos(x) }
func Frexp(f float64) (float64, int) {
	return more1(f, "frac"), int(more1(f, "exponent"))
}
func Lgamma(x float64) (float64, int) {
	return more1(x, "lgamma"), int(more1(x, "lgammasign"))
}
