// This file is the edges of a live graph: along an edge the addresses in one node's set get into another's. A copy, an offset
// and a filter is one edge; a load, a store and an unboxing is one for each address in its trigger (P10); an address
// constraint is an edge that comes from nowhere. An edge is what a fact has as its reason. (P14)

package pointsto

// An edgeID is an index into the edges; 0 is none.
type edgeID uint32

// An edgeKind says what becomes of an address on its way.
type edgeKind uint8

const (
	plain    edgeKind = iota // it stays (P2, P3, P4, P6)
	source                   // there is no way: the edge gives the address via (P1)
	shifted                  // it moves by via slots (P5)
	filtered                 // it stays if the class has it (P7)
)

// An edge is in three lists: those that leave src, those that enter dst, those of the constraint.
type edge struct {
	src, dst Node   // src is 0 for a source
	reasons  uint32 // facts whose reason the edge is
	kind     edgeKind
	closed   bool   // it does not follow any more
	rank     uint32 // the larger one of those of its guard and of the address in its trigger, 0 if it has none
	con      ConID
	via      Node // the address in the trigger, of loads, stores and unboxings; see the kinds for the others
	out, in  link
	next     edgeID // of the same constraint
}

// A link is a place in a list.
type link struct {
	next, prev edgeID // 0 at the ends
}

// edges are all edges, and the lists of them by node.
type edges struct {
	all  []edge   // entry 0 is none
	free []edgeID // not in use
	out  []edgeID // by Node: the first that leaves it
	in   []edgeID // by Node: the first, and oldest, that enters it
	last []edgeID // by Node: the last that enters it
}

// grow makes room for n nodes.
func (t *edges) grow(n int) {
	for len(t.out) < n {
		t.out, t.in, t.last = append(t.out, 0), append(t.in, 0), append(t.last, 0)
	}
}

// number is how many there are.
func (t *edges) number() int { return max(0, len(t.all)-1-len(t.free)) }

// add puts in an edge.
func (t *edges) add(x edge) edgeID {
	var e edgeID
	if k := len(t.free); k > 0 {
		e, t.free = t.free[k-1], t.free[:k-1]
	} else {
		if len(t.all) == 0 {
			t.all = append(t.all, edge{})
		}
		e = edgeID(len(t.all))
		t.all = append(t.all, edge{})
	}
	x.out, x.in = link{next: t.out[x.src]}, link{prev: t.last[x.dst]}
	t.all[e] = x
	if x.out.next != 0 {
		t.all[x.out.next].out.prev = e
	}
	if x.in.prev != 0 {
		t.all[x.in.prev].in.next = e
	} else {
		t.in[x.dst] = e
	}
	t.out[x.src], t.last[x.dst] = e, e
	return e
}

// remove takes an edge out of the lists of its nodes; the constraint's list is the caller's.
func (t *edges) remove(e edgeID) {
	x := &t.all[e]
	if x.out.prev != 0 {
		t.all[x.out.prev].out.next = x.out.next
	} else {
		t.out[x.src] = x.out.next
	}
	if x.out.next != 0 {
		t.all[x.out.next].out.prev = x.out.prev
	}
	if x.in.prev != 0 {
		t.all[x.in.prev].in.next = x.in.next
	} else {
		t.in[x.dst] = x.in.next
	}
	if x.in.next != 0 {
		t.all[x.in.next].in.prev = x.in.prev
	} else {
		t.last[x.dst] = x.in.prev
	}
	*x = edge{}
	t.free = append(t.free, e)
}

// clear takes out all edges.
func (t *edges) clear() {
	clear(t.out)
	clear(t.in)
	clear(t.last)
	t.all, t.free = t.all[:0], t.free[:0]
}
