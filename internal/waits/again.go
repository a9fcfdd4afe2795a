// This file tells choices that do not count: of a goroutine that goes round a loop (W29), or waits for itself (W30).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/waits/shapes"
)

// goesRound reports whether a thread blocked in a send has chosen, in step k, a way by which it may come to the same
// choice again, in another round of a loop or a deeper call of the same function (W29).
func goesRound(s *scope, f *blocking.Finding, k int) bool {
	sends := func(m blocking.Blocked) bool {
		act := s.at(m.Proc, m.Point).act
		return m.Thread == f.Steps[k].Thread && unbuffered(s, m) &&
			(act == evidence.ActSends || act == evidence.ActSelects && !s.idle(m.Proc, m.Point))
	}
	if !slices.ContainsFunc(f.Members, sends) && !letsPass(s, f, k) {
		return false
	}
	at := s.at(f.Steps[k].Proc, f.Steps[k].Point)
	i, shape := standsIn(s, at)
	if shape == nil {
		return false
	}
	to, ok := passes(s, f, k, at)
	return ok && (shape.Comes(to, at.point) || callsItself(s, i, shape, to))
}

// letsPass reports whether a thread that passes on what it receives sends next, behind step k: it has let a message
// pass (W85).
func letsPass(s *scope, f *blocking.Finding, k int) bool {
	p := &s.sys.Procs[f.Steps[k].Proc]
	rest := f.Steps[k+1:]
	next := slices.IndexFunc(rest, func(st blocking.Step) bool {
		if st.Thread != f.Steps[k].Thread {
			return false // of another's points
		}
		op := p.Points[st.Point].Op
		return op != blocking.Branch && op != blocking.Test && op != blocking.Set
	})
	return next >= 0 && p.Points[rest[next].Point].Op == blocking.Select && passesOn(*p)
}

// unbuffered reports whether none of the channels on which a thread would send has a buffer.
func unbuffered(s *scope, m blocking.Blocked) bool {
	p := &s.sys.Procs[m.Proc].Points[m.Point]
	return s.sys.Objects[p.Obj].Cap == 0 && !slices.ContainsFunc(p.Cases, func(c blocking.Case) bool {
		return c.Dir == blocking.Transmit && s.sys.Objects[c.Obj].Cap != 0
	})
}

// callsItself reports whether a function may call itself at a point or behind it.
func callsItself(s *scope, i *link.Instance, shape *shapes.Shape, from facts.PointID) bool {
	return slices.ContainsFunc(i.Out, func(e link.Edge) bool {
		if e.Spawn || s.w.l.Insts[e.To].Unit != i.Unit {
			return false
		}
		n := slices.IndexFunc(i.Unit.Spawn.Points, func(p facts.Point) bool {
			return p.Event.Op == facts.EventCall && p.Event.Index == e.Call
		})
		return n > 0 && (from == facts.PointID(n) || shape.Comes(from, facts.PointID(n)))
	})
}

// toItself reports whether a goroutine sends on a channel without a buffer from which it alone receives (W30): whoever
// calls the code, and with what values, that way through it is wrong.
func toItself(s *scope, f *blocking.Finding) bool {
	m := f.Members[0]
	if f.Kind != blocking.SelfBlock || s.at(m.Proc, m.Point).act != evidence.ActSends {
		return false
	}
	ch := s.sys.Procs[m.Proc].Points[m.Point].Obj
	if ch == 0 || s.sys.Objects[ch].Cap != 0 {
		return false
	}
	receives := func(p blocking.Point) bool {
		return p.Op == blocking.Recv && p.Obj == ch || slices.ContainsFunc(p.Cases, func(c blocking.Case) bool {
			return c.Dir == blocking.Receive && c.Obj == ch
		})
	}
	for n := range s.sys.Procs {
		if blocking.ProcID(n) != m.Proc && slices.ContainsFunc(s.sys.Procs[n].Points, receives) {
			return false
		}
	}
	return true
}
