// This file is the symbol table of the link: which unit, type and object every symbol stands for.

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
)

// A UnitID numbers the units that the link has looked at; zero is invalid.
type UnitID uint32

// A Library is what all links of a program share: where everything is described, and the units decoded so far.
type Library struct {
	Views    []*facts.Package             // the packages in view
	Places   map[facts.Symbol]Place       // where functions can be read
	Types    map[facts.Symbol]*facts.Type // method tables
	unitIDs  map[facts.Symbol]UnitID      // functions looked at
	Units    []*Unit                      // by unitID
	TypeIDs  map[facts.Symbol]uint32      // numbers of types, for labels and classes
	typeSyms []facts.Symbol               // by those numbers
	Notes    []facts.Note                 // contained failures
	Told     *directive.Table             // what comments say
	Degrees  map[facts.Symbol]int         // how many functions in view mention a function; nil: not counted yet
	Widths   map[facts.Symbol]int         // what degree answered
	cycles   map[facts.Symbol]uint32      // what functions lead to each other; nil: not asked yet
}

// A Unit is one function summary, decoded when first reached.
type Unit struct {
	ID       UnitID
	Sym      facts.Symbol
	Info     *facts.Unit     // flags and declaration; nil when no package in view knows the function
	Pkg      *facts.Package  // the package whose archive holds it; nil when unknown
	Index    int             // its number there
	Prelude  bool            // written by hand: prelude.go
	Flow     *facts.Flow     // nil: opaque, degraded or inert
	Locks    *facts.Locks    // nil: none
	Spawn    *facts.Spawn    // nil: only the entry point
	Accesses *facts.Accesses // nil: none
	Names    sectionNames    // what references mean, per section
	PerSpawn map[uint32]*facts.SpawnSite
	Owned    map[uint32]*facts.CallOwn
	Forced   map[uint32]bool         // calls whose results are per spawn: their callees get a context of their own
	Sites    map[facts.Symbol]int    // calls that name their callee, by callee; nil: not counted yet
	closures map[uint32]facts.Symbol // what calls of closures made there call; nil: not looked for yet
}

// sectionNames are the reference tables of a unit's sections; they are empty, not nil, where a section is missing.
type sectionNames struct{ Flow, Locks, Spawn, Access *facts.Names }

// A Place is where a symbol's unit can be read.
type Place struct {
	Pkg   *facts.Package
	Index int
}

// NewLibrary reads the packages in view.
func NewLibrary(pkgs []Package) *Library {
	l := &Library{
		Places: map[facts.Symbol]Place{}, Types: map[facts.Symbol]*facts.Type{}, unitIDs: map[facts.Symbol]UnitID{},
		Units: make([]*Unit, 1), TypeIDs: map[facts.Symbol]uint32{}, typeSyms: make([]facts.Symbol, 1),
	}
	l.Views = views(pkgs)
	l.Told = directives(l.Views)
	for _, p := range l.Views {
		l.index(p)
	}
	return l
}

// RunsInOnce gives the event by which a Once begins to run the function that a call enters; nil if the call is no
// Once's.
func (u *Unit) RunsInOnce(call uint32) *facts.Event {
	if u.Spawn == nil {
		return nil
	}
	for k := range u.Spawn.Points {
		p := &u.Spawn.Points[k]
		if p.Event.Op != facts.EventCall || p.Event.Index != call {
			continue
		}
		for _, before := range p.Preds {
			if e := &u.Spawn.Points[before].Event; e.Op == facts.EventOnceBegin {
				return e
			}
		}
	}
	return nil
}

// After is where a call happens: at the point behind it where it is an event, else at the one at which it stands.
func (u *Unit) After(call uint32) Moment {
	for p := range u.Spawn.Points {
		switch e := &u.Spawn.Points[p].Event; e.Op {
		case facts.EventCall, facts.EventGo, facts.EventGroupGo:
			if e.Index == call {
				return Moment{facts.PointID(p), true, true}
			}
		}
	}
	return Moment{u.Spawn.Calls[call], true, false}
}

// A Moment is where something happens in a unit.
type Moment struct {
	At    facts.PointID // the entry if it is not known
	Known bool          // At is
	First bool          // it is the event of the point, before all else there
}

