// This file is programs under edit: after each edit of the source, an updated program must say what a new one says.

package program_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/passes/access"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
	"github.com/syncvet/syncvet/passes/spawn"
)

var passes = []*analysis.Analyzer{source.Analyzer, flow.Analyzer, locks.Analyzer, spawn.Analyzer, access.Analyzer}

// A shop knows the packages that test programs import and summarises test programs.
type shop struct {
	fset    *token.FileSet
	pkgs    map[string]*types.Package
	pkgFact map[factKey]analysis.Fact
	objFact map[factKey]analysis.Fact
}

// A factKey is whose fact of which type.
type factKey struct {
	of  any // *types.Package or types.Object
	typ reflect.Type
}

// imported is what the programs edited here may import.
var imported = []string{"sync", "sync/atomic", "time", "errors"}

// open makes the shop, once per test run.
var open = sync.OnceValues(func() (*shop, error) { return newShop(imported...) })

// theShop is the shop of all tests.
func theShop(t *testing.T) *shop {
	t.Helper()
	s, err := open()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// newShop summarises what programs may import.
func newShop(imports ...string) (*shop, error) {
	s := newEmptyShop()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax, Fset: s.fset}, imports...)
	if err != nil {
		return nil, err
	}
	return s, s.stock(pkgs)
}

// newEmptyShop makes a shop that knows no package.
func newEmptyShop() *shop {
	return &shop{fset: token.NewFileSet(), pkgs: map[string]*types.Package{}, pkgFact: map[factKey]analysis.Fact{}, objFact: map[factKey]analysis.Fact{}}
}

// stock summarises packages and all they import.
func (s *shop) stock(pkgs []*packages.Package) error {
	packages.Visit(pkgs, nil, func(p *packages.Package) { s.pkgs[p.PkgPath] = p.Types })
	graph, err := checker.Analyze(passes, pkgs, &checker.Options{})
	if err != nil {
		return err
	}
	for a := range graph.All() {
		for _, f := range a.AllPackageFacts() {
			s.pkgFact[factKey{f.Package, reflect.TypeOf(f.Fact)}] = f.Fact
		}
		for _, f := range a.AllObjectFacts() {
			s.objFact[factKey{f.Object, reflect.TypeOf(f.Fact)}] = f.Fact
		}
	}
	return nil
}

