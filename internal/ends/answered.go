// This file orders accesses by questions that have all been answered, as in a pool of workers that say when they have
// done what they were sent (R68).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/internal/ends/skeleton"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// A survey is where a function has got as many answers as it has sent questions.
type survey struct {
	origin            link.OriginID // whose goroutine asks
	asker             hb.FuncID     // the function
	at                hb.PointID    // where it has all answers
	question, answers hb.ObjID      // the channels
}

// AllAnswered reports whether x comes before y because x belongs to the answer to a question, and all questions are
// answered where y is (R68).
func (js *joins) AllAnswered(x, y *End) bool {
	if x.Origin == y.Origin {
		return false
	}
	for k, s := range js.events.stops(y) {
		f := &js.L.Ordered.Funcs[s.Func]
		for p := range f.Points {
			q, e := survey{origin: y.Origin, asker: s.Func, at: hb.PointID(p)}, &f.Points[p].Event
			if e.Op != hb.OpAnswered || len(e.Objs) != 1 || len(e.Fresh) != 1 ||
				!f.Precedes(q.at, s.Point) || k > 0 && q.at == s.Point {
				continue
			}
			q.question, q.answers = e.Fresh[0], e.Objs[0]
			if !js.asksAgain(&q, s.Point) && js.answering(&q, x) && js.answeredOnly(&q) {
				return true
			}
		}
	}
	return false
}

// asksAgain reports whether the function may send another question between where it has all answers and a point.
func (js *joins) asksAgain(q *survey, to hb.PointID) bool {
	f := &js.L.Ordered.Funcs[q.asker]
	behind := f.Behind(q.at, q.at)
	return slices.ContainsFunc(behind, func(p hb.PointID) bool {
		return does(&f.Points[p].Event, hb.OpSend, q.question) && (p == to || slices.Contains(f.Behind(p, q.at), to))
	})
}

// answering reports whether an access comes, in its goroutine, behind a receive of a question and before its answer.
func (js *joins) answering(q *survey, x *End) bool {
	return slices.ContainsFunc(js.events.stops(x), func(s skeleton.Stop) bool {
		return js.inHand(q, s.Func, s.Point) &&
			js.events.ComesTo(s, func(e *hb.Event) bool { return does(e, hb.OpSend, q.answers) })
	})
}

// answeredOnly reports whether the two channels are used for nothing else: there is one of each, in view; only the
// function that has all answers sends questions; and who sends an answer has received a question since the last one.
func (js *joins) answeredOnly(q *survey) bool {
	for _, o := range []hb.ObjID{q.question, q.answers} {
		if obj := &js.L.Ordered.Objs[o]; !obj.Single || obj.External {
			return false
		}
	}
	closed := false
	asked := js.events.EachUse(q.question, func(i *link.Instance, p hb.PointID, e *hb.Event) bool {
		switch e.Op {
		case hb.OpSend:
			return len(e.Objs) == 1 && hb.FuncID(i.ID) == q.asker && i.Origin == q.origin
		case hb.OpClose:
			own := hb.FuncID(i.ID) == q.asker && i.Origin == q.origin
			closed = closed || !own || !e.Deferred && !js.L.Ordered.Funcs[q.asker].Dominates(q.at, p)
		}
		return true
	})
	return asked && js.events.EachUse(q.question, func(i *link.Instance, p hb.PointID, e *hb.Event) bool {
		return e.Op != hb.OpRecv || !closed || js.tests(hb.FuncID(i.ID), p, q.question)
	}) && js.events.EachUse(q.answers, func(i *link.Instance, p hb.PointID, e *hb.Event) bool {
		return e.Op != hb.OpSend || len(e.Objs) == 1 && !e.Deferred && js.inHand(q, hb.FuncID(i.ID), p)
	})
}

// tests reports whether a function asks right behind a receive whether the channel is closed.
func (js *joins) tests(f hb.FuncID, recv hb.PointID, ch hb.ObjID) bool {
	fn := &js.L.Ordered.Funcs[f]
	return slices.ContainsFunc(fn.Next()[recv], func(p hb.PointID) bool {
		return does(&fn.Points[p].Event, hb.OpRecvClosed, ch)
	})
}

// inHand reports whether control comes to a point of a function only behind a receive of a question that it has not
// answered yet.
func (js *joins) inHand(q *survey, id hb.FuncID, to hb.PointID) bool {
	f := &js.L.Ordered.Funcs[id]
	if !slices.ContainsFunc(f.Points, func(p hb.Point) bool { return does(&p.Event, hb.OpRecv, q.question) }) {
		return false
	}
	next := f.Next()
	work := []hb.PointID{1}
	for p := range f.Points {
		if e := &f.Points[p].Event; does(e, hb.OpSend, q.answers) || does(e, hb.OpRecvClosed, q.question) {
			work = append(work, next[p]...)
		}
	}
	seen := map[hb.PointID]bool{}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[p] || does(&f.Points[p].Event, hb.OpRecv, q.question) {
			continue
		}
		if p == to {
			return false
		}
		seen[p] = true
		work = append(work, next[p]...)
	}
	return true
}

// does reports whether an event is an operation on one object.
func does(e *hb.Event, op hb.Op, obj hb.ObjID) bool {
	return e.Op == op && len(e.Objs) == 1 && e.Objs[0] == obj
}
