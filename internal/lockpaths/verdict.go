// This file judges what a simulation met: locks taken twice, locks left behind, locks unlocked twice (T5 to T7).

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
)

// A MistakeKind says what a function does wrong.
type MistakeKind uint8

// The kinds of mistakes.
const (
	Twice     MistakeKind = iota + 1 // it waits for a lock that it holds itself
	LeftHeld                         // some returns leave a lock held that others release
	NeverFree                        // every return leaves a lock held, and nothing else in the package unlocks it
	OnceAgain                        // a Once's function runs the Once
	Unheld                           // it unlocks what is not locked
	Panicked                         // a panic that it recovers leaves a lock held that its returns release
	LeftSlot                         // some returns keep a slot of a semaphore that nobody gives back
)

// A Mistake is what one function does wrong with a lock, whatever other goroutines do.
type Mistake struct {
	Kind   MistakeKind
	Unit   int            // of the function
	Name   facts.Symbol   // of the lock
	Doubt  uint8          // on how many levels it hangs on conditions that nothing is known about
	Read   bool           // Twice: it wants to read; LeftHeld: it holds it for reading
	Reads  bool           // Twice: it holds it for reading; Unheld: it was locked in the other mode
	Held   fielduse.Place // where the lock was taken; zero where unknown
	HeldBy []fielduse.Hop // the calls on the way there
	Freed  fielduse.Place // Unheld: where it was unlocked before; zero where unknown
	At     fielduse.Place // where the lock is wanted, unlocked or left behind
	Via    []fielduse.Hop // the calls on the way there
	Round  bool           // LeftHeld, LeftSlot: it is left behind at the end of a loop's round
	Writer fielduse.Place // Twice, both for reading: where somebody wants to write
}

// A verdict judges a simulation that has come to its end, by what its exits hold.
type verdict struct{ *simulation }

// A clash is an acquisition of what is held, in some states.
type clash struct {
	at    *happening
	held  hold
	reach *reach
	count int // states
}

// clash records one.
func (m *simulation) clash(h *happening, held *hold, t *reach) {
	for _, c := range m.clashes {
		if c.at == h && c.held.at == held.at && c.held.spot == held.spot && c.reach.at == t.at {
			c.count++
			return
		}
	}
	r := *t
	m.clashes = append(m.clashes, &clash{h, *held, &r, 1})
}

// misuse records an unlock of what is not locked.
func (m *simulation) misuse(s *way, h *happening, held fielduse.Place, name facts.Symbol, twice bool) {
	x := Mistake{Kind: Unheld, Name: name, Reads: !twice, Held: held, At: h.at}
	if i := slices.IndexFunc(s.freed, func(f freed) bool { return f.spot == h.spot }); twice && i >= 0 {
		x.Freed = s.freed[i].at
	}
	if !slices.ContainsFunc(m.misused, func(y Mistake) bool { return y.At == x.At }) {
		m.misused = append(m.misused, x)
	}
}

// judge adds what a function does wrong to the result.
func (r *Result) judge(m *verdict) {
	i, ok := r.Flow.Source.UnitOf(m.fn)
	if !ok || m.over {
		return
	}
	var list []Mistake
	for _, c := range m.clashes {
		if c.held.mode == facts.TakeRead && c.reach.mode == facts.TakeRead && m.private(c.held.spot) {
			continue
		}
		list = append(list, m.twice(c))
	}
	for _, x := range m.leftHeld() {
		if !slices.ContainsFunc(m.clashes, func(c *clash) bool { return c.held.at == x.Held }) { // that says it already
			list = append(list, x)
		}
	}
	list = append(list, m.leftInRounds()...)
	list = append(list, m.heldInPanic()...)
	list = append(list, m.misused...)
	m.keeps(i)
	m.leftSlots(i)
	m.slotsInRounds(i)
	for _, x := range list {
		x.Unit = i
		if !slices.ContainsFunc(r.mistakes, func(y Mistake) bool { return y.same(&x) }) {
			r.mistakes = append(r.mistakes, x)
		}
	}
}

