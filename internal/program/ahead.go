// This file orders what a function does with memory that it makes for a goroutine before it starts that goroutine (O5).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
)

// ahead tells whether x is made by the activation that made the object for y's goroutine, on no way behind the go statement.
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
	return ok && !follows(owner.unit.spawn, owner.unit.spawn.Calls[site], at)
}

// startedWith is the go statement that an iteration copy belongs to and that an origin stems from.
func (l *linker) startedWith(f flavor, id originID) (uint32, bool) {
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
		e = d.order.Entries(hb.OriginID(c.origin), e.Caller)[e.Parent]
	}
	return 0, false
}

// follows tells whether control may go from one point to behind it and on to another without beginning a loop anew: to begin one is
// to make the object anew.
func follows(s *facts.Spawn, from, to facts.PointID) bool {
	next := forward(s)
	seen := make([]bool, len(s.Points))
	work := []facts.PointID{from}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, q := range next[p] {
			if q == to {
				return true
			}
			if !seen[q] {
				seen[q] = true
				work = append(work, q)
			}
		}
	}
	return false
}

// forward lists each point's successors, without those that lie on the way to it from the entry.
func forward(s *facts.Spawn) [][]facts.PointID {
	next := make([][]facts.PointID, len(s.Points))
	for p := range s.Points {
		for _, q := range s.Points[p].Preds {
			next[q] = append(next[q], facts.PointID(p))
		}
	}
	const onWay, done = 1, 2
	mark := make([]uint8, len(s.Points))
	var visit func(facts.PointID)
	visit = func(p facts.PointID) {
		mark[p] = onWay
		next[p] = slices.DeleteFunc(next[p], func(q facts.PointID) bool { return mark[q] == onWay })
		for _, q := range next[p] {
			if mark[q] == 0 {
				visit(q)
			}
		}
		mark[p] = done
	}
	visit(0)
	return next
}
