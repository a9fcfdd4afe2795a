// Package crc64 keeps sums; polynomials other than ISO and ECMA are ECMA, too.
package crc64

import (
	"hash"
	"internal/digest"
)

const (
	Size = 8
	ISO  = 0xD800000000000000
	ECMA = 0xC96C5795D7870F42
)

type Table [256]uint64

func MakeTable(poly uint64) *Table { return &Table{poly} }

func name(tab *Table) string {
	if tab[0] == ISO {
		return "crc64iso"
	}
	return "crc64ecma"
}

func update(crc uint64, tab string, p []byte) uint64

func New(tab *Table) hash.Hash64                     { return digest.New(name(tab), Size, 1) }
func Update(crc uint64, tab *Table, p []byte) uint64 { return update(crc, name(tab), p) }
func Checksum(data []byte, tab *Table) uint64        { return update(0, name(tab), data) }
