// This file builds one goroutine's automaton from the skeletons of the functions it runs, calls expanded in place (W3,
// W4).

package waits

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A knowledge says what is known where control stands.
type knowledge uint8

const (
	anyhow    knowledge = iota // nothing
	gotValue                   // the receive before got a value
	gotClosed                  // the receive before found the channel closed
	doing                      // the node is an operation, not a place between two
)

// A nodeKey identifies a point of the automaton: a place in a function, on a stack of calls, with the rounds that loops
// have made.
type nodeKey struct {
	frame  frameID
	point  facts.PointID
	mode   knowledge
	rounds string // counters of running loops, see tick
	back   outcome
}

// An outcome is how the call right before has ended, if the caller asks (W16).
type outcome struct {
	callee *link.Unit // nil: not known, or nobody asks
	exit   facts.PointID
}

// An automaton is one process under construction.
type automaton struct {
	s      *scope
	id     blocking.ProcID
	first  frameID        // where it starts
	done   blocking.ObjID // WaitGroup counted down at the end; zero: none
	nodes  map[nodeKey]blocking.PointID
	work   []nodeKey
	points []blocking.Point
	cells  map[cellKey]blocking.Cell // conditions
	given  []blocking.ObjID          // the contexts that such functions have got (W17)
	owes   []blocking.ObjID          // what functions without a way out have deferred a Done or close of (W17)
}

// A cellKey names a condition: a number in a function that is entered once.
type cellKey struct {
	frame frameID
	n     int64
}

// holeCell is the cell that marks where a goroutine waits for something outside the scope.
const holeCell = 16

// run builds everything reachable from a frame's start.
func (b *automaton) run(first frameID) {
	if first == 0 {
		return
	}
	b.first = first
	if !b.s.relevant[b.s.frames[first].inst] {
		id := b.add(blocking.Point{Op: blocking.Branch})
		b.points[id].Choices = []blocking.PointID{b.end()}
		return
	}
	if b.id == 1 {
		flagged{b}.clear()
	}
	b.at(nodeKey{frame: first})
	for len(b.work) > 0 && !b.s.failed {
		k := b.work[len(b.work)-1]
		b.work = b.work[:len(b.work)-1]
		choices := b.choices(k)
		id := b.nodes[k]
		switch len(choices) {
		case 0:
			b.points[id] = blocking.Point{Op: blocking.Exit} // a panic that nobody recovers
		default:
			b.points[id] = blocking.Point{Op: blocking.Branch, Choices: choices, Site: b.s.decision(k)}
		}
		b.s.failed = b.s.failed || len(b.points) > maxPoints
	}
	if !b.s.failed {
		b.points = minimize(b.points)
	}
}

// at gives the point of a place, to be filled in later if it is new.
func (b *automaton) at(k nodeKey) blocking.PointID {
	if id, ok := b.nodes[k]; ok {
		return id
	}
	id := b.add(blocking.Point{Op: blocking.Branch})
	b.nodes[k] = id
	b.work = append(b.work, k)
	return id
}

func (b *automaton) add(p blocking.Point) blocking.PointID {
	b.points = append(b.points, p)
	return blocking.PointID(len(b.points) - 1)
}

// unit is the function of a frame.
func (b *automaton) inst(f frameID) *link.Instance { return b.s.w.l.Insts[b.s.frames[f].inst] }

