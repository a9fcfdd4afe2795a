// This file is hash-consed sets of small numbers with memoised operations: equal sets have equal numbers, so states can
// be compared and used as keys (SWORD's canonical locksets).

package hb

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// A setID numbers a set; zero is the empty set.
type setID uint32

// A block is the members from 64*at on.
type block struct {
	at   uint32 // which 64 numbers
	bits uint64 // bit k is set if 64*at+k is a member; never zero
}

// sets holds all sets of one solution.
type sets struct {
	blocks [][]block           // by number: blocks that are not empty, sorted
	listed map[setID][]uint32  // members in order, where somebody asked
	ids    map[string]setID    // number by the blocks' bytes
	memo   [3]map[uint64]setID // results of operations, by operation and both sets
	recent []combined          // those that were asked for last, by a hash; nil while there are few
	key    []byte              // scratch
	out    []block             // scratch
	work   *meter              // operations carried out
}

// A setOp is an operation on two sets.
type setOp uint8

// The operations.
const (
	union setOp = iota
	intersection
	difference
)

// A combined is the result of an operation on two sets.
type combined struct {
	sets uint64 // both sets; of a union or intersection the smaller number first; zero: there is none
	op   setOp  // what was done
	id   setID  // what came out
}

func newSets(work *meter) *sets {
	return &sets{
		blocks: [][]block{nil},
		listed: map[setID][]uint32{},
		ids:    map[string]setID{"": 0},
		memo:   [3]map[uint64]setID{{}, {}, {}},
		work:   work,
	}
}

// of numbers a set, of which it keeps a copy if it is new.
func (t *sets) of(blocks []block) setID {
	t.key = t.key[:0]
	for _, x := range blocks {
		t.key = binary.LittleEndian.AppendUint32(t.key, x.at)
		t.key = binary.LittleEndian.AppendUint64(t.key, x.bits)
	}
	id, ok := t.ids[string(t.key)]
	if !ok {
		id = setID(len(t.blocks))
		t.blocks = append(t.blocks, slices.Clone(blocks))
		t.ids[string(t.key)] = id
	}
	return id
}

// make numbers a list of members in any order, which it sorts.
func (t *sets) make(elems ...uint32) setID {
	slices.Sort(elems)
	var blocks []block
	for _, x := range elems {
		if n := len(blocks); n == 0 || blocks[n-1].at != x/64 {
			blocks = append(blocks, block{at: x / 64})
		}
		blocks[len(blocks)-1].bits |= 1 << (x % 64)
	}
	return t.of(blocks)
}

// members lists a set in order.
func (t *sets) members(s setID) []uint32 {
	list, ok := t.listed[s]
	if !ok {
		for _, b := range t.blocks[s] {
			for w := b.bits; w != 0; w &= w - 1 {
				list = append(list, 64*b.at+uint32(bits.TrailingZeros64(w)))
			}
		}
		t.listed[s] = list
	}
	return list
}

// has reports whether x is a member of s.
func (t *sets) has(s setID, x uint32) bool {
	list := t.blocks[s]
	k, ok := slices.BinarySearchFunc(list, x/64, func(b block, at uint32) int { return cmp.Compare(b.at, at) })
	return ok && list[k].bits>>(x%64)&1 != 0
}

func (t *sets) union(a, b setID) setID {
	if a == b || b == 0 {
		return a
	}
	if a == 0 {
		return b
	}
	return t.apply(union, min(a, b), max(a, b))
}

func (t *sets) intersect(a, b setID) setID {
	if a == b || a == 0 || b == 0 {
		return min(a, b)
	}
	return t.apply(intersection, min(a, b), max(a, b))
}

func (t *sets) minus(a, b setID) setID {
	if a == b || a == 0 || b == 0 {
		if b == 0 {
			return a
		}
		return 0
	}
	return t.apply(difference, a, b)
}

// meets reports whether two sets have a member in common.
func (t *sets) meets(a, b setID) bool { return t.intersect(a, b) != 0 }

// apply carries out an operation, once.
func (t *sets) apply(op setOp, x, y setID) setID {
	pair := uint64(x)<<32 | uint64(y)
	if t.recent == nil {
		return t.applied(op, pair)
	}
	last := &t.recent[(pair*hashFactor>>32+uint64(op))%recentSets]
	if last.sets != pair || last.op != op {
		*last = combined{pair, op, t.applied(op, pair)}
	}
	return last.id
}

// applied carries out an operation, or remembers what came out.
func (t *sets) applied(op setOp, pair uint64) setID {
	id, ok := t.memo[op][pair]
	if !ok {
		id = t.merge(op, t.blocks[pair>>32], t.blocks[uint32(pair)])
		if t.memo[op][pair] = id; len(t.memo[op]) == recentSets/8 && t.recent == nil {
			t.recent = make([]combined, recentSets)
		}
	}
	return id
}

// hashFactor spreads neighbouring numbers (Fibonacci hashing).
const hashFactor = 0x9E3779B97F4A7C15

// merge carries out an operation by one merge.
func (t *sets) merge(op setOp, a, b []block) setID {
	t.work.add(1 + (len(a)+len(b))/16)
	out := t.out[:0]
	for len(a) > 0 || len(b) > 0 {
		var x, y block
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].at < b[0].at:
			x, a = a[0], a[1:]
		case len(a) == 0 || b[0].at < a[0].at:
			y, b = b[0], b[1:]
		default:
			x, y, a, b = a[0], b[0], a[1:], b[1:]
		}
		if w := combine(op, x.bits, y.bits); w != 0 {
			out = append(out, block{max(x.at, y.at), w})
		}
	}
	t.out = out
	return t.of(out)
}

// combine is an operation on one block.
func combine(op setOp, x, y uint64) uint64 {
	switch op {
	case union:
		return x | y
	case intersection:
		return x & y
	}
	return x &^ y
}

// A meter bounds work by a count, so that a result does not depend on the machine.
type meter struct {
	left int  // steps that may still be taken
	over bool // they were used up; what is computed then is not to be relied on
}

func (m *meter) add(n int) {
	if m.left -= n; m.left < 0 {
		m.over = true
	}
}
