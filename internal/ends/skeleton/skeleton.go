// This file lists events, and says which of them follow each other.

package skeleton

import (
	"slices"

	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// An Events room knows what goroutines do to synchronise, and in which order control passes it.
type Events struct {
	*explain.Paths
	starters map[link.OriginID][]*link.Instance // who starts each origin; nil until asked
	members  [][]link.InstID                    // memo of ByOrigin; nil until asked
	contexts map[placed][]link.InstID           // memo of ContextsOf; nil until asked
}

// New makes one of a link, empty.
func New(p *explain.Paths) *Events { return &Events{Paths: p} }

// A placed is a function in the goroutines of an origin.
type placed struct {
	origin link.OriginID // whose goroutines
	unit   link.UnitID   // the function
}

// A Stop is a point of a function on the way to an access, innermost first.
type Stop struct {
	Func  hb.FuncID  // the function
	Entry hb.Entry   // how the goroutine came into it; zero where that does not matter
	Point hb.PointID // the access in the first one, the call in others
}

// At is a stop.
func At(f hb.FuncID, e hb.Entry, p hb.PointID) Stop { return Stop{f, e, p} }

// Each calls f for all events of an origin.
func (es *Events) Each(id link.OriginID, f func(*hb.Event)) {
	for _, i := range es.ByOrigin()[id] {
		points := es.L.Ordered.Funcs[i].Points
		for k := range points {
			f(&points[k].Event)
		}
	}
}

// ByOrigin lists the instances of each origin.
func (es *Events) ByOrigin() [][]link.InstID {
	if es.members == nil {
		es.members = make([][]link.InstID, len(es.L.Origins))
		for _, i := range es.L.Insts[1:] {
			es.members[i.Origin] = append(es.members[i.Origin], i.ID)
		}
	}
	return es.members
}

// EachOf calls f for each event of an operation, with the function and the point at which it happens.
func (es *Events) EachOf(op hb.Op, f func(link.InstID, hb.PointID, *hb.Event)) {
	for id := 1; id < len(es.L.Ordered.Funcs); id++ {
		points := es.L.Ordered.Funcs[id].Points
		for k := range points {
			if e := &points[k].Event; e.Op == op {
				f(link.InstID(id), hb.PointID(k), e)
			}
		}
	}
}

// EachUse reports whether something holds for all events on an object.
func (es *Events) EachUse(group hb.ObjID, holds func(*link.Instance, hb.PointID, *hb.Event) bool) bool {
	for _, i := range es.L.Insts[1:] {
		f := &es.L.Ordered.Funcs[i.ID]
		for p := range f.Points {
			if e := &f.Points[p].Event; slices.Contains(e.Objs, group) && !holds(i, hb.PointID(p), e) {
				return false
			}
		}
	}
	return true
}

// Callers are the calls by which a function is entered in a goroutine, innermost first.
func (es *Events) Callers(o hb.OriginID, e hb.Entry) []Stop {
	var list []Stop
	for e.Caller != 0 && len(list) < order.MaxPath {
		up := es.L.Solved.Entries(o, e.Caller)[e.Parent]
		list = append(list, Stop{e.Caller, up, e.Point})
		e = up
	}
	return list
}

// ComesTo reports whether every way on from a stop comes to a certain event before it ends or comes to the same place
// again.
func (es *Events) ComesTo(s Stop, wanted func(*hb.Event) bool) bool {
	return comesTo(&es.L.Ordered.Funcs[s.Func], s.Point, wanted, false)
}

// comesTo reports whether every way on from a point comes to a certain event before it ends, or comes to the same place
// again if that does not do.
func comesTo(f *hb.Func, from hb.PointID, wanted func(*hb.Event) bool, again bool) bool {
	succs, seen := f.Next(), map[hb.PointID]bool{}
	// A call that nothing follows in the skeleton tells nobody anything, or does not return.
	ends := func(p hb.PointID) bool {
		return len(succs[p]) == 0 && f.Points[p].Event.Op != hb.OpCall || slices.Contains(f.Exits, p)
	}
	if len(succs[from]) == 0 || ends(from) {
		return false
	}
	work := slices.Clone(succs[from])
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case wanted(&f.Points[p].Event), seen[p]:
			continue
		case p == from && !again, ends(p):
			return false
		}
		seen[p] = true
		work = append(work, succs[p]...)
	}
	return true
}

// After adds the functions that may be called behind a point of a function, directly or not, and lists the points
// there.
func (es *Events) After(f *hb.Func, from hb.PointID, called map[hb.FuncID]bool) []hb.PointID {
	points := f.Behind(from, hb.NoPoint)
	for _, p := range points {
		for _, g := range f.Points[p].Event.Callees {
			es.Callees(g, called)
		}
	}
	return points
}

// Callees adds a function and those that it may call.
func (es *Events) Callees(f hb.FuncID, called map[hb.FuncID]bool) {
	if called[f] {
		return
	}
	called[f] = true
	for p := range es.L.Ordered.Funcs[f].Points {
		for _, g := range es.L.Ordered.Funcs[f].Points[p].Event.Callees {
			es.Callees(g, called)
		}
	}
}

// ContextsOf lists the contexts of a function in the goroutines of an origin.
func (es *Events) ContextsOf(o link.OriginID, u *link.Unit) []link.InstID {
	key := placed{o, u.ID}
	list, ok := es.contexts[key]
	if !ok {
		for _, id := range es.ByOrigin()[o] {
			if es.L.Insts[id].Unit == u {
				list = append(list, id)
			}
		}
		if es.contexts == nil {
			es.contexts = map[placed][]link.InstID{}
		}
		es.contexts[key] = list
	}
	return list
}

// StartersOf lists the functions that start goroutines of an origin.
func (es *Events) StartersOf(o link.OriginID) []*link.Instance {
	if es.starters == nil {
		es.starters = map[link.OriginID][]*link.Instance{}
		for _, i := range es.L.Insts[1:] {
			for _, p := range es.L.Ordered.Funcs[i.ID].Points {
				for _, started := range p.Event.Origins {
					es.starters[link.OriginID(started)] = append(es.starters[link.OriginID(started)], i)
				}
			}
		}
	}
	return es.starters[o]
}
