// This file is the roots of a program: the origins that nothing in it starts (L1).

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A RootGroup is roots that belong into one link, because they are compared with each other.
type RootGroup struct {
	Kind     RootKind       // the same for all: roots of different kinds are not compared
	Funcs    []facts.Symbol // functions that they begin in; those of tests that run beside each other together, else one
	Parallel bool           // tests that may run in parallel with each other
}

// RootGroups lists what each package's kind asks for, beside the initialisers: each root by itself, parallel tests a
// few at a time.
func RootGroups(pkgs []Package) []RootGroup { return groupsOf(pkgs, false) }

// Harnesses lists the harnesses of types that only hold a lock or the like, which are linked where what is of low
// confidence is shown.
func Harnesses(pkgs []Package) []RootGroup { return groupsOf(pkgs, true) }

// groupsOf lists the roots of either sort.
func groupsOf(pkgs []Package, meant bool) []RootGroup {
	var groups []RootGroup
	for _, p := range pkgs {
		if !p.Roots {
			continue
		}
		all, beside := testMainSpawns(p.Facts.Source), -1
		for i := 0; i < p.Facts.Source.Own; i++ {
			u := &p.Facts.Source.Units[i]
			kind := rootKind(u, all)
			if kind == RootNone || meant != onlyMeant(u) {
				continue
			}
			if kind != RootTest || u.Flags&facts.Parallels == 0 {
				groups = append(groups, RootGroup{Kind: kind, Funcs: []facts.Symbol{u.Sym}})
				continue
			}
			if beside < 0 || len(groups[beside].Funcs) == maxBeside {
				beside = len(groups)
				groups = append(groups, RootGroup{Kind: kind, Parallel: true})
			}
			groups[beside].Funcs = append(groups[beside].Funcs, u.Sym)
		}
	}
	return groups
}

// onlyMeant reports whether a root is the harness of a type that only holds a lock or the like (C7).
func onlyMeant(u *facts.Unit) bool { return u.Flags&(facts.Harness|facts.Promised) == facts.Harness }

// Idle reports whether nothing starts goroutines in the packages with roots but harnesses that are not wanted.
func Idle(pkgs []Package) bool {
	for _, p := range pkgs {
		for i := 0; p.Roots && i < p.Facts.Source.Own; i++ {
			if u := &p.Facts.Source.Units[i]; u.Flags&(facts.Spawns|facts.Parallels|facts.Main) != 0 && !onlyMeant(u) {
				return false
			}
		}
	}
	return true
}

// rootKind is whether a unit is a root, and of which kind. Tests that start no goroutine and do not run in parallel
// cannot race: tests are serial. All tests are roots where a goroutine of TestMain runs beside them.
func rootKind(u *facts.Unit, all bool) RootKind {
	switch {
	case u.Flags&facts.Main != 0:
		return RootMain
	case u.Flags&facts.Test != 0 && (all || u.Flags&(facts.Spawns|facts.Parallels) != 0):
		return RootTest
	case u.Flags&facts.Client != 0:
		return RootClient
	case u.Flags&facts.Root != 0:
		return RootExported
	}
	return RootNone
}

// testMainSpawns reports whether the package's TestMain may start goroutines.
func testMainSpawns(s *facts.Source) bool {
	return slices.ContainsFunc(
		s.Units[:s.Own],
		func(u facts.Unit) bool { return u.Flags&facts.TestMain != 0 && u.Flags&facts.Spawns != 0 },
	)
}

// Initialisers lists what runs before everything else.
func Initialisers(pkgs []Package) []facts.Symbol {
	var list []facts.Symbol
	for _, p := range pkgs {
		for i := range p.Facts.Source.Units {
			u := &p.Facts.Source.Units[i]
			if u.Flags&facts.Init != 0 && u.Flags&facts.Degraded == 0 && !slices.Contains(list, u.Sym) {
				list = append(list, u.Sym)
			}
		}
		for i := range p.Facts.Source.Own {
			if u := &p.Facts.Source.Units[i]; p.Roots && u.Flags&facts.TestMain != 0 && !slices.Contains(list, u.Sym) {
				list = append(list, u.Sym)
			}
		}
	}
	return list
}

// initialisers makes the origin of all package initialisers.
func (l starting) initialisers(pkgs []Package) {
	init := l.NewOrigin(Origin{Kind: RootInit})
	l.Roots = append(l.Roots, init)
	l.Sets.Root(&init.Life)
	for _, f := range Initialisers(pkgs) {
		l.AddEntry(init, f)
	}
}

// addGroup makes the origins of a group.
func (l starting) addGroup(g RootGroup) {
	for _, f := range g.Funcs {
		l.AddRoot(g, f)
	}
}

// AddRoot makes the origin of a root.
func (l *Linker) AddRoot(g RootGroup, f facts.Symbol) *Origin {
	o := l.NewOrigin(Origin{Kind: g.Kind, Parallel: g.Parallel, Root: f})
	l.Roots = append(l.Roots, o)
	l.Sets.Root(&o.Life)
	l.AddEntry(o, f)
	return o
}

// AddEntry makes a root run a function.
func (l *Linker) AddEntry(o *Origin, sym facts.Symbol) {
	u := l.unitOf(sym)
	i := (instancing{l}).instantiate(InstKey{Unit: u.ID, Origin: o.ID}, u, nil)
	if i != nil && !slices.Contains(o.Entries, i.ID) {
		o.Entries = append(o.Entries, i.ID)
		l.Sets.keep(&i.Life, &o.Life, pointsto.Guard{})
	}
}
