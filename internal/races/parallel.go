// This file is the tests of one package that run in parallel with each other (R16).

package races

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// sameRun reports whether two accesses that belong to different tests come after t.Parallel in both: what a test does before runs
// while no other test does. What one of the tests made reaches the other only through a cache or a pool, if at all.
func (d *Detector) sameRun(loc order.Location, x, y *end) bool {
	if !d.L.ParallelTests(d.L.Origins[x.Origin], d.L.Origins[y.Origin]) {
		return true
	}
	o := &d.L.Objects[loc.Obj]
	given := o.Inst == 0 || d.L.Origins[d.L.Origins[d.L.Insts[o.Inst].Origin].Tree].Kind == link.RootInit
	return given && d.resumed(x) && d.resumed(y)
}

// resumed reports whether the test that an access belongs to had returned from t.Parallel by then, or when it started the goroutine.
func (d *Detector) resumed(c *end) bool {
	o := d.L.Origins[c.Origin]
	if o.Parent == 0 {
		return d.L.Solved.Resumed(c.State)
	}
	for d.L.Origins[o.Parent].Parent != 0 {
		o = d.L.Origins[o.Parent]
	}
	i := d.L.Insts[o.Site]
	at := facts.PointID(0)
	if i.Unit.Spawn != nil && int(o.Call) < len(i.Unit.Spawn.Calls) {
		at = i.Unit.Spawn.Calls[o.Call]
	}
	entries := d.L.Solved.Entries(hb.OriginID(o.Parent), hb.FuncID(o.Site))
	for _, e := range entries {
		if s := d.L.Solved.At(hb.OriginID(o.Parent), hb.FuncID(o.Site), e, hb.PointID(at)+1); s != 0 && !d.L.Solved.Resumed(s) {
			return false
		}
	}
	return len(entries) > 0
}
