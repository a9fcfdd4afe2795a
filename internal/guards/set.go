// This file is sets of locks: two bits for each class of locks, one for each mode.

package guards

import "math/bits"

// A set is a set of locks held. Class c is held for reading at least if bit 2c is set, and for writing if bit 2c+1 is
// too.
type set [setWords]uint64

// lock is the set of one class held in a mode.
func lock(c int, write bool) set {
	var s set
	s[c/32] = 1 << (c % 32 * 2)
	if write {
		s[c/32] |= 2 << (c % 32 * 2)
	}
	return s
}

// everyLock is the set of all locks.
func everyLock() (s set) {
	for i := range s {
		s[i] = ^uint64(0)
	}
	return s
}

// has reports whether a class is held, in any mode or for writing.
func (s set) has(c int, write bool) bool {
	l := lock(c, write)
	return s[c/32]&l[c/32] == l[c/32]
}

func (s set) and(t set) set {
	for i := range s {
		s[i] &= t[i]
	}
	return s
}

func (s set) or(t set) set {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

func (s set) minus(t set) set {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

// excludes reports whether holders of two sets exclude each other: a class that both hold, one of them for writing.
func (s set) excludes(t set) bool {
	const read, write = 0x5555555555555555, 0xAAAAAAAAAAAAAAAA
	for i := range s {
		if s[i]&t[i]&write != 0 || s[i]&write>>1&t[i]&read != 0 || t[i]&write>>1&s[i]&read != 0 {
			return true
		}
	}
	return false
}

// classes are the classes in a set, increasing.
func (s set) classes() []int {
	var list []int
	for i, w := range s {
		for w = (w | w>>1) & 0x5555555555555555; w != 0; w &= w - 1 {
			list = append(list, i*32+bits.TrailingZeros64(w)/2)
		}
	}
	return list
}
