// This file orders accesses by a channel or WaitGroup that lies in the very object they go to (R20).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// closedBefore tells whether y comes after a receive from a channel that x's function closes afterwards, where channel and variable lie in one
// object. A channel is closed once, so if nobody sends on it this close is the one that was received.
func (d *detector) closedBefore(loc location, x, y *candidate) bool {
	return d.paired(loc, x, y, facts.CondClosed, facts.CondReceived) || d.paired(loc, x, y, facts.CondMade, facts.CondReceivedOrMade)
}

// paired does so for two kinds of conditions. Where both ends have made the object unless y has received, they have different ones if y has not.
func (d *detector) paired(loc location, x, y *candidate, closes, receives facts.CondKind) bool {
	closed := d.signals(x, closes)
	if len(closed) == 0 {
		return false
	}
	received := d.signals(y, receives)
	return slices.ContainsFunc(closed, func(rel int64) bool {
		return slices.Contains(received, rel) && d.onlyClosed(location{loc.obj, uint32(int64(loc.off) + rel)})
	})
}

// countedDown tells whether y comes after a Wait for a WaitGroup that x's function calls Done on afterwards, where WaitGroup and variable lie in
// one object, and x's own goroutine adds to it at most before others can reach it: that another Add comes before the Wait is not known.
func (d *detector) countedDown(loc location, x, y *candidate) bool {
	done := d.signals(x, facts.CondDone)
	if len(done) == 0 {
		return false
	}
	waited := d.signals(y, facts.CondWaited)
	return slices.ContainsFunc(done, func(rel int64) bool {
		return slices.Contains(waited, rel) && !d.adds(x.origin, location{loc.obj, uint32(int64(loc.off) + rel)})
	})
}

// signals are the distances, in slots, from the accessed place to the fields with which an access has a condition of a kind, found in its
// own function or, by the pointer that was handed down, in its callers.
func (d *detector) signals(c *candidate, kind facts.CondKind) []int64 {
	key := signalKey{c.origin, c.inst, c.access, c.entry, kind}
	list, ok := d.signalled[key]
	if !ok {
		list = d.findSignals(c, kind)
		if d.signalled == nil {
			d.signalled = map[signalKey][]int64{}
		}
		d.signalled[key] = list
	}
	return list
}

// A signalKey names what signals was asked for.
type signalKey struct {
	origin originID
	inst   instID
	access uint32
	entry  hb.Entry
	kind   facts.CondKind
}

func (d *detector) findSignals(c *candidate, kind facts.CondKind) []int64 {
	a := d.access(c)
	list := d.distances(nil, c.inst, facts.Cond{Index: c.access, Kind: kind, Addr: a.Addr}, a.Off)
	node, chain := a.Addr, d.chain(c)
	for k := len(chain) - 1; k >= 0; k-- {
		l := chain[k]
		if l.from == 0 || l.start && kind != facts.CondReceived && kind != facts.CondWaited {
			break // the goroutine may still run when its starter signals
		}
		if node = d.handed(l, node); node == 0 {
			break
		}
		list = d.distances(list, l.from, facts.Cond{Call: true, Index: l.call, Kind: kind, Addr: node}, a.Off)
	}
	return list
}

// distances adds those of the conditions in an instance's unit that equal a given one, offset aside.
func (d *detector) distances(list []int64, id instID, want facts.Cond, from uint32) []int64 {
	if u := d.l.insts[id].unit; u.accesses != nil {
		for _, k := range u.accesses.Conds {
			if want.Off = k.Off; k == want {
				list = append(list, int64(k.Off)-int64(from))
			}
		}
	}
	return list
}

// handed is the argument that became a parameter, zero if the node is none.
func (d *detector) handed(l chainLink, node facts.Node) facts.Node {
	callee, call := d.l.insts[l.inst].unit.flow, &d.l.insts[l.from].unit.flow.Calls[l.call]
	p := slices.Index(callee.Params, node)
	if p < 0 || node == 0 || call.Flags&facts.CallInvoke != 0 || p >= len(call.Args) {
		return 0
	}
	return call.Args[p]
}

// onlyClosed tells whether all channels in a slot are known and nobody sends on them.
func (d *detector) onlyClosed(l location) bool {
	if d.sent == nil {
		d.sent = map[objID]bool{}
		d.eachEvent(hb.OpSend, func(_ instID, _ hb.PointID, e *hb.Event) {
			for _, o := range e.Objs {
				if int(o) < len(d.l.syncs) {
					d.sent[d.l.syncs[o].obj] = true
				}
			}
		})
	}
	list := d.l.g.PointsTo(nil, d.l.objects[l.obj].base+pointsto.Node(l.off))
	return len(list) > 0 && !slices.ContainsFunc(list, func(n pointsto.Node) bool {
		o, id, _ := d.l.objectAt(n)
		return o == nil || o.decl.Kind != facts.ObjChan || d.sent[id]
	})
}

// adds tells whether a goroutine may add to a WaitGroup that others can reach.
func (d *detector) adds(id originID, l location) bool {
	for _, i := range d.l.insts[1:] {
		if i.origin != id || i.unit.spawn == nil {
			continue
		}
		for k := range i.unit.spawn.Points {
			own := i.unit.spawn.Points[k].Event.Flags&facts.EventOwn != 0
			e := &d.l.ordered.Funcs[i.id].Points[k+1].Event
			if e.Op == hb.OpAdd && !own && slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool {
				return int(o) < len(d.l.syncs) && d.l.syncs[o] == syncKey{l.obj, l.off}
			}) {
				return true
			}
		}
	}
	return false
}

// eachEvent calls f for each event of an operation, with the function and the point at which it happens.
func (d *detector) eachEvent(op hb.Op, f func(instID, hb.PointID, *hb.Event)) {
	for id := 1; id < len(d.l.ordered.Funcs); id++ {
		points := d.l.ordered.Funcs[id].Points
		for k := range points {
			if e := &points[k].Event; e.Op == op {
				f(instID(id), hb.PointID(k), e)
			}
		}
	}
}
