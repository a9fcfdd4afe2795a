// This file is what goroutines do to synchronise: the events of each, and in which order control passes them.

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/internal/ends/skeleton"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// An events room knows what goroutines do to synchronise, and how that is to accesses.
type events struct{ *skeleton.Events }

// stops are the functions on the way to an access in its own goroutine: the point of the access, then those of the
// calls that lead there.
func (es *events) stops(c *End) []skeleton.Stop {
	at := skeleton.At(hb.FuncID(c.Inst), c.Entry, hb.PointID(c.Fact().Point)+1)
	return append([]skeleton.Stop{at}, es.Callers(hb.OriginID(c.Origin), c.Entry)...)
}

// Answered reports whether x comes before y as part of the answer to a question of y's goroutine, which has all answers
// then (R68).
func (es *events) Answered(x, y *End) bool {
	return x.Origin != y.Origin && es.AllAnswered(es.stops(x), es.stops(y), y.Origin)
}

// GoesOnToClose reports whether x is followed on every way by the close of a channel that y is, in another activation
// of the same function (R35).
func (es *events) GoesOnToClose(x, y *End) bool {
	if es.L.Insts[x.Inst].Unit != es.L.Insts[y.Inst].Unit {
		return false
	}
	f, at := &es.L.Ordered.Funcs[y.Inst], es.stops(y)[0].Point
	return slices.ContainsFunc(append(f.Next()[at], at), func(p hb.PointID) bool {
		own := &f.Points[p].Event
		return own.Op == hb.OpClose && len(own.Objs) > 0 && es.ComesTo(es.stops(x)[0], func(e *hb.Event) bool {
			return e.Op == hb.OpClose && slices.Equal(e.Objs, own.Objs)
		})
	})
}

// ClosesBehind reports whether what comes behind an access on every way, and never comes back to it, is the close of a
// channel of which something holds.
func (es *events) ClosesBehind(x *End, holds func(link.ObjID) bool) bool {
	for _, s := range es.stops(x) {
		if es.ComesTo(s, func(e *hb.Event) bool {
			return e.Op == hb.OpClose && len(e.Objs) == 1 && holds(es.L.Syncs[e.Objs[0]].Obj)
		}) {
			return true
		}
		if slices.Contains(es.After(&es.L.Ordered.Funcs[s.Func], s.Point, map[hb.FuncID]bool{}), s.Point) {
			return false
		}
	}
	return false
}

// Told reports whether y has received from a channel on which x's goroutine sends, or which it closes, but only after
// x: perhaps that it has come to its end.
func (es *events) Told(x, y *End) bool {
	return slices.ContainsFunc(es.L.Solved.Received(y.State), func(channels []hb.ObjID) bool {
		tells, before := false, false
		for _, i := range es.ByOrigin()[x.Origin] {
			for k := range es.L.Ordered.Funcs[i].Points {
				e := &es.L.Ordered.Funcs[i].Points[k].Event
				if (e.Op == hb.OpSend || e.Op == hb.OpClose) &&
					slices.ContainsFunc(e.Objs, func(o hb.ObjID) bool { return slices.Contains(channels, o) }) {
					tells = true
					before = before || es.L.Solved.MayHavePassed(x.State, hb.FuncID(i), hb.PointID(k))
				}
			}
		}
		return tells && !before
	})
}

// sendsOn reports whether an origin sends on one of some channels.
func (es *events) sendsOn(o link.OriginID, channels []link.ObjID) (sends bool) {
	es.Each(o, func(e *hb.Event) {
		sends = sends ||
			e.Op == hb.OpSend &&
				slices.ContainsFunc(e.Objs, func(s hb.ObjID) bool { return slices.Contains(channels, es.L.Syncs[s].Obj) })
	})
	return sends
}
