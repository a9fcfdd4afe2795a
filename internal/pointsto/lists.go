// This file is lists of constraints by node, in one arena: a live graph has six of them per node, nearly all short.

package pointsto

// lists holds one list per node. The zero value has no nodes.
type lists struct {
	heads []uint32 // by Node: index into cells; 0 ends the list
	cells []cell   // entry 0 is none
	free  uint32   // the first free cell; 0 if none
	size  int      // entries in all lists
}

// A cell is one entry of a list.
type cell struct {
	id   ConID  // the constraint
	next uint32 // index into cells; 0 ends the list
}

// grow makes room for n nodes.
func (t *lists) grow(n int) {
	for len(t.heads) < n {
		t.heads = append(t.heads, 0)
	}
}

// push puts a constraint at the head of a node's list. Whoever walks the list meanwhile does not see it.
func (t *lists) push(n Node, id ConID) {
	i := t.free
	if i != 0 {
		t.free = t.cells[i].next
	} else {
		if len(t.cells) == 0 {
			t.cells = append(t.cells, cell{})
		}
		i = uint32(len(t.cells))
		t.cells = append(t.cells, cell{})
	}
	t.cells[i] = cell{id, t.heads[n]}
	t.heads[n] = i
	t.size++
}

// keep takes out of a node's list what is not wanted.
func (t *lists) keep(n Node, wanted func(ConID) bool) {
	for at := &t.heads[n]; *at != 0; {
		i := *at
		c := &t.cells[i]
		if wanted(c.id) {
			at = &c.next
			continue
		}
		*at = c.next
		*c = cell{next: t.free}
		t.free = i
		t.size--
	}
}

// clear empties all lists.
func (t *lists) clear() {
	clear(t.heads)
	t.cells, t.free, t.size = t.cells[:0], 0, 0
}
