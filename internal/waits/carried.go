// This file knows which channels come out of messages: it tells the search (blocking.B20), rules out findings in which
// somebody waits on a channel that no message has brought (W22), and doubts those in which a function that was found
// somewhere is called twice (W23).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// undelivered reports whether a blocked thread waits on an object that it can only have taken out of a message, while
// none of the messages that were sent on the way carries the object.
func undelivered(s *scope, f *blocking.Finding) bool {
	return slices.ContainsFunc(f.Members, func(m blocking.Blocked) bool {
		at := s.at(m.Proc, m.Point)
		if at.act != evidence.ActSends && at.act != evidence.ActReceives && at.act != evidence.ActRanges {
			return false
		}
		i := s.w.l.Insts[s.frames[at.frame].inst]
		from := map[link.ObjID]bool{}
		if !broughtBy(s, at.frame, i.Unit.Spawn.Points[at.point].Event.Addr, from, maxDerived) {
			return false
		}
		return !carried(s, f, from, at.key.Obj)
	})
}

// bringer is the one channel of the scope whose messages bring the object of an operation; zero if there is none, or if
// it may be known otherwise.
func bringer(s *scope, f frameID, addr facts.Node) blocking.ObjID {
	from := map[link.ObjID]bool{}
	if !broughtBy(s, f, addr, from, maxDerived) || len(from) != 1 {
		return 0
	}
	at := slices.IndexFunc(s.names, func(k order.SyncKey) bool { return from[k.Obj] })
	if at <= 0 || s.sys.Objects[at].Kind != blocking.Chan {
		return 0
	}
	return blocking.ObjID(at)
}

