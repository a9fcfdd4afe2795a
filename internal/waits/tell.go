// This file tells a finding: who has done what where.

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A teller makes a problem of a finding: its goroutines, and their steps in order.
type teller struct {
	s      *scope                  // that the finding is about
	f      *blocking.Finding       // what is told
	number map[int]int             // threads of the problem by thread of the finding
	procs  map[int]blocking.ProcID // by thread of the problem: its code; nil before the first thread
}

// tell fills in a problem.
func (t *teller) tell(p *evidence.Evidence) {
	for _, m := range t.f.Members {
		t.thread(p, m.Thread, m.Proc)
	}
	for k := range t.f.Steps {
		st := &t.f.Steps[k]
		t.step(p, st.Thread, st.Proc, st.Point, st.Choice, st)
		if st.Outcome == blocking.Met {
			t.step(p, st.With, st.WithProc, st.WithPoint, st.WithChoice, nil)
		}
	}
	if t.f.Kind != blocking.Crash {
		for _, m := range t.f.Members {
			at := t.s.at(m.Proc, m.Point)
			step := t.s.step(at, wanted(at.act))
			step.Thread = t.number[m.Thread]
			p.Trace = append(p.Trace, step)
			p.Ends[step.Thread].Steps = append(p.Ends[step.Thread].Steps, step)
		}
	}
	kept := p.Ends[:0]
	for _, th := range p.Ends {
		if len(th.Steps) == 0 {
			return
		}
		kept = append(kept, th)
	}
	p.Ends = kept
	m := t.f.Members[0]
	at := t.s.at(m.Proc, m.Point)
	p.Name = t.s.name(at)
	for k := range p.Ends {
		th := &p.Ends[k]
		th.Path = t.s.path(t.s.frameOf(p, k, t))
		if n := len(th.Callers); n > 0 && len(th.Path) > 0 {
			th.Path[0].Call = th.Callers[n-1].Call
			th.Callers = th.Callers[:n-1]
		}
		if i := t.s.w.l.Insts[t.s.frames[t.s.frameOf(p, k, t)].inst]; i.Unit.Info != nil {
			th.Flags = i.Unit.Info.Flags
		}
	}
}

// wanted is the act of one who does not get what it wants.
func wanted(a evidence.Act) evidence.Act {
	switch a {
	case evidence.ActLocks:
		return evidence.ActWantsLock
	case evidence.ActRLocks:
		return evidence.ActWantsRLock
	}
	return a
}

// thread makes a thread of the problem.
func (t *teller) thread(p *evidence.Evidence, thread int, proc blocking.ProcID) int {
	if n, ok := t.number[thread]; ok {
		return n
	}
	n := len(p.Ends)
	t.number[thread] = n
	if t.procs == nil {
		t.procs = map[int]blocking.ProcID{}
	}
	t.procs[n] = proc
	g, callers := t.s.goroutine(proc)
	p.Ends = append(p.Ends, evidence.End{Goroutine: g, Callers: callers})
	return n
}

// step tells one step of a thread, if it is worth telling: of a select with the case that it takes.
func (t *teller) step(
	p *evidence.Evidence,
	thread int,
	proc blocking.ProcID,
	point blocking.PointID,
	taken int,
	st *blocking.Step,
) {
	at := t.s.at(proc, point)
	if at.act == 0 || st != nil && (st.Outcome == blocking.Announced || st.Outcome == blocking.TookDefault) {
		return
	}
	act := at.act
	x := t.s.step(at, act)
	if act == evidence.ActSelects && st != nil && st.Outcome == blocking.Proceeded {
		x.Act = evidence.ActGoesOn
	}
	if act == evidence.ActSelects && taken >= 0 && taken < len(at.cases) {
		x.Case = t.s.eventPos(at.frame, at.cases[taken])
	}
	x.Thread = t.thread(p, thread, proc)
	p.Trace = append(p.Trace, x)
	p.Ends[x.Thread].Steps = append(p.Ends[x.Thread].Steps, x)
}

// frameOf is the frame in which a thread takes its last step.
func (s *scope) frameOf(p *evidence.Evidence, k int, t *teller) frameID {
	for _, m := range t.f.Members {
		if t.number[m.Thread] == k {
			return s.at(m.Proc, m.Point).frame
		}
	}
	var last frameID
	for i := range t.f.Steps {
		st := &t.f.Steps[i]
		if n, ok := t.number[st.Thread]; ok && n == k && s.at(st.Proc, st.Point).act != 0 {
			last = s.at(st.Proc, st.Point).frame
		}
		if n, ok := t.number[st.With]; ok && n == k && st.Outcome == blocking.Met {
			last = s.at(st.WithProc, st.WithPoint).frame
		}
	}
	return last
}

