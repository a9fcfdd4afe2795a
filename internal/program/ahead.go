// This file orders what a function does with memory that it makes for a goroutine before it starts that goroutine, or sends it the message
// that the goroutine waits for (O5).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
)

// ahead tells whether x is made by the activation that made the object for y's goroutine, on no way behind the go statement, or on none behind
// any send on a channel made for that goroutine, too, from which y's goroutine has received.
func (d *detector) ahead(loc location, x, y *candidate) bool {
	o := &d.l.objects[loc.obj]
	if o.flavor == 0 {
		return false
	}
	f := d.l.flavors[o.flavor]
	owner := d.l.insts[f.owner]
	if x.origin != owner.origin || owner.unit.spawn == nil {
		return false
	}
	site, ok := d.l.startedWith(f, y.origin)
	if !ok || int(site) >= len(owner.unit.spawn.Calls) {
		return false
	}
	at, ok := d.pointIn(f.owner, x)
	if !ok {
		return false
	}
	start := owner.unit.spawn.Calls[site]
	return !follows(owner.unit.spawn, start, at) || slices.ContainsFunc(d.l.solved.Received(y.state), func(channels []hb.ObjID) bool {
		return d.madeWith(f, site, channels, y.origin) && d.aheadOfSends(f.owner, start, at, channels)
	})
}

// madeWith tells whether some channels are iteration copies that belong to the same goroutine as another one.
func (d *detector) madeWith(f flavor, site uint32, channels []hb.ObjID, id originID) bool {
	return !slices.ContainsFunc(channels, func(c hb.ObjID) bool {
		g := d.l.flavors[d.l.objects[d.l.syncs[c].obj].flavor]
		if g.owner != f.owner || g.copy != f.copy {
			return true
		}
		other, ok := d.l.startedWith(g, id)
		return !ok || other != site
	})
}

// aheadOfSends tells whether an instance alone sends on some channels and closes them, on no way on to a point of it.
func (d *detector) aheadOfSends(owner instID, start, to facts.PointID, channels []hb.ObjID) bool {
	unit := d.l.insts[owner].unit.spawn
	begins, ahead := around(unit, start, beginnings(unit)), true
	for _, op := range []hb.Op{hb.OpSend, hb.OpClose} {
		d.eachEvent(op, func(i instID, p hb.PointID, e *hb.Event) {
			if !slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool { return slices.Contains(channels, o) }) {
				return
			}
			from := facts.PointID(p - 1)
			ahead = ahead && i == owner && int(from) < len(unit.Points) && from != to && !leadsOn(unit, from, to, begins)
		})
	}
	return ahead
}

// startedWith is the go statement that an iteration copy belongs to and that an origin stems from.
func (l *Order) startedWith(f flavor, id originID) (uint32, bool) {
	for o := l.origins[id]; o.parent != 0; o = l.origins[o.parent] {
		s := l.insts[o.site].unit.perSpawn[o.call]
		if o.site != f.owner || s == nil {
			continue
		}
		list := s.Objs
		if f.call {
			list = s.Calls
		}
		if slices.Contains(list, f.index) {
			return o.call, true
		}
	}
	return 0, false
}

// pointIn is the point of an instance's function at which control is when a candidate's access happens.
func (d *detector) pointIn(i instID, c *candidate) (facts.PointID, bool) {
	if c.inst == i {
		return d.access(c).Point, true
	}
	e := c.entry
	for range maxPath {
		if e.Caller == 0 {
			break
		}
		if instID(e.Caller) == i {
			call := d.l.callAt(i, e.Point)
			return d.l.insts[i].unit.spawn.Calls[call], true
		}
		e = d.l.solved.Entries(hb.OriginID(c.origin), e.Caller)[e.Parent]
	}
	return 0, false
}

// follows tells whether control may go from one point to behind it and on to another without beginning a loop anew: to begin one is
// to make the object anew.
func follows(s *facts.Spawn, from, to facts.PointID) bool { return leadsOn(s, from, to, beginnings(s)) }

// leadsOn tells whether control may go from one point to behind it and on to another without some edges.
func leadsOn(s *facts.Spawn, from, to facts.PointID, without []link) bool {
	by := func(p, q facts.PointID) bool { return !slices.Contains(without, link{p, q}) }
	return slices.ContainsFunc(s.Points[to].Preds, func(p facts.PointID) bool { return by(p, to) && leads(s, from, p, by) })
}

// A link is two points of a function of which the second one follows the first.
type link struct{ from, to facts.PointID }

// beginnings lists the edges by which loops begin anew: those that lead back to a point on the way there.
func beginnings(s *facts.Spawn) []link {
	next := make([][]facts.PointID, len(s.Points))
	for p := range s.Points {
		for _, q := range s.Points[p].Preds {
			next[q] = append(next[q], facts.PointID(p))
		}
	}
	const onWay, done = 1, 2
	mark := make([]uint8, len(s.Points))
	var list []link
	var visit func(facts.PointID)
	visit = func(p facts.PointID) {
		mark[p] = onWay
		for _, q := range next[p] {
			switch mark[q] {
			case 0:
				visit(q)
			case onWay:
				list = append(list, link{p, q})
			}
		}
		mark[p] = done
	}
	visit(0)
	return list
}

// around leaves of the edges by which loops begin anew those of loops around a point: it leads there without going through the loop's beginning.
func around(s *facts.Spawn, p facts.PointID, begins []link) []link {
	return slices.DeleteFunc(begins, func(b link) bool {
		return p != b.to && !leads(s, p, b.from, func(x, _ facts.PointID) bool { return x != b.to })
	})
}
