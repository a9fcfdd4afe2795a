// Package crc32 keeps sums; a table holds only its polynomial.
package crc32

import "hash"

const (
	Size       = 4
	IEEE       = 0xedb88320
	Castagnoli = 0x82f63b78
	Koopman    = 0xeb31d82e
)

type Table [256]uint32

var IEEETable = &Table{IEEE}

func MakeTable(poly uint32) *Table { return &Table{poly} }

func sum(crc, poly uint32, p []byte) uint32

func Update(crc uint32, tab *Table, p []byte) uint32 { return sum(crc, tab[0], p) }
func Checksum(p []byte, tab *Table) uint32           { return sum(0, tab[0], p) }
func ChecksumIEEE(p []byte) uint32                   { return sum(0, IEEE, p) }

type digest struct{ crc, poly uint32 }

func New(tab *Table) hash.Hash32 { return &digest{poly: tab[0]} }
func NewIEEE() hash.Hash32       { return &digest{poly: IEEE} }
func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return 1 }
func (d *digest) Reset()         { d.crc = 0 }
func (d *digest) Write(p []byte) (int, error) {
	d.crc = sum(d.crc, d.poly, p)
	return len(p), nil
}
func (d *digest) Sum32() uint32 { return d.crc }
func (d *digest) Sum(in []byte) []byte {
	return append(in, byte(d.crc>>24), byte(d.crc>>16), byte(d.crc>>8), byte(d.crc))
}
