// This file decides which variables are guarded, and which access is the odd one out (G8, G9).

package guard

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
)

// An instance is an access in one context of its function.
type instance struct {
	*touch
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
	}
	for _, v := range a.order {
		e := a.vars[v]
		all := instances[e]
		if !slices.ContainsFunc(all, func(x instance) bool { return x.kind.Writes() }) {
			continue
		}
		if s, ok := a.mixed(e, all); ok {
			list = append(list, s)
		} else if s, ok := a.unguarded(e, all); ok {
			list = append(list, s)
		} else if s, ok := a.shared(e, all); ok {
			list = append(list, s)
		} else if s, ok := a.lazy(e, all); ok {
			list = append(list, s)
		}
	}
	return list
}

// instances are the accesses that may be concurrent with others (G7).
func (a *analysis) instances(e *evidence) []instance {
	var list []instance
	for i := range e.touches {
		t := &e.touches[i]
		for k := range t.f.contexts {
			key := t.f.contexts[k].key
			if key.root == single || key.once || t.moved || t.own.Owned && t.own.If&^key.owned == 0 || t.param > 0 && t.param <= 64 && key.owned&(1<<(t.param-1)) != 0 {
				continue
			}
			x := instance{touch: t, ctx: k, key: key, made: t.made || t.param > 0 && t.param <= 64 && key.made&(1<<(t.param-1)) != 0}
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

// A tally counts the places at which a lock is held and is not.
type tally struct {
	class      int
	related    bool // lock and variable lie in one object, or both in package-level variables
	parent     bool // the variable lies in what a container holds that lies in one object with the lock
	held       map[token.Pos]bool
	bare       map[token.Pos]bool
	alone      bool // some function takes the lock to write this variable, and accesses nothing else there
	local      bool // one exported function makes all accesses, and other variables are why there is the lock
	bareWrites bool // some write is among those that do not
	writes     bool // some write is among those that hold it
}

// tallies counts for each lock that is held at some access.
func (a *analysis) tallies(e *evidence, all []instance) []tally {
	var union set
	for i := range all {
		union = union.or(all[i].must)
	}
	var list []tally
	for _, c := range union.classes() {
		if c == wild {
			continue
		}
		holds := slices.ContainsFunc(a.names[c].chain, func(o types.Object) bool { return slices.Contains(e.chain[:min(1, len(e.chain))], o) })
		t := tally{class: c, related: a.related(c, e), held: map[token.Pos]bool{}, bare: map[token.Pos]bool{}}
		t.local = a.wide[c] && !severalEntries(all)
		for i := range all {
			x := &all[i]
			switch {
			case x.whole && (holds || !x.kind.Writes()): // with the lock itself: nobody else has it yet
			case x.must.has(c, x.kind.Writes()):
				t.parent = t.parent || slices.ContainsFunc(x.via, func(o types.Object) bool { return slices.Contains(a.names[c].chain, o) })
				t.held[x.pos] = true
				t.writes = t.writes || x.kind.Writes()
				t.alone = t.alone || x.kind.Writes() && len(a.under[section{x.f, c}]) == 1
			case !x.may.has(c, false) && !x.may.has(wild, false) && !x.key.weak && !x.f.capped:
				t.bare[x.pos] = true
				t.bareWrites = t.bareWrites || x.kind.Writes()
			}
		}
		list = append(list, t)
	}
	slices.SortStableFunc(list, func(s, t tally) int {
		if s.related != t.related {
			return map[bool]int{true: -1, false: 1}[s.related]
		}
		return (len(t.held) - len(t.bare)) - (len(s.held) - len(s.bare))
	})
	return list
}

// related tells whether a lock lies in the object, or in the variable, that the evidence is about.
func (a *analysis) related(class int, e *evidence) bool {
	n := &a.names[class]
	for _, o := range n.chain {
		for _, p := range e.chain {
			if o == p || encloses(o, p, 4) || encloses(p, o, 4) {
				return true
			}
		}
	}
	return n.sym.Kind == facts.SymGlobal && e.sym.Kind == facts.SymGlobal
}

// inside tells whether the struct that an access reaches its variable through holds the lock, or a part of it does.
func (a *analysis) inside(class int, x *instance) bool {
	n := &a.names[class]
	if n.sym.Kind == facts.SymGlobal {
		return true
	}
	for _, o := range n.chain {
		for _, p := range x.chain {
			if o == p || encloses(p, o, 4) {
				return true
			}
		}
	}
	return false
}

// encloses tells whether values of one struct type hold values of another one.
func encloses(outer, inner types.Object, steps int) bool {
	st, ok := outer.Type().Underlying().(*types.Struct)
	if !ok || steps == 0 {
		return false
	}
	for f := range st.Fields() {
		if n, ok := types.Unalias(f.Type()).(*types.Named); ok && (n.Origin().Obj() == inner || encloses(n.Origin().Obj(), inner, steps-1)) {
			return true
		}
	}
	return false
}

// unguarded looks for an access without the lock that most others hold.
func (a *analysis) unguarded(e *evidence, all []instance) (Suspect, bool) {
	once, self := a.writtenOnce(all)
	for _, t := range a.tallies(e, all) {
		var best *Suspect
		for i := range all {
			x := &all[i]
			if !t.bare[x.pos] || x.may.has(t.class, false) || x.key.weak || once && x.seen.has(t.class, false) && !x.kind.Writes() {
				continue
			}
			for k := range all {
				y := &all[k]
				if !y.must.has(t.class, y.kind.Writes()) || !a.conflict(x, y) {
					continue
				}
				s := a.suspect(e, x, y, &t)
				s.Likely = s.Likely && (!once || self)
				if best == nil || better(&s, best) {
					best = &s
				}
			}
		}
		if best != nil && (best.Likely || (len(t.held) > len(t.bare) || t.writes && !t.bareWrites) && (t.related || t.parent)) {
			return *best, true
		}
	}
	return Suspect{}, false
}

// better tells whether a suspect shows more clearly what is wrong than another one about the same variable.
func better(s, t *Suspect) bool {
	if s.Likely != t.Likely {
		return s.Likely
	}
	if s.Odd.Kind.Writes() != t.Odd.Kind.Writes() {
		return s.Odd.Kind.Writes()
	}
	return s.Other.Kind.Writes() && !t.Other.Kind.Writes()
}

// shared looks for a write under a lock that is held for reading only.
func (a *analysis) shared(e *evidence, all []instance) (Suspect, bool) {
	for _, t := range a.tallies(e, all) {
		for i := range all {
			x := &all[i]
			if !x.kind.Writes() || x.whole || !x.must.has(t.class, false) || x.may.has(t.class, true) || x.key.weak {
				continue
			}
			for k := range all {
				y := &all[k]
				if x.pos != y.pos && y.must.has(t.class, false) && !y.must.has(t.class, true) && a.conflict(x, y) {
					s := a.suspect(e, x, y, &t)
					s.Held--
					s.Shared = true
					s.Likely = t.related && !y.key.weak
					return s, true
				}
			}
		}
	}
	return Suspect{}, false
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
				s := a.suspect(e, x, y, &tally{held: atomic, bare: plain, related: true, writes: true})
				s.Guard = facts.Symbol{}
				s.Likely = s.Likely || len(atomic) > 1
				return s, true
			}
		}
	}
	return Suspect{}, false
}

