// This file is the edges of a live graph: along an edge the addresses in one node's set get into another's. A copy, an
// offset and a filter is one edge; a load, a store and an unboxing is one for each address in its trigger (P10); an
// address constraint is an edge that comes from nowhere. An edge is what a fact has as its reason. (P14)

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

// An edge is in the lists of its two ends and in that of its constraint.
type edge struct {
	src, dst Node     // src is 0 for a source
	kind     edgeKind // what becomes of an address on its way
	closed   bool     // it does not follow any more
	rank     uint32   // the larger one of those of its guard and of the address in its trigger, 0 if it has none
	con      ConID    // the constraint that it follows from
	via      Node     // the address in the trigger, of loads, stores and unboxings; see the kinds for the others
	out, in  uint32   // its places in the lists of its ends
	next     edgeID   // of the same constraint
}

// An end is what a node knows of an edge, so that most edges need not be looked at to see where they lead.
type end struct {
	edge edgeID // which it is
	node Node   // the other end; 0 if there is none or, at the end that an edge leaves, if it is not plain
}

// edges are all edges, and the lists of them by node. Lists are in no order.
type edges struct {
	all     []edge   // entry 0 is none
	reasons []uint32 // by edge: facts whose reason it is
	free    agenda   // those not in use; taken in their order, so that edges made one after the other stand together
	unused  int      // how many these are
	out     [][]end  // by Node: those that leave it
	in      [][]end  // by Node: those that enter it
}

// grow makes room for n nodes.
func (t *edges) grow(n int) {
	for len(t.out) < n {
		t.out, t.in = append(t.out, nil), append(t.in, nil)
	}
}

// number is how many there are.
func (t *edges) number() int { return max(0, len(t.all)-1-t.unused) }

// add puts in an edge.
func (t *edges) add(x edge) edgeID {
	e := t.take()
	x.out, x.in = uint32(len(t.out[x.src])), uint32(len(t.in[x.dst]))
	t.all[e] = x
	to := x.dst
	if x.kind != plain {
		to = 0
	}
	t.out[x.src] = append(t.out[x.src], end{e, to})
	t.in[x.dst] = append(t.in[x.dst], end{e, x.src})
	return e
}

// take returns an edge not in use.
func (t *edges) take() edgeID {
	if t.unused > 0 {
		t.unused--
		e, _ := t.free.next()
		return edgeID(e)
	}
	if len(t.all) == 0 {
		t.all, t.reasons = append(t.all, edge{}), append(t.reasons, 0)
	}
	t.all, t.reasons = append(t.all, edge{}), append(t.reasons, 0)
	return edgeID(len(t.all) - 1)
}

// remove takes an edge out of the lists of its nodes; the constraint's list is the caller's.
func (t *edges) remove(e edgeID) {
	x := &t.all[e]
	if last, moved := cut(&t.out[x.src], x.out); moved {
		t.all[last].out = x.out
	}
	if last, moved := cut(&t.in[x.dst], x.in); moved {
		t.all[last].in = x.in
	}
	*x = edge{}
	t.free.add(uint32(e))
	t.unused++
}

// cut takes an edge out of a list and puts the last one in its place, which it returns if that is another one.
func cut(list *[]end, at uint32) (moved edgeID, ok bool) {
	n := len(*list) - 1
	last := (*list)[n]
	(*list)[at] = last
	*list = (*list)[:n]
	return last.edge, int(at) < n
}

// clear takes out all edges. The lists are kept for what comes.
func (t *edges) clear() {
	for n := range t.out {
		t.out[n], t.in[n] = t.out[n][:0], t.in[n][:0]
	}
	t.all, t.reasons, t.unused = t.all[:0], t.reasons[:0], 0
	t.free.reset()
}
