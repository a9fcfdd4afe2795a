// This file is the live graph: constraints that come and go, alone or in batches, while the points-to sets follow
// exactly.

package pointsto

import (
	"fmt"
	"slices"
	"sync/atomic"
)

// A Live is a set of constraints under edit and their least solution. In contrast to a Graph it can take constraints
// back, and pays for that with a rank and a reason per fact (P14). It is not safe for concurrent use.
type Live struct {
	space
	limit  int // bound on the facts derived in one Update (P12); 0 means none
	memory int // bound on the bytes held (P21); 0 means none
	floor  int // removed facts below which an Update does not start from scratch (P17)

	cons   []guarded // by ConID; entry 0 is none
	sets   []factSet // by Node
	change batch     // what the next Update will do
	queue  []Fact    // facts derived whose conclusions are yet to be drawn, oldest first
	drawn  int       // how many of the queue have been drawn
	count  uint64    // facts derived in the updates before
	facts  int       // facts held
	broken bool      // the limit ended an Update: the next one starts from scratch
	gone   []Fact    // facts removed in this Update, in the order of their removal
	lost   []Fact    // those of gone that may have another reason
	opened []edgeID  // edges made that nothing has been shown to yet
	// edges that do not follow any more; they stay in the lists of their nodes until nothing rests on them
	closed  []edgeID
	doubts  []edgeID  // edges that bring nothing any more, but are the reason of facts in nodes that other edges enter
	watches []watch   // by Node
	hollow  []Node    // nodes emptied that nothing has been concluded from yet
	before  [][]Node  // the sets as they were, by Node, if this Update started from scratch; not sorted
	blind   bool      // nobody asks what this Update changes
	crew    crew      // see there
	scratch gathering // see there
	stats   LiveStats

	held    atomic.Int64 // bytes of the tables of facts and the edges
	ceiling int64        // bound on held in this round, if memory is bounded
	full    atomic.Bool  // there was no room for something in this Update

	edges    edges // see there
	triggers lists // active loads, stores and unboxings by trigger
	guards   lists // constraints that count by the node that their guard speaks of, and some that do not any more
	stale    int   // how many of these
}

// A guarded constraint.
type guarded struct {
	Constraint
	guard  Guard    // without which it says nothing
	row    uint32   // row of the class in the memo, for Unbox and Filter
	state  conState // whether it counts
	active bool     // it counts, says something and its guard holds: it has its edges
	edges  edgeID   // the first of its edges
	// of loads, stores and unboxings: how many facts had been derived when it became active (see Live.count); those have
	// an edge
	since uint64
}

// A conState is whether a constraint counts.
type conState uint8

const (
	coming conState = iota // added, but not yet by an Update
	alive
	dead
)

// A Guard is a fact that a constraint depends on: without it, the constraint says nothing. The zero Guard always holds.
// A call found by what a node points to, and code that runs only if it is called, are constraints with guards (P13).
type Guard struct {
	Node Node // whose points-to set
	Addr Node // the address in it; the zero Node, with the zero Addr, means no condition
}

// A Fact says that an address is in the points-to set of a node.
type Fact struct {
	Node Node // whose points-to set
	Addr Node // the address in it
}

// A batch is the edits that the next Update applies.
type batch struct {
	add  []ConID // constraints that begin to count
	drop []ConID // constraints that count no longer; in order when they are taken back
}

// A Delta is how the solution changed in an Update. Each list is sorted.
type Delta struct {
	Appeared []Fact // facts that are new
	Vanished []Fact // facts that are gone
}

// LiveStats are sizes and work.
type LiveStats struct {
	Nodes       int // pointers and slots
	Constraints int // given and not taken back
	Facts       int // pairs (pointer, address) held
	Derived     int // edges held, given and derived
	Bytes       int // held for all of this, scratch of an update aside
	Updates     int // calls of Update
	Relinks     int // updates that gave up and started from scratch (P17)
	Removed     int // facts removed because they lost their reason and none older was at hand
	Restored    int // of these, how many came back for another reason
}

// NewLive returns a live graph without nodes. Options.Budget bounds the facts derived in one Update.
func NewLive(opts Options) *Live {
	l := &Live{
		space:  newSpace(opts.Match),
		limit:  opts.Budget,
		memory: opts.Memory,
		floor:  relinkFloor,
		cons:   make([]guarded, 1),
		crew:   crew{workers: max(1, opts.Workers), least: leastItems, window: windowItems, chunk: chunkItems},
	}
	l.grow()
	return l
}

// NewNode makes a pointer variable.
func (l *Live) NewNode() Node {
	n := l.makeNode(0)
	l.grow()
	return n
}

// NewObject makes an object as Graph.NewObject does.
func (l *Live) NewObject(size uint32, label Label) Node {
	if size == 0 {
		panic("pointsto: object without slots")
	}
	owner := uint32(len(l.objects))
	base := l.makeNode(owner)
	for range size - 1 {
		l.makeNode(owner)
	}
	l.makeObject(base, size, label)
	l.grow()
	return base
}

