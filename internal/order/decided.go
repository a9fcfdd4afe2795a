// This file finds what never happens because numbers decide so: constants are followed through arguments and memory,
// over all calls and goroutines of a link at once, and what lies behind a comparison that never holds is left out
// (R31).

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
)

// A number is what is known of the number of a slot, over all that happens: nothing has given it one yet, it is a
// constant, or it varies.
type number struct {
	state uint8 // ungiven, constant or varying
	n     int64 // the constant; else zero
}

// The states of a number, in the order in which it passes them.
const (
	ungiven = iota
	constant
	varying
)

// or is what is known of a number that is one or the other.
func (x number) or(y number) number {
	switch {
	case x.state == ungiven || x == y:
		return y
	case y.state == ungiven:
		return x
	}
	return number{state: varying}
}

// decided is what happens in a link, as far as numbers decide it. It is the least solution of: roots run, with any
// arguments; what is done where all tests may hold happens; who is called is given the caller's numbers; memory holds
// what it holds at first and what is stored there.
type decided struct {
	l      *link.Link // the link that is solved
	live   []bool     // by instance: something enters it
	holds  [][]bool   // by instance: which of its unit's tests may hold; nil before it is live
	params [][]number // by instance: of its parameter slots that its unit mentions; nil: of none
	// by instance: of its result slots, as far as its unit says something of them; nil: of none
	results [][]number
	// by location that somebody compares, stores or passes on; absent: nothing is known to be there yet
	memory  map[Location]number
	readers map[Location][]link.InstID // who compares, stores or passes on what is there
	effects [][]effect                 // by instance: what it does to such memory
	writers map[Location][]link.InstID // who has effects there; nil until asked
	opened  link.Reach                 // what code may write to which is not in view
	work    []link.InstID              // instances to be looked at again
	queued  []bool                     // by instance: it is in work
}

// An effect is a write to memory whose number matters.
type effect struct {
	at    Location   // what is written
	value facts.Term // what it gets; the zero term is not known
	test  uint32     // that holds there, counted from one; zero none
}

// decide finds what happens.
func (l *Order) decide() *decided {
	n := len(l.Insts)
	d := &decided{
		l:       l.Link,
		live:    make([]bool, n),
		holds:   make([][]bool, n),
		params:  make([][]number, n),
		results: make([][]number, n),
		memory:  map[Location]number{},
		readers: map[Location][]link.InstID{},
		effects: make([][]effect, n),
		opened:  link.Reach{L: l.Link, From: map[link.ObjID]uint32{}},
		queued:  make([]bool, n),
	}
	d.open()
	for _, i := range l.Insts[1:] {
		d.find(i)
	}
	for _, i := range l.Insts[1:] {
		d.write(i)
	}
	for _, i := range l.Insts[1:] {
		if len(i.In) == 0 || l.Origins[i.Origin].Parent == 0 && l.IsEntry(i) {
			d.enter(i, func(uint32) number { return number{state: varying} })
		}
	}
	for len(d.work) > 0 {
		i := l.Insts[d.work[len(d.work)-1]]
		d.work = d.work[:len(d.work)-1]
		d.queued[i.ID] = false
		d.run(i)
	}
	return d
}

// open finds what code may write to which is not in view, because it is given pointers that lead there.
func (d *decided) open() {
	for _, i := range d.l.Insts[1:] {
		i.Unanswered(d.l, func(c *facts.Call) {
			d.opened.Add(i.Node(c.Recv))
			for _, n := range c.Args {
				d.opened.Add(i.Node(n))
			}
		})
		if i.Unit.Accesses != nil {
			for _, n := range i.Unit.Accesses.Opened {
				d.opened.Add(i.Node(n))
			}
		}
	}
	d.opened.Spread()
}

// find notes where an instance reads memory whose number matters.
func (d *decided) find(i *link.Instance) {
	a := i.Unit.Accesses
	if a == nil {
		return
	}
	params := 0
	look := func(t facts.Term) {
		switch t.Kind {
		case facts.TermParam:
			params = max(params, int(t.N)+1)
		case facts.TermLoad:
			at, _ := d.places(i, t)
			for _, p := range at {
				if list := d.readers[p]; len(list) == 0 || list[len(list)-1] != i.ID {
					d.readers[p] = append(list, i.ID)
					d.memory[p] = number{state: constant}
				}
			}
		}
	}
	for k := range a.Tests {
		look(a.Tests[k].X)
		look(a.Tests[k].Y)
	}
	for k := range a.Given {
		look(a.Given[k].Value)
	}
	for k := range a.Returned {
		look(a.Returned[k].Value)
		for uint32(len(d.results[i.ID])) <= a.Returned[k].Slot {
			d.results[i.ID] = append(d.results[i.ID], number{state: varying})
		}
		d.results[i.ID][a.Returned[k].Slot] = number{}
	}
	for k := range a.Initials {
		look(a.Initials[k].Value)
	}
	for k := range a.Sized {
		look(a.Sized[k].Value)
	}
	for k := range a.Counted {
		look(a.Counted[k].Value)
	}
	d.params[i.ID] = make([]number, params)
}

