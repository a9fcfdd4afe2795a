// This file is the points of an automaton that operate on an object of the scope.

package waits

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

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
func (b *automaton) operation(to nodeKey, e *facts.Event, act evidence.Act, p blocking.Point) blocking.PointID {
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
	blocking.Close:    blocking.Chan,
	blocking.Add:      blocking.WaitGroup,
	blocking.Wait:     blocking.WaitGroup,
	blocking.OnceEnd:  blocking.Once,
	blocking.Acquire:  blocking.Lock,
	blocking.RAcquire: blocking.Lock,
	blocking.Release:  blocking.Lock,
	blocking.RRelease: blocking.Lock,
}

// wait is WaitGroup.Wait. The wait for the goroutines of WaitGroup.Go that follows it is the same one.
func (b *automaton) wait(to nodeKey, i *link.Instance, e *facts.Event) blocking.PointID {
	if e.Op == facts.EventGroupWait {
		before := &i.Unit.Spawn.Points[i.Unit.Spawn.Points[to.point].Preds[0]].Event
		local := before.Op == facts.EventGroupGo && e.Flags&facts.EventLocal != 0
		if before.Addr == e.Addr && before.Off == e.Off && (before.Op == facts.EventWait || local) {
			return b.at(to)
		}
	}
	key, how := b.s.resolve(to.frame, e)
	if how != isOne {
		if how == isVague {
			b.s.w.vague[key] = true
		}
		return b.skipped(to)
	}
	return b.operation(to, e, evidence.ActWaits, blocking.Point{Op: blocking.Wait})
}

// condWait is Cond.Wait: where somebody signals, it is taken to be woken; where nobody does, it waits for ever (W6).
func (b *automaton) condWait(to nodeKey, e *facts.Event) blocking.PointID {
	key, how := b.s.resolve(to.frame, e)
	if how != isOne || b.s.w.kinds[key]&doesSignal != 0 {
		return b.skipped(to)
	}
	return b.add(blocking.Point{
		Op: blocking.Recv, Next: b.at(to), Alt: b.at(to), Site: b.site(to, evidence.ActCondWaits, key),
	})
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
		return b.operation(to, &at, evidence.ActLocks, blocking.Point{Op: blocking.Acquire})
	case facts.RLock:
		return b.operation(to, &at, evidence.ActRLocks, blocking.Point{Op: blocking.RAcquire})
	case facts.RUnlock:
		return b.operation(to, &at, evidence.ActUnlocks, blocking.Point{Op: blocking.RRelease})
	}
	return b.operation(to, &at, evidence.ActUnlocks, blocking.Point{Op: blocking.Release})
}

// selection is a send, a receive, or a select of several and a default: cases by their points.
func (b *automaton) selection(k nodeKey, i *link.Instance, cases []facts.PointID) blocking.PointID {
	p := blocking.Point{Op: blocking.Select}
	act := evidence.ActSelects
	var first order.SyncKey
	holes, told, excluded := 0, uint64(0), false
	var taken []facts.PointID
	for _, n := range cases {
		e := &i.Unit.Spawn.Points[n].Event
		if spent(k, i, n) {
			continue
		}
		to := nodeKey{frame: k.frame, point: n, rounds: b.s.w.shape(i.Unit).Entered(k.rounds, k.frame, k.point, n)}
		to.rounds = fired(i, cases, to)
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
			act = plainly(e, &c)
		}
	}
	if excluded {
		return b.add(blocking.Point{Op: blocking.Exit}) // (W28)
	}
	at := nodeKey{frame: k.frame, point: cases[0], rounds: k.rounds}
	if len(cases) == 1 && holes == 1 {
		to := at
		to.rounds = b.s.w.shape(i.Unit).Entered(k.rounds, k.frame, k.point, cases[0])
		if unclosed(b.s.w, i, &i.Unit.Spawn.Points[cases[0]].Event) {
			to.mode = gotValue
		}
		return b.skipped(to)
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

// plainly is what an operation that is no select does.
func plainly(e *facts.Event, c *blocking.Case) evidence.Act {
	switch {
	case e.Op == facts.EventSend:
		return evidence.ActSends
	case c.Next != c.Alt && e.Flags&facts.EventInLoop != 0:
		return evidence.ActRanges
	}
	return evidence.ActReceives
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
	if b.s.w.shape(i.Unit).Tells[to.point] {
		value, closed := to, to
		value.mode, closed.mode = gotValue, gotClosed
		c.Next, c.Alt = b.at(value), b.at(closed)
	}
	return c, key, how
}