// choices are the points to which a place may lead.
func (b *automaton) choices(k nodeKey) []blocking.PointID {
	i := b.inst(k.frame)
	if list, ok := b.pending(k, i); ok {
		return list
	}
	if i.Unit.Spawn == nil {
		return []blocking.PointID{b.leave(k)}
	}
	shape := b.s.w.shape(i.Unit)
	if shape == nil {
		b.s.failed = true
		return nil
	}
	next, exit, unsure := b.after(k, i, shape)
	var list []blocking.PointID
	add := func(p blocking.PointID) {
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	selects, inOrder := map[int64][]facts.PointID{}, []int64(nil)
	var tested, read []facts.PointID
	for _, n := range next {
		e := &i.Unit.Spawn.Points[n].Event
		switch {
		case e.Op == facts.EventTest && order.Excluded(b.s.w.l, i, e): // by the numbers that the function is given
		case e.Op == facts.EventTest && e.Flags&facts.EventAlone != 0:
			add(b.do(k, i, n))
		case e.Op == facts.EventTest && e.N == 0:
			unsure = true // whether there is something to wait for, or room, was decided elsewhere
			add(b.do(k, i, n))
		case e.Flags&facts.EventSelect != 0 && e.Op != facts.EventExit && e.Op != facts.EventRecvClosed, e.Op == facts.EventDefault:
			if selects[e.N] == nil {
				inOrder = append(inOrder, e.N)
			}
			selects[e.N] = append(selects[e.N], n)
		case e.Op == facts.EventTest && e.Flags&facts.EventConst == 0:
			tested = append(tested, n)
		case e.Op == facts.EventAtomicRead:
			read = append(read, n)
		case takes(e) && flagged{b}.flag(k.frame, e) != 0: // see taking
		case e.Op == facts.EventOnceBegin:
			return b.once(k, i, n, next)
		default:
			add(b.do(k, i, n))
		}
	}
	for _, n := range inOrder {
		add(b.selection(k, i, selects[n]))
	}
	if exit {
		add(b.leave(k))
	}
	list = b.tests(k, i, tested, flagged{b}.tests(k, i, read, list))
	list = counting(b, k, i, next, flagged{b}.taking(k, i, next, list))
	if unsure && len(list) > 1 {
		return []blocking.PointID{b.guess(k, list)}
	}
	return list
}

// pending is a call at a place that is no event of the skeleton, since what it enters is known to the link only: a
// function that calls its argument. Whether control passes it is not known: it may, or may not.
func (b *automaton) pending(k nodeKey, i *link.Instance) ([]blocking.PointID, bool) {
	if k.mode == doing || i.Unit.Flow == nil {
		return nil, false
	}
	for c := range i.Unit.Flow.Calls {
		call := uint32(c)
		if !b.standsAt(i, call, k.point) || rounds(k.rounds, k.frame, pendingMark|call) > 0 {
			continue
		}
		list := b.callees(k.frame, i, call)
		if len(list) == 0 {
			continue
		}
		past := k
		past.rounds = tick(k.rounds, k.frame, pendingMark|call)
		choices := []blocking.PointID{b.at(past)}
		for _, t := range list {
			choices = append(choices, b.enter(past, t, call, k.point))
		}
		return []blocking.PointID{b.guess(k, choices)}, true
	}
	return nil, false
}

// pendingMark marks counters of such calls among those of loops.
const pendingMark = 1 << 25

// standsAt reports whether a call that is no event stands at a point.
func (b *automaton) standsAt(i *link.Instance, call uint32, n facts.PointID) bool {
	s := i.Unit.Spawn
	if i.Unit.Flow.Calls[call].Flags&facts.CallGo != 0 {
		return false
	}
	if s == nil {
		return n == 0
	}
	if int(call) >= len(s.Calls) || s.Calls[call] != n {
		return false
	}
	return !slices.ContainsFunc(s.Points, func(p facts.Point) bool { return p.Event.Op == facts.EventCall && p.Event.Index == call })
}

// after are the events that may come next at a place, whether the function may return there, and whether which it is
// depends on what was counted elsewhere.
func (b *automaton) after(k nodeKey, i *link.Instance, shape *shape) (next []facts.PointID, exit, unsure bool) {
	points := i.Unit.Spawn.Points
	exit = slices.Contains(i.Unit.Spawn.Exits, k.point)
	var again []facts.PointID
	for _, n := range shape.succs[k.point] {
		switch e := &points[n].Event; {
		case e.Op == facts.EventIter && numberOf(b, k.frame, e) != 0:
			continue // see counting
		case e.Op == facts.EventIter && e.Flags&facts.EventCounted != 0:
			again, unsure = append(again, n), true
			continue
		case e.Op == facts.EventIter && e.Flags&facts.EventConst != 0:
			continue // no loop runs zero times (W4)
		case e.Op == facts.EventIter:
			if rounds(k.rounds, k.frame, e.Index) < b.limit(k.frame, i, e) {
				again = append(again, n)
			}
			continue
		case e.Op == facts.EventRecvClosed && k.mode == gotValue, e.Op != facts.EventRecvClosed && k.mode == gotClosed:
			continue
		case e.Op == facts.EventOutcome && asksAgain(points, shape.succs[k.point], shape):
			unsure = true // the answer is what others have done, whichever way the call has ended
		case k.back.excludes(e):
			continue
		}
		next = append(next, n)
	}
	exit = exit && k.mode != gotClosed
	switch {
	case unsure:
		return append(again, next...), exit, true
	case slices.ContainsFunc(again, func(n facts.PointID) bool { return mayBreak(&points[n].Event) }):
		return append(again, next...), exit, false
	case len(again) > 0:
		return again, false, false
	}
	return next, exit, false
}

// mayBreak reports whether a loop that runs a constant number of rounds may be left before the last one: others run
// once, too, which stands for that.
func mayBreak(e *facts.Event) bool { return e.Flags&facts.EventEarly != 0 && e.N > 1 }

// asksAgain reports whether an answer decides whether a loop goes on that runs as often as data says (E28): one of the
// answers leads to its next round.
func asksAgain(points []facts.Point, answers []facts.PointID, shape *shape) bool {
	return slices.ContainsFunc(answers, func(n facts.PointID) bool {
		return points[n].Event.Op == facts.EventOutcome && slices.ContainsFunc(shape.succs[n], func(m facts.PointID) bool {
			e := &points[m].Event
			return e.Op == facts.EventIter && e.Flags&facts.EventCounted != 0
		})
	})
}

// limit is how often a loop goes round (W4); in the scope's own function, once if another one makes objects of the
// scope anew in each of as many rounds (W5).
func (b *automaton) limit(f frameID, i *link.Instance, e *facts.Event) int {
	known := b.s.known(i, e.N, -1-e.N)
	b.s.long = b.s.long || known < 0 || known > maxUnroll
	n := max(b.count(known)-int(e.Off), 0)
	if n > 1 && b.id == 1 && b.s.frames[f].up == 0 && slices.Contains(anew(b.s), n) {
		n = 1
	}
	if e.Flags&facts.EventLocal != 0 {
		n--
	}
	return n
}

// known is a number of rounds or goroutines: itself, or, if it is negative, a small one that all callers agree on
// (facts.Counted).
func (s *scope) known(i *link.Instance, n, number int64) int64 {
	if n < 0 && number > 0 {
		if x := order.Count(s.w.l, i, uint32(number)); 0 <= x && x <= maxUnroll {
			return int64(x)
		}
	}
	return n
}

// count is what stands for a number of rounds, or of goroutines that are added to a WaitGroup: unknown and large ones
// are all the same.
func (b *automaton) count(n int64) int {
	switch {
	case n >= 0 && n <= maxUnroll:
		b.s.small = max(b.s.small, int(n))
		return int(n)
	case n < 0:
		b.s.unknown, b.s.varies = true, true
		return b.s.trips.unknown
	}
	if t := &b.s.trips; t.long != 0 {
		b.s.failed = b.s.failed || n != t.short && n != t.long
		return t.of(n)
	}
	if b.s.length != 0 && b.s.length != n {
		b.s.other, b.s.failed = b.s.length, true
	}
	b.s.length, b.s.unknown = n, true
	return b.s.trips.large
}

// added is what is added to a WaitGroup: a constant stands for itself where no loop stands for a longer one (W4).
func added(b *automaton, n int64) int {
	if n <= maxUnroll || n > maxAdded {
		return b.count(n)
	}
	if b.s.trips.exact {
		return int(n)
	}
	b.s.adds = true
	return b.count(n)
}

// do makes the point of an event that follows a place.
func (b *automaton) do(k nodeKey, i *link.Instance, n facts.PointID) blocking.PointID {
	e := &i.Unit.Spawn.Points[n].Event
	if e.Op != facts.EventNone && b.id == 1 && b.s.frames[k.frame].up == 0 && again(b.s, k, n) {
		return 0 // the next round has objects of its own (W5); a loop's head may also lead out of it
	}
	to := nodeKey{frame: k.frame, point: n, rounds: b.s.w.shape(i.Unit).entered(k, n)}
	to.rounds = b.passed(to.rounds, k.frame, i)
	if e.Op == facts.EventIter && e.Flags&facts.EventCounted == 0 {
		to.rounds = tick(to.rounds, k.frame, e.Index)
	}
	key := to
	key.mode = doing
	if id, ok := b.nodes[key]; ok {
		return id
	}
	id := b.event(to, i, e)
	b.nodes[key] = id
	return id
}

// passed removes the counters of pending calls: control has left the place where they stand.
func (b *automaton) passed(counters string, f frameID, i *link.Instance) string {
	if counters == "" || i.Unit.Flow == nil {
		return counters
	}
	for c := range i.Unit.Flow.Calls {
		counters = cleared(counters, f, pendingMark|uint32(c))
	}
	return counters
}

// event makes the point of an event that leads to a place.
func (b *automaton) event(to nodeKey, i *link.Instance, e *facts.Event) blocking.PointID {
	switch e.Op {
	case facts.EventTest:
		if e.Flags&facts.EventConst != 0 {
			return b.decided(to, e)
		}
		return b.at(to)
	case facts.EventNone, facts.EventIter, facts.EventRecvClosed, facts.EventOnceBegin, facts.EventOnceDone, facts.EventCondSignal,
		facts.EventParallel, facts.EventPoolPut, facts.EventPoolGet, facts.EventCollect, facts.EventFill, facts.EventIdle,
		facts.EventYield, facts.EventDefault, facts.EventUnseen, facts.EventServe, facts.EventOutcome, facts.EventAhead,
		facts.EventReached, facts.EventMoves, facts.EventEach:
		return b.at(to)
	case facts.EventOwed:
		owe(b, to.frame, e)
		return b.at(to)
	case facts.EventAtomicWrite, facts.EventAtomicRead:
		return flagged{b}.atomically(to, e)
	case facts.EventCall:
		return b.call(to, i, e.Index)
	case facts.EventGo:
		return countedStart(b, to, e, b.start(to, i, e.Index, 0))
	case facts.EventGroupGo:
		return b.group(to, i, e)
	case facts.EventLock:
		return b.lock(to, i, e)
	case facts.EventSend, facts.EventRecv:
		return b.selection(to, i, []facts.PointID{to.point})
	case facts.EventClose:
		return b.operation(to, e, ActCloses, blocking.Point{Op: blocking.Close, Again: i.Unit.Prelude})
	case facts.EventAdd:
		n := b.s.known(i, -1, e.N)
		if e.Flags&facts.EventConst != 0 && e.N != 0 {
			n = e.N
		}
		if n < -1 {
			return b.operation(to, e, ActDone, blocking.Point{Op: blocking.Add, N: int(n)})
		}
		return b.operation(to, e, ActAdds, blocking.Point{Op: blocking.Add, N: added(b, n)})
	case facts.EventDone:
		return b.operation(to, e, ActDone, blocking.Point{Op: blocking.Add, N: -1})
	case facts.EventWait, facts.EventGroupWait:
		return b.wait(to, i, e)
	case facts.EventOnceEnd:
		return b.operation(to, e, 0, blocking.Point{Op: blocking.OnceEnd})
	case facts.EventCondWait:
		return b.condWait(to, e)
	case facts.EventExit:
		if e.Flags&facts.EventSelect != 0 {
			return 0 // it stays for ever, on purpose
		}
		if e.Flags&facts.EventLocal != 0 && b.id != 1 && b.s.frames[to.frame].up == 0 {
			return b.end()
		}
		return b.add(blocking.Point{Op: blocking.Exit})
	}
	panic(fmt.Sprintf("program: event %d", e.Op))
}

// owe notes what a function without a way out owes, or has got (W17).
func owe(b *automaton, f frameID, e *facts.Event) {
	switch key, how := b.s.resolve(f, e); {
	case how == isOne && e.Flags&facts.EventGot != 0:
		b.given = append(b.given, b.s.objs[key])
	case how == isOne:
		b.owes = append(b.owes, b.s.objs[key])
	}
}

// operation makes a point on one of the scope's objects; on others it does nothing.
func (b *automaton) operation(to nodeKey, e *facts.Event, act Act, p blocking.Point) blocking.PointID {
	key, how := b.s.resolve(to.frame, e)
	switch {
	case how == isVague:
		b.s.w.vague[key] = true
		return b.at(to)
	case how == isNil && p.Op == blocking.Close:
	case how != isOne:
		return b.at(to)
	case b.s.sys.Objects[b.s.objs[key]].Kind != operands[p.Op]:
		b.s.w.vague[key] = true // used as two different things: the object is not known well
		return b.at(to)
	}
	p.Obj, p.Next, p.Site = b.s.objs[key], b.at(to), b.site(to, act, key)
	if p.Op == blocking.Close {
		p.Via = bringer(b.s, to.frame, e.Addr)
	}
	return b.add(p)
}

// operands are the kinds of objects that operations need.
var operands = map[blocking.Op]blocking.Kind{
	blocking.Close: blocking.Chan, blocking.Add: blocking.WaitGroup, blocking.Wait: blocking.WaitGroup, blocking.OnceEnd: blocking.Once,
	blocking.Acquire: blocking.Lock, blocking.RAcquire: blocking.Lock, blocking.Release: blocking.Lock, blocking.RRelease: blocking.Lock,
}

// site numbers what a point stands for.
func (b *automaton) site(to nodeKey, act Act, key order.SyncKey) uint32 {
	b.s.sites = append(b.s.sites, site{frame: to.frame, point: to.point, act: act, key: key})
	return uint32(len(b.s.sites) - 1)
}

// hole makes a point that waits for something outside the scope, which is taken to happen.
func (b *automaton) hole(to nodeKey) blocking.PointID {
	id := b.site(to, 0, order.SyncKey{})
	b.s.sites[id].hole = true
	return b.add(blocking.Point{Op: blocking.Set, Cell: holeCell, Value: blocking.True, Next: b.at(to), Site: id})
}

// wait is WaitGroup.Wait. The wait for the goroutines of WaitGroup.Go that follows it is the same one.
func (b *automaton) wait(to nodeKey, i *link.Instance, e *facts.Event) blocking.PointID {
	if e.Op == facts.EventGroupWait {
		before := &i.Unit.Spawn.Points[i.Unit.Spawn.Points[to.point].Preds[0]].Event
		if before.Addr == e.Addr && before.Off == e.Off && (before.Op == facts.EventWait || before.Op == facts.EventGroupGo && e.Flags&facts.EventLocal != 0) {
			return b.at(to)
		}
	}
	key, how := b.s.resolve(to.frame, e)
	if how != isOne {
		if how == isVague {
			b.s.w.vague[key] = true
		}
		return b.hole(to)
	}
	return b.operation(to, e, ActWaits, blocking.Point{Op: blocking.Wait})
}

// condWait is Cond.Wait: where somebody signals, it is taken to be woken; where nobody does, it waits for ever (W6).
func (b *automaton) condWait(to nodeKey, e *facts.Event) blocking.PointID {
	key, how := b.s.resolve(to.frame, e)
	if how != isOne || b.s.w.kinds[key]&doesSignal != 0 {
		return b.hole(to)
	}
	return b.add(blocking.Point{Op: blocking.Recv, Next: b.at(to), Alt: b.at(to), Site: b.site(to, ActCondWaits, key)})
}

// lock is an operation on a mutex.
func (b *automaton) lock(to nodeKey, i *link.Instance, e *facts.Event) blocking.PointID {
	if b.s.cond {
		b.s.dropped = true
		return b.at(to)
	}
	site := &i.Unit.Locks.Sites[e.Index]
	at := facts.Event{Addr: site.Addr, Off: site.Off}
	if _, how := b.s.resolve(to.frame, &at); how != isOne {
		b.s.dropped = true
	}
	switch site.Op {
	case facts.Lock:
		return b.operation(to, &at, ActLocks, blocking.Point{Op: blocking.Acquire})
	case facts.RLock:
		return b.operation(to, &at, ActRLocks, blocking.Point{Op: blocking.RAcquire})
	case facts.RUnlock:
		return b.operation(to, &at, ActUnlocks, blocking.Point{Op: blocking.RRelease})
	}
	return b.operation(to, &at, ActUnlocks, blocking.Point{Op: blocking.Release})
}

// selection is a send, a receive, or a select of several and a default: cases by their points.
func (b *automaton) selection(k nodeKey, i *link.Instance, cases []facts.PointID) blocking.PointID {
	p := blocking.Point{Op: blocking.Select}
	act := ActSelects
	var first order.SyncKey
	holes, told, excluded := 0, uint64(0), false
	var taken []facts.PointID
	for _, n := range cases {
		e := &i.Unit.Spawn.Points[n].Event
		to := nodeKey{frame: k.frame, point: n, rounds: b.s.w.shape(i.Unit).entered(k, n)}
		if e.Op == facts.EventDefault {
			p.HasDefault, p.Alt = true, b.at(to)
			continue
		}
		c, key, how := b.choice(to, i, e)
		if how == isOne && first == (order.SyncKey{}) {
			first = key
		}
		if how != isOne && how != isNil {
			holes++
		}
		excluded = e.Flags&facts.EventSet != 0 && len(cases) == 1 &&
			(how == isNil || how == isOne && roomless(b.s.w, key))
		if e.Flags&facts.EventTold != 0 {
			told |= 1 << len(p.Cases)
		}
		p.Cases, taken = append(p.Cases, c), append(taken, n)
		if len(cases) == 1 {
			act = ActReceives
			if e.Op == facts.EventSend {
				act = ActSends
			} else if c.Next != c.Alt && e.Flags&facts.EventInLoop != 0 {
				act = ActRanges
			}
		}
	}
	if excluded {
		return b.add(blocking.Point{Op: blocking.Exit}) // (W28)
	}
	at := nodeKey{frame: k.frame, point: cases[0], rounds: k.rounds}
	if len(cases) == 1 && holes == 1 {
		to := at
		to.rounds = b.s.w.shape(i.Unit).entered(k, cases[0])
		if unclosed(b.s.w, i, &i.Unit.Spawn.Points[cases[0]].Event) {
			to.mode = gotValue
		}
		return b.hole(to)
	}
	p.Site = b.site(at, act, first)
	b.s.sites[p.Site].told, b.s.sites[p.Site].cases = told, taken
	if len(cases) == 1 && !p.HasDefault { // plain operations make plainer stories
		c := p.Cases[0]
		p = blocking.Point{Op: blocking.Recv, Obj: c.Obj, Via: c.Via, Next: c.Next, Alt: c.Alt, Site: p.Site}
		if c.Dir == blocking.Transmit {
			p.Op = blocking.Send
		}
	}
	return b.add(p)
}

// choice is one case of a select.
func (b *automaton) choice(to nodeKey, i *link.Instance, e *facts.Event) (blocking.Case, order.SyncKey, resolution) {
	key, how := b.s.resolve(to.frame, e)
	c := blocking.Case{Dir: blocking.Receive, Obj: b.s.objs[key], Next: b.at(to)}
	c.Alt = c.Next
	if e.Op == facts.EventRecv && e.Flags&facts.EventSelect != 0 && order.NeverDone(b.s.w.l, i, e.Addr) {
		c.Obj, how = 0, isNil // such a case is not taken
	}
	if how != isOne && how != isNil && mute(b.s.w, i, e) {
		c.Obj, how = 0, isNil // nor is such a one (W26)
	}
	switch how {
	case isVague:
		b.s.w.vague[key] = true
		fallthrough
	case isOther:
		c.Dir, c.Obj = blocking.Environment, 0
		if unclosed(b.s.w, i, e) {
			value := to
			value.mode = gotValue
			c.Next = b.at(value)
		}
		return c, key, how
	case isOne:
		if b.s.sys.Objects[c.Obj].Kind != blocking.Chan {
			b.s.w.vague[key] = true
			return c, key, isVague
		}
		c.Via = bringer(b.s, to.frame, e.Addr)
	}
	if e.Op == facts.EventSend {
		c.Dir = blocking.Transmit
		return c, key, how
	}
	if b.s.w.shape(i.Unit).tells[to.point] {
		value, closed := to, to
		value.mode, closed.mode = gotValue, gotClosed
		c.Next, c.Alt = b.at(value), b.at(closed)
	}
	return c, key, how
}

// tests are the ways on from a place where conditions are tested that other branches test too, beside other ways on. A
// way behind a test is open only if the condition has that value; conditions for which no cell is left may have any.
func (b *automaton) tests(k nodeKey, i *link.Instance, tested []facts.PointID, rest []blocking.PointID) []blocking.PointID {
	order, groups := split(tested, func(p facts.PointID) (int64, bool, blocking.PointID) {
		n := i.Unit.Spawn.Points[p].Event.N
		return max(n, -n), n > 0, b.do(k, i, p)
	})
	oneSided := func(n int64) bool { return len(groups[n].holds) == 0 || len(groups[n].fails) == 0 }
	slices.SortStableFunc(order, func(x, y int64) int { return cmp.Compare(count(oneSided(x)), count(oneSided(y))) })
	for _, n := range order {
		g := groups[n]
		cell := b.cell(k.frame, n)
		if cell == 0 || oneSided(n) && len(rest) == 0 {
			rest = union(rest, g.holds, g.fails)
			continue
		}
		if len(g.holds) == 0 {
			g.holds = rest
		}
		if len(g.fails) == 0 {
			g.fails = rest
		}
		rest = union(rest, []blocking.PointID{b.add(blocking.Point{Op: blocking.Test, Cell: cell, Next: b.any(g.holds), Alt: b.any(g.fails), Site: b.s.decision(k)})})
	}
	return rest
}

// sides are the ways on where a condition holds, and where it does not.
type sides struct{ holds, fails []blocking.PointID }

// split puts ways on behind tests together by the condition tested, which of says beside the side and the way on. The
// conditions are in the order in which they occur first.
func split[K comparable](tested []facts.PointID, of func(facts.PointID) (K, bool, blocking.PointID)) ([]K, map[K]*sides) {
	groups := map[K]*sides{}
	var order []K
	for _, p := range tested {
		cond, holds, way := of(p)
		g := groups[cond]
		if g == nil {
			g = &sides{}
			groups[cond] = g
			order = append(order, cond)
		}
		if holds {
			g.holds = union(g.holds, []blocking.PointID{way})
		} else {
			g.fails = union(g.fails, []blocking.PointID{way})
		}
	}
	return order, groups
}

// count is one if a condition holds.
func count(cond bool) int {
	if cond {
		return 1
	}
	return 0
}

// union joins lists without repetitions.
func union(lists ...[]blocking.PointID) []blocking.PointID {
	var all []blocking.PointID
	for _, p := range slices.Concat(lists...) {
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// any is a branch over points.
func (b *automaton) any(list []blocking.PointID) blocking.PointID {
	if len(list) == 1 {
		return list[0]
	}
	return b.add(blocking.Point{Op: blocking.Branch, Choices: list})
}

// cell is the cell of a condition; zero if all are taken, or if the function may be entered again with other values.
func (b *automaton) cell(f frameID, n int64) blocking.Cell {
	if c := b.s.settled(f, n); c != 0 {
		return c
	}
	key := cellKey{f, n}
	if b.cells[key] == 0 && len(b.cells) < holeCell-1 && b.s.entersOnce(f) {
		b.cells[key] = blocking.Cell(len(b.cells) + 1)
	}
	return b.cells[key]
}

// entersOnce reports whether no call on the way to a frame is in a loop.
func (s *scope) entersOnce(f frameID) bool {
	for x := s.frames[f]; x.up != 0; x = s.frames[x.up] {
		if s.w.l.Insts[s.frames[x.up].inst].Unit.Flow.Calls[x.call].Flags&facts.CallInLoop != 0 {
			return false
		}
	}
	return true
}

// decided is an event by which a condition gets a value.
func (b *automaton) decided(to nodeKey, e *facts.Event) blocking.PointID {
	cell, v := b.cell(to.frame, max(e.N, -e.N)), blocking.True
	if cell == 0 {
		return b.at(to)
	}
	if e.N < 0 {
		v = blocking.False
	}
	return b.add(blocking.Point{Op: blocking.Set, Cell: cell, Value: v, Next: b.at(to)})
}

// once is Once.Do: its function runs, or control goes on behind it.
func (b *automaton) once(k nodeKey, i *link.Instance, begin facts.PointID, next []facts.PointID) []blocking.PointID {
	e := &i.Unit.Spawn.Points[begin].Event
	body := b.do(k, i, begin)
	var past []blocking.PointID
	for _, n := range next {
		if n != begin {
			past = append(past, b.do(k, i, n))
		}
	}
	key, how := b.s.resolve(k.frame, e)
	if how != isOne || len(past) != 1 || b.s.sys.Objects[b.s.objs[key]].Kind != blocking.Once {
		b.s.loose = true
		return append(past, body)
	}
	p := blocking.Point{Op: blocking.OnceDo, Obj: b.s.objs[key], Next: past[0], Alt: body, Site: b.site(nodeKey{frame: k.frame, point: begin}, ActWaitsOnce, key)}
	return []blocking.PointID{b.add(p)}
}

// callees are the relevant instances that a call enters, and none for one that does nothing.
func (b *automaton) callees(f frameID, i *link.Instance, call uint32) []link.InstID {
	return b.entered(f, i, call, func(to *link.Instance, spawn bool) bool {
		return !spawn && b.s.relevant[to.ID] && b.s.w.l.Flavors[to.Flavor].Copy != 2
	})
}

// entered are the instances that a call or go statement enters in a frame, of those that count.
func (b *automaton) entered(f frameID, i *link.Instance, call uint32, counts func(to *link.Instance, spawn bool) bool) []link.InstID {
	var list []link.InstID
	exact := b.targets(f, i, call)
	for _, e := range i.Out {
		to := b.s.w.l.Insts[e.To]
		if e.Call == call && (exact == nil || slices.Contains(exact, to.Unit.Sym)) && counts(to, e.Spawn) {
			list = append(list, e.To)
		}
	}
	return list
}

// targets are the functions that a call of a parameter enters, known from the argument; nil if that does not help.
func (b *automaton) targets(f frameID, i *link.Instance, call uint32) []facts.Symbol {
	c := &i.Unit.Flow.Calls[call]
	if c.Flags&facts.CallDynamic == 0 {
		return nil
	}
	from, n := f, c.Recv
	var list []facts.Symbol
	for {
		up, a := b.s.actual(from, n)
		if a == 0 {
			break
		}
		from, n = up, a
		list = nil
		b.s.w.each(b.s.w.l.Insts[b.s.frames[up].inst].Node(a), func(o link.ObjID) {
			if x := &b.s.w.l.Objects[o]; x.Decl.Kind == facts.ObjFunc {
				list = append(list, x.Sym)
			}
		})
	}
	return list
}

// call expands a call in place.
func (b *automaton) call(to nodeKey, i *link.Instance, call uint32) blocking.PointID {
	list := b.callees(to.frame, i, call)
	if len(list) == 0 {
		return b.at(to)
	}
	if len(list) > 3 {
		b.s.failed = true
	}
	if b.s.failed {
		return 0
	}
	var choices []blocking.PointID
	for _, t := range list {
		choices = append(choices, b.enter(to, t, call, to.point))
	}
	if b.others(to.frame, i, call) {
		choices = append(choices, b.at(to))
	}
	return b.guess(to, choices)
}

// guess is a branch on which of several functions a call enters: that all of them are possible here is known only by
// what flows together.
func (b *automaton) guess(to nodeKey, choices []blocking.PointID) blocking.PointID {
	p := blocking.Point{Op: blocking.Branch, Choices: choices}
	if len(choices) > 1 {
		p.Site = b.site(to, 0, order.SyncKey{})
		b.s.sites[p.Site].guess = true
	}
	return b.add(p)
}

// others reports whether a call may also enter functions that do nothing here.
func (b *automaton) others(f frameID, i *link.Instance, call uint32) bool {
	exact := b.targets(f, i, call)
	return slices.ContainsFunc(i.Out, func(e link.Edge) bool {
		return (exact == nil || slices.Contains(exact, b.s.w.l.Insts[e.To].Unit.Sym)) && e.Call == call && !e.Spawn && !b.s.relevant[e.To] && !b.s.w.secondary(b.s.w.l.Insts[e.To])
	})
}

// enter is the start of a callee. A function that calls itself does so once; deeper calls return at once (W4).
func (b *automaton) enter(to nodeKey, callee link.InstID, call uint32, ret facts.PointID) blocking.PointID {
	if b.s.running(to.frame, callee) >= b.s.trips.unknown {
		b.s.unknown = true
		return b.at(nodeKey{frame: to.frame, point: ret, rounds: to.rounds})
	}
	f := b.s.frame(frame{inst: callee, up: to.frame, call: call, ret: ret, proc: b.id})
	if f == 0 {
		return 0
	}
	return b.at(nodeKey{frame: f, rounds: to.rounds})
}

// leave is where a function returns to.
func (b *automaton) leave(k nodeKey) blocking.PointID {
	f := b.s.frames[k.frame]
	if f.up == 0 {
		return b.end()
	}
	to := nodeKey{frame: f.up, point: f.ret, rounds: forget(k.rounds, k.frame)}
	callee := b.inst(k.frame).Unit
	if b.id == 1 && b.s.guests != nil && b.s.frames[f.up].up == 0 && callee.Spawn != nil &&
		slices.Contains(callee.Spawn.Failed, k.point) {
		return 0 // nobody uses what could not be made (W14)
	}
	if callee.Spawn != nil && len(callee.Spawn.Outcomes) > 0 && asks(b.s.w, b.inst(f.up).Unit, f) {
		to.back = outcome{callee, k.point}
	}
	return b.at(to)
}

// asks reports whether the caller of a frame tests a result as soon as the call has ended.
func asks(w *waiting, caller *link.Unit, f frame) bool {
	shape := w.shape(caller)
	return shape != nil && caller.Spawn != nil && slices.ContainsFunc(shape.succs[f.ret], func(n facts.PointID) bool {
		e := &caller.Spawn.Points[n].Event
		return e.Op == facts.EventOutcome && e.Index == f.call
	})
}

// excludes reports whether the call has not ended with the result of an event.
func (o outcome) excludes(e *facts.Event) bool {
	if o.callee == nil || e.Op != facts.EventOutcome {
		return false
	}
	list := o.callee.Spawn.Outcomes
	k := slices.IndexFunc(list, func(x facts.Outcome) bool { return int64(x.Number) == e.N })
	return k >= 0 && !slices.Contains(list[k].Points, o.exit) &&
		!slices.ContainsFunc(list[k].Passed, func(x facts.Passed) bool { return x.Point == o.exit })
}

// end is the end of the goroutine.
func (b *automaton) end() blocking.PointID {
	if b.id == 1 && b.s.guests != nil {
		return b.visits()
	}
	if b.done == 0 {
		return 0
	}
	return b.add(blocking.Point{Op: blocking.Add, Obj: b.done, N: -1, Site: b.site(nodeKey{frame: b.first}, ActDone, b.s.names[b.done])})
}

// starts are the goroutines that a go statement starts, doubles left out.
func (b *automaton) starts(f frameID, i *link.Instance, call uint32) []link.InstID {
	return b.entered(f, i, call, func(to *link.Instance, spawn bool) bool { return spawn && !b.s.w.secondary(to) })
}

// start is a go statement, or what a model takes for one; done is the WaitGroup that its goroutine counts down.
func (b *automaton) start(to nodeKey, i *link.Instance, call uint32, done blocking.ObjID) blocking.PointID {
	if b.s.fresh[call] != nil && b.s.frames[to.frame].up == 0 && b.id == 1 {
		if rounds(to.rounds, to.frame, freshMark|call) > 0 {
			return 0 // the next round has objects of its own (W5)
		}
		to.rounds = tick(to.rounds, to.frame, freshMark|call)
	}
	if b.id == 1 && b.s.guests != nil && b.s.frames[to.frame].up == 0 {
		return b.at(to) // users call methods when the object is there (W14)
	}
	c := &i.Unit.Flow.Calls[call] // of a timer: it is taken to run out (W6)
	var choices []blocking.PointID
	targets := b.starts(to.frame, i, call)
	for _, t := range targets {
		if !b.s.relevant[t] && done == 0 {
			continue
		}
		if c.Flags&(facts.CallMulti|facts.CallSerial) != 0 {
			b.s.failed = true // it runs who knows how often
		}
		if b.s.failed {
			return 0
		}
		p := b.s.proc(procKey{entry: t, done: done, from: to.frame, call: call})
		choices = append(choices, b.add(blocking.Point{Op: blocking.Spawn, Proc: p, Next: b.at(to), Site: b.site(to, ActStarts, order.SyncKey{})}))
	}
	if len(choices) == 0 {
		b.s.failed = b.s.failed || done != 0 || len(targets) == 0 // not known, or another round of a recursion
		return b.at(to)
	}
	return b.add(blocking.Point{Op: blocking.Branch, Choices: choices})
}

// again reports whether a point of the scope's function is reached in another round than a go statement that it leads to
// (W5).
func again(s *scope, k nodeKey, n facts.PointID) bool {
	for call, ahead := range s.fresh {
		if ahead[n] && rounds(k.rounds, k.frame, freshMark|call) > 0 {
			return true
		}
	}
	return false
}

// anew are the small constant numbers of rounds of loops of the scope's function that make objects of the scope anew in
// each.
func anew(s *scope) []int {
	if s.rounds != nil {
		return s.rounds
	}
	s.rounds = []int{}
	points, in := s.root.Unit.Spawn.Points, s.w.shape(s.root.Unit)
	for n := range points {
		e := &points[n].Event
		if e.Op != facts.EventGo && e.Op != facts.EventGroupGo || s.fresh[e.Index] == nil {
			continue
		}
		for k := range points {
			x := &points[k].Event
			if x.Op != facts.EventIter || x.Flags&facts.EventCounted != 0 ||
				!in.comes(facts.PointID(n), facts.PointID(k)) || !in.comes(facts.PointID(k), facts.PointID(n)) {
				continue
			}
			if v := s.known(s.root, x.N, -1-x.N) - int64(x.Off); 1 < v && v <= maxUnroll {
				s.rounds = append(s.rounds, int(v))
			}
		}
	}
	return s.rounds
}

// freshMark marks counters of go statements among those of loops.
const freshMark = 1 << 24

// group is WaitGroup.Go and its like; callbacks that a model waits for at once are calls.
func (b *automaton) group(to nodeKey, i *link.Instance, e *facts.Event) blocking.PointID {
	if e.Flags&facts.EventLocal != 0 && b.joined(i, to.point, e) {
		list := b.starts(to.frame, i, e.Index)
		list = slices.DeleteFunc(list, func(t link.InstID) bool { return !b.s.relevant[t] })
		switch len(list) {
		case 0:
			return b.at(to)
		case 1:
			return b.enter(to, list[0], e.Index, to.point)
		}
		b.s.failed = true
		return 0
	}
	key, how := b.s.resolve(to.frame, e)
	if how == isVague {
		b.s.w.vague[key] = true
	}
	if how != isOne {
		return b.start(to, i, e.Index, 0)
	}
	if b.s.sys.Objects[b.s.objs[key]].Kind != blocking.WaitGroup {
		b.s.w.vague[key] = true
		return b.start(to, i, e.Index, 0)
	}
	next := b.start(to, i, e.Index, b.s.objs[key])
	return b.add(blocking.Point{Op: blocking.Add, Obj: b.s.objs[key], N: 1, Next: next, Site: b.site(to, ActAdds, key)})
}

// joined reports whether the group of an event is waited for right behind it.
func (b *automaton) joined(i *link.Instance, n facts.PointID, e *facts.Event) bool {
	return slices.ContainsFunc(b.s.w.shape(i.Unit).succs[n], func(m facts.PointID) bool {
		x := &i.Unit.Spawn.Points[m].Event
		return x.Op == facts.EventGroupWait && x.Addr == e.Addr && x.Off == e.Off
	})
}
