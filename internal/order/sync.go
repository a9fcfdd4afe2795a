// This file hands the solved call graph to internal/hb: one function per unit instance, its skeleton's points with
// synchronisation objects and callees filled in.

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// order builds the happens-before program and solves it; wanted marks the instances whose accesses matter.
func (l *Order) order(wanted []bool) *hb.Result {
	b := &orderBuilder{l: l, syncs: map[SyncKey]hb.ObjID{}, skeletons: map[*link.Unit]*skeleton{}, p: &hb.Program{
		Funcs: make([]hb.Func, len(l.Insts)), Origins: make([]hb.Origin, len(l.Origins)), Objs: make([]hb.Object, 1)}}
	b.edges()
	l.extra = make([][]uint32, len(l.Insts))
	for _, i := range l.Insts[1:] {
		b.p.Funcs[i.ID] = b.function(i)
	}
	for _, o := range l.Origins[1:] {
		b.p.Origins[o.ID] = b.origin(o)
	}
	b.blockForever()
	b.collect()
	b.waitForAll()
	throughClosers(b)
	opt := hb.Options{Budget: l.Cfg.MaxOrderSteps, Rounds: true}
	for id, w := range wanted {
		if w {
			opt.Wanted = append(opt.Wanted, hb.FuncID(id))
		}
	}
	l.Syncs, l.Ordered = b.names, b.p
	return hb.Solve(b.p, opt)
}

// edges gathers each instance's call edges by call site, but for calls that never happen (R31); a spawn edge becomes
// the origins that start there.
func (b *orderBuilder) edges() {
	b.callees = make([][]callees, len(b.l.Insts))
	at := func(i link.InstID, call uint32) *callees {
		list := b.callees[i]
		k, found := slices.BinarySearchFunc(list, call, func(c callees, x uint32) int { return int(c.call) - int(x) })
		if !found {
			list = slices.Insert(list, k, callees{call: call})
			b.callees[i] = list
		}
		return &list[k]
	}
	for _, i := range b.l.Insts[1:] {
		for _, e := range i.Out {
			if !b.l.decided.calls(e) {
				continue
			}
			c := at(i.ID, e.Call)
			if !e.Spawn {
				c.funcs = append(c.funcs, hb.FuncID(e.To))
			} else if o := hb.OriginID(b.l.Insts[e.To].Origin); !slices.Contains(c.origins, o) {
				c.origins = append(c.origins, o)
			}
		}
	}
}

// function translates an instance. Calls that are no events in the skeleton still pass their caller's state on: each
// becomes a point of its own that nothing follows; what is registered for the end of a test, behind all else there.
func (b *orderBuilder) function(i *link.Instance) hb.Func {
	s := b.skeleton(i.Unit)
	f := hb.Func{Points: make([]hb.Point, s.size(b.callees[i.ID])), Exits: s.exits, Outcomes: s.outcomes}
	next := len(s.preds)
	if u := i.Unit; u.Spawn != nil {
		for k := range u.Spawn.Points {
			p, at := &u.Spawn.Points[k], hb.PointID(k)+1
			f.Points[at] = hb.Point{Preds: s.preds[at], Event: b.event(i, &p.Event)}
			if p.Event.Op == facts.EventCall && atTheEnd(b.l, i, p.Event.Index) {
				f.Points[at].Event = hb.Event{}
			}
			switch p.Event.Op {
			case facts.EventCollect, facts.EventFill:
				b.collectPoint(i, at, &p.Event)
			case facts.EventEvery:
				b.everies = append(b.everies, every{i.ID, at, &p.Event})
			}
		}
	}
	for _, c := range b.callees[i.ID] {
		preds := s.behind(i.Unit, c.call)
		late := atTheEnd(b.l, i, c.call)
		switch {
		case late && len(s.exits) > 0:
			preds = s.exits
		case s.events[c.call] && !late:
			continue
		}
		b.l.extra[i.ID] = append(b.l.extra[i.ID], c.call)
		if next == len(f.Points) {
			f.Points = append(f.Points, hb.Point{})
		}
		f.Points[next] = hb.Point{Preds: preds, Event: b.callEvent(i, c.call)}
		next++
	}
	b.declare(i, &f)
	return f
}

// atTheEnd reports whether a call is of a function that a helper registers for the end of the test, in the test's own
// goroutine: for its caller it has not happened (S18).
func atTheEnd(l *Order, i *link.Instance, call uint32) bool {
	return i.Unit.Flow.Calls[call].Flags&facts.CallLate != 0 && inOwn(l, i) && len(i.In) > 0 &&
		!slices.ContainsFunc(i.In, func(e link.Edge) bool { return e.Spawn })
}