// private reports whether a lock lies in a variable of this function that no function literal captures.
func (m *verdict) private(p place.Path) bool {
	a, ok := m.spots.Roots[p.Value].(*ssa.Alloc)
	return ok && !slices.ContainsFunc(*a.Referrers(), func(i ssa.Instruction) bool {
		_, captured := i.(*ssa.MakeClosure)
		return captured
	})
}

// same reports whether two mistakes are one.
func (x *Mistake) same(y *Mistake) bool {
	return x.Unit == y.Unit && x.Kind == y.Kind && x.Held == y.Held && x.At == y.At && slices.Equal(x.Via, y.Via)
}

// twice words a clash (T5).
func (m *verdict) twice(c *clash) Mistake {
	x := Mistake{Kind: Twice, Name: c.reach.name, Doubt: c.reach.doubt, Read: c.reach.mode == facts.TakeRead,
		Reads: c.held.mode == facts.TakeRead, Held: c.held.at, HeldBy: c.held.via, At: c.reach.at, Via: c.reach.via}
	if c.count != m.visited[c.at] {
		x.Doubt++
	}
	if c.held.at == c.reach.at && len(c.reach.via) == 0 && c.reach.mode != facts.TakeOnce && m.openOp(c.held.spot) == 0 {
		x.Doubt += 2 // another round of a loop, and whoever unlocks is elsewhere
	}
	if x.Name == (facts.Symbol{}) {
		x.Name = c.held.name
	}
	if c.reach.mode == facts.TakeOnce {
		x.Kind, x.Doubt = OnceAgain, min(x.Doubt, 1) // a state in which the way is meant does not exist
	}
	return x
}

// leftHeld compares the returns (T6).
func (m *verdict) leftHeld() []Mistake {
	var list []Mistake
	for _, e := range m.exits {
		if _, ok := e.instr.(*ssa.Return); !ok {
			continue
		}
		for _, h := range e.state.holds {
			at := m.ending(e.instr)
			if slices.ContainsFunc(list, func(x Mistake) bool { return x.At == at && x.Held == h.at }) {
				continue
			}
			if sure, bad := m.inconsistent(h.spot); bad {
				doubt := uint8(0)
				if !sure {
					doubt = 1
				}
				list = append(list, Mistake{Kind: LeftHeld, Name: h.name, Doubt: doubt, Read: h.mode == facts.TakeRead, Held: h.at, HeldBy: h.via, At: at})
			}
		}
	}
	return list
}

// ending is where a return stands: the closing brace, if the source says nothing.
func (m *verdict) ending(ret ssa.Instruction) fielduse.Place {
	pos := ret.Pos()
	if body := m.fn.Syntax(); !pos.IsValid() && body != nil {
		pos = body.End() - 1
	}
	return m.place(pos)
}

// inconsistent reports whether some returns leave a lock held and others have released it, and the results do not tell
// callers which it was.
func (m *verdict) inconsistent(p place.Path) (sure, bad bool) {
	if _, ok := m.spots.Relative(p); !ok {
		return false, false // an object of this activation: nobody else will want its lock
	}
	var kept, freed []exit
	for _, e := range m.exits {
		if _, ok := e.instr.(*ssa.Return); !ok {
			continue
		}
		switch {
		case slices.Contains(e.state.lost, p), slices.Contains(e.state.open, p):
			return false, false
		case e.state.holding(p) >= 0:
			kept = append(kept, e)
		case slices.Contains(e.state.done, p):
			freed = append(freed, e)
		}
	}
	if len(kept) == 0 || len(freed) == 0 || m.noted(kept, freed) || m.handedOver(p) {
		return false, false
	}
	return m.untold(kept, freed)
}

