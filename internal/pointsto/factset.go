// This file is one node's facts in a live graph: each with its rank and its reason.

package pointsto

// A factSet is a hash table with open addressing; a fact can be taken out. The zero value is empty.
type factSet struct {
	table []entry // the length is 0 or a power of two; at least one entry is free
	size  int
}

// An entry is the fact that addr is in the set.
type entry struct {
	addr Node   // 0: the entry is free
	rank uint32 // when it was derived; premises of its reason are older (P14)
	why  reason
}

// A reason is one derivation of a fact: the constraint, and the address in its trigger where that is not the fact's own.
type reason struct {
	con ConID
	via Node // for Load, Store and Unbox the address gone through; 0 for the others
}

// find returns the entry of an address, nil if there is none. It is good until the set changes.
func (s *factSet) find(a Node) *entry {
	if s.size == 0 {
		return nil
	}
	if e := &s.table[s.probe(a)]; e.addr == a {
		return e
	}
	return nil
}

// insert puts in an entry that is not there.
func (s *factSet) insert(e entry) {
	if 4*(s.size+1) > 3*len(s.table) {
		s.resize(max(2, 2*len(s.table)))
	}
	s.table[s.probe(e.addr)] = e
	s.size++
}

// remove takes out an address that is there, and moves up what stood behind it (Knuth, TAOCP 6.4, algorithm R).
func (s *factSet) remove(a Node) {
	mask := len(s.table) - 1
	free := s.probe(a)
	for i := (free + 1) & mask; s.table[i].addr != 0; i = (i + 1) & mask {
		home := hash(uint64(s.table[i].addr), mask)
		if (i-home)&mask >= (i-free)&mask {
			s.table[free] = s.table[i]
			free = i
		}
	}
	s.table[free] = entry{}
	s.size--
}

// probe returns where the address is, or where it would be put.
func (s *factSet) probe(a Node) int {
	mask := len(s.table) - 1
	i := hash(uint64(a), mask)
	for s.table[i].addr != 0 && s.table[i].addr != a {
		i = (i + 1) & mask
	}
	return i
}

func (s *factSet) resize(n int) {
	old := s.table
	s.table = make([]entry, n)
	for _, e := range old {
		if e.addr != 0 {
			s.table[s.probe(e.addr)] = e
		}
	}
}