// conflict tells whether two accesses may race: a write, no lock that excludes, and two goroutines that nothing orders (G8).
func (a *analysis) conflict(x, y *instance) bool {
	if !x.kind.Writes() && !y.kind.Writes() || x.kind.Atomic() && y.kind.Atomic() || x.may.excludes(y.may) || x.may.has(wild, false) {
		return false
	}
	if x.key.root == y.key.root && !a.roots[x.key.root].multi {
		return false
	}
	if (x.made || y.made) && a.roots[x.key.root].kind != Goroutine && a.roots[y.key.root].kind != Goroutine {
		return false
	}
	if a.handed(x, y) || a.handed(y, x) {
		return false
	}
	return !a.startedAfter(x, y) && !a.startedAfter(y, x) && !a.joined(x, y) && !a.joined(y, x)
}

// startedAfter tells whether y runs in a goroutine that starts after x, on the way to x.
func (a *analysis) startedAfter(x, y *instance) bool {
	r := &a.roots[y.key.root]
	if r.kind != Goroutine {
		return false
	}
	return a.onPath(x, func(f *function, instr ssa.Instruction) bool {
		return r.in == f && precedes(instr, r.site)
	})
}

// joined tells whether x comes after a wait for goroutines, and y is in one.
func (a *analysis) joined(x, y *instance) bool {
	if a.roots[y.key.root].kind != Goroutine || a.roots[x.key.root].kind == Goroutine {
		return false
	}
	return a.onPath(x, func(f *function, instr ssa.Instruction) bool {
		for _, b := range f.fn.Blocks {
			for _, w := range b.Instrs {
				if a.waits(w) && precedes(w, instr) {
					return true
				}
			}
		}
		return false
	})
}