// places are the slots that a term may read, if all that is done to them is in view.
func (d *decided) places(i *link.Instance, t facts.Term) (list []Location, ok bool) {
	if i.Node(t.Addr) == 0 {
		return nil, false
	}
	for _, a := range d.l.Sets.PointsTo(nil, i.Node(t.Addr)) {
		o, id, off := d.l.ObjectAt(a)
		if o == nil || off+t.Off >= o.Decl.Size || !d.follows(o) || d.opened.Has(id, off+t.Off) {
			return nil, false
		}
		list = append(list, Location{id, off + t.Off})
	}
	return list, len(list) > 0
}

// follows reports whether what is stored into an object is followed: a test or main makes it, with all that it calls.
func (d *decided) follows(o *link.Object) bool {
	if o.Inst == 0 || o.Decl.Kind != facts.ObjNew && o.Decl.Kind != facts.ObjVar {
		return false
	}
	i := d.l.Insts[o.Inst]
	root := d.l.Origins[d.l.Origins[i.Origin].Tree].Kind
	return !i.Unit.Synthetic && (root == link.RootTest || root == link.RootMain)
}

// write notes what an instance does to memory whose number matters.
func (d *decided) write(i *link.Instance) {
	a := i.Unit.Accesses
	if a == nil || len(d.readers) == 0 {
		return
	}
	each := func(n facts.Node, off, length uint32, f func(Location)) {
		if i.Node(n) == 0 {
			return
		}
		for _, addr := range d.l.Sets.PointsTo(nil, i.Node(n)) {
			_, id, at := d.l.ObjectAt(addr)
			for k := range max(length, 1) {
				if p := (Location{id, at + off + k}); d.readers[p] != nil {
					f(p)
				}
			}
		}
	}
	for k := range a.List {
		if x := &a.List[k]; x.Kind.Writes() {
			each(
				x.Addr,
				x.Off,
				x.Len,
				func(p Location) { d.effects[i.ID] = append(d.effects[i.ID], effect{at: p, test: x.Test}) },
			)
		}
	}
	for k := range a.Initials {
		x := &a.Initials[k]
		each(x.Addr, x.Off, x.Len, func(p Location) {
			if x.First && d.l.Objects[p.Obj].Inst == i.ID {
				d.memory[p] = number{} // nobody sees the zero before it
			}
			d.effects[i.ID] = append(d.effects[i.ID], effect{at: p, value: x.Value})
		})
	}
}

// enter has an instance run with some arguments.
func (d *decided) enter(i *link.Instance, argument func(slot uint32) number) {
	changed := !d.live[i.ID]
	d.live[i.ID] = true
	for p, old := range d.params[i.ID] {
		now := old.or(argument(uint32(p)))
		d.params[i.ID][p] = now
		changed = changed || now != old
	}
	if changed {
		d.again(i.ID)
	}
}

// again has an instance looked at once more, if it runs.
func (d *decided) again(i link.InstID) {
	if d.live[i] && !d.queued[i] {
		d.queued[i] = true
		d.work = append(d.work, i)
	}
}

// run finds what an instance does.
func (d *decided) run(i *link.Instance) {
	a := i.Unit.Accesses
	if a == nil {
		a = &facts.Accesses{}
	}
	holds := make([]bool, len(a.Tests))
	d.holds[i.ID] = holds
	for k := range a.Tests {
		t := &a.Tests[k]
		holds[k] = (t.Outer == 0 || holds[t.Outer-1]) && mayHold(t.Op, d.number(i, t.X), d.number(i, t.Y))
	}
	for _, e := range d.effects[i.ID] {
		if e.test == 0 || holds[e.test-1] {
			d.store(e.at, d.number(i, e.value))
		}
	}
	for k := range a.Returned {
		if r := &a.Returned[k]; d.passes(i.ID, r.Test) {
			d.give(i, r.Slot, d.number(i, r.Value))
		}
	}
	for _, e := range i.Out {
		if d.calls(e) {
			to := d.l.Insts[e.To]
			d.enter(to, func(slot uint32) number {
				own := uint32(link.InBox(&i.Unit.Flow.Calls[e.Call], to.Unit))
				if slot < own {
					return number{state: varying}
				}
				return d.number(i, Given(a, e.Call, int64(slot-own)))
			})
		}
	}
}

