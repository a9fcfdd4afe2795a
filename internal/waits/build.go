// This file builds one goroutine's automaton from the skeletons of the functions it runs (W3).

package waits

import (
	"fmt"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/waits/shapes"
)

// proc gives the process of a goroutine, building it if it is new.
func (s *scope) proc(k procKey) blocking.ProcID {
	if id, ok := s.procs[k]; ok {
		return id
	}
	id := blocking.ProcID(len(s.sys.Procs))
	if id > maxProcs {
		s.failed = true
		return 0
	}
	s.procs[k] = id
	s.sys.Procs = append(s.sys.Procs, blocking.Proc{})
	s.bodies = append(s.bodies, k)
	first := s.frame(frame{inst: k.entry, proc: id})
	b := &automaton{
		s:      s,
		id:     id,
		done:   k.done,
		nodes:  map[nodeKey]blocking.PointID{},
		points: make([]blocking.Point, 1),
		cells:  map[cellKey]blocking.Cell{},
	}
	b.run(first)
	s.sys.Procs[id] = blocking.Proc{Points: b.points, Owes: b.owes, Given: b.given}
	return id
}

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
		b.points = blocking.Minimize(b.points)
	}
}

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
	ways := fan{selects: map[int64][]facts.PointID{}, unsure: unsure}
	for _, n := range next {
		if i.Unit.Spawn.Points[n].Event.Op == facts.EventOnceBegin {
			return b.once(k, i, n, next)
		}
		ways.sort(b, k, i, n)
	}
	for _, n := range ways.order {
		ways.add(b.selection(k, i, ways.selects[n]))
	}
	if exit {
		ways.add(b.leave(k))
	}
	list := b.tests(k, i, ways.tested, flagged{b}.tests(k, i, ways.read, ways.list))
	list = counting(b, k, i, next, flagged{b}.taking(k, i, next, list))
	if ways.unsure && len(list) > 1 {
		return []blocking.PointID{b.guess(k, list)}
	}
	return list
}

// A fan is what may come next at a place, by what decides about it.
type fan struct {
	list    []blocking.PointID        // ways on that nothing else decides about, each once
	selects map[int64][]facts.PointID // cases, by number of their select
	order   []int64                   // these numbers, as they come first
	tested  []facts.PointID           // conditions that other branches test, too
	read    []facts.PointID           // loads of flags
	unsure  bool                      // it was decided elsewhere whether there is something to wait for, or room
}

// add adds a way on, once.
func (ways *fan) add(p blocking.PointID) {
	if !slices.Contains(ways.list, p) {
		ways.list = append(ways.list, p)
	}
}

// sort adds one of the events that may come next at a place.
func (ways *fan) sort(b *automaton, k nodeKey, i *link.Instance, n facts.PointID) {
	e := &i.Unit.Spawn.Points[n].Event
	switch {
	case order.Excluded(b.s.w.l, i, e): // by the numbers that the function is given, or by what an interface holds
	case e.Op == facts.EventTest && e.Flags&facts.EventAlone != 0:
		ways.add(b.do(k, i, n))
	case e.Op == facts.EventTest && e.N == 0:
		ways.unsure = true
		ways.add(b.do(k, i, n))
	case e.Flags&facts.EventSelect != 0 && e.Op != facts.EventExit && e.Op != facts.EventRecvClosed,
		e.Op == facts.EventDefault:
		if ways.selects[e.N] == nil {
			ways.order = append(ways.order, e.N)
		}
		ways.selects[e.N] = append(ways.selects[e.N], n)
	case e.Op == facts.EventTest && e.Flags&facts.EventConst == 0:
		ways.tested = append(ways.tested, n)
	case e.Op == facts.EventAtomicRead:
		ways.read = append(ways.read, n)
	case takes(e) && flagged{b}.known(k.frame, e): // see taking
	default:
		ways.add(b.do(k, i, n))
	}
}

// do makes the point of an event that follows a place.
func (b *automaton) do(k nodeKey, i *link.Instance, n facts.PointID) blocking.PointID {
	e := &i.Unit.Spawn.Points[n].Event
	if e.Op != facts.EventNone && b.id == 1 && b.s.frames[k.frame].up == 0 && again(b.s, k, n) {
		return 0 // the next round has objects of its own (W5); a loop's head may also lead out of it
	}
	to := nodeKey{frame: k.frame, point: n, rounds: b.s.w.shape(i.Unit).Entered(k.rounds, k.frame, k.point, n)}
	to.rounds = b.passed(to.rounds, k.frame, i)
	if e.Op == facts.EventIter && e.Flags&facts.EventCounted == 0 {
		to.rounds = shapes.Tick(to.rounds, k.frame, e.Index)
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

// event makes the point of an event that leads to a place.
func (b *automaton) event(to nodeKey, i *link.Instance, e *facts.Event) blocking.PointID {
	switch e.Op {
	case facts.EventTest:
		if e.Flags&facts.EventConst != 0 {
			return b.decided(to, e)
		}
		return b.at(to)
	case facts.EventNone, facts.EventIter, facts.EventRecvClosed, facts.EventOnceBegin, facts.EventOnceDone,
		facts.EventCondSignal,
		facts.EventParallel, facts.EventPoolPut, facts.EventPoolGet, facts.EventCollect, facts.EventFill, facts.EventIdle,
		facts.EventYield, facts.EventDefault, facts.EventUnseen, facts.EventServe, facts.EventOutcome, facts.EventAhead,
		facts.EventReached, facts.EventMoves, facts.EventEach, facts.EventEvery, facts.EventIs,
		facts.EventAnswered:
		return b.at(to)
	case facts.EventOwed:
		owe(b, to.frame, e)
		return b.at(to)
	case facts.EventAtomicWrite, facts.EventAtomicRead:
		return flagged{b}.atomically(to, e)
	case facts.EventCall:
		return b.call(to, i, e.Index)
	case facts.EventGo:
		return countedStart(b, to, i, e, b.start(to, i, e.Index, 0))
	case facts.EventGroupGo:
		return b.group(to, i, e)
	case facts.EventLock:
		return b.lock(to, i, e)
	case facts.EventSend, facts.EventRecv:
		return b.selection(to, i, []facts.PointID{to.point})
	case facts.EventClose:
		return b.operation(to, e, evidence.ActCloses, blocking.Point{Op: blocking.Close, Again: i.Unit.Synthetic})
	case facts.EventAdd:
		b.s.unsized = b.s.unsized || e.Flags&facts.EventVague != 0
		n := b.s.known(i, -1, e.N)
		if e.Flags&facts.EventConst != 0 && e.N != 0 {
			n = e.N
		}
		if n < -1 {
			return b.operation(to, e, evidence.ActDone, blocking.Point{Op: blocking.Add, N: int(n)})
		}
		return b.operation(to, e, evidence.ActAdds, blocking.Point{Op: blocking.Add, N: added(b, n)})
	case facts.EventDone:
		return b.operation(to, e, evidence.ActDone, blocking.Point{Op: blocking.Add, N: -1})
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
