// This file is which locks a function holds at points of it, in whichever way it was entered.

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// Holds reports whether an instance holds a lock at some points, in whichever way it came there. Where nothing lies in
// it that package hb was asked about, who calls it must hold the lock.
func Holds(l *Order, i *link.Instance, points []facts.PointID, lock []hb.ObjID) bool {
	return holds(l, i, points, lock, map[link.InstID]bool{})
}

// holds is Holds for instances that have not been looked at yet; past a bound it says no (more races).
func holds(l *Order, i *link.Instance, points []facts.PointID, lock []hb.ObjID, seen map[link.InstID]bool) bool {
	o, f := hb.OriginID(i.Origin), hb.FuncID(i.ID)
	entries := l.Solved.Entries(o, f)
	if len(entries) == 0 {
		seen[i.ID] = true
		return len(seen) <= MaxPath && len(i.In) > 0 && !slices.ContainsFunc(i.In, func(e link.Edge) bool {
			from := l.Insts[e.From]
			return e.Spawn || from.Unit.Spawn == nil || !seen[e.From] &&
				!holds(l, from, []facts.PointID{from.Unit.After(e.Call).At}, lock, seen)
		})
	}
	held := func(h hb.Held) bool { return h.Mode != hb.Body && slices.Equal(h.Objs, lock) }
	return !slices.ContainsFunc(points, func(p facts.PointID) bool {
		return slices.ContainsFunc(entries, func(e hb.Entry) bool {
			s := l.Solved.At(o, f, e, hb.PointID(p)+1)
			return s != 0 && !slices.ContainsFunc(l.HeldIn(s), held)
		})
	})
}
