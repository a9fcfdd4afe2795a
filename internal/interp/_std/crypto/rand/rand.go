// Package rand keeps Read, Reader and Text without synchronisation; it drops randomness, Int and Prime (math/big).
package rand

import "io"

var Reader io.Reader = reader{}

type reader struct{}

func (reader) Read(b []byte) (n int, err error) {
	for n < len(b) {
		for x, i := runtime_rand(), 0; i < 8 && n < len(b); i++ {
			b[n] = byte(x >> (8 * i))
			n++
		}
	}
	return n, nil
}

func Read(b []byte) (n int, err error) { return io.ReadFull(Reader, b) }

func Text() string {
	const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	src := make([]byte, 26)
	Read(src)
	for i := range src {
		src[i] = base32[src[i]%32]
	}
	return string(src)
}
