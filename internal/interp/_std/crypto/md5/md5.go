// Package md5 keeps all of md5.
package md5

import (
	"hash"
	"internal/digest"
)

const (
	Size      = 16
	BlockSize = 64
)

func New() hash.Hash             { return digest.New("md5", Size, BlockSize) }
func Sum(data []byte) [Size]byte { return [Size]byte(digest.Sum("md5", data)) }
