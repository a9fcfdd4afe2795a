// This file judges what a walk finds: goroutines that nothing can wake, and operations that panic (W8, W9).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// problem judges a finding; not all are worth a report.
func (s *scope) problem(f *blocking.Finding) (evidence.Evidence, bool) {
	p := evidence.Evidence{
		Engine: evidence.InView, Waiting: evidence.Waiting{Definite: true, Together: len(f.Members)},
	}
	switch f.Kind {
	case blocking.Crash:
		p.Kind = evidence.Misuse
		if s.unfinished || f.Why == blocking.UnlockOfUnlocked || s.lasting() && s.ended(f, 1) {
			return p, false
		}
	default:
		p.Kind = s.kind(f)
		if p.Kind == evidence.LockCycle || s.atEnd(f) {
			return p, false
		}
	}
	if !slices.ContainsFunc(f.Members, func(m blocking.Blocked) bool { return !s.registered(m) }) {
		return p, false
	}
	for _, m := range f.Members {
		if at := s.at(m.Proc, m.Point); s.missedAt(m.Proc, m.Point, at) {
			return p, false
		}
	}
	if undelivered(s, f) || hasty(s, f) || f.Kind == blocking.Crash && handedOnce(s, f) {
		return p, false
	}
	p.Grade, p.Doubts = s.confidence(f, p.Kind)
	if s.guests != nil {
		users{s}.assume(f, &p)
	}
	p.Partners = partners(s, f.Members[0])
	t := &teller{s: s, f: f, number: map[int]int{}}
	t.tell(&p)
	if p.Kind == evidence.BlockedUnderLock && len(p.Ends) >= p.Together {
		leadFirst(&p)
	}
	return p, len(p.Ends) > 0
}

// registered reports whether a blocked thread is a function that has been registered and is called later, if ever:
// until then no goroutine is there (W13).
func (s *scope) registered(m blocking.Blocked) bool {
	b := s.bodies[m.Proc]
	if b.from == 0 {
		return false
	}
	from := s.w.l.Insts[s.frames[b.from].inst]
	return from.Unit.Flow.Calls[b.call].API != 0 && s.w.l.Insts[b.entry].Unit.Synthetic &&
		s.frames[s.at(m.Proc, m.Point).frame].inst == b.entry
}

// missedAt reports whether a partner of a blocked thread may be in a function that nobody in view calls.
func (s *scope) missedAt(p blocking.ProcID, n blocking.PointID, at *site) bool {
	if at.key != (order.SyncKey{}) && s.missed(at.key) {
		return true
	}
	for _, c := range s.sys.Procs[p].Points[n].Cases {
		if c.Obj != 0 && s.missed(s.names[c.Obj]) {
			return true
		}
	}
	return false
}

// missed reports whether a function that is not called operates on what one of a scope's objects is called.
func (s *scope) missed(key order.SyncKey) bool {
	absent := s.w.absent()
	for k := range s.sites {
		at := &s.sites[k]
		if at.key != key || at.act == 0 {
			continue
		}
		if a := (missingPartner{name: s.nameHere(at)}); a.name.Name != "" &&
			absent[a.within(s.w.l.Insts[s.frames[at.frame].inst].Unit.Sym)] {
			return true
		}
	}
	return false
}

// kind says what a set of blocked threads is.
func (s *scope) kind(f *blocking.Finding) evidence.Kind {
	locks, onces, waits := 0, 0, 0
	for _, m := range f.Members {
		switch s.at(m.Proc, m.Point).act {
		case evidence.ActLocks, evidence.ActRLocks:
			locks++
		case evidence.ActWaitsOnce:
			onces++
		case evidence.ActWaits, evidence.ActCondWaits:
			waits++
		}
	}
	switch {
	case locks == len(f.Members), onces+locks == len(f.Members) && len(f.Members) > 1:
		return evidence.LockCycle // internal/lockorder sees these
	case locks > 0:
		return evidence.BlockedUnderLock
	case waits > 0:
		return evidence.NeverReturns
	}
	return evidence.Leak
}

// ended reports whether a thread has ended when the finding comes about.
func (s *scope) ended(f *blocking.Finding, thread int) bool {
	at := blocking.PointID(1)
	for _, st := range f.Steps {
		p := &s.sys.Procs[st.Proc].Points[st.Point]
		if st.With == thread {
			if q := &s.sys.Procs[st.WithProc].Points[st.WithPoint]; st.WithChoice >= 0 {
				at = q.Cases[st.WithChoice].Next
			} else {
				at = q.Next
			}
		}
		if st.Thread == thread {
			at = s.next(p, &st)
		}
	}
	return at == 0
}

// next is where a step leads.
func (s *scope) next(p *blocking.Point, st *blocking.Step) blocking.PointID {
	switch {
	case p.Op == blocking.Branch:
		return p.Choices[st.Choice]
	case st.Outcome == blocking.TookDefault, st.Outcome == blocking.WasFalse, st.Outcome == blocking.RunsBody:
		return p.Alt
	case st.Outcome == blocking.Panicked, st.Outcome == blocking.Announced, st.Outcome == blocking.Waits:
		return 1
	case p.Op == blocking.Select && st.Outcome == blocking.FoundClosed:
		return p.Cases[st.Choice].Alt
	case p.Op == blocking.Select:
		return p.Cases[st.Choice].Next
	case st.Outcome == blocking.FoundClosed:
		return p.Alt
	}
	return p.Next
}

// atEnd reports whether all that is left is goroutines that a main or test function started itself, when that function
// has returned: the program, or the test, ends with them; but other tests go on beside those of a test that wait for
// each other or hold a lock (W8).
func (s *scope) atEnd(f *blocking.Finding) bool {
	kind := s.w.l.Origins[s.root.Origin].Kind
	if kind != link.RootMain && kind != link.RootTest && kind != link.RootInit || !s.w.l.IsEntry(s.root) {
		return false
	}
	for _, m := range append(slices.Clone(f.Members), f.Victims...) {
		if m.Thread == 1 || kind == link.RootTest && (m.Holds || f.Kind == blocking.Deadlock) {
			return false
		}
	}
	for _, m := range f.Members {
		if from := s.bodies[m.Proc].from; from != 0 && s.frames[from].inst != s.root.ID && !s.idle(m.Proc, m.Point) {
			return false
		}
	}
	return true
}

// idle reports whether a blocked thread waits to be given something: a worker without work.
func (s *scope) idle(p blocking.ProcID, n blocking.PointID) bool {
	switch s.at(p, n).act {
	case evidence.ActReceives, evidence.ActRanges, evidence.ActCondWaits:
		return true
	case evidence.ActSelects:
		return !slices.ContainsFunc(
			s.sys.Procs[p].Points[n].Cases,
			func(c blocking.Case) bool { return c.Dir == blocking.Transmit },
		)
	}
	return false
}
