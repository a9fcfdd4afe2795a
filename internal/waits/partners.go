// This file finds who could wake a goroutine that is blocked for ever: where somebody would, but does not come.

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
)

// A wake is what a partner does to an object.
type wake struct {
	op  blocking.Op    // what it does: the operation that lets who waits go on
	obj blocking.ObjID // what it does that to
}

// partners are the operations in the scope that could let a blocked thread go on, each place once, in the order of
// places.
func partners(s *scope, m blocking.Blocked) []evidence.Step {
	want := wakes(&s.sys.Procs[m.Proc].Points[m.Point])
	var list []evidence.Step
	for p := range s.sys.Procs {
		points := s.sys.Procs[p].Points
		for n := 1; n < len(points); n++ {
			if !slices.ContainsFunc(does(&points[n]), func(w wake) bool { return slices.Contains(want, w) }) {
				continue
			}
			at := &s.sites[points[n].Site]
			x := s.step(at, at.act)
			known := x.Pos.Line == 0 ||
				slices.ContainsFunc(list, func(y evidence.Step) bool { return y.Pos == x.Pos })
			if !known {
				list = append(list, x)
			}
		}
	}
	slices.SortFunc(list, func(a, b evidence.Step) int { return facts.ComparePos(a.Pos, b.Pos) })
	return list
}

// wakes are the operations that let one go on.
func wakes(p *blocking.Point) []wake {
	switch p.Op {
	case blocking.Send:
		return []wake{{blocking.Recv, p.Obj}}
	case blocking.Recv:
		return []wake{{blocking.Send, p.Obj}, {blocking.Close, p.Obj}}
	case blocking.Wait:
		return []wake{{blocking.Add, p.Obj}}
	case blocking.CondWait:
		return []wake{{blocking.Signal, p.Obj}, {blocking.Broadcast, p.Obj}}
	case blocking.Select:
		var list []wake
		for _, c := range p.Cases {
			switch c.Dir {
			case blocking.Transmit:
				list = append(list, wake{blocking.Recv, c.Obj})
			case blocking.Receive:
				list = append(list, wake{blocking.Send, c.Obj}, wake{blocking.Close, c.Obj})
			}
		}
		return list
	}
	return nil
}

// does are the operations that one performs, or may.
func does(p *blocking.Point) []wake {
	switch p.Op {
	case blocking.Select:
		var list []wake
		for _, c := range p.Cases {
			switch c.Dir {
			case blocking.Transmit:
				list = append(list, wake{blocking.Send, c.Obj})
			case blocking.Receive:
				list = append(list, wake{blocking.Recv, c.Obj})
			}
		}
		return list
	case blocking.Add:
		if p.N >= 0 {
			return nil
		}
	}
	return []wake{{p.Op, p.Obj}}
}

// unstarted reports whether those who could let a blocked thread go on were never started, since branches went so that
// the thread took itself, in functions that have returned: who leaves them out is likely to know that nobody waits
// (W24).
func unstarted(s *scope, f *blocking.Finding) bool {
	if len(f.Members) != 1 {
		return false
	}
	m := f.Members[0]
	want := wakes(&s.sys.Procs[m.Proc].Points[m.Point])
	in := func(f frameID) facts.Symbol { // the declared function of a frame; zero for a choice that no code makes
		if f == 0 {
			return facts.Symbol{}
		}
		return s.w.l.Insts[s.frames[f].inst].Unit.Sym.Declared()
	}
	stack := map[facts.Symbol]bool{{}: true}
	for at := s.at(m.Proc, m.Point).frame; at != 0; at = s.frames[at].up {
		stack[in(at)] = true
	}
	started, branches := map[blocking.ProcID]bool{m.Proc: true}, 0
	for k := range f.Steps {
		st := &f.Steps[k]
		switch p := &s.sys.Procs[st.Proc].Points[st.Point]; {
		case p.Op == blocking.Spawn:
			started[p.Proc] = true
		case st.Free || p.Op != blocking.Test && (p.Op != blocking.Branch || len(p.Choices) < 2):
		case st.Thread != m.Thread || stack[in(s.at(st.Proc, st.Point).frame)]:
			return false
		default:
			branches++
		}
	}
	some := false
	for p := range s.sys.Procs {
		points := s.sys.Procs[p].Points
		wakes := slices.ContainsFunc(points, func(x blocking.Point) bool {
			return slices.ContainsFunc(does(&x), func(w wake) bool { return slices.Contains(want, w) })
		})
		switch from := s.bodies[p].from; {
		case !wakes || blocking.ProcID(p) == m.Proc:
		case started[blocking.ProcID(p)] || from == 0:
			return false
		default:
			some = true
		}
	}
	return some && branches > 0
}
