// This file orders accesses by a channel or WaitGroup that lies in the very object they go to (R20).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A signals room knows channels and WaitGroups in the object itself (R20).
type signals struct {
	*explain.Paths
	events *events
	sent   order.Senders          // nil until asked
	kinds  map[link.UnitID]uint64 // memo of kindsIn; nil until asked
}

// ClosedBefore reports whether y comes after a receive from a channel that x's function closes afterwards, where
// channel and variable lie in one object. A channel is closed once, so if nobody sends on it this close is the one that
// was received.
func (ss *signals) ClosedBefore(loc order.Location, x, y *End) bool {
	return ss.paired(loc, x, y, facts.CondClosed, facts.CondReceived) ||
		ss.paired(loc, x, y, facts.CondMade, facts.CondReceivedOrMade)
}

// paired does so for two kinds of conditions. Where both ends have made the object unless y has received, they have
// different ones if y has not.
func (ss *signals) paired(loc order.Location, x, y *End, closes, receives facts.CondKind) bool {
	closed := ss.signals(x, closes)
	if len(closed) == 0 {
		return false
	}
	received := ss.signals(y, receives)
	return slices.ContainsFunc(closed, func(rel int64) bool {
		return slices.Contains(received, rel) &&
			ss.onlyClosed(order.Location{Obj: loc.Obj, Off: uint32(int64(loc.Off) + rel)})
	})
}

// CountedDown reports whether y comes after a Wait for a WaitGroup that x's function calls Done on afterwards, where
// WaitGroup and variable lie in one object, and x's own goroutine adds to it at most before others can reach it: that
// another Add comes before the Wait is not known.
func (ss *signals) CountedDown(loc order.Location, x, y *End) bool {
	done := ss.signals(x, facts.CondDone)
	if len(done) == 0 {
		return false
	}
	waited := ss.signals(y, facts.CondWaited)
	return slices.ContainsFunc(done, func(rel int64) bool {
		return slices.Contains(waited, rel) &&
			!ss.adds(x.Origin, order.SyncsIn(ss.L, order.Location{Obj: loc.Obj, Off: uint32(int64(loc.Off) + rel)}))
	})
}

// LastMessage reports whether y comes after a receive from a channel on which x's function sends afterwards, where
// channel and variable lie in one object, and neither x nor the receive happens again for this object.
func (ss *signals) LastMessage(_ order.Location, x, y *End) bool {
	sent := ss.signals(x, facts.CondSent)
	if len(sent) == 0 {
		return false
	}
	received := ss.signals(y, facts.CondAnswered)
	if len(received) == 0 || ss.repeated(x) || ss.repeated(y) {
		return false
	}
	return slices.ContainsFunc(sent, func(rel int64) bool { return slices.Contains(received, rel) })
}

// repeated reports whether a function around an access is called in a loop with the object that it is given.
func (ss *signals) repeated(c *End) bool {
	node, chain := c.Fact().Addr, c.Chain()
	for k := len(chain) - 1; k >= 0 && chain[k].From != 0 && !chain[k].Start; k-- {
		l := chain[k]
		if !slices.Contains(ss.L.Insts[l.Inst].Unit.Flow.Params, node) {
			return false
		}
		from := ss.L.Insts[l.From].Unit
		if node = ss.handed(l, node); node == 0 {
			return false
		}
		if from.Flow.Calls[l.Call].Flags&facts.CallInLoop != 0 {
			return from.Accesses == nil || !slices.Contains(
				from.Accesses.Conds, facts.Cond{Call: true, Index: l.Call, Kind: facts.CondRenewed, Addr: node},
			)
		}
	}
	return false
}

// signals are the distances, in slots, from the accessed place to the fields with which an access has a condition of a
// kind, found in its own function or, by the pointer that was handed down, in its callers.
func (ss *signals) signals(c *End, kind facts.CondKind) []int64 {
	if ss.kindsOn(c)&(1<<kind) == 0 {
		return nil
	}
	list, ok := c.signalled[kind]
	if !ok {
		list = ss.findSignals(c, kind)
		if c.signalled == nil {
			c.signalled = map[facts.CondKind][]int64{}
		}
		c.signalled[kind] = list
	}
	return list
}

// kindsOn is the set of the kinds of conditions in the functions on the way to an access; bit 0, which no kind has, is
// always set.
func (ss *signals) kindsOn(c *End) uint64 {
	if c.kinds == 0 {
		c.kinds = 1
		for _, k := range c.Chain() {
			c.kinds |= ss.kindsIn(ss.L.Insts[k.Inst].Unit)
			if k.From != 0 {
				c.kinds |= ss.kindsIn(ss.L.Insts[k.From].Unit)
			}
		}
	}
	return c.kinds
}

