// This file is the space of nodes: pointers, objects and their slots, and which objects a class holds. A Graph and a
// Live have one each.

package pointsto

// A space numbers nodes and knows the objects among them.
type space struct {
	ask     func(Class, Label) bool // Options.Match; nil means never
	owner   []uint32                // by Node: index into objects of the object it is a slot of; 0 for a pointer variable
	objects []object                // entry 0 is no object
	memo    memo                    // the answers of ask
}

// An object is a run of slots.
type object struct {
	base  Node   // slot 0
	size  uint32 // number of slots, at least 1
	label uint32 // number of the label in memo
}

// newSpace returns a space without nodes.
func newSpace(ask func(Class, Label) bool) space {
	return space{ask: ask, owner: make([]uint32, 1), objects: make([]object, 1)}
}

// makeNode numbers a node that belongs to an object, or to none.
func (s *space) makeNode(owner uint32) Node {
	n := Node(len(s.owner))
	if use(n)&useKind != 0 {
		panic("pointsto: too many nodes")
	}
	s.owner = append(s.owner, owner)
	return n
}

// makeObject records the object whose slots are the last nodes made.
func (s *space) makeObject(base Node, size uint32, label Label) {
	s.objects = append(s.objects, object{base, size, s.memo.number(label)})
}

// slot returns the slot `off` past the slot a, if a is a slot of an object and the result is inside it. (P8)
func (s *space) slot(a Node, off uint32) (Node, bool) {
	o := &s.objects[s.owner[a]]
	at := uint64(a) + uint64(off)
	return Node(at), at < uint64(o.base)+uint64(o.size)
}

// Object returns the object that addr is a slot of, by its slot 0, the slot's offset, and the object's label. If addr
// is not a slot, ok is false.
func (s *space) Object(addr Node) (base Node, off uint32, label Label, ok bool) {
	if s.owner[addr] == 0 {
		return 0, 0, 0, false
	}
	o := &s.objects[s.owner[addr]]
	return o.base, uint32(addr - o.base), s.memo.labels[o.label], true
}

// Base returns the object that addr is a slot of, by its slot 0; 0 if addr is not a slot.
func (s *space) Base(addr Node) Node { return s.objects[s.owner[addr]].base }

// Size returns the number of slots of the object that base is a slot of, 0 if it is not a slot.
func (s *space) Size(base Node) uint32 {
	return s.objects[s.owner[base]].size
}

// NumNodes returns the number of pointers and slots; they are numbered from 1.
func (s *space) NumNodes() int {
	return len(s.owner) - 1
}

// match reports whether the label of a's object is in the class, whose row is given.
func (s *space) match(c Class, row uint32, a Node) bool {
	l := s.objects[s.owner[a]].label
	answers := s.memo.answers[row]
	if int(l) >= len(answers) {
		answers = append(answers, make([]answer, len(s.memo.labels)-len(answers))...)
		s.memo.answers[row] = answers
	}
	if answers[l] == unasked {
		answers[l] = no
		if s.ask != nil && s.ask(c, s.memo.labels[l]) {
			answers[l] = yes
		}
	}
	return answers[l] == yes
}

// known reports whether match has the answer for an address's label already, so that it changes nothing.
func (s *space) known(row uint32, a Node) bool {
	l := s.objects[s.owner[a]].label
	return int(l) < len(s.memo.answers[row]) && s.memo.answers[row][l] != unasked
}

// boxed reports whether a is slot 0 of an object of the class, whose row is given. (P6)
func (s *space) boxed(c Class, row uint32, a Node) bool {
	return a == s.objects[s.owner[a]].base && s.match(c, row, a)
}
