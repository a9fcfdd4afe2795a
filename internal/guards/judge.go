// This file decides which access is the odd one out (G9, G10).

package guards

import (
	"go/token"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/rule"
)

// judge finds the suspects.
func (a *analysis) judge() []evidence.Evidence {
	var list []evidence.Evidence
	instances := map[*usage][]instance{}
	for _, v := range a.order {
		e := a.vars[v]
		instances[e] = a.instances(e)
		a.widen(instances[e])
		a.enclosed(v, e)
		a.filled(v, e, instances[e])
		a.changes[v.obj] = a.changes[v.obj] ||
			slices.ContainsFunc(instances[e], func(x instance) bool { return x.kind.Writes() })
	}
	for _, v := range a.order {
		e := a.vars[v]
		all := instances[e]
		if !slices.ContainsFunc(all, func(x instance) bool { return x.kind.Writes() }) {
			continue
		}
		s, ok := a.judgeOne(e, all)
		if !ok ||
			s.Ends[0].Whole &&
				slices.ContainsFunc(list, func(t evidence.Evidence) bool { return t.Ends[0].Whole && t.At() == s.At() }) {
			continue // other fields of one struct
		}
		a.complete(&s, e, all)
		list = append(list, s)
	}
	return list
}

// complete says of the other accesses without the guard how they are come to, of the first instance at each place.
func (a *analysis) complete(s *evidence.Evidence, e *usage, all []instance) {
	if len(s.Unlocked) == 0 {
		return
	}
	first := map[facts.Position]*instance{}
	for k := range all {
		if at := a.position(all[k].pos); first[at] == nil {
			first[at] = &all[k]
		}
	}
	for k := range s.Unlocked {
		if y := first[s.Unlocked[k].Last().Pos]; y != nil {
			entered := s.Unlocked[k].Entered
			s.Unlocked[k] = a.end(e, y, 0)
			s.Unlocked[k].Entered = entered
		}
	}
}

// verdict finds the suspect of one variable.
func (a *analysis) verdict(e *usage, all []instance) (evidence.Evidence, bool) {
	looks := []func(*usage, []instance) (evidence.Evidence, bool){a.mixed, a.declared}
	if !a.alone[e.sym] {
		looks = append(looks, a.unguarded, a.shared, a.lazy, a.documented)
	}
	for _, look := range looks {
		if s, ok := look(e, all); ok {
			return s, true
		}
	}
	return evidence.Evidence{}, false
}

// instances are the accesses that may be concurrent with others (G7).
func (a *analysis) instances(e *usage) []instance {
	var list []instance
	for i := range e.accesses {
		t := &e.accesses[i]
		for k := range t.f.contexts {
			key := t.f.contexts[k].key
			x := instance{accessSite: t, ctx: k, key: key}
			if (&claim{a: a, x: &x}).decided(alone) != nil {
				continue
			}
			x.made = t.made || x.given(key.made)
			if !t.leak {
				x.must = t.state.must.or(key.must.minus(t.state.lost))
				x.may = x.must.or(t.state.may).or(key.may.minus(t.state.gone))
				x.seen = key.seen.or(t.state.seen)
			}
			list = append(list, x)
		}
	}
	return list
}

// unguarded looks for an access without the lock that most others hold, or without any where all others hold some.
func (a *analysis) unguarded(e *usage, all []instance) (evidence.Evidence, bool) {
	list := a.tallies(e, all)
	var first evidence.Evidence
	found := false
	for k := range list {
		if first, found = a.outlier(e, all, &list[k]); found {
			break
		}
	}
	if t, ok := several(all, list); ok && !likely(&first) {
		if s, any := a.outlier(e, all, &t); any && (likely(&s) || !found) {
			return s, true
		}
	}
	return first, found
}

