// This file is the tests of one package that run in parallel with each other (R16).

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
)

// parallelTests tells whether two origins belong to different tests that may call t.Parallel.
func (l *Order) parallelTests(x, y *origin) bool {
	return x.tree != y.tree && l.origins[x.tree].parallel && l.origins[y.tree].parallel
}

// sameRun tells whether two accesses that belong to different tests come after t.Parallel in both: what a test does before runs
// while no other test does. What one of the tests made reaches the other only through a cache or a pool, if at all.
func (d *detector) sameRun(loc location, x, y *candidate) bool {
	if !d.l.parallelTests(d.l.origins[x.origin], d.l.origins[y.origin]) {
		return true
	}
	o := &d.l.objects[loc.obj]
	given := o.inst == 0 || d.l.origins[d.l.origins[d.l.insts[o.inst].origin].tree].kind == RootInit
	return given && d.resumed(x) && d.resumed(y)
}

// resumed tells whether the test that an access belongs to had returned from t.Parallel by then, or when it started the goroutine.
func (d *detector) resumed(c *candidate) bool {
	o := d.l.origins[c.origin]
	if o.parent == 0 {
		return d.l.solved.Resumed(c.state)
	}
	for d.l.origins[o.parent].parent != 0 {
		o = d.l.origins[o.parent]
	}
	i := d.l.insts[o.site]
	at := facts.PointID(0)
	if i.unit.spawn != nil && int(o.call) < len(i.unit.spawn.Calls) {
		at = i.unit.spawn.Calls[o.call]
	}
	entries := d.l.solved.Entries(hb.OriginID(o.parent), hb.FuncID(o.site))
	for _, e := range entries {
		if s := d.l.solved.At(hb.OriginID(o.parent), hb.FuncID(o.site), e, hb.PointID(at)+1); s != 0 && !d.l.solved.Resumed(s) {
			return false
		}
	}
	return len(entries) > 0
}
