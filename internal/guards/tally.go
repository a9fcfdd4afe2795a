// This file counts where a lock is held, and says how lock and variable belong together (G9).

package guards

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// A tally counts the places at which a lock is held and is not.
type tally struct {
	class    int                // of the lock
	related  bool               // lock and variable lie in one object, or both in package-level variables
	parent   bool               // the variable lies in what a container holds that lies in one object with the lock
	owner    bool               // the struct with the variable points to one with the lock
	held     map[token.Pos]bool // places of accesses with it; true where one of them writes
	unlocked map[token.Pos]bool // places of accesses without it
	in       map[*function]bool // functions that hold it at an access
	out      map[*function]bool // functions that do not
	// some function takes the lock to write this variable, and accesses nothing else there
	alone bool
	// some function takes the lock to read this variable, and accesses nothing else there that anybody changes
	asked bool
	// one exported function makes all accesses, and other variables are why there is the lock
	local          bool
	unlockedWrites bool // some write is among those that do not
	writes         bool // some write is among those that hold it
	// of several locks, one of which does (G34): places with the lock itself; nil for one lock
	with map[token.Pos]bool
}

// holds reports whether an access counts as one with the lock.
func (t *tally) holds(x *instance) bool {
	if t.with != nil {
		_, held := t.held[x.pos]
		return held && x.must.has(t.class, x.kind.Writes())
	}
	return x.must.has(t.class, x.kind.Writes())
}

// several counts the accesses under any lock of the object, if all writes are, but under no common one (G34).
func several(all []instance, list []tally) (tally, bool) {
	var best *tally
	merged := tally{related: true, held: map[token.Pos]bool{}, unlocked: map[token.Pos]bool{}, in: map[*function]bool{}}
	for k := range list {
		t := &list[k]
		switch {
		case !t.related || len(t.held) == 0:
			continue
		case t.writes && (best == nil || len(t.held) > len(best.held)):
			best = t
		}
		for pos, writes := range t.held {
			merged.held[pos] = merged.held[pos] || writes
		}
		merged.writes = merged.writes || t.writes
		maps.Copy(merged.in, t.in)
	}
	if best == nil || best.local {
		return merged, false
	}
	for i := range all {
		x := &all[i]
		if _, held := merged.held[x.pos]; held || x.whole {
			continue
		}
		if x.kind.Writes() {
			return merged, false
		}
		if x.may == (set{}) && !x.key.weak && !x.f.capped {
			merged.unlocked[x.pos] = true
		}
	}
	merged.class, merged.out, merged.with = best.class, best.out, best.held
	return merged, merged.written() > best.written()
}

// askedFor reports whether others ask for the variable alone under the lock, and a goroutine writes it without (G38).
func (c *claim) askedFor() bool {
	return c.t.asked && c.t.related && !c.t.writes && c.x.kind.Writes() && !c.y.kind.Writes() &&
		c.rootOf(c.x).kind == Goroutine && c.rootOf(c.y).kind == Caller
}

// written counts the writes that hold the lock.
func (t *tally) written() int {
	n := 0
	for _, w := range t.held {
		if w {
			n++
		}
	}
	return n
}

// tallies counts for each lock that is held at some access.
func (a *analysis) tallies(e *usage, all []instance) []tally {
	var union set
	for i := range all {
		union = union.or(all[i].must)
	}
	var list []tally
	for _, c := range union.classes() {
		if c == unknownLock {
			continue
		}
		holds := slices.ContainsFunc(
			a.names[c].chain,
			func(o types.Object) bool { return slices.Contains(e.chain[:min(1, len(e.chain))], o) },
		)
		t := tally{
			class:    c,
			related:  a.related(c, e),
			owner:    a.pointsTo(c, e),
			held:     map[token.Pos]bool{},
			unlocked: map[token.Pos]bool{},
			in:       map[*function]bool{},
			out:      map[*function]bool{},
		}
		t.local = a.wide[c] && !severalEntries(all)
		for i := range all {
			x := &all[i]
			switch {
			case x.whole && (holds || !x.kind.Writes()): // with the lock itself: nobody else has it yet
			case x.must.has(c, x.kind.Writes()):
				t.parent = t.parent ||
					slices.ContainsFunc(x.via, func(o types.Object) bool { return slices.Contains(a.names[c].chain, o) })
				t.held[x.pos] = t.held[x.pos] || x.kind.Writes()
				t.in[x.f] = true
				t.writes = t.writes || x.kind.Writes()
				only := a.needed(section{x.f, c}) == 1 && !x.f.net.must.has(c, true)
				t.alone = t.alone || x.kind.Writes() && only
				t.asked = t.asked || !x.kind.Writes() && only
			case !x.may.has(c, false) && !x.may.has(unknownLock, false) && !x.key.weak && !x.f.capped:
				t.unlocked[x.pos] = true
				t.out[x.f] = true
				t.unlockedWrites = t.unlockedWrites || x.kind.Writes()
			}
		}
		list = append(list, t)
	}
	slices.SortStableFunc(list, func(s, t tally) int {
		if s.related != t.related {
			return map[bool]int{true: -1, false: 1}[s.related]
		}
		return (len(t.held) - len(t.unlocked)) - (len(s.held) - len(s.unlocked))
	})
	return list
}

// related reports whether a lock lies in the object, or in the variable, that the usage is about.
func (a *analysis) related(class int, e *usage) bool {
	n := &a.names[class]
	for _, o := range n.chain {
		for _, p := range e.chain {
			if o == p || encloses(o, p, encloseSteps) || encloses(p, o, encloseSteps) {
				return true
			}
		}
	}
	return n.sym.Kind == facts.SymGlobal && e.sym.Kind == facts.SymGlobal
}

