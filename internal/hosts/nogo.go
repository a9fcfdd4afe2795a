// This file imitates Bazel's nogo (O3): the packages of a target and what they import, one after the other, each with
// the facts of its direct imports.

package hosts

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// A compiled is a package as go list describes it.
type compiled struct {
	ImportPath      string            // with test variant: "p [p.test]"
	Dir             string            // of its files, absolute
	Export          string            // file with the compiler's export data
	CompiledGoFiles []string          // absolute, or relative to Dir
	Imports         []string          // import paths as packages, see ImportMap
	ImportMap       map[string]string // import path in the source -> package
	ForTest         string            // of a test variant: the package that is tested; "" for others
	Standard        bool              // it belongs to the standard library: nogo has no facts of it
	DepOnly         bool              // not asked for
	Error           *struct {
		Err string // the message
	} // why it cannot be loaded; nil if it can
}

// Nogo asks an imitation of nogo that runs these analyzers.
func Nogo(analyzers []*analysis.Analyzer) Driver {
	return func(t *Target) ([]Finding, error) {
		pkgs, err := list(t)
		if err != nil {
			return nil, err
		}
		n := &nogo{
			analyzers: analyzers,
			exports:   map[string]string{},
			facts:     map[string]string{},
			found:     Findings{dir: t.Dir},
		}
		if n.dir, err = os.MkdirTemp("", "nogo"); err != nil {
			return nil, err
		}
		defer os.RemoveAll(n.dir)
		for _, p := range pkgs {
			n.exports[p.ImportPath] = p.Export
			if p.Standard || isTestMain(p) {
				continue
			}
			if err := n.compile(p); err != nil {
				return nil, fmt.Errorf("%s: %w", p.ImportPath, err)
			}
		}
		return n.found.sorted(), nil
	}
}

// isTestMain reports whether a package is the main package that go test writes.
func isTestMain(p *compiled) bool { return filepath.Ext(p.ImportPath) == ".test" && p.ForTest == "" }

// list is the target's packages and all they import, imports first.
func list(t *Target) ([]*compiled, error) {
	args := append([]string{"list", "-deps", "-test", "-export", "-compiled", "-json"}, t.Patterns...)
	out, err := output(t.command("go", args...))
	if err != nil {
		return nil, err
	}
	var pkgs []*compiled
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(compiled)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return pkgs, nil
		} else if err != nil {
			return nil, err
		}
		pkgs = append(pkgs, p)
	}
}

// A nogo is one build.
type nogo struct {
	analyzers []*analysis.Analyzer // those that report
	dir       string               // for files of facts
	exports   map[string]string    // package -> file with its types
	facts     map[string]string    // package -> file with its facts; none for std
	found     Findings             // so far
}

// A stored is one package fact in a file of facts.
type stored struct {
	Fact analysis.Fact // of a type that gob knows by name
}

// compile analyses one package: types from export data, facts of direct imports from files, facts of its own into a
// file. Of a package that was not asked for it wants the facts only, as nogo does of packages of other repositories.
func (n *nogo) compile(p *compiled) error {
	fset := token.NewFileSet()
	unit := &unit{
		nogo:    n,
		pkg:     p,
		fset:    fset,
		results: map[*analysis.Analyzer]any{},
		sizes:   types.SizesFor("gc", runtime.GOARCH),
	}
	if err := unit.load(); err != nil {
		return err
	}
	if err := unit.readFacts(); err != nil {
		return err
	}
	roots := n.analyzers
	if p.DepOnly {
		roots = withFacts(roots)
	}
	for _, a := range roots {
		if err := unit.run(a, !p.DepOnly); err != nil {
			return err
		}
	}
	return unit.writeFacts()
}

// withFacts are the analyzers that write facts, of a list and of all that it requires.
func withFacts(list []*analysis.Analyzer) (writers []*analysis.Analyzer) {
	for _, a := range list {
		if len(a.FactTypes) > 0 {
			writers = append(writers, a)
		}
		writers = append(writers, withFacts(a.Requires)...)
	}
	return writers
}