// callEvent is the event of a call or spawn site.
func (b *orderBuilder) callEvent(i *link.Instance, call uint32) hb.Event {
	c := b.of(i, call)
	e := hb.Event{Op: hb.OpCall, Callees: c.funcs, Origins: c.origins}
	if i.Unit.Flow.Calls[call].Flags&facts.CallGo != 0 {
		e.Op, e.Fresh = hb.OpGo, b.fresh(i, call)
	}
	if o := i.Unit.Owned[call]; o != nil {
		e.Owned = o.Sure
		for _, x := range o.If {
			e.OwnedIf = append(e.OwnedIf, hb.OwnedIf{Param: x.Param, Mask: x.Mask})
		}
	}
	return e
}

// ops maps the events that act on one object each.
var ops = map[facts.EventOp]hb.Op{
	facts.EventSend: hb.OpSend, facts.EventRecv: hb.OpRecv, facts.EventRecvClosed: hb.OpRecvClosed,
	facts.EventClose: hb.OpClose,
	facts.EventAdd:   hb.OpAdd, facts.EventDone: hb.OpDone, facts.EventWait: hb.OpWait,
	facts.EventOnceBegin: hb.OpOnceBegin, facts.EventOnceEnd: hb.OpOnceEnd, facts.EventOnceDone: hb.OpOnceDone,
	facts.EventAtomicWrite: hb.OpAtomicStore, facts.EventAtomicRead: hb.OpAtomicLoad,
	facts.EventCondWait: hb.OpCondWait, facts.EventCondSignal: hb.OpSignal,
	facts.EventGroupWait: hb.OpJoin, facts.EventParallel: hb.OpParallel, facts.EventIdle: hb.OpIdle,
	facts.EventYield: hb.OpYield, facts.EventExit: hb.OpExit, facts.EventServe: hb.OpServe,
	facts.EventReached: hb.OpReached, facts.EventMoves: hb.OpMoves, facts.EventAnswered: hb.OpAnswered,
}

// event translates one event of a skeleton.
func (b *orderBuilder) event(i *link.Instance, e *facts.Event) hb.Event {
	deferred := e.Flags&facts.EventDeferred != 0
	switch e.Op {
	case facts.EventNone:
		return hb.Event{}
	case facts.EventCall, facts.EventGo:
		h := b.callEvent(i, e.Index)
		h.Deferred = deferred
		return h
	case facts.EventOutcome:
		return hb.Event{Op: hb.OpOutcome, Callees: b.of(i, e.Index).funcs, N: int(e.N), Deferred: deferred}
	case facts.EventGroupGo:
		h := b.callEvent(i, e.Index)
		h.Fresh = b.fresh(i, e.Index)
		h.Op, h.Objs, h.Local = hb.OpGo, b.objects(i, e.Addr, e.Off), e.Flags&facts.EventLocal != 0
		switch {
		case e.Flags&facts.EventNested != 0:
			h.Deep = hb.Nested
		case e.Flags&facts.EventBubble != 0:
			h.Deep = hb.Descendants
		}
		return h
	case facts.EventLock, facts.EventEach:
		s := &i.Unit.Locks.Sites[e.Index]
		return hb.Event{Op: lockOps[s.Op], Objs: b.locked(i, s), Deferred: deferred}
	}
	op, ok := ops[e.Op]
	if e.Op == facts.EventTest && e.Flags&facts.EventMoot != 0 {
		return hb.Event{Op: hb.OpExit} // the way on which the call runs stands for both
	}
	if Excluded(b.l, i, e) {
		return hb.Event{Op: hb.OpExit}
	}
	if e.Op == facts.EventAtomicRead && e.Flags&facts.EventTaken != 0 && e.N != 0 {
		return hb.Event{} // which one of the other values was seen is not known
	}
	if !ok {
		return hb.Event{} // events that order nothing yet: a point of its own, the state unchanged
	}
	h := hb.Event{Op: op, Objs: b.objects(i, e.Addr, e.Off), Deferred: deferred, Local: e.Flags&facts.EventLocal != 0,
		Returned: e.Flags&facts.EventReturned != 0, Taken: e.Flags&facts.EventTaken != 0}
	if op == hb.OpRecv && len(h.Objs) == 0 && NeverDone(b.l, i, e.Addr) {
		return hb.Event{Op: hb.OpExit}
	}
	b.detail(i, e, &h)
	return h
}

