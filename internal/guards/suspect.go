// This file is the form in which an access without its lock is handed to the checker.

package guards

import (
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
)

// suspect words a pair: the first end is the access without the lock.
func (a *analysis) suspect(u *usage, x, y *instance, t *tally) evidence.Evidence {
	what := u.kind
	if x.what != 0 {
		what = x.what
	}
	s := evidence.Evidence{
		Kind: evidence.Unguarded, Engine: evidence.ByName, Name: u.sym,
		Ends:     []evidence.End{a.end(u, x, what), a.end(u, y, what)},
		Guarding: evidence.Guarding{Guard: a.names[t.class].sym, Held: len(t.held), Total: len(t.held) + len(t.unlocked)},
	}
	if t.with != nil {
		s.Held = len(t.with)
	}
	others := slices.Collect(maps.Keys(t.unlocked))
	slices.Sort(others)
	for _, p := range others {
		if p != x.pos {
			last := evidence.Step{Act: evidence.ActAccesses, Name: u.sym, Pos: a.position(p)}
			s.Unlocked = append(s.Unlocked, evidence.End{Steps: []evidence.Step{last}, Entered: u.mayHold(p, t.class)})
		}
	}
	rate(&s, (&claim{a: a, x: x, y: y, t: t}).decided(grading))
	n, calls := a.entered(x, t.class)
	s.Under[0] = n
	for _, p := range calls {
		s.Callers = append(s.Callers, a.position(p))
	}
	if t.class == unknownLock {
		return s
	}
	if w := a.asleep(x, t.class); w != nil {
		s.Asleep = []evidence.Wait{{Lock: s.Guard, Event: evidence.Event{Op: w.what, Pos: a.position(w.pos)}}}
	}
	return s
}

// end describes one end.
func (a *analysis) end(u *usage, x *instance, what facts.VarKind) evidence.End {
	r := &a.roots[x.key.root]
	fn := a.src.FuncSymbol(x.f.fn)
	end := evidence.End{
		Goroutine: evidence.Goroutine{Kind: rootKinds[r.kind], Site: a.position(r.pos)},
		Path:      a.frames(a.path(x.f, x.ctx)),
		Steps: []evidence.Step{{
			Act: evidence.ActAccesses, Name: u.sym, Func: fn, Pos: a.position(x.pos),
			Access: facts.Access{Kind: x.kind, Var: what},
		}},
		Leak: x.leak, Twin: x.twin, Whole: x.leak || x.copied,
	}
	for _, c := range x.must.classes() {
		at, other := a.taken(x, c)
		end.Held = append(end.Held, evidence.HeldLock{
			Name: a.names[c].sym, Read: !x.must.has(c, true), Pos: a.position(at), Other: other,
		})
	}
	return end
}

// RuleID gives the id of the rule that a suspect falls under.
func RuleID(s *evidence.Evidence) string {
	switch what := s.Ends[0].Last().Access.Var; {
	case s.Guard == (facts.Symbol{}) && !s.Promised:
		return "RC1005"
	case what == facts.VarMap:
		return "RC1003"
	case what == facts.VarSlice:
		return "RC1004"
	}
	return "RC1001"
}