// waits tells whether an instruction waits for goroutines.
func (a *analysis) waits(instr ssa.Instruction) bool {
	switch x := instr.(type) {
	case *ssa.Call:
		row := a.flow.Model(x)
		return row != nil && (row.Sync == models.SyncWait || row.Sync == models.SyncGroupWait)
	case *ssa.UnOp:
		return x.Op == token.ARROW && len(*x.Referrers()) == 0
	}
	return false
}

// onPath asks about an access, then about each call on the way to it.
func (a *analysis) onPath(x *instance, ask func(*function, ssa.Instruction) bool) bool {
	f, k, instr := x.f, x.ctx, x.instr
	for range 16 {
		if ask(f, instr) {
			return true
		}
		c := &f.contexts[k]
		if c.from == nil || a.spawns(f, k) {
			return false
		}
		f, k, instr = c.from, c.ctx, c.at
	}
	return false
}

// spawns tells whether a context is the start of a goroutine.
func (a *analysis) spawns(f *function, k int) bool {
	c := &f.contexts[k]
	return c.from.contexts[c.ctx].key.root != c.key.root
}

// precedes tells whether x is executed before y on every way to y, and not after it.
func precedes(x, y ssa.Instruction) bool {
	if _, deferred := x.(deferredCall); deferred {
		return false
	}
	if x.Block() != y.Block() {
		return x.Block().Dominates(y.Block())
	}
	return slices.Index(x.Block().Instrs, x) < slices.Index(y.Block().Instrs, y)
}

// suspect words a pair.
func (a *analysis) suspect(e *evidence, x, y *instance, t *tally) Suspect {
	s := Suspect{
		Name: e.sym, Var: e.kind, Guard: a.names[t.class].sym, Odd: a.access(x), Other: a.access(y),
		Held: len(t.held), Total: len(t.held) + len(t.bare), Others: len(t.bare) - 1,
	}
	s.Likely = a.likely(x, y, t)
	return s
}

// likely is (G9).
func (a *analysis) likely(x, y *instance, t *tally) bool {
	if a.roots[x.key.root].kind == Callback || a.roots[y.key.root].kind == Callback || t.class != wild && t.related && !a.inside(t.class, x) {
		return false
	}
	if t.alone && t.related && !t.bareWrites && !t.local && !y.key.weak && len(t.bare) <= 4*len(t.held) {
		return true
	}
	if !t.related && !(t.parent && slices.ContainsFunc(x.via, func(o types.Object) bool { return slices.Contains(a.names[t.class].chain, o) })) || y.key.weak || t.local || len(t.held) < 2 {
		return false
	}
	if t.writes && !t.bareWrites {
		return len(t.bare) <= 2*len(t.held)
	}
	if len(t.bare)*2 > len(t.held) {
		return false
	}
	return t.writes || x.kind.Writes() && len(t.held) >= 3
}

// access describes one end.
func (a *analysis) access(x *instance) Access {
	r := &a.roots[x.key.root]
	out := Access{Kind: x.kind, Pos: x.pos, Func: x.f.fn, Path: a.path(x.f, x.ctx), Root: Root{r.kind, r.pos}, Leak: x.leak}
	for _, c := range x.must.classes() {
		out.Locks = append(out.Locks, Lock{a.names[c].sym, !x.must.has(c, true)})
	}
	return out
}

// writtenOnce tells whether a variable is set by one function only, and only where a test has shown that this was not done before:
// after having held the lock once, nobody sees it change any more (G7). The second result tells whether the test is of the
// variable itself.
func (a *analysis) writtenOnce(all []instance) (once, self bool) {
	var in *function
	for i := range all {
		x := &all[i]
		if !x.kind.Writes() {
			continue
		}
		if in != nil && in != x.f {
			return false, false
		}
		in = x.f
		gate := a.gate(x)
		if gate == nil {
			return false, false
		}
		if store, ok := x.instr.(*ssa.Store); ok && sameVariable(gate, store.Addr) {
			self = true
		}
	}
	return in != nil, self
}

// gate is the variable that a write's function has found to have a certain value before it made the write, and sets itself; nil if there
// is none.
func (a *analysis) gate(x *instance) ssa.Value {
	for _, b := range x.f.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !b.Dominates(x.instr.Block()) || b == x.instr.Block() {
			continue
		}
		if v := tested(cond.Cond); v != nil && sets(x.f.fn, v) {
			return v
		}
	}
	return nil
}

