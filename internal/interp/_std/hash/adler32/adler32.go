// Package adler32 keeps all of adler32.
package adler32

import (
	"hash"
	"internal/digest"
)

const Size = 4

func New() hash.Hash32 { return digest.New("adler32", Size, 4) }
func Checksum(data []byte) uint32 {
	d := digest.New("adler32", Size, 4)
	d.Write(data)
	return d.Sum32()
}
