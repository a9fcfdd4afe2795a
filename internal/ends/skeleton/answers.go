// This file orders accesses by questions that have all been answered, as in a pool of workers that say when they have
// done what they were sent (R68).

package skeleton

import (
	"slices"

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

// isAsker reports whether an instance is the function that asks, in its goroutine.
func (q *survey) isAsker(i *link.Instance) bool {
	return hb.FuncID(i.ID) == q.asker && i.Origin == q.origin
}

// AllAnswered reports whether what stands at x comes before y, in a goroutine of an origin, because x belongs to the
// answer to a question, and all questions are answered where y is (R68). Both are given by the functions on the way.
func (es *Events) AllAnswered(x, y []Stop, asker link.OriginID) bool {
	for k, s := range y {
		f := &es.L.Ordered.Funcs[s.Func]
		for p := range f.Points {
			q, e := survey{origin: asker, asker: s.Func, at: hb.PointID(p)}, &f.Points[p].Event
			if e.Op != hb.OpAnswered || len(e.Objs) != 1 || len(e.Fresh) != 1 ||
				!f.Precedes(q.at, s.Point) || k > 0 && q.at == s.Point {
				continue
			}
			q.question, q.answers = e.Fresh[0], e.Objs[0]
			if !es.asksAgain(&q, s.Point) && es.answering(&q, x) && es.answeredOnly(&q) {
				return true
			}
		}
	}
	return false
}

// asksAgain reports whether the function may send another question between where it has all answers and a point.
func (es *Events) asksAgain(q *survey, to hb.PointID) bool {
	f := &es.L.Ordered.Funcs[q.asker]
	asks := on(hb.OpSend, q.question)
	return slices.ContainsFunc(f.Behind(q.at, q.at), func(p hb.PointID) bool {
		return asks(&f.Points[p].Event) && (p == to || between(f, p, to, q.at))
	})
}

// answering reports whether an access comes, in its goroutine, behind a receive of a question and before its answer.
func (es *Events) answering(q *survey, x []Stop) bool {
	return slices.ContainsFunc(x, func(s Stop) bool {
		return es.inHand(q, s.Func, s.Point) && es.ComesTo(s, on(hb.OpSend, q.answers))
	})
}

// answeredOnly reports whether the two channels are used for nothing else: there is one of each, in view; only the
// function that has all answers sends questions; and who sends an answer has received a question since the last one.
func (es *Events) answeredOnly(q *survey) bool {
	for _, o := range []hb.ObjID{q.question, q.answers} {
		if obj := &es.L.Ordered.Objs[o]; !obj.Single || obj.External {
			return false
		}
	}
	closed := false
	asked := es.EachUse(q.question, func(i *link.Instance, p hb.PointID, e *hb.Event) bool {
		switch e.Op {
		case hb.OpSend:
			return len(e.Objs) == 1 && q.isAsker(i)
		case hb.OpClose:
			late := e.Deferred || es.L.Ordered.Funcs[q.asker].Dominates(q.at, p)
			closed = closed || !q.isAsker(i) || !late
		}
		return true
	})
	return asked && es.EachUse(q.question, func(i *link.Instance, p hb.PointID, e *hb.Event) bool {
		return e.Op != hb.OpRecv || !closed || es.tests(hb.FuncID(i.ID), p, q.question)
	}) && es.EachUse(q.answers, func(i *link.Instance, p hb.PointID, e *hb.Event) bool {
		return e.Op != hb.OpSend || len(e.Objs) == 1 && !e.Deferred && es.inHand(q, hb.FuncID(i.ID), p)
	})
}

// tests reports whether a function asks right behind a receive whether the channel is closed.
func (es *Events) tests(f hb.FuncID, recv hb.PointID, ch hb.ObjID) bool {
	fn := &es.L.Ordered.Funcs[f]
	return slices.ContainsFunc(fn.Next()[recv], func(p hb.PointID) bool {
		return on(hb.OpRecvClosed, ch)(&fn.Points[p].Event)
	})
}

// inHand reports whether control comes to a point of a function only behind a receive of a question that it has not
// answered yet.
func (es *Events) inHand(q *survey, id hb.FuncID, to hb.PointID) bool {
	f := &es.L.Ordered.Funcs[id]
	asks, answers, ends := on(hb.OpRecv, q.question), on(hb.OpSend, q.answers), on(hb.OpRecvClosed, q.question)
	if !slices.ContainsFunc(f.Points, func(p hb.Point) bool { return asks(&p.Event) }) {
		return false
	}
	next := f.Next()
	work := []hb.PointID{entry}
	for p := range f.Points {
		if e := &f.Points[p].Event; answers(e) || ends(e) {
			work = append(work, next[p]...)
		}
	}
	seen := map[hb.PointID]bool{}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[p] || asks(&f.Points[p].Event) {
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