// Import finds an imported package.
func (s *shop) Import(path string) (*types.Package, error) {
	if p := s.pkgs[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// A made is a package being analysed.
type made struct {
	*shop
	pkg     *types.Package
	module  *analysis.Module
	files   []*ast.File
	info    *types.Info
	results map[*analysis.Analyzer]any
}

// build summarises one file of package main.
func (s *shop) build(src string) ([]program.Package, error) {
	f, err := parser.ParseFile(s.fset, "main.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return s.analyse("m", "m", "go1.26", []*ast.File{f})
}

// analyse summarises a package from its syntax; what it imports is known.
func (s *shop) analyse(path, module, version string, files []*ast.File) ([]program.Package, error) {
	m := &made{shop: s, files: files, module: &analysis.Module{Path: module, GoVersion: strings.TrimPrefix(version, "go")}, results: map[*analysis.Analyzer]any{}, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}}
	cfg := &types.Config{Importer: s, GoVersion: version, Sizes: types.SizesFor("gc", "amd64")}
	var err error
	if m.pkg, err = cfg.Check(path, s.fset, m.files, m.info); err != nil {
		return nil, err
	}
	for _, a := range passes {
		if err := m.run(a); err != nil {
			return nil, err
		}
	}
	src1 := m.results[source.Analyzer].(*source.Result)
	list := []program.Package{{Facts: src1.Pkg, Roots: true}}
	for _, imp := range src1.Imports {
		list = append(list, program.Package{Facts: imp})
	}
	return list, nil
}

// run runs an analyzer after those it requires.
func (m *made) run(a *analysis.Analyzer) error {
	if _, ok := m.results[a]; ok {
		return nil
	}
	in := map[*analysis.Analyzer]any{}
	for _, r := range a.Requires {
		if err := m.run(r); err != nil {
			return err
		}
		in[r] = m.results[r]
	}
	own := map[factKey]analysis.Fact{}
	get := func(table map[factKey]analysis.Fact, of any, f analysis.Fact) bool {
		key := factKey{of, reflect.TypeOf(f)}
		x := own[key]
		if x == nil {
			x = table[key]
		}
		if x != nil {
			reflect.ValueOf(f).Elem().Set(reflect.ValueOf(x).Elem())
		}
		return x != nil
	}
	pass := &analysis.Pass{
		Analyzer: a, Fset: m.fset, Files: m.files, Pkg: m.pkg, TypesInfo: m.info, TypesSizes: types.SizesFor("gc", "amd64"), ResultOf: in,
		Module: m.module, Report: func(analysis.Diagnostic) {},
		ImportPackageFact: func(p *types.Package, f analysis.Fact) bool { return get(m.pkgFact, p, f) },
		ImportObjectFact:  func(o types.Object, f analysis.Fact) bool { return get(m.objFact, o, f) },
		ExportPackageFact: func(f analysis.Fact) { own[factKey{m.pkg, reflect.TypeOf(f)}] = f },
		ExportObjectFact:  func(o types.Object, f analysis.Fact) { own[factKey{o, reflect.TypeOf(f)}] = f },
		AllPackageFacts: func() []analysis.PackageFact {
			var list []analysis.PackageFact
			for k, f := range m.pkgFact {
				list = append(list, analysis.PackageFact{Package: k.of.(*types.Package), Fact: f})
			}
			return list
		},
		AllObjectFacts: func() []analysis.ObjectFact { return nil },
		ReadFile:       func(string) ([]byte, error) { return nil, fmt.Errorf("no files") },
	}
	res, err := a.Run(pass)
	m.results[a] = res
	return err
}

// config is that of the test program.
func config(editable bool) program.Config {
	return program.Config{Own: "m", Module: "m", Editable: editable}
}

// view shows everything.
var view = program.View{Weakest: program.Low}

// verdicts words races shortly: variable, kinds and functions of both ends.
func verdicts(races []program.Race) []string {
	list := []string{}
	for _, r := range races {
		var ends []string
		for _, e := range r.Ends {
			kind := "read"
			if e.Access.Kind.Writes() {
				kind = "write"
			}
			ends = append(ends, fmt.Sprintf("%s:%s", kind, e.Func.Name))
		}
		if ends[0] > ends[1] {
			ends[0], ends[1] = ends[1], ends[0]
		}
		list = append(list, r.Ends[0].Name.Name+" "+strings.Join(ends, " "))
	}
	return list
}

// A workbench holds a program under edit.
type workbench struct {
	t    *testing.T
	s    *shop
	p    *program.Program
	step program.Step
	news program.News
}

// edit updates the program to a source and compares it with a new program.
func (w *workbench) edit(name, src string) []program.Race {
	w.t.Helper()
	pkgs, err := w.s.build(src)
	if err != nil {
		w.t.Fatalf("%s: %v", name, err)
	}
	w.step = w.p.Update(pkgs)
	w.news = w.p.News(view)
	got := w.p.Races(view)
	fresh := program.New(config(true))
	fresh.Update(pkgs)
	if want := fresh.Races(view); !reflect.DeepEqual(got, want) {
		w.t.Errorf("%s (%v): an updated program says %v, a new one %v\n%+v\n%+v\n%s", name, w.step, verdicts(got), verdicts(want), got, want, src)
	}
	if got, want := w.p.State(), fresh.State(); got != want {
		w.t.Errorf("%s (%v): the state of an updated program differs from that of a new one:\n%s\n%s", name, w.step, firstDifference(got, want), src)
	}
	if got, want := w.p.Problems(view), fresh.Problems(view); !reflect.DeepEqual(got, want) {
		w.t.Errorf("%s (%v): an updated program has problems\n%+v\n, a new one\n%+v\n%s", name, w.step, got, want, src)
	}
	return got
}

// firstDifference gives the lines around the first difference of two texts.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	around := func(list []string) string { return strings.Join(list[max(0, n-3):min(len(list), n+4)], "\n") }
	return fmt.Sprintf("line %d: got\n%s\nwant\n%s", n, around(a), around(b))
}

// sub replaces one piece of a text that must be there.
func sub(text, old, now string) string {
	if !strings.Contains(text, old) {
		panic("no " + old)
	}
	return strings.Replace(text, old, now, 1)
}