// kindsIn is that of one function.
func (ss *signals) kindsIn(u *link.Unit) uint64 {
	set, ok := ss.kinds[u.ID]
	if !ok && u.Accesses != nil {
		for k := range u.Accesses.Conds {
			set |= 1 << u.Accesses.Conds[k].Kind
		}
		if set&(1<<facts.CondMember) != 0 {
			set |= 1 << facts.CondDone
		}
		if ss.kinds == nil {
			ss.kinds = map[link.UnitID]uint64{}
		}
		ss.kinds[u.ID] = set
	}
	return set
}

// findSignals finds those of one kind.
func (ss *signals) findSignals(c *End, kind facts.CondKind) []int64 {
	a, at := c.Fact(), c.slot()
	list := ss.distances(nil, c.Inst, facts.Cond{Index: c.Access, Kind: kind, Addr: a.Addr}, at)
	node, chain := a.Addr, c.Chain()
	for k := len(chain) - 1; k >= 0; k-- {
		l := chain[k]
		if l.From != 0 && l.Start && kind == facts.CondDone {
			return append(list, ss.memberships(l, node, at)...)
		}
		if l.From == 0 || l.Start && kind != facts.CondReceived && kind != facts.CondAnswered && kind != facts.CondWaited {
			break // the goroutine may still run when its starter signals
		}
		if node = ss.handed(l, node); node == 0 {
			break
		}
		list = ss.distances(list, l.From, facts.Cond{Call: true, Index: l.Call, Kind: kind, Addr: node}, at)
	}
	return list
}

// memberships are the distances to the groups in an object that wait for the end of a goroutine, which runs one of its
// methods and knows it by a node.
func (ss *signals) memberships(l explain.ChainLink, node facts.Node, at uint32) (list []int64) {
	if f := ss.L.Insts[l.Inst].Unit.Flow; f == nil || !slices.Contains(f.Params, node) && !slices.Contains(f.FreeVars, node) {
		return nil
	}
	if u := ss.L.Insts[l.From].Unit; u.Accesses != nil {
		for _, k := range u.Accesses.Conds {
			if k.Call && k.Index == l.Call && k.Kind == facts.CondMember {
				list = append(list, int64(k.Off)-int64(at))
			}
		}
	}
	return list
}

// slot is how many slots behind the access's pointer the location lies: where several are copied together, and the
// pointer may be to several places, the first one.
func (c *End) slot() uint32 {
	a, o, n := c.Fact(), c.object(), c.D.L.Insts[c.Inst].Node(c.Fact().Addr)
	for k := a.Off; k < a.Off+a.Len && k <= c.loc.Off; k++ {
		if c.D.L.Sets.Has(n, o.Base+pointsto.Node(c.loc.Off-k)) {
			return k
		}
	}
	return a.Off
}

// distances adds those of the conditions in an instance's unit that equal a given one, offset aside.
func (ss *signals) distances(list []int64, id link.InstID, want facts.Cond, from uint32) []int64 {
	if u := ss.L.Insts[id].Unit; u.Accesses != nil {
		for _, k := range u.Accesses.Conds {
			if want.Off = k.Off; k == want {
				list = append(list, int64(k.Off)-int64(from))
			}
		}
	}
	return list
}

// handed is the argument that became a parameter, zero if the node is none.
func (ss *signals) handed(l explain.ChainLink, node facts.Node) facts.Node {
	callee, call := ss.L.Insts[l.Inst].Unit.Flow, &ss.L.Insts[l.From].Unit.Flow.Calls[l.Call]
	p := slices.Index(callee.Params, node)
	if p < 0 || node == 0 || call.Flags&facts.CallInvoke != 0 || p >= len(call.Args) {
		return 0
	}
	return call.Args[p]
}

// onlyClosed reports whether all channels in a slot are known and nobody sends on them.
func (ss *signals) onlyClosed(l order.Location) bool {
	return ss.senders().Each(ss.L, l, func(list []link.OriginID) bool { return len(list) == 0 })
}

// senders knows who sends.
func (ss *signals) senders() order.Senders {
	if ss.sent == nil {
		ss.sent = order.SendersOf(ss.L)
	}
	return ss.sent
}

// adds reports whether a goroutine may add to one of some WaitGroups where others can reach it.
func (ss *signals) adds(id link.OriginID, groups []order.SyncKey) bool {
	for _, i := range ss.L.Insts[1:] {
		if i.Origin != id || i.Unit.Spawn == nil {
			continue
		}
		for k := range i.Unit.Spawn.Points {
			own := i.Unit.Spawn.Points[k].Event.Flags&facts.EventOwn != 0
			e := &ss.L.Ordered.Funcs[i.ID].Points[k+1].Event
			if e.Op == hb.OpAdd && !own && slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool {
				return int(o) < len(ss.L.Syncs) && slices.Contains(groups, ss.L.Syncs[o])
			}) {
				return true
			}
		}
	}
	return false
}
