// This file tells branches by which nothing is decided but that a function does not fail (W25).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/waits/shapes"
)

// smooth are the threads of a finding that decide nothing but that functions do not fail; in a test, where others
// decide more, none.
func smooth(s *scope, f *blocking.Finding) map[int]bool {
	list := map[int]bool{}
	for k := range f.Steps {
		st := &f.Steps[k]
		p := &s.sys.Procs[st.Proc].Points[st.Point]
		decides := p.Op == blocking.Branch && len(p.Choices) > 1 && !s.at(st.Proc, st.Point).pick || p.Op == blocking.Test
		if _, seen := list[st.Thread]; !seen {
			list[st.Thread] = true
		}
		if decides && !st.Free && !succeeds(s, f, k) {
			if list[st.Thread] = false; s.root.Unit.Flag(facts.InTest) {
				return nil
			}
		}
	}
	return list
}

// standsIn is the function in which a thread stands, and the ways through it; nil if they are not known.
func standsIn(s *scope, at *site) (*link.Instance, *shapes.Shape) {
	if at.frame == 0 {
		return nil, nil
	}
	i := s.w.l.Insts[s.frames[at.frame].inst]
	if i.Unit.Spawn == nil {
		return nil, nil
	}
	return i, s.w.shape(i.Unit)
}

// succeeds reports whether all that a thread has chosen in step k is that a function does not fail: there was one other
// way to go on, and it has gone it.
func succeeds(s *scope, f *blocking.Finding, k int) bool {
	st := &f.Steps[k]
	at := s.at(st.Proc, st.Point)
	i, shape := standsIn(s, at)
	if shape == nil {
		return false
	}
	u := i.Unit
	if shape.Fails == nil {
		shape.Fails = u.Spawn.Failing(shape.Succs)
	}
	if !onlySuccess(u.Spawn, shape, at.point) {
		return false
	}
	if p := &s.sys.Procs[st.Proc].Points[st.Point]; p.Op == blocking.Branch && p.Choices[st.Choice] == 0 {
		return s.frames[at.frame].up == 0 && u.Spawn.Returns(at.point) // the goroutine has ended
	}
	to, ok := passes(s, f, k, at)
	return ok && !shape.Fails[to]
}

// onlySuccess reports whether there is one way to go on at a point, and others by which the function fails.
func onlySuccess(s *facts.Spawn, shape *shapes.Shape, p facts.PointID) bool {
	ways, fails := 0, slices.Contains(s.Failed, p)
	selects := map[int64]bool{}
	for _, n := range shape.Succs[p] {
		switch e := &s.Points[n].Event; {
		case shape.Fails[n]:
			fails = true
		case e.Flags&facts.EventSelect != 0 && e.Op != facts.EventRecvClosed || e.Op == facts.EventDefault:
			if !selects[e.N] {
				selects[e.N] = true
				ways++
			}
		default:
			ways++
		}
	}
	if s.Returns(p) {
		ways++
	}
	return fails && ways == 1
}

// passes is where a thread comes to, in the function where it has decided something in step k: the next point there
// that it is known to have passed.
func passes(s *scope, f *blocking.Finding, k int, at *site) (facts.PointID, bool) {
	thread := f.Steps[k].Thread
	see := func(p blocking.ProcID, n blocking.PointID) (to facts.PointID, left, ok bool) {
		if p == 0 || n == 0 {
			return 0, false, false
		}
		x := s.at(p, n)
		fr, point := x.frame, x.point
		if fr == 0 {
			return 0, false, false
		}
		for fr != 0 && fr != at.frame {
			fr, point = s.frames[fr].up, s.frames[fr].ret
		}
		return point, fr == 0, fr == 0 || point != at.point
	}
	for _, st := range f.Steps[k+1:] {
		p, n := st.Proc, st.Point
		if st.Thread != thread {
			p, n = st.WithProc, st.WithPoint
		}
		if st.Thread != thread && st.With != thread {
			continue
		}
		if to, left, ok := see(p, n); ok {
			return to, !left
		}
	}
	for _, m := range slices.Concat(f.Members, f.Victims) {
		if m.Thread == thread {
			to, left, ok := see(m.Proc, m.Point)
			return to, ok && !left
		}
	}
	return 0, false
}