// detail fills in what is said of the events of one operation.
func (b *orderBuilder) detail(i *link.Instance, e *facts.Event, h *hb.Event) {
	switch h.Op {
	case hb.OpAnswered:
		h.Fresh = b.objects(i, facts.Node(e.N), 0)
	case hb.OpDone, hb.OpSend, hb.OpClose:
		h.Local = h.Local || b.ownObject(i, h.Objs)
		h.Starter = e.Flags&facts.EventStarter != 0
	case hb.OpWait, hb.OpRecvClosed:
		h.Returned = h.Returned || !h.Local && b.madeLast(i, h.Objs)
	case hb.OpAdd:
		if e.Flags&facts.EventConst != 0 {
			h.N = int(e.N)
		} else if n := Count(b.l, i, uint32(e.N)); n > 0 {
			h.N = n
		}
	case hb.OpAtomicStore:
		h.N = atomicValue(e)
		h.Reset = e.Flags&facts.EventConst == 0 || e.N == 0
	case hb.OpAtomicLoad:
		if h.Other = e.Flags&facts.EventTaken != 0; h.Other || e.N != 0 {
			h.N = atomicValue(e)
		}
	}
}

// atomicValue numbers the value of an atomic operation: zero for unknown ones, so constants from zero up are moved by
// one.
func atomicValue(e *facts.Event) int {
	switch {
	case e.Flags&facts.EventConst == 0:
		return 0
	case e.N >= 0:
		return int(e.N) + 1
	}
	return int(e.N)
}

// fresh are the channels that a spawn site gets anew each time it is reached.
func (b *orderBuilder) fresh(i *link.Instance, call uint32) []hb.ObjID {
	if i.Unit.Spawn == nil {
		return nil
	}
	of := func(s facts.SpawnSite, c uint32) int { return int(s.Call) - int(c) }
	k, ok := slices.BinarySearchFunc(i.Unit.Spawn.Sites, call, of)
	if !ok {
		return nil
	}
	var objs []hb.ObjID
	for _, site := range i.Unit.Spawn.Sites[k].Objs {
		if i.Unit.Flow.Objs[site].Kind != facts.ObjChan {
			continue
		}
		for _, list := range [][]pointsto.Node{i.Objs, i.Copies} {
			if int(site) < len(list) && list[site] != 0 {
				_, id, _ := b.l.ObjectAt(list[site])
				objs = append(objs, b.syncObject(SyncKey{Obj: id}))
			}
		}
	}
	slices.Sort(objs)
	return slices.Compact(objs)
}

// origin translates an origin. Roots other than the initialisers start after these.
func (b *orderBuilder) origin(o *link.Origin) hb.Origin {
	h := hb.Origin{
		Root:   o.Parent == 0,
		Called: o.Kind == link.RootExported || o.Kind == link.RootClient || b.l.Visits(o),
		Tree:   uint32(o.Tree),
		Multi:  b.multi(o),
		Served: b.routed(o),
		Twin:   hb.OriginID(o.Twin),
	}
	for _, e := range o.Entries {
		if b.l.decided.live[e] {
			h.Entry = append(h.Entry, hb.FuncID(e))
		}
	}
	if o.Parent == 0 && o.Kind != link.RootInit {
		h.After = []hb.OriginID{1}
	}
	switch root := b.l.Origins[o.Tree]; {
	case root.Kind == link.RootInit:
		h.Tree = 0
	case root.Parallel:
		if b.parallels == 0 {
			b.parallels = h.Tree
		}
		h.Tree = b.parallels
	}
	return h
}

// multi reports whether one execution of an origin's start may start it many times: what a model says of the API it is
// given to.
func (b *orderBuilder) multi(o *link.Origin) bool {
	return o.Parent != 0 && b.l.Insts[o.Site].Unit.Flow.Calls[o.Call].Flags&facts.CallMulti != 0
}

// routed reports whether an origin is a handler that runs no sooner than a call that serves.
func (b *orderBuilder) routed(o *link.Origin) bool {
	return o.Parent != 0 && b.l.Insts[o.Site].Unit.Flow.Calls[o.Call].Flags&facts.CallRouted != 0
}

// skeleton is that of a unit, made once per link.
func (b *orderBuilder) skeleton(u *link.Unit) *skeleton {
	s := b.skeletons[u]
	if s == nil {
		s = newSkeleton(u)
		b.skeletons[u] = s
	}
	return s
}