// A unit is the analysis of one package.
type unit struct {
	*nogo
	pkg     *compiled                          // what go list says of it
	fset    *token.FileSet                     // of its own files
	files   []*ast.File                        // parallel to pkg.CompiledGoFiles
	types   *types.Package                     // set by check
	info    *types.Info                        // of files, set by check
	sizes   types.Sizes                        // of this machine
	results map[*analysis.Analyzer]any         // of the analyzers that have run on it
	known   map[*types.Package][]analysis.Fact // of direct imports
	own     []stored                           // facts that its analyzers have exported
}

// load parses and type-checks the package.
func (u *unit) load() error {
	for _, name := range u.pkg.CompiledGoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(u.pkg.Dir, name)
		}
		f, err := parser.ParseFile(u.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		u.files = append(u.files, f)
	}
	u.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{},
		Scopes:     map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	gc := importer.ForCompiler(
		u.fset,
		"gc",
		func(path string) (io.ReadCloser, error) { return os.Open(u.exports[u.resolve(path)]) },
	)
	conf := types.Config{Importer: gc, Sizes: u.sizes}
	var err error
	u.types, err = conf.Check(cleanPath(u.pkg.ImportPath), u.fset, u.files, u.info)
	return err
}

// cleanPath is an import path without test variant.
func cleanPath(id string) string {
	if i := slices.Index([]byte(id), ' '); i >= 0 {
		return id[:i]
	}
	return id
}

// resolve is the package that an import path means here.
func (u *unit) resolve(path string) string {
	if p, ok := u.pkg.ImportMap[path]; ok {
		return p
	}
	return path
}

// readFacts reads the files of direct imports.
func (u *unit) readFacts() error {
	u.known = map[*types.Package][]analysis.Fact{}
	for _, imp := range u.types.Imports() {
		name, ok := u.nogo.facts[u.resolve(imp.Path())]
		if !ok {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		var facts []stored
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&facts); err != nil {
			return err
		}
		for _, s := range facts {
			u.known[imp] = append(u.known[imp], s.Fact)
		}
	}
	return nil
}

// writeFacts writes the package's own file.
func (u *unit) writeFacts() error {
	var data bytes.Buffer
	if err := gob.NewEncoder(&data).Encode(u.own); err != nil {
		return err
	}
	name := filepath.Join(u.nogo.dir, fmt.Sprintf("%d.facts", len(u.nogo.facts)))
	u.nogo.facts[u.pkg.ImportPath] = name
	return os.WriteFile(name, data.Bytes(), 0o666)
}

// run runs an analyzer after those that it requires. Only what the package asked for shows findings, as nogo's
// configuration says of targets.
func (u *unit) run(a *analysis.Analyzer, show bool) error {
	if _, done := u.results[a]; done {
		return nil
	}
	for _, f := range a.FactTypes {
		gob.Register(f)
	}
	resultOf := map[*analysis.Analyzer]any{}
	for _, r := range a.Requires {
		if err := u.run(r, false); err != nil {
			return err
		}
		resultOf[r] = u.results[r]
	}
	pass := &analysis.Pass{
		Analyzer: a, Fset: u.fset, Files: u.files, Pkg: u.types, TypesInfo: u.info, TypesSizes: u.sizes, ResultOf: resultOf,
		Report: func(d analysis.Diagnostic) {
			if at := u.fset.Position(d.Pos); show {
				u.found.add(at.Filename, at.Line, d.Message, "")
			}
		},
		ImportPackageFact: u.importFact,
		ExportPackageFact: func(f analysis.Fact) { u.own = append(u.own, stored{f}) },
		ImportObjectFact:  func(types.Object, analysis.Fact) bool { return false },
		ExportObjectFact:  func(types.Object, analysis.Fact) {},
		AllPackageFacts:   func() []analysis.PackageFact { return nil },
		AllObjectFacts:    func() []analysis.ObjectFact { return nil },
	}
	result, err := a.Run(pass)
	u.results[a] = result
	return err
}

// importFact copies a fact of a package to fact.
func (u *unit) importFact(pkg *types.Package, fact analysis.Fact) bool {
	for _, f := range u.known[pkg] {
		if reflect.TypeOf(f) == reflect.TypeOf(fact) {
			reflect.ValueOf(fact).Elem().Set(reflect.ValueOf(f).Elem())
			return true
		}
	}
	return false
}
