// This file puts a suspicion into words, and says which of two is better (G9).

package guards

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/syncvet/syncvet/internal/rule"
)

// conflict reports whether two accesses may race: a write, no lock that excludes, and two goroutines that nothing
// orders (G8).
func (a *analysis) conflict(x, y *instance) bool {
	return (&claim{a: a, x: x, y: y}).decided(pairing) == 0
}

// suspect words a pair.
func (a *analysis) suspect(e *evidence, x, y *instance, t *tally) Suspect {
	s := Suspect{
		Name: e.sym, Var: e.kind, Guard: a.names[t.class].sym, Outlier: a.access(x), Other: a.access(y),
		Held: len(t.held), Total: len(t.held) + len(t.unlocked),
	}
	if t.with != nil {
		s.Held = len(t.with)
	}
	if x.what != 0 {
		s.Var = x.what
	}
	for p := range t.unlocked {
		if p != x.pos {
			s.Unlocked = append(s.Unlocked, Access{Pos: p, Entered: e.mayHold(p, t.class)})
		}
	}
	slices.SortFunc(s.Unlocked, func(p, q Access) int { return cmp.Compare(p.Pos, q.Pos) })
	s.Likely = (&claim{a: a, x: x, y: y, t: t}).decided(grading) == rule.Likely
	s.Under, s.Callers = a.entered(x, t.class)
	if t.class != unknownLock {
		s.Asleep = a.asleep(x, t.class)
	}
	return s
}

// An exhibit is how well a pair of accesses shows a suspect.
type exhibit struct {
	likely      bool // it is likely (G9)
	writes      bool // the access without the lock is a write
	otherWrites bool // the other one is
}

// better reports whether a pair shows it better than another.
func (g exhibit) better(h exhibit) bool {
	switch {
	case g.likely != h.likely:
		return g.likely
	case g.writes != h.writes:
		return g.writes
	}
	return g.otherWrites && !h.otherWrites
}

// better reports whether a suspect shows more clearly what is wrong than another one about the same variable.
func better(s, t *Suspect) bool {
	of := func(s *Suspect) exhibit { return exhibit{s.Likely, s.Outlier.Kind.Writes(), s.Other.Kind.Writes()} }
	return of(s).better(of(t))
}

// entered counts the functions on the way to an access, from its own on, that are also entered with a lock held, and
// says where the outermost of these is called so.
func (a *analysis) entered(x *instance, class int) (n int, calls []token.Pos) {
	f, k := x.f, x.ctx
	for ; class != unknownLock && n < maxPath; n++ {
		var at []token.Pos
		for _, c := range f.contexts {
			if !c.key.weak && c.key.may.has(class, false) && (c.at == nil || !slices.Contains(at, c.at.Pos())) {
				at = append(at, token.NoPos)
				if c.at != nil {
					at[len(at)-1] = c.at.Pos()
				}
			}
		}
		if len(at) == 0 {
			return n, calls
		}
		slices.Sort(at)
		calls = slices.DeleteFunc(at, func(p token.Pos) bool { return !p.IsValid() })
		c := &f.contexts[k]
		if c.from == nil || a.spawns(f, k) {
			return n + 1, calls
		}
		f, k = c.from, c.ctx
	}
	return n, calls
}

// access describes one end.
func (a *analysis) access(x *instance) Access {
	r := &a.roots[x.key.root]
	out := Access{
		Kind: x.kind,
		Pos:  x.pos,
		Func: x.f.fn,
		Path: a.path(x.f, x.ctx),
		Root: Root{r.kind, r.pos},
		Leak: x.leak,
		Twin: x.twin,
		All:  x.leak || x.copied,
	}
	for _, c := range x.must.classes() {
		l := Lock{Name: a.names[c].sym, Read: !x.must.has(c, true)}
		l.At, l.Other = a.taken(x, c)
		out.Locks = append(out.Locks, l)
	}
	return out
}
