// This file is the symbol table of the link: which unit, type and object every symbol stands for.

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
)

// A unitID numbers the units that the link has looked at; zero is invalid.
type unitID uint32

// A library is what all links of a program share: where everything is described, and the units decoded so far.
type library struct {
	views    []*facts.Package             // the packages in view
	places   map[facts.Symbol]place       // where functions can be read
	types    map[facts.Symbol]*facts.Type // method tables
	unitIDs  map[facts.Symbol]unitID      // functions looked at
	units    []*unit                      // by unitID
	typeIDs  map[facts.Symbol]uint32      // numbers of types, for labels and classes
	typeSyms []facts.Symbol               // by those numbers
	notes    []facts.Note                 // contained failures
	told     *directive.Table             // what comments say
	degrees  map[facts.Symbol]int         // how many functions in view mention a function; nil: not counted yet
	widths   map[facts.Symbol]int         // what degree answered
}

// newLibrary reads the packages in view.
func newLibrary(pkgs []Package) *library {
	l := &library{
		places: map[facts.Symbol]place{}, types: map[facts.Symbol]*facts.Type{}, unitIDs: map[facts.Symbol]unitID{},
		units: make([]*unit, 1), typeIDs: map[facts.Symbol]uint32{}, typeSyms: make([]facts.Symbol, 1),
	}
	l.views = views(pkgs)
	l.told = directives(l.views)
	for _, p := range l.views {
		l.index(p)
	}
	return l
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

// note records a contained failure once.
func (l *library) note(kind, text string) {
	if n := (facts.Note{Kind: kind, Text: text}); !slices.Contains(l.notes, n) {
		l.notes = append(l.notes, n)
	}
}

// A unit is one function summary, decoded when first reached.
type unit struct {
	id       unitID
	sym      facts.Symbol
	info     *facts.Unit     // flags and declaration; nil when no package in view knows the function
	pkg      *facts.Package  // the package whose archive holds it; nil when unknown
	index    int             // its number there
	prelude  bool            // written by hand: prelude.go
	flow     *facts.Flow     // nil: opaque, degraded or inert
	locks    *facts.Locks    // nil: none
	spawn    *facts.Spawn    // nil: only the entry point
	accesses *facts.Accesses // nil: none
	names    sectionNames    // what references mean, per section
	perSpawn map[uint32]*facts.SpawnSite
	owned    map[uint32]*facts.CallOwn
	forced   map[uint32]bool         // calls whose results are per spawn: their callees get a context of their own
	sites    map[facts.Symbol]int    // calls that name their callee, by callee; nil: not counted yet
	closures map[uint32]facts.Symbol // what calls of closures made there call; nil: not looked for yet
}

// sectionNames are the reference tables of a unit's sections; they are empty, not nil, where a section is missing.
type sectionNames struct{ flow, locks, spawn, access *facts.Names }

// hasCopies tells whether some go statement of the unit gets something anew each time.
func (u *unit) hasCopies() bool {
	for i := range u.perSpawn {
		if s := u.perSpawn[i]; len(s.Objs)+len(s.Calls) > 0 {
			return true
		}
	}
	return false
}

// gives tells whether a go statement of the unit gets something anew each time.
func (u *unit) gives(call uint32) bool {
	s := u.perSpawn[call]
	return s != nil && len(s.Objs)+len(s.Calls) > 0
}

// flag tests a unit flag; an unknown unit has none.
func (u *unit) flag(f facts.UnitFlags) bool { return u.info != nil && u.info.Flags&f != 0 }

// A place is where a symbol's unit can be read.
type place struct {
	pkg   *facts.Package
	index int
}

// index fills the symbol table from a package in view. A unit that is whole wins over a degraded copy of it; the package's own
// over a carried one; earlier packages over later ones.
func (l *library) index(p *facts.Package) {
	for i := range p.Source.Units {
		u := &p.Source.Units[i]
		if u.Sym.Kind != facts.SymFunc {
			continue
		}
		old, ok := l.places[u.Sym]
		if !ok || degraded(old) && u.Flags&facts.Degraded == 0 {
			l.places[u.Sym] = place{p, i}
		}
	}
	for i := range p.Source.Types {
		t := &p.Source.Types[i]
		if old := l.types[t.Sym]; old == nil || len(old.Methods) < len(t.Methods) {
			l.types[t.Sym] = t
		}
	}
}

func degraded(p place) bool { return p.pkg.Source.Units[p.index].Flags&facts.Degraded != 0 }

// unitOf gives the unit of a function symbol, making it known if it was not; the sections are loaded.
func (l *library) unitOf(sym facts.Symbol) *unit {
	if id, ok := l.unitIDs[sym]; ok {
		return l.units[id]
	}
	u := &unit{id: unitID(len(l.units)), sym: sym}
	l.units = append(l.units, u)
	l.unitIDs[sym] = u.id
	if p, ok := l.places[sym]; ok {
		u.pkg, u.index, u.info = p.pkg, p.index, &p.pkg.Source.Units[p.index]
	}
	l.load(u)
	return u
}

// load decodes a unit's sections. Damage is noted and leaves the section missing.
func (l *library) load(u *unit) {
	none := &facts.Names{}
	u.names = sectionNames{none, none, none, none}
	if pre := preludeOf(u.sym); u.pkg == nil && pre != nil {
		u.prelude, u.info, u.flow, u.locks, u.spawn = true, pre.info, pre.flow, pre.locks, pre.spawn
	}
	if u.pkg == nil || u.flag(facts.Opaque|facts.Degraded) {
		return
	}
	u.flow = section(l, u, u.pkg.Flow, &u.names.flow)
	u.locks = section(l, u, u.pkg.Locks, &u.names.locks)
	u.spawn = section(l, u, u.pkg.Spawn, &u.names.spawn)
	u.accesses = section(l, u, u.pkg.Accesses, &u.names.access)
	if !u.consistent() {
		l.note("corrupt", "sections of "+u.sym.Pkg+"."+u.sym.Name+" do not fit together")
		u.flow, u.locks, u.spawn, u.accesses = nil, nil, nil, nil
		return
	}
	u.indexSites()
}

// indexSites fills the tables by call of a unit's skeleton.
func (u *unit) indexSites() {
	if u.spawn == nil {
		return
	}
	u.perSpawn, u.owned, u.forced = map[uint32]*facts.SpawnSite{}, map[uint32]*facts.CallOwn{}, map[uint32]bool{}
	for i := range u.spawn.Sites {
		s := &u.spawn.Sites[i]
		u.perSpawn[s.Call] = s
		for _, c := range s.Calls {
			u.forced[c] = true
		}
	}
	for i := range u.spawn.Owned {
		u.owned[u.spawn.Owned[i].Call] = &u.spawn.Owned[i]
	}
}

// section reads one section of a unit.
func section[T any](l *library, u *unit, get func(int) (*T, *facts.Names, error), names **facts.Names) *T {
	t, n, err := get(u.index)
	if err != nil {
		l.note("corrupt", u.sym.Pkg+"."+u.sym.Name+": "+err.Error())
		return nil
	}
	if n != nil {
		*names = n
	}
	return t
}

// consistent checks that numbers of one section that mean things of another are in range; archives may come from anywhere.
func (u *unit) consistent() bool {
	nodes, calls, objs, sites, points := uint32(0), 0, 0, 0, 1
	if u.flow != nil {
		nodes, calls, objs = u.flow.Nodes, len(u.flow.Calls), len(u.flow.Objs)
	}
	if u.locks != nil {
		sites = len(u.locks.Sites)
		for i := range u.locks.Sites {
			if uint32(u.locks.Sites[i].Addr) > nodes {
				return false
			}
		}
	}
	if u.spawn != nil {
		points = len(u.spawn.Points)
		if len(u.spawn.Calls) != calls && len(u.spawn.Calls) != 0 {
			return false
		}
		for i := range u.spawn.Points {
			if !eventInRange(&u.spawn.Points[i].Event, nodes, calls, sites) {
				return false
			}
		}
		for _, s := range u.spawn.Sites {
			if int(s.Call) >= calls || !allBelow(s.Objs, objs) || !allBelow(s.Calls, calls) {
				return false
			}
		}
	}
	if u.accesses != nil {
		for i := range u.accesses.List {
			a := &u.accesses.List[i]
			if uint32(a.Addr) > nodes || int(a.Point) >= points || !allBelow(a.Guards, sites) || int(a.Test) > len(u.accesses.Tests) {
				return false
			}
		}
		if !valuesInRange(u.accesses, nodes, calls) {
			return false
		}
		for _, c := range u.accesses.Conds {
			if uint32(c.Addr) > nodes || c.Call && int(c.Index) >= calls || !c.Call && int(c.Index) >= len(u.accesses.List) {
				return false
			}
		}
	}
	return true
}

// maxSlots bounds the slots of parameters, results and objects.
const maxSlots = 1 << 16

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
	for _, n := range a.Opened {
		if uint32(n) > nodes {
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
	case facts.EventLock:
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
func (l *library) typeID(sym facts.Symbol) uint32 {
	if sym == (facts.Symbol{}) {
		return 0
	}
	id, ok := l.typeIDs[sym]
	if !ok {
		id = uint32(len(l.typeSyms))
		l.typeSyms = append(l.typeSyms, sym)
		l.typeIDs[sym] = id
	}
	return id
}

// method finds a method in a concrete type's method set.
func (l *library) method(typ, name facts.Symbol) *facts.Method {
	t := l.types[typ]
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

// implements tells whether the concrete type has all methods of the interface. An interface that no package in view
// describes is taken to be implemented (more flow).
func (l *library) implements(typ, iface facts.Symbol) bool {
	i := l.types[iface]
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
