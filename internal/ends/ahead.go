// This file orders what a function does with memory that it makes for a goroutine before it starts that goroutine, or
// sends it the message that the goroutine waits for (O5).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A copies room knows what comes before the goroutine that an iteration's copy is made for (O5).
type copies struct {
	*explain.Paths
	events *events // what goroutines do to synchronise (Rooms.Events)
}

// Ahead reports whether x is made by the activation that made the object for y's goroutine, on no way behind the go
// statement, or on none behind any send on a channel made for that goroutine, too, from which y's goroutine has
// received.
func (cs *copies) Ahead(loc order.Location, x, y *End) bool {
	o := &cs.L.Objects[loc.Obj]
	if o.HeapContext == 0 {
		return false
	}
	f := cs.L.HeapContexts[o.HeapContext]
	owner := cs.L.Insts[f.Owner]
	if x.Origin != owner.Origin || owner.Unit.Spawn == nil {
		return false
	}
	site, ok := cs.L.StartedWith(f, y.Origin)
	if !ok || int(site) >= len(owner.Unit.Spawn.Calls) {
		return false
	}
	at, ok := cs.pointIn(f.Owner, x)
	if !ok {
		return false
	}
	start := owner.Unit.Spawn.Calls[site]
	return !follows(owner.Unit.Spawn, start, at) ||
		slices.ContainsFunc(cs.L.Solved.Received(y.State), func(channels []hb.ObjID) bool {
			return cs.madeWith(f, site, channels, y.Origin) && cs.aheadOfSends(f.Owner, start, at, channels)
		})
}

// madeWith reports whether some channels are iteration copies that belong to the same goroutine as another one.
func (cs *copies) madeWith(f link.HeapContext, site uint32, channels []hb.ObjID, id link.OriginID) bool {
	return !slices.ContainsFunc(channels, func(c hb.ObjID) bool {
		g := cs.L.HeapContexts[cs.L.Objects[cs.L.Syncs[c].Obj].HeapContext]
		if g.Owner != f.Owner || g.Copy != f.Copy {
			return true
		}
		other, ok := cs.L.StartedWith(g, id)
		return !ok || other != site
	})
}

// aheadOfSends reports whether an instance alone sends on some channels and closes them, on no way on to a point of it.
func (cs *copies) aheadOfSends(owner link.InstID, start, to facts.PointID, channels []hb.ObjID) bool {
	unit := cs.L.Insts[owner].Unit.Spawn
	begins, ahead := around(unit, start, beginnings(unit)), true
	for _, op := range []hb.Op{hb.OpSend, hb.OpClose} {
		cs.events.EachOf(op, func(i link.InstID, p hb.PointID, e *hb.Event) {
			if !slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool { return slices.Contains(channels, o) }) {
				return
			}
			from := facts.PointID(p - 1)
			ahead = ahead && i == owner && int(from) < len(unit.Points) && from != to && !leadsOn(unit, from, to, begins)
		})
	}
	return ahead
}

// pointIn is the point of an instance's function at which control is when a candidate's access happens.
func (cs *copies) pointIn(i link.InstID, c *End) (facts.PointID, bool) {
	if c.Inst == i {
		return c.Fact().Point, true
	}
	e := c.Entry
	for range order.MaxPath {
		if e.Caller == 0 {
			break
		}
		if link.InstID(e.Caller) == i {
			call := cs.L.CallAt(i, e.Point)
			return cs.L.Insts[i].Unit.Spawn.Calls[call], true
		}
		e = cs.L.Solved.Entries(hb.OriginID(c.Origin), e.Caller)[e.Parent]
	}
	return 0, false
}

// follows reports whether control may go from one point to behind it and on to another without beginning a loop anew:
// to begin one is to make the object anew.
func follows(s *facts.Spawn, from, to facts.PointID) bool {
	return leadsOn(s, from, to, beginnings(s)) || leadsOn(s, from, to, entries(s, from))
}

// entries lists the edges by which control goes round once more in the loops around a point: from their beginning on
// into them again, and not out of them.
func entries(s *facts.Spawn, from facts.PointID) (list []controlEdge) {
	for _, back := range beginnings(s) {
		h := back.to
		if h != from && !order.Leads(s, from, back.from, func(x, _ facts.PointID) bool { return x != h }) {
			continue
		}
		for p := range s.Points {
			q := facts.PointID(p)
			if slices.Contains(s.Points[p].Preds, h) &&
				(q == back.from || order.Leads(s, q, back.from, func(x, _ facts.PointID) bool { return x != h })) {
				list = append(list, controlEdge{h, q})
			}
		}
	}
	return list
}

// leadsOn reports whether control may go from one point to behind it and on to another without some edges.
func leadsOn(s *facts.Spawn, from, to facts.PointID, without []controlEdge) bool {
	by := func(p, q facts.PointID) bool { return !slices.Contains(without, controlEdge{p, q}) }
	return slices.ContainsFunc(
		s.Points[to].Preds,
		func(p facts.PointID) bool { return by(p, to) && order.Leads(s, from, p, by) },
	)
}

// A controlEdge is two points of a function of which the second one follows the first.
type controlEdge struct {
	from facts.PointID // index into Spawn.Points
	to   facts.PointID // of which from is a predecessor
}

// beginnings lists the edges by which loops begin anew: those that lead back to a point on the way there.
func beginnings(s *facts.Spawn) []controlEdge {
	next := make([][]facts.PointID, len(s.Points))
	for p := range s.Points {
		for _, q := range s.Points[p].Preds {
			next[q] = append(next[q], facts.PointID(p))
		}
	}
	const onWay, done = 1, 2
	mark := make([]uint8, len(s.Points))
	var list []controlEdge
	var visit func(facts.PointID)
	visit = func(p facts.PointID) {
		mark[p] = onWay
		for _, q := range next[p] {
			switch mark[q] {
			case 0:
				visit(q)
			case onWay:
				list = append(list, controlEdge{p, q})
			}
		}
		mark[p] = done
	}
	visit(0)
	return list
}

// around leaves of the edges by which loops begin anew those of loops around a point: it leads there without going
// through the loop's beginning.
func around(s *facts.Spawn, p facts.PointID, begins []controlEdge) []controlEdge {
	return slices.DeleteFunc(begins, func(b controlEdge) bool {
		return p != b.to && !order.Leads(s, p, b.from, func(x, _ facts.PointID) bool { return x != b.to })
	})
}