// handedOver reports whether a function may return a lock itself, or a function value bound to it: whoever gets it is
// to unlock it.
func (m *verdict) handedOver(p place.Path) bool {
	seen := map[ssa.Value]bool{}
	var is func(v ssa.Value) bool
	is = func(v ssa.Value) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Phi:
			return slices.ContainsFunc(x.Edges, is)
		case *ssa.MakeClosure:
			return slices.ContainsFunc(x.Bindings, is)
		case *ssa.Const:
			return false
		}
		return m.spots.Of(v) == p
	}
	return slices.ContainsFunc(m.exits, func(e exit) bool {
		ret, ok := e.instr.(*ssa.Return)
		return ok && slices.ContainsFunc(ret.Results, is)
	})
}

// noted reports whether a store says that the lock is held: it is made on all ways that keep it, and on none that
// release it.
func (m *verdict) noted(kept, freed []exit) bool {
	return slices.ContainsFunc(kept[0].state.marks, func(x ssa.Instruction) bool {
		has := func(e exit) bool { return slices.Contains(e.state.marks, x) }
		return !slices.ContainsFunc(kept, func(e exit) bool { return !has(e) }) && !slices.ContainsFunc(freed, has)
	})
}

// untold reports whether no result is one thing in all of some returns and another thing in all others. A failure that
// leaves the lock held while success releases it is no message to callers.
func (m *verdict) untold(kept, freed []exit) (sure, bad bool) {
	results := m.fn.Signature.Results()
	sure = true
	for i := range results.Len() {
		held, ok1 := m.common(kept, i)
		free, ok2 := m.common(freed, i)
		t := results.At(i).Type()
		switch {
		case isBasic(t) && !place.IsBool(t):
		case place.IsError(t) && held == "nil" && free != "nil":
			return false, false
		case place.IsError(t) && free == "nil":
		case !ok1 || !ok2:
			if m.vague(kept, i) || m.vague(freed, i) {
				sure = false
			}
		case held == free, held == "nil":
		default:
			return false, false
		}
	}
	return sure, true
}

// common is the class that a result has at all of some returns.
func (m *verdict) common(exits []exit, i int) (class, bool) {
	var c class
	for k, e := range exits {
		x := m.conds.class(e.instr.(*ssa.Return).Results[i], e.state)
		if x == "" || k > 0 && x != c {
			return "", false
		}
		c = x
	}
	return c, true
}

// vague reports whether nothing is known of a result at some return.
func (m *verdict) vague(exits []exit, i int) bool {
	return slices.ContainsFunc(exits, func(e exit) bool { return m.conds.class(e.instr.(*ssa.Return).Results[i], e.state) == "" })
}

// Mistakes lists what the package's own functions do wrong, in a fixed order.
func (r *Result) Mistakes() []Mistake {
	writers := r.writers()
	var list []Mistake
	for _, x := range slices.Concat(r.neverFree(), r.mistakes, r.slotsLeft()) {
		if x.Kind == Twice && x.Read && x.Reads {
			if x.Writer = writers[within(x.Name, r.Flow.Source.Funcs[x.Unit])]; x.Writer == (fielduse.Place{}) {
				continue
			}
		}
		list = append(list, x)
	}
	return list
}

// writers finds for each lock where it is taken for writing.
func (r *Result) writers() map[facts.Symbol]fielduse.Place {
	found := map[facts.Symbol]fielduse.Place{}
	for _, fn := range r.Flow.Source.Funcs {
		for _, s := range r.Locks.Sites(fn) {
			name := within(s.Name, fn)
			if s.Op != facts.Lock || s.Try || found[name] != (fielduse.Place{}) {
				continue
			}
			found[name] = r.Place(s.Instr.Pos())
		}
	}
	return found
}

// within is a lock's name, a local variable's with the outermost function around: variables of other functions have the
// same names.
func within(name facts.Symbol, fn *ssa.Function) facts.Symbol {
	if name.Kind == facts.SymLocal {
		for fn.Parent() != nil {
			fn = fn.Parent()
		}
		name.Name += "@" + fn.RelString(nil)
	}
	return name
}
