// Package workshop summarises packages in this process, as the vet tool would, and again after edits of their source, with what they
// import known from before. It is for tests and measurements of programs under edit.
package workshop

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"

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

// Passes are the analyzers that summarise a package.
func Passes() []*analysis.Analyzer {
	return []*analysis.Analyzer{source.Analyzer, flow.Analyzer, locks.Analyzer, spawn.Analyzer, access.Analyzer}
}

// A Shop knows the packages that edited ones import, types and summaries.
type Shop struct {
	Fset    *token.FileSet
	Lenient bool // variables and imports that an edit leaves unused are no errors
	pkgs    map[string]*types.Package
	pkgFact map[factKey]analysis.Fact
	objFact map[factKey]analysis.Fact
}

// A factKey is whose fact of which type.
type factKey struct {
	of  any // *types.Package or types.Object
	typ reflect.Type
}

// New makes a shop that knows no package.
func New() *Shop {
	return &Shop{Fset: token.NewFileSet(), pkgs: map[string]*types.Package{}, pkgFact: map[factKey]analysis.Fact{}, objFact: map[factKey]analysis.Fact{}}
}

// Stock summarises packages, loaded with all syntax and the shop's file set, and all they import.
func (s *Shop) Stock(pkgs []*packages.Package) error {
	packages.Visit(pkgs, nil, func(p *packages.Package) { s.pkgs[p.PkgPath] = p.Types })
	for _, p := range pkgs {
		for path, imp := range p.Imports { // what they call them, in spite of a vendor directory
			s.pkgs[path] = imp.Types
		}
	}
	graph, err := checker.Analyze(Passes(), pkgs, &checker.Options{})
	if err != nil {
		return err
	}
	for _, a := range graph.Roots {
		if a.Err != nil {
			return fmt.Errorf("%v: %w", a, a.Err)
		}
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

// Import finds a package in stock.
func (s *Shop) Import(path string) (*types.Package, error) {
	if p := s.pkgs[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// Analyse summarises a package from its syntax, and gives it with all it imports. The version is that of the language.
func (s *Shop) Analyse(path, module, version string, files []*ast.File) ([]program.Package, error) {
	m := &piece{Shop: s, files: files, module: &analysis.Module{Path: module, GoVersion: strings.TrimPrefix(version, "go")}, results: map[*analysis.Analyzer]any{}, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
		Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}}
	if err := m.check(path, version); err != nil {
		return nil, err
	}
	for _, a := range Passes() {
		if err := m.run(a); err != nil {
			return nil, err
		}
	}
	own := m.results[source.Analyzer].(*source.Result)
	list := []program.Package{{Facts: own.Pkg, Roots: true}}
	for _, imp := range own.Imports {
		list = append(list, program.Package{Facts: imp})
	}
	return list, nil
}

// A piece is a package being analysed.
type piece struct {
	*Shop
	pkg     *types.Package
	module  *analysis.Module
	files   []*ast.File
	info    *types.Info
	results map[*analysis.Analyzer]any
}

// check finds the types.
func (m *piece) check(path, version string) (err error) {
	cfg := &types.Config{Importer: m, GoVersion: version, Sizes: types.SizesFor("gc", "amd64")}
	var first error
	if m.Lenient {
		cfg.Error = func(err error) {
			var e types.Error
			if first == nil && !(errors.As(err, &e) && e.Soft) {
				first = err
			}
		}
	}
	m.pkg, err = cfg.Check(path, m.Fset, m.files, m.info)
	if m.Lenient {
		err = first
	}
	return err
}

// run runs an analyzer after those it requires.
func (m *piece) run(a *analysis.Analyzer) error {
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
		Analyzer: a, Fset: m.Fset, Files: m.files, Pkg: m.pkg, TypesInfo: m.info, TypesSizes: types.SizesFor("gc", "amd64"), ResultOf: in,
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
		ReadFile:       func(string) ([]byte, error) { return nil, errors.New("no files") },
	}
	res, err := a.Run(pass)
	m.results[a] = res
	return err
}