// outlier looks for an access without a lock.
func (a *analysis) outlier(e *usage, all []instance, t *tally) (evidence.Evidence, bool) {
	once, self := a.writtenOnce(all)
	t.writes = t.writes || a.fills[e.sym].has(t.class, true)
	var holders []*instance
	for k := range all {
		if y := &all[k]; t.holds(y) {
			holders = append(holders, y)
		}
	}
	var best *evidence.Evidence
	var top exhibit // of best
	for i := range all {
		x := &all[i]
		if !t.unlocked[x.pos] || x.may.has(t.class, false) || t.with != nil && x.may != (set{}) || x.key.weak ||
			once && x.seen.has(t.class, false) && !x.kind.Writes() {
			continue
		}
		for _, y := range holders {
			if best != nil && !(exhibit{true, x.kind.Writes(), y.kind.Writes()}).better(top) || !a.conflict(x, y) {
				continue
			}
			c := &claim{a: a, x: x, y: y, t: t, testsOther: once && !self}
			row := c.decided(grading)
			g := exhibit{row != nil && row.Effect == rule.Likely, x.kind.Writes(), y.kind.Writes()}
			if best == nil || g.better(top) {
				s := a.suspect(e, x, y, t)
				rate(&s, row)
				best, top = &s, g
			}
		}
	}
	if best != nil &&
		(likely(best) || (len(t.held) > len(t.unlocked) || t.writes && !t.unlockedWrites) && (t.related || t.parent)) {
		return *best, true
	}
	return evidence.Evidence{}, false
}

// shared looks for a write under a lock that is held for reading only.
func (a *analysis) shared(e *usage, all []instance) (evidence.Evidence, bool) {
	for _, t := range a.tallies(e, all) {
		if sharers(all, t.class) > max(1, t.written()) {
			continue // whoever holds the lock for reading writes: it guards something else
		}
		for i := range all {
			x := &all[i]
			if !x.kind.Writes() || x.whole || !x.must.has(t.class, false) || x.may.has(t.class, true) || x.key.weak {
				continue
			}
			for k := range all {
				y := &all[k]
				if x.pos != y.pos && !y.whole && y.must.has(t.class, false) && !y.must.has(t.class, true) && a.conflict(x, y) {
					s := a.suspect(e, x, y, &t)
					s.Held--
					s.Shared = true
					near := t.related || a.beside(x, t.class) && a.beside(y, t.class)
					believe(&s, doubtShared, near && !y.key.weak)
					return s, true
				}
			}
		}
	}
	return evidence.Evidence{}, false
}

// sharers counts the writes made while a lock is held for reading.
func sharers(all []instance, class int) int {
	at := map[token.Pos]bool{}
	for i := range all {
		if x := &all[i]; x.kind.Writes() && !x.whole && x.must.has(class, false) && !x.must.has(class, true) {
			at[x.pos] = true
		}
	}
	return len(at)
}

// mixed looks for a plain access of what is otherwise accessed atomically.
func (a *analysis) mixed(e *usage, all []instance) (evidence.Evidence, bool) {
	atomic, plain := map[token.Pos]bool{}, map[token.Pos]bool{}
	for i := range all {
		if all[i].kind.Atomic() {
			atomic[all[i].pos] = true
		} else {
			plain[all[i].pos] = true
		}
	}
	for i := range all {
		x := &all[i]
		if x.kind.Atomic() || x.key.weak || x.whole || len(atomic) == 0 {
			continue
		}
		for k := range all {
			if y := &all[k]; y.kind.Atomic() && a.conflict(x, y) {
				s := a.suspect(e, x, y, &tally{held: atomic, unlocked: plain, related: true, writes: true})
				s.Guard = facts.Symbol{}
				if len(atomic) > 1 {
					believe(&s, doubtWeak, true)
				}
				return s, true
			}
		}
	}
	return evidence.Evidence{}, false
}

// judgeOne finds the suspect of one variable that no comment covers.
func (a *analysis) judgeOne(e *usage, all []instance) (evidence.Evidence, bool) {
	for {
		s, ok := a.verdict(e, all)
		if !ok {
			return s, false
		}
		key, at, covered := a.covered(&s)
		if !covered {
			return s, true
		}
		if likely(&s) {
			a.used[key] = true
		}
		if at.Line == 0 {
			return s, false
		}
		all = slices.DeleteFunc(slices.Clone(all), func(x instance) bool { return a.position(x.pos) == at })
	}
}
