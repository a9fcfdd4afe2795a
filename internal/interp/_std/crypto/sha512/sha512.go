// Package sha512 keeps all of sha512.
package sha512

import (
	"hash"
	"internal/digest"
)

const (
	Size      = 64
	Size224   = 28
	Size256   = 32
	Size384   = 48
	BlockSize = 128
)

func New() hash.Hash                       { return digest.New("sha512", Size, BlockSize) }
func New384() hash.Hash                    { return digest.New("sha384", Size384, BlockSize) }
func New512_224() hash.Hash                { return digest.New("sha512/224", Size224, BlockSize) }
func New512_256() hash.Hash                { return digest.New("sha512/256", Size256, BlockSize) }
func Sum512(data []byte) [Size]byte        { return [Size]byte(digest.Sum("sha512", data)) }
func Sum384(data []byte) [Size384]byte     { return [Size384]byte(digest.Sum("sha384", data)) }
func Sum512_224(data []byte) [Size224]byte { return [Size224]byte(digest.Sum("sha512/224", data)) }
func Sum512_256(data []byte) [Size256]byte { return [Size256]byte(digest.Sum("sha512/256", data)) }
