// This file decides which access is the odd one out (G9, G10).

package guards

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/rule"
)

// An instance is an access in one context of its function.
type instance struct {
	*accessSite
	ctx  int
	key  contextKey
	must set
	may  set
	seen set
	made bool // the object was made below the same root
}

// judge finds the suspects.
func (a *analysis) judge() []Suspect {
	var list []Suspect
	instances := map[*evidence][]instance{}
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
			s.Outlier.All &&
				slices.ContainsFunc(list, func(t Suspect) bool { return t.Outlier.All && t.Outlier.Pos == s.Outlier.Pos }) {
			continue // other fields of one struct
		}
		for k, x := range s.Unlocked {
			if i := slices.IndexFunc(all, func(y instance) bool { return y.pos == x.Pos }); i >= 0 {
				s.Unlocked[k] = a.access(&all[i])
				s.Unlocked[k].Entered = x.Entered
			}
		}
		list = append(list, s)
	}
	return list
}

// verdict finds the suspect of one variable.
func (a *analysis) verdict(e *evidence, all []instance) (Suspect, bool) {
	looks := []func(*evidence, []instance) (Suspect, bool){a.mixed, a.declared}
	if !a.alone[e.sym] {
		looks = append(looks, a.unguarded, a.shared, a.lazy, a.documented)
	}
	for _, look := range looks {
		if s, ok := look(e, all); ok {
			return s, true
		}
	}
	return Suspect{}, false
}

// instances are the accesses that may be concurrent with others (G7).
func (a *analysis) instances(e *evidence) []instance {
	var list []instance
	for i := range e.accesses {
		t := &e.accesses[i]
		for k := range t.f.contexts {
			key := t.f.contexts[k].key
			x := instance{accessSite: t, ctx: k, key: key}
			if (&claim{a: a, x: &x}).decided(alone) != 0 {
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

// unguarded looks for an access without the lock that most others hold.
func (a *analysis) unguarded(e *evidence, all []instance) (Suspect, bool) {
	once, self := a.writtenOnce(all)
	for _, t := range a.tallies(e, all) {
		t.writes = t.writes || a.fills[e.sym].has(t.class, true)
		var holders []*instance
		for k := range all {
			if y := &all[k]; y.must.has(t.class, y.kind.Writes()) {
				holders = append(holders, y)
			}
		}
		var best *Suspect
		var top exhibit // of best
		for i := range all {
			x := &all[i]
			if !t.unlocked[x.pos] || x.may.has(t.class, false) || x.key.weak ||
				once && x.seen.has(t.class, false) && !x.kind.Writes() {
				continue
			}
			for _, y := range holders {
				if best != nil && !(exhibit{true, x.kind.Writes(), y.kind.Writes()}).better(top) || !a.conflict(x, y) {
					continue
				}
				c := &claim{a: a, x: x, y: y, t: &t, testsOther: once && !self}
				g := exhibit{c.decided(grading) == rule.Likely, x.kind.Writes(), y.kind.Writes()}
				if best == nil || g.better(top) {
					s := a.suspect(e, x, y, &t)
					s.Likely, best, top = g.likely, &s, g
				}
			}
		}
		if best != nil &&
			(best.Likely || (len(t.held) > len(t.unlocked) || t.writes && !t.unlockedWrites) && (t.related || t.parent)) {
			return *best, true
		}
	}
	return Suspect{}, false
}

// An exhibit is how well a pair of accesses shows a suspect.
type exhibit struct{ likely, writes, otherWrites bool }

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

// shared looks for a write under a lock that is held for reading only.
func (a *analysis) shared(e *evidence, all []instance) (Suspect, bool) {
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
					s.Likely = (t.related || a.beside(x, t.class) && a.beside(y, t.class)) && !y.key.weak
					return s, true
				}
			}
		}
	}
	return Suspect{}, false
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
func (a *analysis) mixed(e *evidence, all []instance) (Suspect, bool) {
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
				s.Likely = s.Likely || len(atomic) > 1
				return s, true
			}
		}
	}
	return Suspect{}, false
}

// suspect words a pair.
func (a *analysis) suspect(e *evidence, x, y *instance, t *tally) Suspect {
	s := Suspect{
		Name: e.sym, Var: e.kind, Guard: a.names[t.class].sym, Outlier: a.access(x), Other: a.access(y),
		Held: len(t.held), Total: len(t.held) + len(t.unlocked),
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

// beside reports whether the object of an access was taken out of a container that lies in one object with a lock.
func (a *analysis) beside(x *instance, class int) bool {
	return slices.ContainsFunc(x.via, func(o types.Object) bool { return slices.Contains(a.names[class].chain, o) })
}

// handsOut reports whether a container is returned that is only written with the lock, by a function that holds it: it
// lasts until the return only.
func (c *claim) handsOut() bool {
	x, t := c.x, c.t
	return x.leak && t.related && t.writes && !t.unlockedWrites &&
		(x.state.must.has(t.class, false) || x.state.seen.has(t.class, false))
}

// letGo reports whether an access reads a plain variable in a function that has surely held the lock before, in another function than the
// writes, which all hold it, and as many accesses at least are with the lock as without.
func (c *claim) letGo() bool {
	x, t := c.x, c.t
	return x.kind == facts.Read && !x.leak && c.y.kind.Writes() && x.f != c.y.f && x.state.seen.has(t.class, false) &&
		t.related && t.writes && !t.unlockedWrites && !t.local && len(t.unlocked) <= len(t.held)
}

// kept reports whether an access goes to an object that its function has looked up with the lock, in a container from
// which it takes nothing, and others find the object there with the lock.
func (c *claim) kept() bool {
	x, t := c.x, c.t
	return !x.leak && x.kind.Writes() && c.a.beside(x, t.class) && c.a.beside(c.y, t.class) &&
		x.seen.has(t.class, false) &&
		!deletes(x.f.fn)
}

// deletes reports whether a function takes something out of a map, or puts something less into a variable: then it may
// own what it has looked up.
func deletes(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			switch i := i.(type) {
			case *ssa.Call:
				f, ok := i.Call.Value.(*ssa.Builtin)
				return ok && (f.Name() == "delete" || f.Name() == "clear")
			case *ssa.Store:
				switch i.Val.(type) {
				case *ssa.Slice, *ssa.Const:
					return true
				}
			}
			return false
		})
	})
}

// mayHold reports whether a lock may be held on some way at one of the accesses.
func (e *evidence) mayHold(at token.Pos, class int) bool {
	return class != unknownLock && slices.ContainsFunc(e.accesses, func(t accessSite) bool {
		return t.pos == at && (t.state.may.has(class, false) || slices.ContainsFunc(t.f.contexts, func(c context) bool {
			return c.key.may.has(class, false)
		}))
	})
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
		All:  x.leak || x.copied,
	}
	for _, c := range x.must.classes() {
		l := Lock{Name: a.names[c].sym, Read: !x.must.has(c, true)}
		l.At, l.Other = a.taken(x, c)
		out.Locks = append(out.Locks, l)
	}
	return out
}
