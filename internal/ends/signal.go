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
	events *events                // what goroutines do to synchronise (Rooms.Events)
	sent   map[link.ObjID]bool    // channels on which somebody sends; nil until asked
	kinds  map[link.UnitID]uint64 // memo of kindsIn; nil until asked
}

// ClosedBefore reports whether y comes after a receive from a channel that x's function closes afterwards, where
// channel and variable lie in one object. A channel is closed once, so if nobody sends on it this close is the one that
// was received.
func (ss *signals) ClosedBefore(loc order.Location, x, y *End) bool {
	return ss.paired(loc, x, y, facts.CondClosed, facts.CondReceived, (*signals).signals) ||
		ss.paired(loc, x, y, facts.CondMade, facts.CondReceivedOrMade, (*signals).signals)
}

// ClosedAbove does so for a channel in the object from which both ends have loaded what they go to.
func (ss *signals) ClosedAbove(loc order.Location, x, y *End) bool {
	owner, ok := ss.owner(loc, x, y)
	return ok && ss.paired(owner, x, y, facts.CondClosed, facts.CondReceived, (*signals).above)
}

// CountedAbove is CountedDown or LastMessage for a WaitGroup or channel in the object from which both ends have loaded
// what they go to.
func (ss *signals) CountedAbove(loc order.Location, x, y *End) bool {
	owner, ok := ss.owner(loc, x, y)
	return ok && ss.counted(owner, x, y, (*signals).above)
}

// paired does so for two kinds of conditions. Where both ends have made the object unless y has received, they have
// different ones if y has not.
func (ss *signals) paired(loc order.Location, x, y *End, closes, receives facts.CondKind, of finding) bool {
	closed := of(ss, x, closes)
	if len(closed) == 0 {
		return false
	}
	received := of(ss, y, receives)
	return slices.ContainsFunc(closed, func(rel int64) bool {
		return slices.Contains(received, rel) &&
			ss.onlyClosed(order.Location{Obj: loc.Obj, Off: uint32(int64(loc.Off) + rel)})
	})
}

// CountedDown reports whether y comes after a Wait for a WaitGroup that x's function calls Done on afterwards, where
// WaitGroup and variable lie in one object, and x's own goroutine adds to it at most before others can reach it: that
// another Add comes before the Wait is not known.
func (ss *signals) CountedDown(loc order.Location, x, y *End) bool {
	return ss.counted(loc, x, y, (*signals).signals)
}

