// Package maphash keeps all of maphash.
package maphash

import "internal/digest"

type Seed struct{ s uint64 }

type Hash struct {
	seed Seed
	buf  []byte
}

func randomSeed() uint64
func text(v any) string

func sum(seed Seed, b []byte) uint64 {
	if seed.s == 0 {
		panic("maphash: use of uninitialized Seed")
	}
	n := seed.s
	for _, c := range digest.Sum("fnv64a", b) {
		n = n*31 + uint64(c)
	}
	return n
}

func MakeSeed() Seed                                 { return Seed{randomSeed() | 1} }
func Bytes(seed Seed, b []byte) uint64               { return sum(seed, b) }
func String(seed Seed, s string) uint64              { return sum(seed, []byte(s)) }
func Comparable[T comparable](seed Seed, v T) uint64 { return sum(seed, []byte(text(v))) }
func WriteComparable[T comparable](h *Hash, x T)     { h.WriteString(text(x)) }

func (h *Hash) init() {
	if h.seed.s == 0 {
		h.seed = MakeSeed()
	}
}
func (h *Hash) Write(b []byte) (int, error) {
	h.init()
	h.buf = append(h.buf, b...)
	return len(b), nil
}
func (h *Hash) WriteString(s string) (int, error) {
	h.init()
	h.buf = append(h.buf, s...)
	return len(s), nil
}
func (h *Hash) WriteByte(b byte) error {
	h.init()
	h.buf = append(h.buf, b)
	return nil
}
func (h *Hash) Seed() Seed { h.init(); return h.seed }
func (h *Hash) SetSeed(seed Seed) {
	if seed.s == 0 {
		panic("maphash: use of uninitialized Seed")
	}
	h.seed, h.buf = seed, nil
}
func (h *Hash) Reset() { h.init(); h.buf = nil }
func (h *Hash) Sum64() uint64 {
	h.init()
	return sum(h.seed, h.buf)
}
func (h *Hash) Sum(b []byte) []byte {
	x := h.Sum64()
	return append(b, byte(x>>56), byte(x>>48), byte(x>>40), byte(x>>32), byte(x>>24), byte(x>>16), byte(x>>8), byte(x))
}
func (h *Hash) Size() int      { return 8 }
func (h *Hash) BlockSize() int { return 128 }
