// This file says which roots bring nothing together that roots linked before them have not brought together (L9).

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// A Seen knows what roots that were linked bring together: tests are compared with tests, others with others.
type Seen struct {
	lib     *Library               // where functions are described
	cfg     Config                 // says what the module is
	numbers map[item]int           // of what roots bring
	beside  map[beginning]itemSet  // what the linked roots bring that reach such a function
	brings  map[facts.Symbol]brung // by first function of a group; those of functions that were not asked are missing
	starts  map[facts.Symbol]bool  // whether functions start goroutines themselves
	apart   map[facts.Symbol]bool  // functions that are given others in tests: whether those run in other goroutines
	written map[facts.Symbol]bool  // variables and fields that functions read so far write
	read    int                    // so many units of the library were
}

// A beginning is a function that starts goroutines, and who reaches it.
type beginning struct {
	f    facts.Symbol // the function
	test bool         // tests reach it, not other roots
}

// An item is something that a root brings.
type item struct {
	sym  facts.Symbol // a function or type of the module, a variable or field
	what relation     // what is done with it
}

// A relation is what a root does with an item.
type relation uint8

const (
	mentions relation = iota // it calls it, makes values of it or mentions it, directly or not
	reads                    // code of its own reads it
	writes                   // code of its own writes it
	gives                    // code of its own calls it with a function
)

// A brung is what a root brings.
type brung struct {
	items  itemSet        // by number
	starts []facts.Symbol // the functions that start goroutines
	given  []facts.Symbol // the functions that code of its own gives functions to: zero where that is not known
}

// NewSeen has seen nothing.
func (l *Library) NewSeen(cfg Config) *Seen {
	return &Seen{
		lib: l, cfg: cfg, numbers: map[item]int{}, beside: map[beginning]itemSet{}, brings: map[facts.Symbol]brung{},
		starts: map[facts.Symbol]bool{}, apart: map[facts.Symbol]bool{}, written: map[facts.Symbol]bool{},
	}
}

// Last moves the groups that bring nothing new behind all others, and says how many there are.
func (s *Seen) Last(groups []RootGroup) (sorted []RootGroup, known int) {
	var last []RootGroup
	for _, g := range groups {
		if s.knows(&g) {
			last = append(last, g)
		} else {
			sorted = append(sorted, g)
		}
	}
	return append(sorted, last...), len(last)
}

// knows reports whether a group brings nothing to any function that starts goroutines which linked roots have not
// brought to it. Parallel tests and clients do: who starts goroutines is the root itself.
func (s *Seen) knows(g *RootGroup) bool {
	if g.Parallel || g.Kind != RootTest && g.Kind != RootExported {
		return false
	}
	b := s.bring(g)
	return len(b.starts) > 0 &&
		!slices.ContainsFunc(b.given, func(f facts.Symbol) bool {
			apart, asked := s.apart[f]
			return apart || !asked || f == (facts.Symbol{})
		}) &&
		!slices.ContainsFunc(b.starts, func(f facts.Symbol) bool {
			return !s.beside[beginning{f, g.Kind == RootTest}].has(b.items)
		})
}

// Enter takes what a link of some groups brings together.
func (s *Seen) Enter(l *Link, groups []RootGroup) {
	s.readUnits()
	for k := range groups {
		b := s.bring(&groups[k])
		for _, f := range b.starts {
			at := beginning{f, groups[k].Kind == RootTest}
			s.beside[at] = s.beside[at].with(b.items)
		}
	}
	where := map[UnitID][]OriginID{}
	for _, i := range l.Insts[1:] {
		if id := i.Unit.ID; i.Unit.Flag(facts.InTest) && !slices.Contains(where[id], i.Origin) {
			where[id] = append(where[id], i.Origin)
		}
	}
	for id, own := range where {
		for _, x := range l.Units[id].given() {
			if runs := where[l.unitIDs[x.f]]; len(runs) > 0 {
				s.apart[x.to] = s.apart[x.to] ||
					slices.ContainsFunc(runs, func(o OriginID) bool { return !slices.Contains(own, o) })
			}
		}
	}
}

// readUnits finds out what functions that have become known write.
func (s *Seen) readUnits() {
	before := len(s.written)
	for ; s.read < len(s.lib.Units); s.read++ {
		u := s.lib.Units[s.read]
		if u == nil || u.Accesses == nil || u.Flag(facts.Init) {
			continue
		}
		for k := range u.Accesses.List {
			if a := &u.Accesses.List[k]; a.Kind.Writes() {
				s.written[u.Names.Access.Symbol(a.Name)] = true
			}
		}
	}
	if len(s.written) > before {
		clear(s.brings)
	}
}

// bring lists what a group brings.
func (s *Seen) bring(g *RootGroup) brung {
	if b, ok := s.brings[g.Funcs[0]]; ok {
		return b
	}
	var b brung
	list, seen := slices.Clone(g.Funcs), map[facts.Symbol]bool{}
	for k := 0; k < len(list); k++ {
		s.function(list[k], &b)
		at, ok := s.lib.Places[list[k]]
		if !ok {
			continue
		}
		for _, x := range at.Pkg.Source.Units[at.Index].Uses {
			if seen[x] {
				continue
			}
			seen[x] = true
			switch ours := s.cfg.InModule(x.Pkg); {
			case ours && x.Kind == facts.SymFunc:
				list = append(list, x)
			case ours || s.flagged(x, facts.Spawns|facts.Syncs):
				b.items.add(s.number(item{x, mentions}))
			}
		}
	}
	s.brings[g.Funcs[0]] = b
	return b
}

// flagged reports whether a function in view has one of some flags.
func (s *Seen) flagged(f facts.Symbol, flags facts.UnitFlags) bool {
	at, ok := s.lib.Places[f]
	return ok && at.Pkg.Source.Units[at.Index].Flags&flags != 0
}