// PointOf is where a store of a unit happens: at the point of the write, append or send that it is, or behind it if it
// is the only atomic write of its kind there.
func (u *Unit) PointOf(c *facts.Con) Moment {
	if u.Accesses == nil {
		return Moment{}
	}
	for k := range u.Accesses.List {
		a := &u.Accesses.List[k]
		if a.Kind.Writes() && a.Addr == c.Dst && (a.Kind == facts.MapWrite || a.Off <= c.Off && c.Off < a.Off+max(a.Len, 1)) {
			if p, n := u.eventAt(facts.EventAtomicWrite, c); n == 1 && a.Kind.Atomic() {
				return Moment{p, true, true}
			}
			return Moment{a.Point, true, false}
		}
	}
	if p, n := u.eventAt(facts.EventSend, c); n > 0 {
		return Moment{p, true, true}
	}
	for k := range u.Accesses.List {
		if a := &u.Accesses.List[k]; (a.Kind == facts.AppendWrite || a.Kind == facts.AppendOver) && u.appends(a.Addr, c.Dst) {
			return Moment{a.Point, true, false}
		}
	}
	return Moment{}
}

// appends reports whether a node is what an append to another one results in, or the new array that this may be.
func (u *Unit) appends(old, dst facts.Node) bool {
	copied := func(to, from facts.Node) bool {
		return slices.ContainsFunc(
			u.Flow.Cons,
			func(c facts.Con) bool { return c.Op == facts.ConCopy && c.Dst == to && c.Src == from },
		)
	}
	return copied(dst, old) || slices.ContainsFunc(u.Flow.Cons, func(c facts.Con) bool {
		return c.Op == facts.ConCopy && c.Src == dst && copied(c.Dst, old)
	})
}

// eventAt is the first event of an operation on what a store goes to, and how many there are.
func (u *Unit) eventAt(op facts.EventOp, c *facts.Con) (first facts.PointID, n int) {
	if u.Spawn == nil {
		return 0, 0
	}
	for p := range u.Spawn.Points {
		if e := &u.Spawn.Points[p].Event; e.Op == op && e.Addr == c.Dst {
			if n++; n == 1 {
				first = facts.PointID(p)
			}
		}
	}
	return first, n
}

func views(pkgs []Package) []*facts.Package {
	list := make([]*facts.Package, len(pkgs))
	for i := range pkgs {
		list[i] = pkgs[i].Facts
	}
	return list
}

// directives are those of all packages in view.
func directives(views []*facts.Package) *directive.Table {
	var all []facts.Directive
	for _, p := range views {
		all = append(all, p.Source.Directives...)
	}
	return directive.NewTable(all)
}

// Note records a contained failure once.
func (l *Library) Note(kind, text string) {
	if n := (facts.Note{Kind: kind, Text: text}); !slices.Contains(l.Notes, n) {
		l.Notes = append(l.Notes, n)
	}
}

// HasCopies reports whether some go statement of the unit gets something anew each time.
func (u *Unit) HasCopies() bool {
	for i := range u.PerSpawn {
		if s := u.PerSpawn[i]; len(s.Objs)+len(s.Calls) > 0 {
			return true
		}
	}
	return false
}

// Gives reports whether a go statement of the unit gets something anew each time.
func (u *Unit) Gives(call uint32) bool {
	s := u.PerSpawn[call]
	return s != nil && len(s.Objs)+len(s.Calls) > 0
}

// Flag tests a unit flag; an unknown unit has none.
func (u *Unit) Flag(f facts.UnitFlags) bool { return u.Info != nil && u.Info.Flags&f != 0 }

// index fills the symbol table from a package in view. A unit that is whole wins over a degraded copy of it; the
// package's own over a carried one; earlier packages over later ones.
func (l *Library) index(p *facts.Package) {
	for i := range p.Source.Units {
		u := &p.Source.Units[i]
		if u.Sym.Kind != facts.SymFunc {
			continue
		}
		old, ok := l.Places[u.Sym]
		if !ok || degraded(old) && u.Flags&facts.Degraded == 0 {
			l.Places[u.Sym] = Place{p, i}
		}
	}
	for i := range p.Source.Types {
		t := &p.Source.Types[i]
		if old := l.Types[t.Sym]; old == nil || len(old.Methods) < len(t.Methods) {
			l.Types[t.Sym] = t
		}
	}
}

