// Package workshop summarises packages in this process, as the vet tool would, and again after edits of their source,
// with what they import known from before. It is for tests and measurements of programs under edit.
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

	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockpaths"
	"github.com/syncvet/syncvet/passes/access"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
	"github.com/syncvet/syncvet/passes/spawn"
)

// Passes are the analyzers that summarise a package.
func Passes() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		source.Analyzer,
		flow.Analyzer,
		locks.Analyzer,
		spawn.Analyzer,
		access.Analyzer,
		lockpaths.Analyzer,
	}
}

// A Workshop knows the packages that others import, types and summaries.
type Workshop struct {
	Fset    *token.FileSet            // of all packages, branches included
	Lenient bool                      // variables and imports that an edit leaves unused are no errors
	trunk   *Workshop                 // what a branch knows besides; nil: this is no branch
	pkgs    map[string]*types.Package // by the path that imports say
	facts   map[factKey]analysis.Fact // of these packages and their objects
}

// A factKey is whose fact of which type.
type factKey struct {
	of  any          // *types.Package or types.Object
	typ reflect.Type // of the fact
}

// New makes a shop that knows no package.
func New() *Workshop {
	return &Workshop{Fset: token.NewFileSet(), pkgs: map[string]*types.Package{}, facts: map[factKey]analysis.Fact{}}
}

// Branch makes a shop that knows all that s knows; what it learns, s does not. Branches of one shop may work at the
// same time while s learns nothing.
func (s *Workshop) Branch() *Workshop {
	b := New()
	b.Fset, b.Lenient, b.trunk = s.Fset, s.Lenient, s
	return b
}

// Stock summarises packages, loaded with all syntax and the shop's file set, and all they import.
func (s *Workshop) Stock(pkgs []*packages.Package) error {
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
			s.facts[factKey{f.Package, reflect.TypeOf(f.Fact)}] = f.Fact
		}
		for _, f := range a.AllObjectFacts() {
			s.facts[factKey{f.Object, reflect.TypeOf(f.Fact)}] = f.Fact
		}
	}
	return nil
}

// Import finds a package in stock.
func (s *Workshop) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	for at := s; at != nil; at = at.trunk {
		if p := at.pkgs[path]; p != nil {
			return p, nil
		}
	}
	return nil, fmt.Errorf("no package %s", path)
}

// fact finds a fact about a package or object; nil: there is none.
func (s *Workshop) fact(key factKey) analysis.Fact {
	for at := s; at != nil; at = at.trunk {
		if f := at.facts[key]; f != nil {
			return f
		}
	}
	return nil
}

// A Source is a package before it is analysed.
type Source struct {
	Path    string      // import path, with the suffix of a test variant
	Name    string      // what imports say; empty: Path
	Module  string      // path of the module
	Version string      // of the language, as go1.26
	Files   []*ast.File // parsed with the shop's file set, with comments
}

// Analyse summarises a package from its syntax, and gives it with all it imports. The version is that of the language.
func (s *Workshop) Analyse(path, module, version string, files []*ast.File) ([]link.Package, error) {
	m, err := s.newPiece(Source{Path: path, Module: module, Version: version, Files: files})
	if err != nil {
		return nil, err
	}
	for _, a := range Passes() {
		if err := m.run(a); err != nil {
			return nil, err
		}
	}
	own := m.results[source.Analyzer].(*source.Result)
	list := []link.Package{{Facts: own.Pkg, Roots: true}}
	for _, imp := range own.Imports {
		list = append(list, link.Package{Facts: imp})
	}
	return list, nil
}

// Check runs analyzers over a package, which may be imported from then on. What they say goes to report.
func (s *Workshop) Check(src Source, analyzers []*analysis.Analyzer, report func(analysis.Diagnostic)) error {
	m, err := s.newPiece(src)
	if err != nil {
		return err
	}
	m.report = report
	for _, a := range analyzers {
		if err := m.run(a); err != nil {
			return err
		}
	}
	if src.Name == "" {
		src.Name = src.Path
	}
	s.pkgs[src.Name] = m.pkg
	for key, f := range m.own {
		s.facts[key] = f
	}
	return nil
}

// A piece is a package being analysed.
type piece struct {
	*Workshop
	Source
	pkg     *types.Package             // its types, once they are checked
	info    *types.Info                // what the types say of its syntax
	results map[*analysis.Analyzer]any // of those that have run
	own     map[factKey]analysis.Fact  // what they said about the package and its objects
	report  func(analysis.Diagnostic)  // nil: nobody listens
}

// newPiece finds the types of a package.
func (s *Workshop) newPiece(src Source) (*piece, error) {
	m := &piece{
		Workshop: s,
		Source:   src,
		results:  map[*analysis.Analyzer]any{},
		own:      map[factKey]analysis.Fact{},
		info: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
			Scopes:    map[ast.Node]*types.Scope{},
			Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
		},
	}
	return m, m.check()
}

// check finds the types.
func (m *piece) check() (err error) {
	cfg := &types.Config{Importer: m, GoVersion: m.Version, Sizes: types.SizesFor("gc", "amd64")}
	var first error
	if m.Lenient {
		cfg.Error = func(err error) {
			var e types.Error
			if first == nil && !(errors.As(err, &e) && e.Soft) {
				first = err
			}
		}
	}
	m.pkg, err = cfg.Check(m.Path, m.Fset, m.Files, m.info)
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
	get := func(of any, f analysis.Fact) bool {
		key := factKey{of, reflect.TypeOf(f)}
		x := m.own[key]
		if x == nil {
			x = m.fact(key)
		}
		if x != nil {
			reflect.ValueOf(f).Elem().Set(reflect.ValueOf(x).Elem())
		}
		return x != nil
	}
	pass := &analysis.Pass{
		Analyzer: a, Fset: m.Fset, Files: m.Files, Pkg: m.pkg, TypesInfo: m.info, TypesSizes: types.SizesFor("gc", "amd64"),
		ResultOf:          in,
		Module:            &analysis.Module{Path: m.Module, GoVersion: strings.TrimPrefix(m.Version, "go")},
		Report:            m.say,
		ImportPackageFact: func(p *types.Package, f analysis.Fact) bool { return get(p, f) },
		ImportObjectFact:  func(o types.Object, f analysis.Fact) bool { return get(o, f) },
		ExportPackageFact: func(f analysis.Fact) { m.own[factKey{m.pkg, reflect.TypeOf(f)}] = f },
		ExportObjectFact:  func(o types.Object, f analysis.Fact) { m.own[factKey{o, reflect.TypeOf(f)}] = f },
		AllPackageFacts:   func() []analysis.PackageFact { return nil }, // nobody asks
		AllObjectFacts:    func() []analysis.ObjectFact { return nil },
		ReadFile:          func(string) ([]byte, error) { return nil, errors.New("no files") },
	}
	res, err := a.Run(pass)
	m.results[a] = res
	return err
}

// say hands a diagnostic on.
func (m *piece) say(d analysis.Diagnostic) {
	if m.report != nil {
		m.report(d)
	}
}
