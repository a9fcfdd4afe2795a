// Package sha256 keeps all of sha256.
package sha256

import (
	"hash"
	"internal/digest"
)

const (
	Size      = 32
	Size224   = 28
	BlockSize = 64
)

func New() hash.Hash                   { return digest.New("sha256", Size, BlockSize) }
func New224() hash.Hash                { return digest.New("sha224", Size224, BlockSize) }
func Sum256(data []byte) [Size]byte    { return [Size]byte(digest.Sum("sha256", data)) }
func Sum224(data []byte) [Size224]byte { return [Size224]byte(digest.Sum("sha224", data)) }