// function adds a function: itself, or, of code that belongs to the root, what that does.
func (s *Seen) function(f facts.Symbol, b *brung) {
	if s.startsItself(f) {
		b.starts = append(b.starts, f)
	}
	if s.flagged(f, facts.InTest|facts.Root) {
		if u := s.lib.unitOf(f); u.plain() {
			s.own(u, b)
			return
		}
	}
	b.items.add(s.number(item{f, mentions}))
}

// own adds what code of the root does with what others may have. Who reads what nobody writes does nothing.
func (s *Seen) own(u *Unit, b *brung) {
	for _, x := range u.given() {
		b.items.add(s.number(item{x.to, gives}))
		b.given = append(b.given, x.to)
	}
	if u.Accesses == nil {
		return
	}
	for k := range u.Accesses.List {
		a := &u.Accesses.List[k]
		switch name := u.Names.Access.Symbol(a.Name); {
		case name.Kind == facts.SymLocal:
		case a.Kind.Writes():
			b.items.add(s.number(item{name, writes}))
		case s.written[name]:
			b.items.add(s.number(item{name, reads}))
		}
	}
}

// startsItself reports whether a function has go statements, or calls other modules' functions that start goroutines.
func (s *Seen) startsItself(f facts.Symbol) bool {
	starts, ok := s.starts[f]
	if ok || !s.flagged(f, facts.Spawns) {
		return starts
	}
	u := s.lib.unitOf(f)
	starts = u.Flow == nil || slices.ContainsFunc(u.Flow.Calls, func(c facts.Call) bool { return u.begins(&c) }) ||
		slices.ContainsFunc(u.Info.Uses, func(x facts.Symbol) bool {
			return !s.cfg.InModule(x.Pkg) && s.flagged(x, facts.Spawns)
		})
	s.starts[f] = starts
	return starts
}

// number numbers an item.
func (s *Seen) number(x item) int {
	n, ok := s.numbers[x]
	if !ok {
		n = len(s.numbers)
		s.numbers[x] = n
	}
	return n
}

// begins reports whether a call starts a goroutine that its function does not wait for, as it does for subtests.
func (u *Unit) begins(c *facts.Call) bool {
	return c.Flags&facts.CallGo != 0 && (u.Names.Flow.Symbol(c.API).Pkg != "testing" || c.Flags&facts.CallMulti != 0)
}

// plain reports whether a function's own code neither starts goroutines nor synchronises.
func (u *Unit) plain() bool {
	if u.Flow == nil || u.Locks != nil && len(u.Locks.Sites) > 0 ||
		slices.ContainsFunc(u.Flow.Calls, func(c facts.Call) bool { return u.begins(&c) }) {
		return false
	}
	return u.Spawn == nil || !slices.ContainsFunc(u.Spawn.Points, func(p facts.Point) bool {
		switch p.Event.Op {
		case facts.EventNone, facts.EventCall, facts.EventIter, facts.EventTest, facts.EventOutcome, facts.EventExit,
			facts.EventGo: // of a subtest
			return false
		}
		return true
	})
}

// A handing is a function that another one is given; zero: that is not known, or the first is kept.
type handing struct {
	f  facts.Symbol // what is given
	to facts.Symbol // who gets it
}

// given lists the functions that a unit makes and gives to others.
func (u *Unit) given() []handing {
	if u.Flow == nil {
		return nil
	}
	var list []handing
	for k := range u.Flow.Cons {
		c := &u.Flow.Cons[k]
		if c.Op != facts.ConAddr || u.Flow.Objs[c.Obj].Kind != facts.ObjFunc {
			continue
		}
		f := u.Names.Flow.Symbol(u.Flow.Objs[c.Obj].Sym)
		nodes := []facts.Node{c.Dst}
		for n := 0; n < len(nodes); n++ {
			to := u.handed(nodes[n])
			for _, x := range to {
				list = append(list, handing{f, x})
			}
			for i := range u.Flow.Cons {
				if x := &u.Flow.Cons[i]; x.Op == facts.ConCopy && x.Src == nodes[n] && !slices.Contains(nodes, x.Dst) {
					nodes = append(nodes, x.Dst)
				}
			}
		}
	}
	return list
}

// handed lists the functions that a node of a unit is given to; zero for one that is not known, and for memory.
func (u *Unit) handed(n facts.Node) []facts.Symbol {
	var list []facts.Symbol
	if slices.Contains(u.Flow.Results, n) ||
		slices.ContainsFunc(u.Flow.Cons, func(c facts.Con) bool { return c.Op == facts.ConStore && c.Src == n }) {
		list = append(list, facts.Symbol{})
	}
	for i := range u.Flow.Calls {
		if c := &u.Flow.Calls[i]; slices.Contains(c.Args, n) {
			list = append(list, u.Names.Flow.Symbol(c.Callee))
		}
	}
	return list
}

// An itemSet is a set of small numbers.
type itemSet []uint64

// add adds a number.
func (s *itemSet) add(n int) {
	for len(*s) <= n/64 {
		*s = append(*s, 0)
	}
	(*s)[n/64] |= 1 << (n % 64)
}

// with is the set and another one together.
func (s itemSet) with(o itemSet) itemSet {
	for len(s) < len(o) {
		s = append(s, 0)
	}
	for k := range o {
		s[k] |= o[k]
	}
	return s
}

// has reports whether another set is part of it.
func (s itemSet) has(o itemSet) bool {
	for k := range o {
		if k >= len(s) && o[k] != 0 || k < len(s) && o[k]&^s[k] != 0 {
			return false
		}
	}
	return true
}
