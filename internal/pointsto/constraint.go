// This file is the vocabulary: nodes, labels, classes and the constraints a client states over them.

package pointsto

import "fmt"

// A Node is a pointer variable or one slot of an abstract object. Zero is "none". At most 1<<30 nodes fit in a Graph.
type Node uint32

// A Label is what the client says an object is. It is opaque here.
type Label uint32

// A Class is a client-defined set of labels, tested by Options.Match.
type Class uint32

// A ConID is the stable id of a given constraint: 1, 2, ... in the order of Add.
type ConID uint32

// An Op is the kind of a constraint. Rules P1 to P7 of the package comment give the meanings.
type Op uint8

// The constraint kinds.
const (
	Addr   Op = iota + 1 // Dst ∋ Src+Off; Src is a slot of an object (P1)
	Copy                 // Dst ⊇ Src (P2)
	Load                 // Dst ⊇ *(Src+Off) (P3)
	Store                // *(Dst+Off) ⊇ Src (P4)
	Offset               // Dst ⊇ Src+Off (P5)
	Unbox                // Dst ⊇ slot Off of the objects in Src whose label is in Class (P6)
	Filter               // Dst ⊇ the addresses in Src whose object's label is in Class (P7)
)

// String returns the name of the operation.
func (op Op) String() string {
	switch op {
	case Addr:
		return "addr"
	case Copy:
		return "copy"
	case Load:
		return "load"
	case Store:
		return "store"
	case Offset:
		return "offset"
	case Unbox:
		return "unbox"
	case Filter:
		return "filter"
	}
	return fmt.Sprintf("Op(%d)", uint8(op))
}

// A Constraint is one given inclusion.
type Constraint struct {
	Op    Op     // what is included, and what the fields below mean
	Dst   Node   // what is included into; for Store the base pointer
	Src   Node   // what is included; for Load the base pointer, for Addr a slot
	Off   uint32 // in slots; not used by Copy and Filter
	Class Class  // for Unbox and Filter; not used by the others
}

// trigger returns the node whose points-to set drives the constraint: when an address enters it there is work to do.
func (c *Constraint) trigger() Node {
	if c.Op == Store {
		return c.Dst
	}
	return c.Src
}

// Options configure a Graph or a Live.
type Options struct {
	// whether the label is in the class: a pure function, asked once per pair; nil means never
	Match   func(Class, Label) bool
	Budget  int // bound on the steps of one call to Solve (P12); 0 means none
	Memory  int // bound on the bytes that a Live holds (P21); 0 means none
	Workers int // that a Live may use at once in large updates (P20); 0 means one
}

// Stats are the sizes of a graph and the work done on it.
type Stats struct {
	Nodes       int // pointers and slots
	Objects     int // abstract objects
	Constraints int // given constraints
	Derived     int // copy edges that P3, P4 and P6 derived
	Facts       int // pairs (pointer, address) held; the nodes of a collapsed component share theirs
	Steps       int // addresses offered to a constraint, an edge or a set, over the whole life of the graph
	SCCs        int // components collapsed
	Merged      int // nodes that live on in another node since their component was collapsed
	Passes      int // searches for components (P11)
}
