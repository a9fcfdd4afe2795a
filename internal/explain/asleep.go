// This file finds which locks are held while their goroutine waits for another one: who is waited for must not want one.

package explain

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// A Wait is one for another goroutine during which a lock is held.
type Wait struct {
	Lock  facts.Symbol
	Event Event
	op    hb.Op
	objs  []hb.ObjID
}

// Waits are those of a link, found when they are asked for.
type Waits struct {
	Paths *Paths
	list  []Wait
	known bool
}

// ends are the events that let a wait go on. Cond.Wait gives its lock back.
var ends = map[hb.Op][]hb.Op{
	hb.OpSend: {hb.OpRecv, hb.OpRecvClosed}, hb.OpRecv: {hb.OpSend, hb.OpClose}, hb.OpRecvClosed: {hb.OpClose},
	hb.OpWait: {hb.OpDone}, hb.OpJoin: {hb.OpGo},
}

// UnderLock lists the waits during which locks are held, by place.
func (ws *Waits) UnderLock() []Wait {
	if ws.known {
		return ws.list
	}
	ws.known = true
	for _, i := range ws.Paths.L.Insts[1:] {
		if i.Unit.Spawn == nil {
			continue
		}
		for p := range i.Unit.Spawn.Points {
			at := hb.PointID(p + 1)
			if e := &i.Unit.Spawn.Points[p].Event; e.Flags&facts.EventGuarded == 0 && !polls(i.Unit.Spawn, e) {
				ws.at(i, at)
			}
		}
	}
	slices.SortStableFunc(ws.list, func(a, b Wait) int { return link.ComparePos(a.Event.Pos, b.Event.Pos) })
	return ws.list
}

// polls reports whether an event is a case of a select that goes on if no case is ready.
func polls(s *facts.Spawn, e *facts.Event) bool {
	if e.Flags&facts.EventSelect == 0 {
		return false
	}
	for p := range s.Points {
		if other := &s.Points[p].Event; other.Op == facts.EventDefault && other.N == e.N {
			return true
		}
	}
	return false
}

// at notes the locks that are held at a point which waits.
func (ws *Waits) at(i *link.Instance, at hb.PointID) {
	d := ws.Paths
	point := &d.L.Ordered.Funcs[i.ID].Points[at]
	if ends[point.Event.Op] == nil || len(point.Preds) == 0 {
		return
	}
	for _, e := range d.L.Solved.Entries(hb.OriginID(i.Origin), hb.FuncID(i.ID)) {
		st := d.L.Solved.At(hb.OriginID(i.Origin), hb.FuncID(i.ID), e, point.Preds[0])
		if st == 0 {
			continue
		}
		for _, h := range d.L.HeldIn(st) {
			in, site := d.SiteOf(Taking{link.InstID(h.Func), h.At})
			if ev := d.event(hb.Site{Func: hb.FuncID(i.ID), Point: at}); site != nil && h.Mode != hb.Body && ev.Pos.Line != 0 {
				ws.list = append(ws.list, Wait{in.Unit.Names.Locks.Symbol(site.Name), ev, point.Event.Op, point.Event.Objs})
			}
		}
	}
}

// For reports whether a wait is for a goroutine, which must not want the lock that is held there.
func (ws *Waits) For(w *Wait, by link.OriginID) bool {
	meant := func(o hb.ObjID) bool { return slices.Contains(w.objs, o) }
	for _, i := range ws.Paths.L.Insts[1:] {
		points := ws.Paths.L.Ordered.Funcs[i.ID].Points
		for p := range points {
			e := &points[p].Event
			if !slices.Contains(ends[w.op], e.Op) || !slices.ContainsFunc(e.Objs, meant) {
				continue
			}
			if i.Origin == by && e.Op != hb.OpGo || e.Op == hb.OpGo && slices.Contains(e.Origins, hb.OriginID(by)) {
				return true
			}
		}
	}
	return false
}
