// This file finds steps that wait for a channel outside the scope which only a goroutine ends that is blocked, and has
// not ended it (W31).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/link"
)

// tooEarly reports whether a step has received from a channel outside the scope on which only goroutines send, or which
// only they close, that are blocked, and have not come to it by then.
func tooEarly(s *scope, f *blocking.Finding, st *blocking.Step) bool {
	i, e := outer(s, st)
	if e == nil || e.Op != facts.EventRecv {
		return false
	}
	ends := releases(s.w, i, e)
	for _, r := range ends {
		if !slices.ContainsFunc(f.Members, func(m blocking.Blocked) bool { return aheadOf(s, m, r) }) {
			return false
		}
	}
	return len(ends) > 0
}

// outer is the operation on something outside the scope that a step does; nil if it is none.
func outer(s *scope, st *blocking.Step) (*link.Instance, *facts.Event) {
	p, at := &s.sys.Procs[st.Proc].Points[st.Point], s.at(st.Proc, st.Point)
	n := at.point
	switch {
	case p.Op == blocking.Set && at.hole:
	case p.Op == blocking.Select && st.Choice >= 0 && st.Choice < len(at.cases) &&
		p.Cases[st.Choice].Dir == blocking.Environment:
		n = at.cases[st.Choice]
	default:
		return nil, nil
	}
	i := s.w.l.Insts[s.frames[at.frame].inst]
	return i, &i.Unit.Spawn.Points[n].Event
}

// A release is a place that sends on a channel or closes it.
type release struct {
	inst  link.InstID   // the function
	point facts.PointID // the point behind it
}

// releases are the places that send on a channel, or close it, which a receive may mean; none if not all are in view.
func releases(w *waiting, i *link.Instance, e *facts.Event) (list []release) {
	keys, unseen := w.objects(i, e.Addr, e.Off)
	if unseen {
		return nil
	}
	for _, k := range keys {
		if w.l.Objects[k.Obj].Decl.Kind != facts.ObjChan || w.all.Open[k.Obj] {
			return nil
		}
		for _, id := range w.users[k] {
			x := w.l.Insts[id]
			for n := range x.Unit.Spawn.Points {
				y := &x.Unit.Spawn.Points[n].Event
				if y.Op != facts.EventSend && y.Op != facts.EventClose {
					continue
				}
				if on, _ := w.objects(x, y.Addr, y.Off); slices.Contains(on, k) {
					list = append(list, release{id, facts.PointID(n)})
				}
			}
		}
	}
	return list
}

// aheadOf reports whether a place lies ahead of a blocked goroutine, which alone comes there: it has not passed it.
func aheadOf(s *scope, m blocking.Blocked, r release) bool {
	at := s.at(m.Proc, m.Point)
	i := s.w.l.Insts[s.frames[at.frame].inst]
	if x := s.w.l.Insts[r.inst]; x.Origin != i.Origin || s.w.l.Origins[x.Origin].Multi {
		return false
	}
	point := at.point
	for f := at.frame; f != 0; f = s.frames[f].up {
		if mayPass(s, s.w.l.Insts[s.frames[f].inst], point, r) {
			return false
		}
		point = s.frames[f].ret
	}
	return true
}

// mayPass reports whether a function may have passed a place, itself or in what it calls, when control comes to an
// event.
func mayPass(s *scope, i *link.Instance, event facts.PointID, r release) bool {
	points := i.Unit.Spawn.Points
	seen := map[facts.PointID]bool{}
	for work := slices.Clone(points[event].Preds); len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		if i.ID == r.inst && n == r.point {
			return true
		}
		if e := &points[n].Event; e.Op == facts.EventCall && slices.ContainsFunc(i.Out, func(x link.Edge) bool {
			return x.Call == e.Index && !x.Spawn && s.w.tree(x.To)[r.inst]
		}) {
			return true
		}
		work = append(work, points[n].Preds...)
	}
	return false
}
