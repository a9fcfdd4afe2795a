// This file is what findings rest on that others may have agreed on: that as many goroutines are told to end as have
// been started (W81), and what a message says (W82).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
)

// A loopKey is a loop of unknown length that is running.
type loopKey struct {
	frame frameID // whose loop it is
	index uint32  // EventIter.Index
}

// evenly reports whether who could let a blocked thread go on has been told to end by a loop of unknown length, and
// started by one of another function: there may be more of them than are told (W81).
func evenly(s *scope, f *blocking.Finding) bool {
	started, told := map[int]*site{}, map[int]*site{}
	procs := map[int]blocking.ProcID{}
	for k := range f.Steps {
		st := &f.Steps[k]
		switch p := &s.sys.Procs[st.Proc].Points[st.Point]; {
		case p.Op == blocking.Spawn:
			started[st.With], procs[st.With] = s.at(st.Proc, st.Point), p.Proc
		case st.Outcome == blocking.Met && sendsThere(s, st):
			told[st.Thread] = s.at(st.WithProc, st.WithPoint)
		case st.Outcome == blocking.Met:
			told[st.With] = s.at(st.Proc, st.Point)
		}
	}
	for t, at := range told {
		from := started[t]
		if from == nil || !s.ended(f, t) || !slices.ContainsFunc(f.Members, func(m blocking.Blocked) bool {
			return helps(s, procs[t], m)
		}) {
			continue
		}
		x, y := longLoop(s, from), longLoop(s, at)
		if x != (loopKey{}) && y != (loopKey{}) && x.frame != y.frame {
			return true
		}
	}
	return false
}

// sendsThere reports whether the thread that a step has met sends.
func sendsThere(s *scope, st *blocking.Step) bool {
	p := &s.sys.Procs[st.WithProc].Points[st.WithPoint]
	return p.Op == blocking.Send || p.Op == blocking.Select && p.Cases[st.WithChoice].Dir == blocking.Transmit
}

// helps reports whether a process has an operation that a blocked thread waits for.
func helps(s *scope, p blocking.ProcID, m blocking.Blocked) bool {
	want := wakes(&s.sys.Procs[m.Proc].Points[m.Point])
	return slices.ContainsFunc(s.sys.Procs[p].Points, func(x blocking.Point) bool {
		return slices.ContainsFunc(does(&x), func(w wake) bool { return slices.Contains(want, w) })
	})
}

// longLoop is the innermost loop of unknown length around a place, of its function or of one that has called it; the
// zero loopKey if there is none.
func longLoop(s *scope, at *site) loopKey {
	point := at.point
	for f := at.frame; f != 0; f = s.frames[f].up {
		i := s.w.l.Insts[s.frames[f].inst]
		shape := s.w.shape(i.Unit)
		for n := range i.Unit.Spawn.Points {
			e, p := &i.Unit.Spawn.Points[n].Event, facts.PointID(n)
			if e.Op == facts.EventIter && e.Flags&facts.EventConst == 0 && s.known(i, e.N, -1-e.N) < 0 &&
				shape.Comes(p, point) && shape.Comes(point, p) {
				return loopKey{f, e.Index}
			}
		}
		point = s.frames[f].ret
	}
	return loopKey{}
}

// heard notes who gets a message that is one of several constants (W82).
func (a *assumed) heard(st *blocking.Step) {
	s := a.s
	if st.Outcome != blocking.Met {
		return
	}
	to := st.With
	proc, point, choice := st.Proc, st.Point, st.Choice
	if sendsThere(s, st) {
		to = st.Thread
		proc, point, choice = st.WithProc, st.WithPoint, st.WithChoice
	}
	at := s.at(proc, point)
	n := at.point
	if len(at.cases) > 1 && choice >= 0 {
		n = at.cases[choice]
	}
	if at.frame != 0 && s.w.l.Insts[s.frames[at.frame].inst].Unit.Spawn.Points[n].Event.Flags&facts.EventOneOf != 0 {
		a.listens[to] = true
	}
}
