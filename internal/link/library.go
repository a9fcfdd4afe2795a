// This file is the symbol table of the link: which unit, type and object every symbol stands for.

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
)

// A Library is what all links of a program share: where everything is described, and the units decoded so far.
type Library struct {
	Views    []*facts.Package             // the packages in view
	Places   map[facts.Symbol]Place       // where functions can be read
	Types    map[facts.Symbol]*facts.Type // method tables
	unitIDs  map[facts.Symbol]UnitID      // functions looked at
	Units    []*Unit                      // by unitID
	TypeIDs  map[facts.Symbol]uint32      // numbers of types, for labels and classes
	typeSyms []facts.Symbol               // by those numbers
	methods  map[facts.Symbol]uint32      // numbers of methods asked for
	Notes    []facts.Note                 // contained failures
	Told     *directive.Table             // what comments say
	Degrees  map[facts.Symbol]int         // how many functions in view mention a function; nil: not counted yet
	Widths   map[facts.Symbol]int         // what degree answered
	cycles   map[facts.Symbol]uint32      // what functions lead to each other; nil: not asked yet
}

// A Place is where a symbol's unit can be read.
type Place struct {
	Pkg   *facts.Package // the package whose summaries hold it
	Index int            // of its unit among the package's Source.Units
}

// NewLibrary reads the packages in view.
func NewLibrary(pkgs []Package) *Library {
	l := &Library{
		Places: map[facts.Symbol]Place{}, Types: map[facts.Symbol]*facts.Type{}, unitIDs: map[facts.Symbol]UnitID{},
		Units: make([]*Unit, 1), TypeIDs: map[facts.Symbol]uint32{}, typeSyms: make([]facts.Symbol, 1),
		methods: map[facts.Symbol]uint32{},
	}
	l.Views = views(pkgs)
	l.Told = directives(l.Views)
	for _, p := range l.Views {
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

// Note records a contained failure once.
func (l *Library) Note(kind, text string) {
	if n := (facts.Note{Kind: kind, Text: text}); !slices.Contains(l.Notes, n) {
		l.Notes = append(l.Notes, n)
	}
}

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

// calleeOf gives the unit that a static call of a unit names.
func (l *Library) calleeOf(u *Unit, call uint32) *Unit {
	sym := u.Names.Flow.Symbol(u.Flow.Calls[call].Callee)
	if len(u.callees) != len(u.Flow.Calls) {
		u.callees = make([]*Unit, len(u.Flow.Calls))
	}
	if u.callees[call] == nil || u.callees[call].Sym != sym {
		u.callees[call] = l.unitOf(sym)
	}
	return u.callees[call]
}

// MethodID numbers the name of a method that is asked for; zero is none.
func (l *Library) MethodID(name facts.Symbol) uint32 {
	if name == (facts.Symbol{}) {
		return 0
	}
	if l.methods[name] == 0 {
		l.methods[name] = uint32(len(l.methods) + 1)
	}
	return l.methods[name]
}

// Load decodes a unit's sections. Damage is noted and leaves the section missing.
func (l *Library) Load(u *Unit) {
	none := &facts.Names{}
	u.Names = sectionNames{none, none, none, none}
	if pre := syntheticOf(u.Sym); u.Pkg == nil && pre != nil {
		u.Synthetic, u.Info, u.Flow = true, pre.Info, pre.Flow
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

// typeID numbers a type symbol for labels and classes; zero is "no type".
func (l *Library) typeID(sym facts.Symbol) uint32 {
	if sym == (facts.Symbol{}) {
		return 0
	}
	return number(l.TypeIDs, &l.typeSyms, sym)
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