// counted does so for signals of a place.
func (ss *signals) counted(loc order.Location, x, y *End, of finding) bool {
	done := of(ss, x, facts.CondDone)
	if len(done) == 0 {
		return false
	}
	waited := of(ss, y, facts.CondWaited)
	return slices.ContainsFunc(done, func(rel int64) bool {
		return slices.Contains(waited, rel) &&
			!ss.adds(x.Origin, ss.syncsIn(order.Location{Obj: loc.Obj, Off: uint32(int64(loc.Off) + rel)}), y)
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
		list = ss.findSignals(c, kind, c.Fact().Addr, c.slot())
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

// A finding finds signals of one kind.
type finding func(*signals, *End, facts.CondKind) []int64

// above are the signals of what holds the place that an access goes to, as distances from the field that does.
func (ss *signals) above(c *End, kind facts.CondKind) []int64 {
	if ss.kindsOn(c)&(1<<kind) == 0 {
		return nil
	}
	list, ok := c.below[kind]
	if !ok {
		if node, off, held := ss.loadedFrom(c); held {
			list = ss.findSignals(c, kind, node, off)
		}
		if c.below == nil {
			c.below = map[facts.CondKind][]int64{}
		}
		c.below[kind] = list
	}
	return list
}

// loadedFrom is the variable through which an access has loaded the address that it goes to, and the slot there, if
// that is its only source.
func (ss *signals) loadedFrom(c *End) (facts.Node, uint32, bool) {
	u := ss.L.Insts[c.Inst].Unit
	cons := ss.L.Traced().Definitions(u).Cons[c.Fact().Addr]
	if len(cons) != 1 || u.Flow.Cons[cons[0]].Op != facts.ConLoad {
		return 0, 0, false
	}
	k := &u.Flow.Cons[cons[0]]
	return k.Src, k.Off, true
}

// owner is the field that holds a location for both ends: one field of one object, as far as is known.
func (ss *signals) owner(loc order.Location, x, y *End) (order.Location, bool) {
	of := func(c *End) (at order.Location, ok bool) {
		node, off, ok := ss.loadedFrom(c)
		if !ok {
			return at, false
		}
		for _, a := range ss.L.Sets.PointsTo(nil, ss.L.Insts[c.Inst].Node(node)) {
			o, id, slot := ss.L.ObjectAt(a)
			if o == nil || slot+off >= o.Decl.Size || !ss.holds(o.Base+pointsto.Node(slot+off), loc.Obj) {
				continue
			}
			if at != (order.Location{}) {
				return at, false
			}
			at = order.Location{Obj: id, Off: slot + off}
		}
		return at, at != order.Location{}
	}
	a, ok := of(x)
	b, also := of(y)
	return a, ok && also && a == b
}

// holds reports whether a slot may point to an object.
func (ss *signals) holds(slot pointsto.Node, id link.ObjID) bool {
	return slices.ContainsFunc(ss.L.Sets.PointsTo(nil, slot), func(a pointsto.Node) bool {
		_, to, _ := ss.L.ObjectAt(a)
		return to == id
	})
}

// findSignals finds those of one kind, from the slot of what a node points to.
func (ss *signals) findSignals(c *End, kind facts.CondKind, node facts.Node, at uint32) []int64 {
	list := ss.distances(nil, c.Inst, facts.Cond{Index: c.Access, Kind: kind, Addr: node}, at)
	chain := c.Chain()
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
	f := ss.L.Insts[l.Inst].Unit.Flow
	if f == nil || !slices.Contains(f.Params, node) && !slices.Contains(f.FreeVars, node) {
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
	if ss.sent == nil {
		ss.sent = map[link.ObjID]bool{}
		ss.events.EachOf(hb.OpSend, func(_ link.InstID, _ hb.PointID, e *hb.Event) {
			for _, o := range e.Objs {
				if int(o) < len(ss.L.Syncs) {
					ss.sent[ss.L.Syncs[o].Obj] = true
				}
			}
		})
	}
	list := ss.L.Sets.PointsTo(nil, ss.L.Objects[l.Obj].Base+pointsto.Node(l.Off))
	return len(list) > 0 && !slices.ContainsFunc(list, func(n pointsto.Node) bool {
		o, id, _ := ss.L.ObjectAt(n)
		return o == nil || o.Decl.Flags&facts.ObjCarrier == 0 && (o.Decl.Kind != facts.ObjChan || ss.sent[id])
	})
}

// syncsIn lists the WaitGroups that a field of an object may be: itself, or what it points to.
func (ss *signals) syncsIn(at order.Location) []order.SyncKey {
	list := []order.SyncKey{{Obj: at.Obj, Off: at.Off}}
	for _, n := range ss.L.Sets.PointsTo(nil, ss.L.Objects[at.Obj].Base+pointsto.Node(at.Off)) {
		if o, id, off := ss.L.ObjectAt(n); o != nil {
			list = append(list, order.SyncKey{Obj: id, Off: off})
		}
	}
	return list
}

// adds reports whether a goroutine may add to one of some WaitGroups where others can reach it, other than while it is
// open: where a flag was found unset that y's goroutine sets, which waits.
func (ss *signals) adds(id link.OriginID, groups []order.SyncKey, y *End) bool {
	for _, i := range ss.L.Insts[1:] {
		if i.Origin != id || i.Unit.Spawn == nil {
			continue
		}
		for k := range i.Unit.Spawn.Points {
			flags := i.Unit.Spawn.Points[k].Event.Flags
			own := flags&facts.EventOwn != 0 || flags&facts.EventOpen != 0 && ss.closes(y, i)
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

// closes reports whether y's goroutine may write a variable that a function reads, other than by storing zero.
func (ss *signals) closes(y *End, i *link.Instance) bool {
	if i.Unit.Accesses == nil {
		return false
	}
	return slices.ContainsFunc(i.Unit.Accesses.List, func(a facts.Access) bool {
		return !a.Kind.Writes() && slices.ContainsFunc(ss.L.Places(i, a.Addr, a.Off), func(v order.Location) bool {
			return slices.ContainsFunc(ss.L.Shared[v], func(t order.AccessInstance) bool {
				return ss.L.Writes(t) && ss.L.Insts[t.Inst].Origin == y.Origin &&
					ss.L.Insts[t.Inst].Unit.Accesses.List[t.Index].Flags&facts.AccessNil == 0
			})
		})
	})
}
