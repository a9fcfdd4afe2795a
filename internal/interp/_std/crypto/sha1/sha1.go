// Package sha1 keeps all of sha1.
package sha1

import (
	"hash"
	"internal/digest"
)

const (
	Size      = 20
	BlockSize = 64
)

func New() hash.Hash             { return digest.New("sha1", Size, BlockSize) }
func Sum(data []byte) [Size]byte { return [Size]byte(digest.Sum("sha1", data)) }