// grow gives all nodes their table entries.
func (l *Live) grow() {
	for len(l.sets) < len(l.owner) {
		l.sets, l.watches = append(l.sets, factSet{}), append(l.watches, watch{})
	}
	l.edges.grow(len(l.owner))
	l.triggers.grow(len(l.owner))
	l.guards.grow(len(l.owner))
}

// SetWorkers says how many workers may do a large round together; at least one. (P20)
func (l *Live) SetWorkers(n int) { l.crew.workers = max(1, n) }

// Add states a constraint that holds while its guard does. It takes effect with the next Update. A constraint stated
// twice is two constraints, each of which must be taken back.
func (l *Live) Add(c Constraint, g Guard) ConID {
	if c.Op < Addr || c.Op > Filter {
		panic(fmt.Sprintf("pointsto: bad constraint %v", c.Op))
	}
	id := ConID(len(l.cons))
	k := guarded{Constraint: c, guard: g}
	if c.Op == Unbox || c.Op == Filter {
		k.row = l.memo.row(c.Class)
	}
	l.cons = append(l.cons, k)
	l.change.add = append(l.change.add, id)
	return id
}

// Delete takes a constraint back, with the next Update. Taking it back twice is harmless.
func (l *Live) Delete(id ConID) {
	l.change.drop = append(l.change.drop, id)
}

// PointsTo appends the addresses in the points-to set of n, as of the last Update, to buf in increasing order.
func (l *Live) PointsTo(buf []Node, n Node) []Node {
	start := len(buf)
	for _, e := range l.sets[n].all() {
		if e.addr != 0 {
			buf = append(buf, e.addr)
		}
	}
	slices.Sort(buf[start:])
	return buf
}

// Has reports whether the address is in the points-to set of n.
func (l *Live) Has(n, addr Node) bool { return l.sets[n].has(addr) }

// holds reports whether the constraint counts now. (P13)
func (l *Live) holds(c *guarded) bool {
	return c.state == alive && (c.guard == Guard{} || l.sets[c.guard.Node].has(c.guard.Addr))
}

// says reports whether a constraint can ever say anything. (P8)
func (c *guarded) says() bool { return c.Dst != 0 && c.Src != 0 }

// Constraint returns a constraint and its guard, and whether it counts. Ids run from 1 to NumConstraints.
func (l *Live) Constraint(id ConID) (c Constraint, g Guard, counts bool) {
	k := &l.cons[id]
	return k.Constraint, k.guard, k.state == alive && k.says()
}

// NumConstraints returns how many constraints were added so far, those taken back included.
func (l *Live) NumConstraints() int { return len(l.cons) - 1 }

// Match returns the classification of labels that the graph was made with.
func (l *Live) Match() func(Class, Label) bool { return l.ask }

// NumFacts returns the number of facts held.
func (l *Live) NumFacts() int { return l.facts }

// A watch is where the search for an edge that still brings something into a node has come to.
type watch struct {
	update uint32 // the Update in which it was; in another one it starts again
	at     uint32 // the edges before this one bring nothing any more
}

// A gathering is scratch for bringing facts together. The zero value is ready.
type gathering struct {
	// by Node: 1 + the number of facts that are before those of the node in the new order; 0 between gatherings
	place  []uint32
	nodes  []Node // those that there are facts of, in order of appearance
	sorted []Fact
}

// A hit is a fact found, and the edge that it came by.
type hit struct {
	Fact
	why  edgeID // 0: the fact is to go
	was  edgeID // what has been its reason so far, of a fact that may go
	rank uint32 // that it will have, of a fact to put in
}

// A crew is what a live graph's rounds are done with.
type crew struct {
	workers int // at least 1
	least   int // items from which on a round is worth the workers' waiting for one another
	// items that are looked at together: more waiting if small, more facts found several times if large
	window int
	chunk  int            // items that one worker looks at in one go
	lean   bool           // memory is short: one does it all
	chunks []finder       // by chunk; kept for the next round
	hands  finder         // of a round that is not worth the workers
	shares [shards][]Fact // facts that the workers have added, by shard of the node; merged after each round
	top    [shards]uint32 // the largest rank there has been, by shard
}

// A finder collects what one worker finds in one chunk.
type finder struct {
	l *Live // the graph that is looked at
	// does at once what is found, and reports whether it changed anything; nil if others look at the same time
	now   func(hit) bool
	done  []Fact        // what has been changed, if now
	found [shards][]hit // by shard of the node, if not now
	later []hit         // what could not be looked at with others about: to be offered again alone
	addrs []Node        // scratch: the addresses in hand
	moved []Node        // scratch: what they become on the way
	left  []Node        // scratch: those that something is to be done about
}