// step describes what a site stands for. What a model's method does is shown where it is called.
func (s *scope) step(at *site, act evidence.Act) evidence.Step {
	fr := s.frames[at.frame]
	i := s.w.l.Insts[fr.inst]
	x := evidence.Step{Act: act, Name: s.name(at), Func: i.Unit.Sym}
	if i.Unit.Synthetic && fr.up != 0 {
		from := s.frames[fr.up].inst
		x.Func, x.Pos = s.w.l.Insts[from].Unit.Sym, s.w.l.CallPos(from, fr.call)
		return x
	}
	if i.Unit.Spawn == nil || at.point == 0 {
		return x
	}
	e := &i.Unit.Spawn.Points[at.point].Event
	x.Pos = link.PositionOf(i.Unit.Names.Spawn, e.Pos)
	if e.Op == facts.EventLock {
		x.Pos = link.PositionOf(i.Unit.Names.Locks, i.Unit.Locks.Sites[e.Index].Pos)
	}
	return x
}

// eventPos is where the event of a point of a frame's function stands.
func (s *scope) eventPos(at frameID, point facts.PointID) link.Position {
	u := s.w.l.Insts[s.frames[at].inst].Unit
	if u.Spawn == nil || u.Synthetic {
		return link.Position{}
	}
	return link.PositionOf(u.Names.Spawn, u.Spawn.Points[point].Event.Pos)
}

// name is what the source calls the object of a site, here or elsewhere, or the function that it starts.
func (s *scope) name(at *site) facts.Symbol {
	if n := s.nameHere(at); n.Name != "" || at.key == (order.SyncKey{}) {
		return n
	}
	for k := range s.sites {
		if x := &s.sites[k]; x.key == at.key {
			if n := s.nameHere(x); n.Name != "" {
				return n
			}
		}
	}
	return facts.Symbol{}
}

// nameHere is the name that the function of a site uses.
func (s *scope) nameHere(at *site) facts.Symbol {
	i := s.w.l.Insts[s.frames[at.frame].inst]
	if i.Unit.Spawn == nil || at.point == 0 {
		return facts.Symbol{}
	}
	e := &i.Unit.Spawn.Points[at.point].Event
	switch e.Op {
	case facts.EventLock:
		return i.Unit.Names.Locks.Symbol(i.Unit.Locks.Sites[e.Index].Name)
	case facts.EventGo, facts.EventGroupGo:
		if at.act != evidence.ActStarts {
			break
		}
		for _, x := range i.Out {
			if x.Call == e.Index && x.Spawn {
				return s.w.l.Insts[x.To].Unit.Sym
			}
		}
		return facts.Symbol{}
	}
	if e.Op == facts.EventGo {
		return facts.Symbol{}
	}
	return i.Unit.Names.Spawn.Symbol(e.Name)
}

// path is the calls that lead to a frame.
func (s *scope) path(f frameID) []evidence.Frame {
	var list []evidence.Frame
	for ; f != 0; f = s.frames[f].up {
		x := s.frames[f]
		i := s.w.l.Insts[x.inst]
		fr := evidence.Frame{Func: i.Unit.Sym, Synthetic: i.Unit.Flag(facts.Synthetic | facts.Root)}
		if x.up != 0 {
			fr.Call = s.w.l.CallPos(s.frames[x.up].inst, x.call)
		}
		list = append(list, fr)
	}
	slices.Reverse(list)
	return list
}

// goroutine says how the goroutine of a process starts: by a go statement, or as what runs the scope. For a scope that
// others call, it gives one way from there to the scope, too.
func (s *scope) goroutine(p blocking.ProcID) (g evidence.Goroutine, callers []evidence.Frame) {
	b := s.bodies[p]
	g = evidence.Goroutine{Entry: s.w.l.Insts[b.entry].Unit.Sym}
	if b.from == 0 {
		o := s.w.l.Origins[s.root.Origin]
		if !s.w.l.IsEntry(s.root) {
			return s.w.d.Around(s.root)
		}
		g.Kind = s.w.d.RootOf(o)
		if o.Parent != 0 {
			g.Site = s.w.l.CallPos(o.Site, o.Call)
		}
		return g, nil
	}
	from := s.w.l.Insts[s.frames[b.from].inst]
	if from.Unit.Flag(facts.Client | facts.Harness) {
		g.Kind = evidence.RootExported // who calls the method
		return g, nil
	}
	g.Site = s.w.l.CallPos(from.ID, b.call)
	g.API = from.Unit.Names.Flow.Symbol(from.Unit.Flow.Calls[b.call].API)
	g.Chain = s.path(b.from)
	g.Parallel = from.Unit.Flow.Calls[b.call].Flags&facts.CallInLoop != 0
	return g, nil
}
