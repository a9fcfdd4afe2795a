// This file looks for locks that whoever starts a goroutine holds until it has waited for it (R50).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/internal/ends/skeleton"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// HeldMeanwhile reports whether whoever starts x's goroutine holds, from there until it has waited for it, a lock that
// is held at y, too. The goroutine's accesses lie between those two points, so y's section comes before its start, or
// after the wait. What the starter itself does in between is not kept apart by its own lock (R50).
func (js *joins) HeldMeanwhile(x, y *End) hb.Protection {
	starters := js.events.StartersOf(x.Origin)
	if len(starters) == 0 || slices.ContainsFunc(starters, func(i *link.Instance) bool { return !js.waitsItself(i) }) ||
		len(js.L.Solved.Held(y.State)) == 0 {
		return hb.NoLock
	}
	w := &joining{joins: js, y: y}
	ways := w.ways(joinable{x.Origin, js.L.Insts[x.Inst].Unit, hb.PointID(x.Fact().Point) + 1})
	if len(ways) == 0 {
		return hb.NoLock
	}
	how := hb.Must
	for _, i := range starters {
		how = min(how, w.heldBy(i, js.L.Origins[x.Origin], ways))
	}
	return how
}

// heldBy is what the lock of one starter does.
func (w *joining) heldBy(i *link.Instance, o *link.Origin, ways [][]skeleton.Stop) hb.Protection {
	best := hb.NoLock
	for _, r := range w.roundsOf(i.Origin) {
		if r.top != i.ID {
			continue
		}
		b := w.between(r, o)
		if b == nil || !b.whole || i.Origin == w.y.Origin && w.runsIn(w.y, r, b) ||
			slices.ContainsFunc(ways, func(stops []skeleton.Stop) bool { return !w.doneAtTheEnd(stops, r) }) {
			continue
		}
		best = max(best, w.heldThroughout(i, b))
	}
	return best
}

// heldThroughout is what keeps y apart from each point of a part of an activation.
func (w *joining) heldThroughout(i *link.Instance, b *between) hb.Protection {
	o, f := hb.OriginID(i.Origin), hb.FuncID(i.ID)
	how, place := hb.Must, w.y.Place()
	for _, e := range w.L.Solved.Entries(o, f) {
		for p := range b.points {
			if s := w.L.Solved.At(o, f, e, p); s != 0 {
				how = min(how, w.L.Solved.CommonLock(hb.Place{Origin: o, Func: f, State: s, Point: p}, place))
			}
		}
	}
	return how
}