func degraded(p Place) bool { return p.Pkg.Source.Units[p.Index].Flags&facts.Degraded != 0 }

// unitOf gives the unit of a function symbol, making it known if it was not; the sections are loaded.
func (l *Library) unitOf(sym facts.Symbol) *Unit {
	if id, ok := l.unitIDs[sym]; ok {
		return l.Units[id]
	}
	u := &Unit{ID: UnitID(len(l.Units)), Sym: sym}
	l.Units = append(l.Units, u)
	l.unitIDs[sym] = u.ID
	if p, ok := l.Places[sym]; ok {
		u.Pkg, u.Index, u.Info = p.Pkg, p.Index, &p.Pkg.Source.Units[p.Index]
	}
	l.Load(u)
	return u
}

// Load decodes a unit's sections. Damage is noted and leaves the section missing.
func (l *Library) Load(u *Unit) {
	none := &facts.Names{}
	u.Names = sectionNames{none, none, none, none}
	if pre := preludeOf(u.Sym); u.Pkg == nil && pre != nil {
		u.Prelude, u.Info, u.Flow = true, pre.Info, pre.Flow
		u.Locks, u.Spawn, u.Accesses = pre.Locks, pre.Spawn, pre.Accesses
	}
	if u.Pkg == nil || u.Flag(facts.Opaque|facts.Degraded) {
		return
	}
	u.Flow = section(l, u, u.Pkg.Flow, &u.Names.Flow)
	u.Locks = section(l, u, u.Pkg.Locks, &u.Names.Locks)
	u.Spawn = section(l, u, u.Pkg.Spawn, &u.Names.Spawn)
	u.Accesses = section(l, u, u.Pkg.Accesses, &u.Names.Access)
	if !u.consistent() {
		l.Note("corrupt", "sections of "+u.Sym.Pkg+"."+u.Sym.Name+" do not fit together")
		u.Flow, u.Locks, u.Spawn, u.Accesses = nil, nil, nil, nil
		return
	}
	u.IndexSites()
}

// IndexSites fills the tables by call of a unit's skeleton.
func (u *Unit) IndexSites() {
	if u.Spawn == nil {
		return
	}
	u.PerSpawn, u.Owned, u.Forced = map[uint32]*facts.SpawnSite{}, map[uint32]*facts.CallOwn{}, map[uint32]bool{}
	for i := range u.Spawn.Sites {
		s := &u.Spawn.Sites[i]
		u.PerSpawn[s.Call] = s
		for _, c := range s.Calls {
			u.Forced[c] = true
		}
	}
	for i := range u.Spawn.Owned {
		u.Owned[u.Spawn.Owned[i].Call] = &u.Spawn.Owned[i]
	}
}

// section reads one section of a unit.
func section[T any](l *Library, u *Unit, get func(int) (*T, *facts.Names, error), names **facts.Names) *T {
	t, n, err := get(u.Index)
	if err != nil {
		l.Note("corrupt", u.Sym.Pkg+"."+u.Sym.Name+": "+err.Error())
		return nil
	}
	if n != nil {
		*names = n
	}
	return t
}

