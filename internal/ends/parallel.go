// This file is the tests of one package that run in parallel with each other (R16).

package ends

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A runs room knows what no run has together: tests before t.Parallel, what initialisation never comes back from.
type runs struct {
	*explain.Paths
}

// SameRun reports whether two accesses that belong to different tests come after t.Parallel in both: what a test does
// before runs while no other test does. What one of the tests made reaches the other only through a cache or a pool, if
// at all.
func (rs *runs) SameRun(loc order.Location, x, y *End) bool {
	if !rs.L.ParallelTests(rs.L.Origins[x.Origin], rs.L.Origins[y.Origin]) {
		return true
	}
	o := &rs.L.Objects[loc.Obj]
	given := o.Inst == 0 || rs.L.Origins[rs.L.Origins[rs.L.Insts[o.Inst].Origin].Tree].Kind == link.RootInit
	return given && rs.resumed(x) && rs.resumed(y)
}

// resumed reports whether the test that an access belongs to had returned from t.Parallel by then, or when it started
// the goroutine.
func (rs *runs) resumed(c *End) bool {
	o := rs.L.Origins[c.Origin]
	if o.Parent == 0 {
		return rs.L.Solved.Resumed(c.State)
	}
	for rs.L.Origins[o.Parent].Parent != 0 {
		o = rs.L.Origins[o.Parent]
	}
	i := rs.L.Insts[o.Site]
	at := facts.PointID(0)
	if i.Unit.Spawn != nil && int(o.Call) < len(i.Unit.Spawn.Calls) {
		at = i.Unit.Spawn.Calls[o.Call]
	}
	entries := rs.L.Solved.Entries(hb.OriginID(o.Parent), hb.FuncID(o.Site))
	for _, e := range entries {
		if s := rs.L.Solved.At(hb.OriginID(o.Parent), hb.FuncID(o.Site), e, hb.PointID(at)+1); s != 0 &&
			!rs.L.Solved.Resumed(s) {
			return false
		}
	}
	return len(entries) > 0
}
