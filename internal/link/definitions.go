// This file is where the nodes of a unit get what they hold: reaching definitions, and the stores to variables.

package link

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Tracer remembers what defines each node of a unit, and who sets each variable.
type Tracer struct {
	L       *Link                       // the link that is asked about; it must be solved
	units   map[UnitID]*definitions     // by unit; filled by Definitions when a trail first comes there
	Stores  map[pointsto.Node][]Storing // by slot of an ObjVar
	Apart   bool                        // trails end at variables that hold an element of their iteration's own
	Whole   ObjID                       // a function object: trails go on at how it came to be known; zero: none
	trails  map[trailKey][]Source       // since Forget; nil: none
	all     []Storing                   // all stores of the link; nil until asked
	placed  map[Placing][]Storing       // answers of StoresOf; nil until asked
	callers map[InstID]map[InstID]bool  // answers of Callers; nil until asked
	// answers of promotes, by ObjID; nil until asked
	promoted []tristate
	Steps    int // variables and sources that trails have come to
}

// A tristate is an answer that is not known before it is asked for.
type tristate uint8

const (
	unasked tristate = iota
	no
	yes
)

// definitions are the ways by which the nodes of one unit get what they hold.
type definitions struct {
	Cons    map[facts.Node][]int    // indices into Flow.Cons
	Results map[facts.Node][]Output // calls that have the node for a result
	Params  map[facts.Node]int      // index into Flow.Params
	Free    map[facts.Node]int      // index into Flow.FreeVars
}

// An Output is one result of one call.
type Output struct {
	Call   uint32 // index into Flow.Calls
	Result int    // position among the results of the call
}

// NewTracer gathers the stores to variables.
func NewTracer(l *Link) *Tracer {
	t := &Tracer{L: l, units: map[UnitID]*definitions{}, Stores: map[pointsto.Node][]Storing{}}
	var buf []pointsto.Node
	for _, i := range l.Insts[1:] {
		if i.Unit.Flow == nil {
			continue
		}
		for k := range i.Unit.Flow.Cons {
			c := &i.Unit.Flow.Cons[k]
			if c.Op != facts.ConStore {
				continue
			}
			buf = l.Sets.PointsTo(buf[:0], i.Node(c.Dst))
			for _, a := range buf {
				if o, _, off := l.ObjectAt(a); o != nil && o.Decl.Kind == facts.ObjVar && off+c.Off < o.Decl.Size {
					slot := a + pointsto.Node(c.Off)
					t.Stores[slot] = append(t.Stores[slot], Storing{i.ID, k})
				}
			}
		}
	}
	return t
}

// Definitions gives, and remembers, what defines a unit's nodes.
func (t *Tracer) Definitions(u *Unit) *definitions {
	if d := t.units[u.ID]; d != nil {
		return d
	}
	d := &definitions{map[facts.Node][]int{}, map[facts.Node][]Output{}, map[facts.Node]int{}, map[facts.Node]int{}}
	for k := range u.Flow.Cons {
		if c := &u.Flow.Cons[k]; c.Op != facts.ConStore {
			d.Cons[c.Dst] = append(d.Cons[c.Dst], k)
		}
	}
	for k := range u.Flow.Calls {
		for r, n := range u.Flow.Calls[k].Results {
			d.Results[n] = append(d.Results[n], Output{uint32(k), r})
		}
	}
	for k, n := range u.Flow.Params {
		d.Params[n] = k
	}
	for k, n := range u.Flow.FreeVars {
		d.Free[n] = k
	}
	t.units[u.ID] = d
	return d
}

// InBox is how many of a callee's parameters, those of its receiver, are not among the call's arguments but in the box
// that an interface method is called on.
func InBox(c *facts.Call, callee *Unit) int {
	if c.Flags&facts.CallInvoke == 0 {
		return 0
	}
	return max(1, len(callee.Flow.Params)-len(c.Args))
}