// broughtBy adds the channels from which a node was received, in the function of a frame or in those that called it; it
// fails if it may have come otherwise.
func broughtBy(s *scope, f frameID, n facts.Node, from map[link.ObjID]bool, depth int) bool {
	i := s.w.l.Insts[s.frames[f].inst]
	list := s.w.l.Traced().Definitions(i.Unit).Cons[n]
	if depth == 0 {
		return false
	}
	if len(list) == 0 {
		up, a := s.actual(f, n)
		return a != 0 && broughtBy(s, up, a, from, depth-1)
	}
	for _, k := range list {
		switch c := &i.Unit.Flow.Cons[k]; c.Op {
		case facts.ConCopy, facts.ConUnbox, facts.ConFilter:
			if !broughtBy(s, f, c.Src, from, depth-1) {
				return false
			}
		case facts.ConLoad:
			channels := false
			s.w.seen.Each(i.Node(c.Src), func(id link.ObjID) {
				if s.w.l.Objects[id].Decl.Kind == facts.ObjChan && c.Off > 0 {
					from[s.w.canonical(id)], channels = true, true
				}
			})
			if !channels && !broughtBy(s, f, c.Src, from, depth-1) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// handedOnce reports whether what panics does so with a channel that it has taken out of a message, and that its maker
// sends once: who takes out the next message has another channel (W90).
func handedOnce(s *scope, f *blocking.Finding) bool {
	last := f.Steps[len(f.Steps)-1]
	at := s.at(last.Proc, last.Point)
	i := s.w.l.Insts[s.frames[at.frame].inst]
	e := &i.Unit.Spawn.Points[at.point].Event
	from := map[link.ObjID]bool{}
	if e.Op != facts.EventClose && e.Op != facts.EventSend || !broughtBy(s, at.frame, e.Addr, from, maxDerived) {
		return false
	}
	maker, sends := s.w.l.Objects[at.key.Obj].Inst, map[int]bool{}
	for id := range from {
		for _, user := range s.w.users[order.SyncKey{Obj: id}] {
			u := s.w.l.Insts[user]
			for n := range u.Unit.Spawn.Points {
				e := &u.Unit.Spawn.Points[n].Event
				if e.Op != facts.EventSend || !sendsTo(s, u, e.Addr, at.key.Obj) {
					continue
				}
				if sends[n] = true; user != maker || e.Flags&facts.EventInLoop != 0 {
					return false
				}
			}
		}
	}
	return len(sends) == 1
}

// carried reports whether some message that was sent on one of some channels on the way to a finding may lead to an
// object, or is not known.
func carried(s *scope, f *blocking.Finding, on map[link.ObjID]bool, object link.ObjID) bool {
	for id := range on {
		if !slices.ContainsFunc(s.names, func(k order.SyncKey) bool { return k.Obj == id }) {
			return true // it is not followed here
		}
	}
	sent := func(p blocking.ProcID, n blocking.PointID) bool {
		if p == 0 || n == 0 {
			return false
		}
		x := s.at(p, n)
		if s.sys.Procs[p].Points[n].Op == blocking.Select {
			return slices.ContainsFunc(s.sys.Procs[p].Points[n].Cases, func(c blocking.Case) bool {
				return c.Dir == blocking.Transmit && int(c.Obj) < len(s.names) && on[s.names[c.Obj].Obj]
			})
		}
		return x.act == evidence.ActSends && on[x.key.Obj] && leadsTo(s, x, object)
	}
	return slices.ContainsFunc(f.Steps, func(st blocking.Step) bool {
		return sent(st.Proc, st.Point) || sent(st.WithProc, st.WithPoint)
	})
}

// leadsTo reports whether what a send sends may lead to an object.
func leadsTo(s *scope, at *site, object link.ObjID) bool {
	i := s.w.l.Insts[s.frames[at.frame].inst]
	return sendsTo(s, i, i.Unit.Spawn.Points[at.point].Event.Addr, object)
}

// sendsTo reports whether what a function sends to a channel may lead to an object.
func sendsTo(s *scope, i *link.Instance, addr facts.Node, object link.ObjID) bool {
	r := link.Reach{L: s.w.l.Link, From: map[link.ObjID]uint32{}}
	for k := range i.Unit.Flow.Cons {
		if c := &i.Unit.Flow.Cons[k]; c.Op == facts.ConStore && c.Dst == addr {
			r.Add(i.Node(c.Src))
		}
	}
	r.Spread()
	for id := range r.From {
		if s.w.canonical(id) == object {
			return true
		}
	}
	return false
}

// calledAgain reports whether what panics has happened before in the same function, which a loop calls, or starts, as a
// function value: in each round it may be another one.
func calledAgain(s *scope, f *blocking.Finding) bool {
	last := f.Steps[len(f.Steps)-1]
	at := s.at(last.Proc, last.Point)
	of := func(i link.InstID, call uint32) bool {
		c := &s.w.l.Insts[i].Unit.Flow.Calls[call]
		return c.Flags&facts.CallDynamic != 0 && c.Flags&facts.CallInLoop != 0
	}
	looped, fr := false, at.frame
	for ; s.frames[fr].up != 0; fr = s.frames[fr].up {
		looped = looped || of(s.frames[s.frames[fr].up].inst, s.frames[fr].call)
	}
	looped = looped || slices.ContainsFunc(s.w.l.Insts[s.frames[fr].inst].In, func(e link.Edge) bool {
		return e.Spawn && of(e.From, e.Call) && !madeThere(s, e.From, e.Call)
	})
	return looped && slices.ContainsFunc(f.Steps[:len(f.Steps)-1], func(st blocking.Step) bool {
		x := s.at(st.Proc, st.Point)
		return x.frame == at.frame && x.point == at.point
	})
}

// madeThere reports whether what a call calls is a literal that its own function makes.
func madeThere(s *scope, i link.InstID, call uint32) bool {
	u := s.w.l.Insts[i].Unit
	made := s.w.l.Traced().Definitions(u).Cons[u.Flow.Calls[call].Recv]
	return slices.ContainsFunc(made, func(k int) bool { return u.Flow.Cons[k].Op == facts.ConAddr })
}