// store has memory hold a number besides what it may hold already.
func (d *decided) store(p Location, x number) {
	if now := d.memory[p].or(x); now != d.memory[p] {
		d.memory[p] = now
		for _, r := range d.readers[p] {
			d.again(r)
		}
	}
}

// give has an instance return a number besides what it may return already.
func (d *decided) give(i *link.Instance, slot uint32, x number) {
	if now := d.results[i.ID][slot].or(x); now != d.results[i.ID][slot] {
		d.results[i.ID][slot] = now
		for _, e := range i.In {
			d.again(e.From)
		}
	}
}

// result is what a call may return.
func (d *decided) result(i *link.Instance, t facts.Term) number {
	var x number
	entered := false
	for _, e := range i.Out {
		if int64(e.Call) != t.N || e.Spawn {
			continue
		}
		entered = true
		if list := d.results[e.To]; t.Off < uint32(len(list)) {
			x = x.or(list[t.Off])
		} else {
			x = number{state: varying}
		}
	}
	if !entered {
		return number{state: varying}
	}
	return x
}

// Given is the number of an argument of a call, as far as its function knows it.
func Given(a *facts.Accesses, call uint32, slot int64) facts.Term {
	if a == nil {
		return facts.Term{}
	}
	k, _ := slices.BinarySearchFunc(a.Given, call, func(g facts.Given, call uint32) int { return int(g.Call) - int(call) })
	for ; k < len(a.Given) && a.Given[k].Call == call; k++ {
		if int64(a.Given[k].Slot) == slot {
			return a.Given[k].Value
		}
	}
	return facts.Term{}
}

// number is what is known of a term.
func (d *decided) number(i *link.Instance, t facts.Term) number {
	switch t.Kind {
	case facts.TermConst:
		return number{constant, t.N}
	case facts.TermParam:
		if t.N < int64(len(d.params[i.ID])) {
			return d.params[i.ID][t.N]
		}
	case facts.TermResult:
		return d.result(i, t)
	case facts.TermLoad:
		if list, ok := d.places(i, t); ok {
			var x number
			for _, p := range list {
				x = x.or(d.memory[p])
			}
			return x
		}
	}
	return number{state: varying}
}

// Capacity is how many messages the buffer of a channel takes, -1 if it is not known: the size may be what the function
// that makes it is given by all that call it (R40).
func (l *Order) Capacity(o *link.Object) int {
	if o.Decl.Cap >= 0 || o.Inst == 0 {
		return int(o.Decl.Cap)
	}
	return count(l, Room(l, o))
}

// Room is the number that says how many messages the buffer of a channel takes that has no constant size; the zero
// Number if it is not known.
func Room(l *Order, o *link.Object) Number {
	if o.Decl.Cap >= 0 || o.Inst == 0 {
		return Number{}
	}
	i := l.Insts[o.Inst]
	if i.Unit.Accesses == nil || i.Unit.Flow == nil {
		return Number{}
	}
	makes := func(s facts.Sized) bool {
		return slices.ContainsFunc(i.Unit.Flow.Cons, func(c facts.Con) bool {
			return c.Op == facts.ConAddr && c.Dst == s.Addr && &i.Unit.Flow.Objs[c.Obj] == o.Decl
		})
	}
	if k := slices.IndexFunc(i.Unit.Accesses.Sized, makes); k >= 0 {
		return Number{i.ID, i.Unit.Accesses.Sized[k].Value}
	}
	return Number{}
}

// Count is the number of rounds or goroutines that a function of the link counts by a number, -1 if it is not known:
// it may be what all that call it give it (R40).
func Count(l *Order, i *link.Instance, n uint32) int { return count(l, Counted(l, i, n)) }

// A Number is a number that one activation of a function knows.
type Number struct {
	Inst link.InstID // whose activation, in its context
	Is   facts.Term  // the number there
}

// Counted is the number of rounds or goroutines that a function counts by a number; the zero Number if it is not known.
func Counted(l *Order, i *link.Instance, n uint32) Number {
	if i.Unit.Accesses == nil {
		return Number{}
	}
	k := slices.IndexFunc(i.Unit.Accesses.Counted, func(c facts.Counted) bool { return c.Number == n })
	if k < 0 {
		return Number{}
	}
	return Number{i.ID, i.Unit.Accesses.Counted[k].Value}
}

// count is what a number is, -1 if that is not known.
func count(l *Order, n Number) int {
	if n.Inst == 0 {
		return -1
	}
	if x := l.decided.number(l.Insts[n.Inst], n.Is); x.state == constant && x.n >= 0 && x.n < 1<<30 {
		return int(x.n)
	}
	return -1
}

// Opened reports whether code that is not in view may write to a slot of memory.
func Opened(l *Order, at Location) bool { return l.decided.opened.Has(at.Obj, at.Off) }