// owned reports whether a lock of the object that a parameter, which holds the variable, points to is held at all
// accesses but one.
func (t *tally) owned(x *instance) bool {
	return t.owner && len(t.unlocked) == 1 && !x.whole && x.param > 0 && x.param <= len(x.f.fn.Params)
}

// pointsTo reports whether the struct with the variable holds a pointer to a struct with the lock.
func (a *analysis) pointsTo(class int, e *usage) bool {
	return slices.ContainsFunc(e.chain, func(o types.Object) bool {
		st, ok := o.Type().Underlying().(*types.Struct)
		if !ok {
			return false
		}
		for f := range st.Fields() {
			p, ok := types.Unalias(f.Type()).(*types.Pointer)
			if !ok {
				continue
			}
			if n, ok := types.Unalias(p.Elem()).(*types.Named); ok &&
				slices.Contains(a.names[class].chain, types.Object(n.Origin().Obj())) {
				return true
			}
		}
		return false
	})
}

// inside reports whether the struct that an access reaches its variable through holds the lock, or a part of it does.
func (a *analysis) inside(class int, x *instance) bool {
	n := &a.names[class]
	if n.sym.Kind == facts.SymGlobal {
		return true
	}
	for _, o := range n.chain {
		for _, p := range x.chain {
			if o == p || encloses(p, o, encloseSteps) {
				return true
			}
		}
	}
	return false
}

// encloses reports whether values of one struct type hold values of another one.
func encloses(outer, inner types.Object, steps int) bool {
	st, ok := outer.Type().Underlying().(*types.Struct)
	if !ok || steps == 0 {
		return false
	}
	for f := range st.Fields() {
		if n, ok := types.Unalias(f.Type()).(*types.Named); ok &&
			(n.Origin().Obj() == inner || encloses(n.Origin().Obj(), inner, steps-1)) {
			return true
		}
	}
	return false
}

// severalEntries reports whether accesses are made by more than one exported function or goroutine.
func severalEntries(all []instance) bool {
	var first *function
	for i := range all {
		for e := range all[i].f.entries {
			if first != nil && first != e {
				return true
			}
			first = e
		}
	}
	return false
}

// widen notes the locks that are held at accesses, by several exported functions or goroutines, of one variable.
func (a *analysis) widen(all []instance) {
	var held []instance
	var union set
	for i := range all {
		if all[i].must != (set{}) {
			held = append(held, all[i])
			union = union.or(all[i].must)
		}
	}
	for _, c := range union.classes() {
		if !a.wide[c] {
			a.wide[c] = severalEntries(
				slices.DeleteFunc(slices.Clone(held), func(x instance) bool { return !x.must.has(c, false) }),
			)
		}
	}
}

// filled notes the locks that are held where the contents of a container are written: they are there for the variable
// that holds it, too.
func (a *analysis) filled(v variable, e *usage, all []instance) {
	if !v.contents {
		return
	}
	for i := range all {
		if all[i].kind.Writes() && !all[i].leak {
			a.fills[e.sym] = a.fills[e.sym].or(all[i].must)
		}
	}
}

// forgotten reports whether the function of an access is called without the lock by one function only, which writes
// nothing under it, and with it by several, or by one if the access is a write and others access the variable with it:
// that caller has forgotten it.
func (a *analysis) forgotten(x *instance, t *tally) bool {
	if !t.related || x.leak || x.state.must.has(t.class, false) || x.f.contexts[x.ctx].from == nil {
		return false
	}
	with, without := 0, 0
	for _, f := range a.funcs {
		if f == nil || f == x.f {
			continue
		}
		for i := range f.edges {
			e := &f.edges[i]
			switch {
			case e.to != x.f:
			case e.weak || e.spawn:
				return false
			case e.state.must.has(t.class, true):
				with++
			case a.exempt(f, e):
			case without > 0 || a.takes(f, t.class, x.kind.Writes()):
				return false
			default:
				without++
			}
		}
	}
	return without == 1 && (with >= 2 || with == 1 && x.kind.Writes() && t.elsewhere(x.f))
}

// elsewhere reports whether some other function accesses the variable with the lock.
func (t *tally) elsewhere(f *function) bool {
	for g := range t.in {
		if g != f {
			return true
		}
	}
	return false
}

// exempt reports whether a call is made where nobody else is there, or in contexts of which nothing is known.
func (a *analysis) exempt(f *function, e *edge) bool {
	return !slices.ContainsFunc(f.contexts, func(c context) bool {
		return c.key.root != single && !c.key.once && !c.key.weak && a.passed(&c.key, e).Owned == 0
	})
}

// takes reports whether a function accesses, or only if it writes, anything while it holds a lock that it took itself:
// it may have made the object its own.
func (a *analysis) takes(f *function, class int, onlyWrites bool) bool {
	for _, writes := range a.under[section{f, class}] {
		if writes || !onlyWrites {
			return true
		}
	}
	return false
}

// needed counts the variables in critical sections that anybody changes: no lock is needed for others.
func (a *analysis) needed(s section) int {
	n := 0
	for v := range a.under[s] {
		if a.changes[v] {
			n++
		}
	}
	return n
}

// enclosed notes in which functions' critical sections a variable is accessed.
func (a *analysis) enclosed(v variable, e *usage) {
	for i := range e.accesses {
		t := &e.accesses[i]
		for _, c := range t.state.must.classes() {
			k := section{t.f, c}
			if a.under[k] == nil {
				a.under[k] = map[types.Object]bool{}
			}
			a.under[k][v.obj] = a.under[k][v.obj] || t.kind.Writes()
		}
	}
}
