// Package bytealg keeps the searches that strings and bytes rest on.
package bytealg

const (
	MaxBruteForce = 64
	PrimeRK       = 16777619
)

var MaxLen = 0

func Compare(a, b []byte) int
func Count(b []byte, c byte) int
func CountString(s string, c byte) int
func CompareString(a, b string) int
func Equal(a, b []byte) bool { return string(a) == string(b) }
func Index(a, b []byte) int
func IndexString(a, b string) int
func IndexByte(b []byte, c byte) int
func IndexByteString(s string, c byte) int
func LastIndexByte(b []byte, c byte) int
func LastIndexByteString(s string, c byte) int
func Cutover(n int) int       { return 1 << 30 }
func MakeNoZero(n int) []byte { return make([]byte, n) }
func IndexRabinKarp[T string | []byte](s, sep T) int {
	return IndexString(string(s), string(sep))
}
func LastIndexRabinKarp[T string | []byte](s, sep T) int {
	for i := len(s) - len(sep); i >= 0; i-- {
		if string(s[i:i+len(sep)]) == string(sep) {
			return i
		}
	}
	return -1
}
func HashStr[T string | []byte](sep T) (uint32, uint32) {
	hash := uint32(0)
	for i := 0; i < len(sep); i++ {
		hash = hash*PrimeRK + uint32(sep[i])
	}
	var pow, sq uint32 = 1, PrimeRK
	for i := len(sep); i > 0; i >>= 1 {
		if i&1 != 0 {
			pow *= sq
		}
		sq *= sq
	}
	return hash, pow
}

func HashStrRev[T string | []byte](sep T) (uint32, uint32) {
	hash := uint32(0)
	for i := len(sep) - 1; i >= 0; i-- {
		hash = hash*PrimeRK + uint32(sep[i])
	}
	_, pow := HashStr(sep)
	return hash, pow
}
