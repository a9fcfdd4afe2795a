package source_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// analyze runs the pass over a module and gives the result for each package by the last element of its path.
func analyze(t *testing.T, dir string, tests bool) map[string]*source.Result {
	t.Helper()
	cfg := &packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Tests: tests}
	pkgs, err := packages.Load(cfg, "./...")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatal("cannot load: ", err)
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{source.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]*source.Result{}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
		m[act.Package.ID[strings.LastIndex(act.Package.ID, "/")+1:]] = act.Result.(*source.Result)
	}
	return m
}

// names are the names of units [from, to) that are exported in the fact.
func names(r *source.Result, from, to int) []string {
	var list []string
	for i := from; i < to; i++ {
		if r.Kept(i) {
			u := &r.Pkg.Source.Units[i]
			list = append(list, strings.TrimPrefix(u.Sym.Pkg, "carry/")+"."+u.Sym.Name)
		}
	}
	return list
}

func check(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// An importer of b sees what b's exported functions need of a, and nothing else.
func TestCarry(t *testing.T) {
	m := analyze(t, "testdata/carry", false)
	b, c := m["b"], m["c"]
	own := b.Pkg.Source.Own
	check(t, "kept", names(b, 0, own), "b.init", "b.Make", "b.(*impl).Method", "b.New", "b.Spawn", "b.Spawn$1")
	check(t, "carried", names(b, own, len(b.Pkg.Source.Units)), "a.Deep", "a.(*T).Get", "a.helper", "a.init")
	check(
		t,
		"carried further",
		names(c, c.Pkg.Source.Own, len(c.Pkg.Source.Units)),
		"b.Make",
		"a.Deep",
		"a.(*T).Get",
		"a.helper",
		"b.init",
		"a.init",
	)
}

// Exported functions that spawn get a root, and flags say what callers must know.
func TestFlags(t *testing.T) {
	m := analyze(t, "testdata/carry", false)
	want := map[string]facts.UnitFlags{
		"init":           facts.Init,
		"Make":           facts.Exported | facts.Cloneable,
		"hidden":         0,
		"(*impl).Method": facts.Exported | facts.Cloneable,
		"Spawn":          facts.Exported | facts.Spawns | facts.Syncs | facts.Cloneable,
		"Spawn$1":        0,
		"Spawn$root":     facts.Root | facts.Spawns | facts.Syncs,
	}
	for _, u := range m["b"].Pkg.Source.Units {
		if w, ok := want[u.Sym.Name]; ok && u.Sym.Pkg == "carry/b" && u.Flags != w {
			t.Errorf("%s: flags %b, want %b", u.Sym.Name, u.Flags, w)
		}
	}
	if _, u, ok := m["b"].Imported(facts.Symbol{Kind: facts.SymFunc, Pkg: "carry/a", Name: "Inert"}); !ok ||
		u.Flags&facts.EffectFree == 0 {
		t.Errorf("Inert: %v %v", u, ok)
	}
}