// consistent checks that numbers of one section that mean things of another are in range; archives may come from
// anywhere.
func (u *Unit) consistent() bool {
	nodes, calls, objs, sites, points := uint32(0), 0, 0, 0, 1
	if u.Flow != nil {
		nodes, calls, objs = u.Flow.Nodes, len(u.Flow.Calls), len(u.Flow.Objs)
	}
	if u.Locks != nil {
		sites = len(u.Locks.Sites)
		for i := range u.Locks.Sites {
			if uint32(u.Locks.Sites[i].Addr) > nodes {
				return false
			}
		}
	}
	if u.Spawn != nil {
		points = len(u.Spawn.Points)
		if len(u.Spawn.Calls) != calls && len(u.Spawn.Calls) != 0 {
			return false
		}
		for i := range u.Spawn.Points {
			if !eventInRange(&u.Spawn.Points[i].Event, nodes, calls, sites) {
				return false
			}
		}
		for _, s := range u.Spawn.Sites {
			if int(s.Call) >= calls || !allBelow(s.Objs, objs) || !allBelow(s.Calls, calls) {
				return false
			}
		}
	}
	if u.Accesses != nil {
		for i := range u.Accesses.List {
			a := &u.Accesses.List[i]
			if uint32(a.Addr) > nodes || int(a.Point) >= points || !allBelow(a.Guards, sites) ||
				int(a.Test) > len(u.Accesses.Tests) {
				return false
			}
		}
		if !valuesInRange(u.Accesses, nodes, calls) {
			return false
		}
		for _, c := range u.Accesses.Conds {
			if uint32(c.Addr) > nodes || c.Call && int(c.Index) >= calls || !c.Call && int(c.Index) >= len(u.Accesses.List) {
				return false
			}
		}
	}
	return true
}

// valuesInRange checks what is said of numbers. A slot of a parameter that there is not has no known number.
func valuesInRange(a *facts.Accesses, nodes uint32, calls int) bool {
	term := func(t facts.Term) bool {
		return uint32(t.Addr) <= nodes && (t.Kind != facts.TermParam || 0 <= t.N && t.N < maxSlots)
	}
	for k, t := range a.Tests {
		if int(t.Outer) > k || !term(t.X) || !term(t.Y) {
			return false
		}
	}
	for _, b := range a.Behind {
		if int(b.Call) >= calls || int(b.Test) > len(a.Tests) {
			return false
		}
	}
	for _, g := range a.Given {
		if int(g.Call) >= calls || !term(g.Value) {
			return false
		}
	}
	for _, r := range a.Returned {
		if r.Slot >= maxSlots || int(r.Test) > len(a.Tests) || !term(r.Value) {
			return false
		}
	}
	for _, n := range slices.Concat(a.Opened, a.Selected) {
		if uint32(n) > nodes {
			return false
		}
	}
	for _, x := range a.Sized {
		if uint32(x.Addr) > nodes || !term(x.Value) {
			return false
		}
	}
	for _, x := range a.Counted {
		if !term(x.Value) {
			return false
		}
	}
	for _, x := range a.Initials {
		if uint32(x.Addr) > nodes || !term(x.Value) {
			return false
		}
	}
	return true
}

func eventInRange(e *facts.Event, nodes uint32, calls, sites int) bool {
	switch e.Op {
	case facts.EventCall, facts.EventGo:
		return int(e.Index) < calls
	case facts.EventGroupGo:
		return int(e.Index) < calls && uint32(e.Addr) <= nodes
	case facts.EventLock, facts.EventEach:
		return int(e.Index) < sites
	}
	return uint32(e.Addr) <= nodes
}

func allBelow(xs []uint32, n int) bool {
	for _, x := range xs {
		if int(x) >= n {
			return false
		}
	}
	return true
}

// typeID numbers a type symbol for labels and classes; zero is "no type".
func (l *Library) typeID(sym facts.Symbol) uint32 {
	if sym == (facts.Symbol{}) {
		return 0
	}
	id, ok := l.TypeIDs[sym]
	if !ok {
		id = uint32(len(l.typeSyms))
		l.typeSyms = append(l.typeSyms, sym)
		l.TypeIDs[sym] = id
	}
	return id
}

// method finds a method in a concrete type's method set.
func (l *Library) method(typ, name facts.Symbol) *facts.Method {
	t := l.Types[typ]
	if t == nil {
		return nil
	}
	for i := range t.Methods {
		if t.Methods[i].Name == name {
			return &t.Methods[i]
		}
	}
	return nil
}

// implements reports whether the concrete type has all methods of the interface. An interface that no package in view
// describes is taken to be implemented (more flow).
func (l *Library) implements(typ, iface facts.Symbol) bool {
	i := l.Types[iface]
	if i == nil {
		return true
	}
	for k := range i.Methods {
		if l.method(typ, i.Methods[k].Name) == nil {
			return false
		}
	}
	return true
}
