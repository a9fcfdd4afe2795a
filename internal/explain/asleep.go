// This file finds which locks are held while their goroutine waits for another one: who is waited for must not want
// one.

package explain

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// A wait is one for another goroutine, with what lets it go on.
type wait struct {
	evidence.Wait
	op   hb.Op      // what it waits for
	objs []hb.ObjID // the channel, WaitGroup or other object
}

// Waits are those of a link, found when they are asked for.
type Waits struct {
	Paths *Paths                          // of the link
	list  []wait                          // under locks, in the order of places; in a fixed order once known
	known bool                            // list, by and seen are complete
	by    map[wake]map[link.OriginID]bool // which goroutines do what, with which objects
	seen  map[waitKey]bool                // those in list, so that each stands there once
}

// A waitKey tells waits apart.
type waitKey struct {
	lock facts.Symbol  // held meanwhile
	pos  link.Position // where it waits
	in   link.OriginID // whose goroutine waits
}

// A wake is an event that may let a wait go on.
type wake struct {
	op  hb.Op    // what is done
	obj hb.ObjID // to what
}

// ends are the events that let a wait go on. Cond.Wait gives its lock back.
var ends = map[hb.Op][]hb.Op{
	hb.OpSend: {hb.OpRecv, hb.OpRecvClosed}, hb.OpRecv: {hb.OpSend, hb.OpClose}, hb.OpRecvClosed: {hb.OpClose},
	hb.OpWait: {hb.OpDone}, hb.OpJoin: {hb.OpGo},
}

// wakers are all of these.
var wakers = map[hb.Op]bool{
	hb.OpRecv: true, hb.OpRecvClosed: true, hb.OpSend: true, hb.OpClose: true, hb.OpDone: true, hb.OpGo: true,
}

// UnderLock lists the waits for some goroutines during which locks are held, by place: those goroutines must not want
// the lock.
func (ws *Waits) UnderLock(origins map[link.OriginID]bool) []evidence.Wait {
	ws.find()
	var list []evidence.Wait
	for k := range ws.list {
		w := &ws.list[k]
		for o := range origins {
			if ws.lets(w, o) {
				list = append(list, w.Wait)
				break
			}
		}
	}
	return list
}

// find looks for all waits under locks.
func (ws *Waits) find() {
	if ws.known {
		return
	}
	ws.known, ws.by, ws.seen = true, map[wake]map[link.OriginID]bool{}, map[waitKey]bool{}
	for _, i := range ws.Paths.L.Insts[1:] {
		ws.wakes(i)
		if i.Unit.Spawn == nil {
			continue
		}
		for p := range i.Unit.Spawn.Points {
			if e := &i.Unit.Spawn.Points[p].Event; e.Flags&facts.EventGuarded == 0 && !polls(i.Unit.Spawn, e) {
				ws.at(i, hb.PointID(p+1))
			}
		}
	}
	slices.SortStableFunc(ws.list, func(a, b wait) int { return facts.ComparePos(a.Event.Pos, b.Event.Pos) })
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
			if site == nil || h.Mode == hb.Body {
				continue
			}
			w := wait{
				evidence.Wait{
					Lock:  in.Unit.Names.Locks.Symbol(site.Name),
					Event: d.event(hb.Site{Func: hb.FuncID(i.ID), Point: at}),
				},
				point.Event.Op, point.Event.Objs,
			}
			if key := (waitKey{w.Lock, w.Event.Pos, i.Origin}); w.Event.Pos.Line != 0 && !ws.seen[key] {
				ws.seen[key] = true
				ws.list = append(ws.list, w)
			}
		}
	}
}

// wakes notes what an instance does that others may wait for.
func (ws *Waits) wakes(i *link.Instance) {
	note := func(w wake, by link.OriginID) {
		if ws.by[w] == nil {
			ws.by[w] = map[link.OriginID]bool{}
		}
		ws.by[w][by] = true
	}
	points := ws.Paths.L.Ordered.Funcs[i.ID].Points
	for p := range points {
		e := &points[p].Event
		if !wakers[e.Op] {
			continue
		}
		for _, o := range e.Objs {
			if w := (wake{e.Op, o}); e.Op != hb.OpGo {
				note(w, i.Origin)
			} else {
				for _, started := range e.Origins {
					note(w, link.OriginID(started))
				}
			}
		}
	}
}

// lets reports whether a goroutine does what a wait is for.
func (ws *Waits) lets(w *wait, by link.OriginID) bool {
	for _, op := range ends[w.op] {
		if slices.ContainsFunc(w.objs, func(o hb.ObjID) bool { return ws.by[wake{op, o}][by] }) {
			return true
		}
	}
	return false
}
