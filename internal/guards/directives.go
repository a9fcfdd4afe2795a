// This file applies what comments say (internal/directive V2, V6, V7).

package guards

import (
	"go/token"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/evidence"
)

// covered finds the directive that covers a suspect, and at which access; no position means the variable.
func (a *analysis) covered(s *evidence.Evidence) (key directive.Key, at facts.Position, covered bool) {
	if a.directives.Empty() {
		return key, at, false
	}
	if k, ok := a.directives.Variable(RuleID(s), s.Name); ok {
		return k, at, true
	}
	for k := range s.Ends {
		at := s.Ends[k].Last().Pos
		if k, ok := a.directives.Line(RuleID(s), at.File, at.Line); ok {
			return k, at, true
		}
	}
	return key, at, false
}

// apart reports whether a comment says that the calls which lead to two accesses never overlap.
func (c *claim) apart() bool {
	a := c.a
	if !a.directives.Orders() {
		return false
	}
	k, ok := a.directives.Apart(a.pathFuncs(c.x), a.pathFuncs(c.y))
	if ok {
		a.used[k] = true
	}
	return ok
}

// pathFuncs is the functions on the way to an access.
func (a *analysis) pathFuncs(x *instance) []facts.Symbol {
	var list []facts.Symbol
	for _, s := range a.path(x.f, x.ctx) {
		list = append(list, a.src.FuncSymbol(s.fn))
	}
	return list
}

// declaredClass is the class of the lock that a comment names; a lock that nobody takes gets one, if the comment is a
// directive.
func (a *analysis) declaredClass(d *facts.Directive) (int, bool) {
	class := slices.IndexFunc(a.names, func(n lockName) bool { return n.sym == d.Syms[0] })
	if class > unknownLock {
		return class, true
	}
	if d.Kind == facts.GuardHint || len(a.names) >= setWords*32 {
		return 0, false
	}
	a.names = append(a.names, lockName{sym: d.Syms[0]})
	return len(a.names) - 1, true
}

// declared looks for an access without the lock that a comment names (V7).
func (a *analysis) declared(e *usage, all []instance) (evidence.Evidence, bool) {
	d := a.directives.Guard(e.sym)
	if d == nil || len(d.Syms) == 0 {
		return evidence.Evidence{}, false
	}
	class, ok := a.declaredClass(d)
	if !ok {
		return evidence.Evidence{}, false
	}
	t := tally{class: class, related: true, held: map[token.Pos]bool{}, unlocked: map[token.Pos]bool{}}
	var outlier []*instance
	for i := range all {
		switch x := &all[i]; {
		case x.must.has(class, x.kind.Writes()):
			t.held[x.pos] = true
			t.writes = t.writes || x.kind.Writes()
		case !x.may.has(class, false) && !x.may.has(unknownLock, false) && !x.key.weak && !x.f.capped && !x.whole:
			t.unlocked[x.pos] = true
			outlier = append(outlier, x)
		}
	}
	if d.Kind == facts.GuardHint && (len(t.held) == 0 || !t.writes) {
		return evidence.Evidence{}, false
	}
	var best *evidence.Evidence
	for _, x := range outlier {
		for k := range all {
			if y := &all[k]; a.conflict(x, y) {
				s := a.suspect(e, x, y, &t)
				given := a.roots[x.key.root].kind == Callback || a.roots[y.key.root].kind == Callback
				believe(&s, doubtGiven, !given)
				s.Declared = d.Line
				if best == nil || better(&s, best) {
					best = &s
				}
			}
		}
	}
	if best == nil {
		return evidence.Evidence{}, false
	}
	return *best, true
}
