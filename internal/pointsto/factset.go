// This file is one node's facts in a live graph: each with its reason.

package pointsto

// A factSet is a set of addresses from which addresses can be taken out: a single one in place, as most nodes have; up
// to denseMax in a row, one cache line that is searched faster than hashed; more in a hash table with open addressing.
// The zero value is empty.
type factSet struct {
	// the entries in a row; if more than denseMax long, a hash table: a power of two, at least one entry free
	table []entry
	one   [1]entry // instead of a table, if there is none
	size  int32
}

// An entry is the fact that addr is in the set.
type entry struct {
	addr Node   // 0: the entry is free
	why  edgeID // its reason
	rank uint32 // above those of its reason's premises (P14)
}

// all returns all entries; in a hash table there are free ones among them. It is good until the set changes.
func (s *factSet) all() []entry {
	if len(s.table) <= denseMax {
		return s.row()[:s.size]
	}
	return s.table
}

// row is where the entries stand in a row.
func (s *factSet) row() []entry {
	if s.table == nil {
		return s.one[:]
	}
	return s.table
}

// appendAll appends the addresses in the set to buf.
func (s *factSet) appendAll(buf []Node) []Node {
	for _, e := range s.all() {
		if e.addr != 0 {
			buf = append(buf, e.addr)
		}
	}
	return buf
}

// appendOf appends the addresses that have come by an edge to buf.
func (s *factSet) appendOf(buf []Node, why edgeID) []Node {
	table := s.all()
	for i := range table {
		if table[i].why == why {
			buf = append(buf, table[i].addr)
		}
	}
	return buf
}

// find returns the entry of an address, nil if there is none. It is good until the set changes.
func (s *factSet) find(a Node) *entry {
	if len(s.table) <= denseMax {
		row := s.row()[:s.size]
		for i := range row {
			if row[i].addr == a {
				return &row[i]
			}
		}
		return nil
	}
	if e := &s.table[s.probe(a)]; e.addr == a {
		return e
	}
	return nil
}

// has reports whether an address is in the set.
func (s *factSet) has(a Node) bool { return s.find(a) != nil }

// appendMissing appends those of some addresses to buf that are not in the set.
func (s *factSet) appendMissing(buf, addrs []Node) []Node {
	table := s.table
	if len(table) <= denseMax {
		table = s.row()[:s.size]
	next:
		for _, a := range addrs {
			for i := range table {
				if table[i].addr == a {
					continue next
				}
			}
			buf = append(buf, a)
		}
		return buf
	}
	mask := uint(len(table) - 1)
	for _, a := range addrs {
		i := uint(hash(uint64(a), int(mask)))
		for table[i&mask].addr != a {
			if table[i&mask].addr == 0 {
				buf = append(buf, a)
				break
			}
			i++
		}
	}
	return buf
}

// growth returns by how many entries the table grows when one is put in.
func (s *factSet) growth() int {
	n := len(s.table)
	switch {
	case n == 0:
		return 2 * int(s.size)
	case n < denseMax && int(s.size) == n:
		return n
	case n == denseMax && int(s.size) == n, n > denseMax && 4*(int(s.size)+1) > 3*n:
		return n
	}
	return 0
}

// insert puts in an entry that is not there.
func (s *factSet) insert(e entry) {
	n := len(s.table) + s.growth()
	switch {
	case n <= denseMax && n > len(s.table):
		table := make([]entry, n)
		copy(table, s.row())
		s.table, s.one = table, [1]entry{}
	case n > len(s.table):
		s.resize(n)
	}
	if n <= denseMax {
		s.row()[s.size] = e
	} else {
		s.table[s.probe(e.addr)] = e
	}
	s.size++
}

// remove takes out an address that is there. In a hash table it moves up what stood behind it (Knuth, TAOCP 6.4,
// algorithm R).
func (s *factSet) remove(a Node) {
	if len(s.table) <= denseMax {
		last := &s.row()[s.size-1]
		*s.find(a) = *last
		*last = entry{}
		s.size--
		return
	}
	s.size--
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
}

// empty takes out all.
func (s *factSet) empty() {
	if len(s.table) <= denseMax {
		clear(s.row()[:s.size])
	} else {
		clear(s.table)
	}
	s.size = 0
}

// probe returns where the address is in the hash table, or where it would be put.
func (s *factSet) probe(a Node) int {
	mask := len(s.table) - 1
	i := hash(uint64(a), mask)
	for s.table[i].addr != 0 && s.table[i].addr != a {
		i = (i + 1) & mask
	}
	return i
}

// resize makes a hash table of n entries.
func (s *factSet) resize(n int) {
	old := s.table
	s.table = make([]entry, n)
	for _, e := range old {
		if e.addr != 0 {
			s.table[s.probe(e.addr)] = e
		}
	}
}
