// This file puts a suspicion into words, and says which of two is better (G9).

package guards

import (
	"go/token"
	"slices"

	"github.com/syncvet/syncvet/internal/evidence"
)

// conflict reports whether two accesses may race: a write, no lock that excludes, and two goroutines that nothing
// orders (G8).
func (a *analysis) conflict(x, y *instance) bool {
	return (&claim{a: a, x: x, y: y}).decided(pairing) == nil
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
func better(s, t *evidence.Evidence) bool {
	of := func(s *evidence.Evidence) exhibit {
		return exhibit{
			likely(s), s.Ends[0].Last().Access.Kind.Writes(), s.Ends[1].Last().Access.Kind.Writes(),
		}
	}
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
