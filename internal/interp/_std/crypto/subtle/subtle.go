// Package subtle keeps all of subtle.
package subtle

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func ConstantTimeCompare(x, y []byte) int { return truth(string(x) == string(y)) }
func ConstantTimeByteEq(x, y uint8) int   { return truth(x == y) }
func ConstantTimeEq(x, y int32) int       { return truth(x == y) }
func ConstantTimeLessOrEq(x, y int) int   { return truth(x <= y) }
func ConstantTimeSelect(v, x, y int) int  { return ^(v-1)&x | (v-1)&y }
func WithDataIndependentTiming(f func())  { f() }
func ConstantTimeCopy(v int, x, y []byte) {
	if len(x) != len(y) {
		panic("subtle: slices have different lengths")
	}
	if v == 1 {
		copy(x, y)
	}
}
func XORBytes(dst, x, y []byte) int {
	n := min(len(x), len(y))
	if len(dst) < n {
		panic("subtle.XORBytes: dst too short")
	}
	for i := range n {
		dst[i] = x[i] ^ y[i]
	}
	return n
}
