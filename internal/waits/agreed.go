// This file doubts what users of a library's type may have agreed not to do (W14).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
)

// assume grades a finding that rests on calls of users, who may have agreed on an order of their calls.
func (s users) assume(f *blocking.Finding, p *evidence.Evidence) {
	p.Assumed = true
	p.Weaken(evidence.Medium, evidence.DoubtCallers)
	if f.Kind == blocking.Crash && !s.unasked(f) || f.Kind != blocking.Crash && s.agreed(f) {
		p.Weaken(evidence.Low, evidence.DoubtCallers)
	}
}

// unasked reports whether a panic is nobody's fault but the type's: a goroutine of its own has a part in it, and
// nothing that a call has found out is needed; or its documentation promises that the two calls may overlap, or who
// panics has asked a flag that the other call sets: that is there for calls that overlap.
func (s users) unasked(f *blocking.Finding) bool {
	m := f.Members[0]
	g, byGuest := s.isGuest(m.Proc)
	byUser := func(p blocking.ProcID) bool { _, ok := s.isGuest(p); return ok }
	if f.Why == blocking.NegativeCounter && byGuest || s.chosen(f, byUser) {
		return false
	}
	at, last := &s.sys.Procs[m.Proc].Points[m.Point], f.Steps[len(f.Steps)-1]
	obj := at.Obj
	if at.Op == blocking.Select && last.Choice >= 0 {
		obj = at.Cases[last.Choice].Obj
	}
	for k := range f.Steps[:len(f.Steps)-1] {
		st := &f.Steps[k]
		h, ok := s.isGuest(st.Proc)
		if q := &s.sys.Procs[st.Proc].Points[st.Point]; q.Op == blocking.Close && q.Obj == obj && byGuest && ok {
			return h.inst != g.inst && (s.w.l.Promised(s.root.Origin) || s.asksFor(f, m.Thread, st.Thread))
		}
	}
	return true
}

// asksFor reports whether a thread has tested a flag that another one sets.
func (s users) asksFor(f *blocking.Finding, thread, other int) bool {
	asked, set := map[blocking.Cell]bool{}, map[blocking.Cell]bool{}
	for k := range f.Steps {
		st := &f.Steps[k]
		p := &s.sys.Procs[st.Proc].Points[st.Point]
		if !isFlag(s.scope, p.Cell) {
			continue
		}
		asked[p.Cell] = asked[p.Cell] || p.Op == blocking.Test && st.Thread == thread
		set[p.Cell] = set[p.Cell] || p.Op == blocking.Set && st.Thread == other
	}
	for c := range asked {
		if asked[c] && set[c] {
			return true
		}
	}
	return false
}

// agreed reports whether users may avoid it that goroutines wait: they call nothing that waits when they have called
// what ends the life of the value, unless its documentation promises more; or a goroutine waits to be given something
// that comes on some ways only; or a branch is needed that was taken under a lock, which asks what other calls have
// done before.
func (s users) agreed(f *blocking.Finding) bool {
	late, idle := true, true
	for _, m := range f.Members {
		g, ok := s.isGuest(m.Proc)
		late = late && ok && !ends(s.w.l.Insts[g.inst].Unit.Sym)
		idle = idle && !ok && s.idle(m.Proc, m.Point)
	}
	if s.choseUnderLock(f) || idle && s.chosen(f, func(blocking.ProcID) bool { return true }) {
		return true
	}
	return late && !s.w.l.Promised(s.root.Origin) && slices.ContainsFunc(f.Steps, func(st blocking.Step) bool {
		g, ok := s.isGuest(st.Proc)
		return ok && ends(s.w.l.Insts[g.inst].Unit.Sym)
	})
}

// chosen reports whether a finding needs a branch of one of some processes.
func (s users) chosen(f *blocking.Finding, by func(p blocking.ProcID) bool) bool {
	return slices.ContainsFunc(f.Steps, func(st blocking.Step) bool {
		p := &s.sys.Procs[st.Proc].Points[st.Point]
		branch := p.Op == blocking.Test && !isFlag(s.scope, p.Cell) || p.Op == blocking.Branch && len(p.Choices) > 1
		return !st.Free && branch && !s.at(st.Proc, st.Point).pick && by(st.Proc)
	})
}

// choseUnderLock reports whether a finding needs a branch that a thread takes while it holds a lock of the scope.
func (s users) choseUnderLock(f *blocking.Finding) bool {
	held := map[int]int{}
	for k := range f.Steps {
		st := &f.Steps[k]
		p := &s.sys.Procs[st.Proc].Points[st.Point]
		switch p.Op {
		case blocking.Acquire, blocking.RAcquire:
			if st.Outcome != blocking.Announced {
				held[st.Thread]++
			}
		case blocking.Release, blocking.RRelease:
			held[st.Thread]--
		case blocking.Branch, blocking.Test:
			known := p.Op == blocking.Test && isFlag(s.scope, p.Cell)
			if !st.Free && !known && held[st.Thread] > 0 && (p.Op == blocking.Test || len(p.Choices) > 1) {
				return true
			}
		}
	}
	return false
}