// tested is the address of the variable that a condition compares for equality, nil for others.
func tested(cond ssa.Value) ssa.Value {
	for range 4 {
		switch x := cond.(type) {
		case *ssa.BinOp:
			if x.Op != token.EQL && x.Op != token.NEQ {
				return nil
			}
			if _, ok := x.Y.(*ssa.Const); !ok {
				return nil
			}
			cond = x.X
		case *ssa.UnOp:
			if x.Op == token.MUL {
				return x.X
			}
			cond = x.X
		default:
			return nil
		}
	}
	return nil
}

// sets tells whether a function stores to a variable.
func sets(fn *ssa.Function, addr ssa.Value) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && sameVariable(s.Addr, addr) {
				return true
			}
		}
	}
	return false
}

// handed tells whether x comes after a receive from a channel that y's function sends on or closes after y.
func (a *analysis) handed(x, y *instance) bool {
	var given []any
	for _, b := range y.f.fn.Blocks {
		for _, instr := range b.Instrs {
			if ch := sentOn(instr); ch != nil && (precedes(y.instr, instr) || y.instr.Block() != b && a.reaches(y.instr.Block(), b)) {
				if key := a.lockKey(ch, 8); key != nil {
					given = append(given, key)
				}
			}
		}
	}
	if len(given) == 0 {
		return false
	}
	return a.onPath(x, func(f *function, at ssa.Instruction) bool {
		for _, b := range f.fn.Blocks {
			for _, instr := range b.Instrs {
				for _, ch := range receivedFrom(instr) {
					if precedes(instr, at) && slices.Contains(given, a.lockKey(ch, 8)) {
						return true
					}
				}
			}
		}
		return false
	})
}

// sentOn is the channel that an instruction sends on or closes; nil for others.
func sentOn(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case *ssa.Send:
		return x.Chan
	case ssa.CallInstruction:
		if b, ok := x.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
			return x.Common().Args[0]
		}
	}
	return nil
}

// receivedFrom are the channels that an instruction may receive from.
func receivedFrom(instr ssa.Instruction) []ssa.Value {
	switch x := instr.(type) {
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return []ssa.Value{x.X}
		}
	case *ssa.Select:
		var list []ssa.Value
		for _, s := range x.States {
			if s.Dir == types.RecvOnly {
				list = append(list, s.Chan)
			}
		}
		return list
	}
	return nil
}

// severalEntries tells whether accesses are made by more than one exported function or goroutine.
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
			a.wide[c] = severalEntries(slices.DeleteFunc(slices.Clone(held), func(x instance) bool { return !x.must.has(c, false) }))
		}
	}
}

// A section is the critical sections of one lock in one function.
type section struct {
	f     *function
	class int
}

// enclosed notes in which functions' critical sections a variable is accessed.
func (a *analysis) enclosed(v variable, e *evidence) {
	for i := range e.touches {
		t := &e.touches[i]
		for _, c := range t.state.must.classes() {
			k := section{t.f, c}
			if a.under[k] == nil {
				a.under[k] = map[types.Object]bool{}
			}
			a.under[k][v.obj] = true
		}
	}
}

// lazy looks for a variable that is set on first use without a lock, in a type with a lock for its other variables (G11).
func (a *analysis) lazy(e *evidence, all []instance) (Suspect, bool) {
	c := a.sibling(e)
	if c == wild || e.kind != facts.VarField {
		return Suspect{}, false
	}
	for i := range all {
		if all[i].may.has(c, false) {
			return Suspect{}, false
		}
	}
	for i := range all {
		x := &all[i]
		store, ok := x.instr.(*ssa.Store)
		if !ok || x.key.weak || x.made || x.key.root != callers || x.may != (set{}) {
			continue
		}
		if g := a.gate(x); g != nil && sameVariable(g, store.Addr) {
			s := a.suspect(e, x, x, &tally{class: c, bare: map[token.Pos]bool{x.pos: true}})
			s.Lazy, s.Likely = true, true
			return s, true
		}
	}
	return Suspect{}, false
}

// sibling is a lock in the struct of a field that several functions hold at accesses of another field there; wild if there is none.
func (a *analysis) sibling(e *evidence) int {
	for c := range a.names {
		if c != wild && a.wide[c] && len(e.chain) > 0 && len(a.names[c].chain) > 0 && a.names[c].chain[0] == e.chain[0] {
			return c
		}
	}
	return wild
}
