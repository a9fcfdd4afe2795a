// This file is the points of an automaton that call and start functions: calls are expanded in place (W3, W4).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/waits/shapes"
)

// callees are the relevant instances that a call enters, and none for one that does nothing.
func (b *automaton) callees(f frameID, i *link.Instance, call uint32) []link.InstID {
	return b.entered(f, i, call, func(to *link.Instance, spawn bool) bool {
		return !spawn && b.s.relevant[to.ID] && b.s.w.l.HeapContexts[to.HeapContext].Copy != 2
	})
}

// entered are the instances that a call or go statement enters in a frame, of those that count.
func (b *automaton) entered(
	f frameID,
	i *link.Instance,
	call uint32,
	counts func(to *link.Instance, spawn bool) bool,
) []link.InstID {
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
		b.s.w.seen.Each(b.s.w.l.Insts[b.s.frames[up].inst].Node(a), func(o link.ObjID) {
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
		return b.any(b.quietly(to, i, call, false))
	}
	if len(list) > maxCallees {
		b.s.failed = true
	}
	if b.s.failed {
		return 0
	}
	var choices []blocking.PointID
	for _, t := range list {
		choices = append(choices, b.enter(to, t, call, to.point))
	}
	return b.guess(to, append(choices, b.quietly(to, i, call, true)...))
}

// pending is a call at a place that is no event of the skeleton, since what it enters is known to the link only: a
// function that calls its argument. Whether control passes it is not known: it may, or may not.
func (b *automaton) pending(k nodeKey, i *link.Instance) ([]blocking.PointID, bool) {
	if k.mode == doing || i.Unit.Flow == nil {
		return nil, false
	}
	for c := range i.Unit.Flow.Calls {
		call := uint32(c)
		if !b.standsAt(i, call, k.point) || shapes.Rounds(k.rounds, k.frame, pendingMark|call) > 0 {
			continue
		}
		list := b.callees(k.frame, i, call)
		if len(list) == 0 {
			continue
		}
		past := k
		past.rounds = shapes.Tick(k.rounds, k.frame, pendingMark|call)
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
	return !slices.ContainsFunc(s.Points, func(p facts.Point) bool {
		return p.Event.Op == facts.EventCall && p.Event.Index == call
	})
}

// passed removes the counters of pending calls: control has left the place where they stand.
func (b *automaton) passed(counters string, f frameID, i *link.Instance) string {
	if counters == "" || i.Unit.Flow == nil {
		return counters
	}
	for c := range i.Unit.Flow.Calls {
		counters = shapes.Cleared(counters, f, pendingMark|uint32(c))
	}
	return counters
}

// quietly is where control is behind a call that enters functions which do nothing here: what all their exits have in
// common is known there, if the caller asks (W16). The call may enter others, too.
func (b *automaton) quietly(to nodeKey, i *link.Instance, call uint32, others bool) []blocking.PointID {
	exact := b.targets(to.frame, i, call)
	tested := asked(b, frame{up: to.frame, ret: to.point, call: call})
	var list []blocking.PointID
	for _, e := range i.Out {
		callee := b.s.w.l.Insts[e.To]
		if e.Call != call || e.Spawn || b.s.relevant[e.To] || exact != nil && !slices.Contains(exact, callee.Unit.Sym) ||
			others && b.s.w.secondary(callee) {
			continue
		}
		behind := to
		if tested && callee.Unit.Spawn != nil && len(callee.Unit.Spawn.Outcomes) > 0 {
			behind.back = outcome{callee.Unit, anyExit}
		}
		list = union(list, []blocking.PointID{b.at(behind)})
	}
	if len(list) == 0 && !others {
		list = append(list, b.at(to))
	}
	return list
}

// enter is the start of a callee. A function that calls itself does so once; deeper calls return at once (W4).
func (b *automaton) enter(to nodeKey, callee link.InstID, call uint32, ret facts.PointID) blocking.PointID {
	if b.s.running(to.frame, callee) >= b.s.trips.unknown {
		if b.s.unknown = true; !slices.Contains(b.s.cut, callee) {
			b.s.cut = append(b.s.cut, callee)
		}
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
	to := nodeKey{frame: f.up, point: f.ret, rounds: shapes.Forget(k.rounds, k.frame)}
	callee := b.inst(k.frame).Unit
	if b.id == 1 && b.s.guests != nil && b.s.frames[f.up].up == 0 && callee.Spawn != nil &&
		slices.Contains(callee.Spawn.Failed, k.point) {
		return 0 // nobody uses what could not be made (W14)
	}
	if callee.Spawn != nil && len(callee.Spawn.Outcomes) > 0 && asked(b, f) {
		to.back = outcome{callee, k.point}
		if k.back.callee != nil && callee.Spawn.PassesOn(k.point) {
			to.back = k.back // (W86)
		}
	}
	return b.at(to)
}

// asked reports whether the caller of a frame tests a result as soon as the call has ended, or is a function value that
// passes all on to a caller that does (W86).
func asked(b *automaton, f frame) bool {
	caller, up := b.inst(f.up).Unit, b.s.frames[f.up]
	shape := b.s.w.shape(caller)
	return shape != nil && caller.Spawn != nil && (slices.ContainsFunc(shape.Succs[f.ret], func(n facts.PointID) bool {
		e := &caller.Spawn.Points[n].Event
		return e.Op == facts.EventOutcome && e.Index == f.call
	}) || up.up != 0 && caller.Spawn.PassesOn(f.ret) &&
		b.inst(up.up).Unit.Flow.Calls[up.call].Flags&facts.CallDynamic != 0 && asked(b, up))
}

// end is the end of the goroutine.
func (b *automaton) end() blocking.PointID {
	if b.id == 1 && b.s.guests != nil {
		return b.visits()
	}
	if b.done == 0 {
		return 0
	}
	return b.add(blocking.Point{
		Op: blocking.Add, Obj: b.done, N: -1, Site: b.site(nodeKey{frame: b.first}, evidence.ActDone, b.s.names[b.done]),
	})
}

// starts are the goroutines that a go statement starts, doubles left out.
func (b *automaton) starts(f frameID, i *link.Instance, call uint32) []link.InstID {
	return b.entered(f, i, call, func(to *link.Instance, spawn bool) bool { return spawn && !b.s.w.secondary(to) })
}

// start is a go statement, or what a model takes for one; done is the WaitGroup that its goroutine counts down.
func (b *automaton) start(to nodeKey, i *link.Instance, call uint32, done blocking.ObjID) blocking.PointID {
	if b.s.fresh[call] != nil && b.s.frames[to.frame].up == 0 && b.id == 1 {
		if shapes.Rounds(to.rounds, to.frame, freshMark|call) > 0 {
			return 0 // the next round has objects of its own (W5)
		}
		to.rounds = shapes.Tick(to.rounds, to.frame, freshMark|call)
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
		choices = append(choices, b.add(blocking.Point{
			Op: blocking.Spawn, Proc: p, Next: b.at(to), Site: b.site(to, evidence.ActStarts, order.SyncKey{}),
		}))
	}
	if len(choices) == 0 {
		b.s.failed = b.s.failed || done != 0 || len(targets) == 0 // not known, or another round of a recursion
		return b.at(to)
	}
	return b.add(blocking.Point{Op: blocking.Branch, Choices: choices})
}

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
	return b.add(blocking.Point{
		Op: blocking.Add, Obj: b.s.objs[key], N: 1, Next: next, Site: b.site(to, evidence.ActAdds, key),
	})
}

// joined reports whether the group of an event is waited for right behind it.
func (b *automaton) joined(i *link.Instance, n facts.PointID, e *facts.Event) bool {
	return slices.ContainsFunc(b.s.w.shape(i.Unit).Succs[n], func(m facts.PointID) bool {
		x := &i.Unit.Spawn.Points[m].Event
		return x.Op == facts.EventGroupWait && x.Addr == e.Addr && x.Off == e.Off
	})
}
