// This file is a set of pairs of nodes, which tells derived edges that exist from new ones.

package pointsto

// pairs is a hash table with open addressing. The zero value is the empty set.
type pairs struct {
	table []uint64 // the pair in two halves; 0 is empty; the length is 0 or a power of two
	size  int      // number of pairs
}

// insert adds the pair and reports whether it is new.
func (p *pairs) insert(a, b Node) bool {
	if 4*p.size >= 3*len(p.table) {
		p.grow()
	}
	pair := uint64(a)<<32 | uint64(b)
	i := p.probe(pair)
	if p.table[i] == pair {
		return false
	}
	p.table[i] = pair
	p.size++
	return true
}

// probe returns where the pair is, or where it would be put.
func (p *pairs) probe(pair uint64) int {
	mask := len(p.table) - 1
	i := hash(pair, mask)
	for p.table[i] != 0 && p.table[i] != pair {
		i = (i + 1) & mask
	}
	return i
}

// grow doubles the table.
func (p *pairs) grow() {
	old := p.table
	p.table = make([]uint64, max(64, 2*len(old)))
	for _, pair := range old {
		if pair != 0 {
			p.table[p.probe(pair)] = pair
		}
	}
}

// hash spreads x over 0..mask by multiplication (Knuth, TAOCP 6.4); the high half of the product is the well-mixed one.
func hash(x uint64, mask int) int {
	return int(x*0x9E3779B97F4A7C15>>32) & mask
}