// mayHold reports whether a comparison holds of some numbers that two slots may have.
func mayHold(op facts.Comparison, x, y number) bool {
	switch {
	case x.state == ungiven || y.state == ungiven:
		return false
	case x.state == varying || y.state == varying:
		return true
	}
	switch op {
	case facts.Equal:
		return x.n == y.n
	case facts.Unequal:
		return x.n != y.n
	case facts.Less:
		return x.n < y.n
	case facts.LessOrEqual:
		return x.n <= y.n
	}
	return true
}

// Excluded reports whether an event is of a condition that never has the value which the event finds it to have: by
// numbers (R31), or by what an interface may hold (passes/spawn E51).
func Excluded(l *Order, i *link.Instance, e *facts.Event) bool {
	a := i.Unit.Accesses
	if e.Op == facts.EventIs {
		return l.IsNever(i, e.Addr, i.Unit.Names.Spawn.Symbol(e.Name), e.N == 1)
	}
	if e.Op != facts.EventTest || a == nil || e.N == 0 || e.Flags&facts.EventConst != 0 || !l.decided.live[i.ID] {
		return false
	}
	n := uint32(max(e.N, -e.N))
	for _, d := range a.Decides {
		if d.Number != n || d.Test == 0 || int(d.Test) > len(a.Tests) {
			continue
		}
		t := &a.Tests[d.Test-1]
		if d.First && l.decided.unwritten(i, t.X) {
			zero := number{state: constant}
			y := l.decided.number(i, t.Y)
			return e.N > 0 && !mayHold(t.Op, zero, y) || e.N < 0 && !mayFail(t.Op, zero, y)
		}
		if e.N > 0 {
			return !l.decided.holds[i.ID][d.Test-1]
		}
		return t.Outer == 0 && !mayFail(t.Op, l.decided.number(i, t.X), l.decided.number(i, t.Y))
	}
	return false
}

// unwritten reports whether an instance that runs at most once reads memory which is zero at first and to which nobody
// else writes.
func (d *decided) unwritten(i *link.Instance, t facts.Term) bool {
	if t.Kind != facts.TermLoad || !d.once(i) {
		return false
	}
	list, ok := d.places(i, t)
	if !ok {
		return false
	}
	if d.writers == nil {
		d.writers = map[Location][]link.InstID{}
		for id, own := range d.effects {
			for _, e := range own {
				if w := d.writers[e.at]; len(w) == 0 || w[len(w)-1] != link.InstID(id) {
					d.writers[e.at] = append(w, link.InstID(id))
				}
			}
		}
	}
	return !slices.ContainsFunc(list, func(p Location) bool {
		return slices.ContainsFunc(d.writers[p], func(w link.InstID) bool { return w != i.ID })
	})
}

// once reports whether main or a test runs an instance at most once, in its own goroutine.
func (d *decided) once(i *link.Instance) bool {
	for range d.l.Insts {
		o := d.l.Origins[i.Origin]
		if o.Parent != 0 || o.Kind != link.RootTest && o.Kind != link.RootMain {
			return false
		}
		if len(i.In) == 0 {
			return true
		}
		e := i.In[0]
		if len(i.In) > 1 || d.l.Insts[e.From].Unit.Flow.Calls[e.Call].Flags&facts.CallInLoop != 0 {
			return false
		}
		i = d.l.Insts[e.From]
	}
	return false
}

// mayFail reports whether a comparison does not hold of some numbers that two slots may have.
func mayFail(op facts.Comparison, x, y number) bool {
	switch op {
	case facts.Equal:
		return mayHold(facts.Unequal, x, y)
	case facts.Unequal:
		return mayHold(facts.Equal, x, y)
	case facts.Less:
		return mayHold(facts.LessOrEqual, y, x)
	case facts.LessOrEqual:
		return mayHold(facts.Less, y, x)
	}
	return true
}

// passes reports whether control may come to where a test holds.
func (d *decided) passes(i link.InstID, test uint32) bool {
	return d.live[i] && (test == 0 || d.holds[i][test-1])
}

// accesses reports whether an instance may come to an access.
func (d *decided) accesses(i *link.Instance, a *facts.Access) bool { return d.passes(i.ID, a.Test) }

// calls reports whether a caller may come to a call.
func (d *decided) calls(e link.Edge) bool {
	a := d.l.Insts[e.From].Unit.Accesses
	if a == nil {
		return d.live[e.From]
	}
	test := uint32(0)
	byCall := func(b facts.Behind, call uint32) int { return int(b.Call) - int(call) }
	if k, ok := slices.BinarySearchFunc(a.Behind, e.Call, byCall); ok {
		test = a.Behind[k].Test
	}
	return d.passes(e.From, test)
}
