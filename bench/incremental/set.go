// This file is a set of numbers from which numbers can be taken out.

package main

// A set is a hash table with open addressing. The zero value is empty.
type set struct {
	table []uint32 // 0 is free; the length is 0 or a power of two
	size  int      // members
}

func (s *set) probe(x uint32) int {
	mask := len(s.table) - 1
	i := int(uint64(x)*0x9E3779B97F4A7C15>>32) & mask
	for s.table[i] != 0 && s.table[i] != x {
		i = (i + 1) & mask
	}
	return i
}

func (s *set) has(x uint32) bool { return s.size > 0 && s.table[s.probe(x)] == x }

// add puts x in and reports whether it is new.
func (s *set) add(x uint32) bool {
	if s.has(x) {
		return false
	}
	if 4*(s.size+1) > 3*len(s.table) {
		old := s.table
		s.table = make([]uint32, max(2, 2*len(old)))
		for _, y := range old {
			if y != 0 {
				s.table[s.probe(y)] = y
			}
		}
	}
	s.table[s.probe(x)] = x
	s.size++
	return true
}

// remove takes out x, which is there.
func (s *set) remove(x uint32) {
	mask := len(s.table) - 1
	free := s.probe(x)
	for i := (free + 1) & mask; s.table[i] != 0; i = (i + 1) & mask {
		home := int(uint64(s.table[i])*0x9E3779B97F4A7C15>>32) & mask
		if (i-home)&mask >= (i-free)&mask {
			s.table[free], free = s.table[i], i
		}
	}
	s.table[free] = 0
	s.size--
}

// all appends the numbers to buf.
func (s *set) all(buf []uint32) []uint32 {
	for _, x := range s.table {
		if x != 0 {
			buf = append(buf, x)
		}
	}
	return buf
}
