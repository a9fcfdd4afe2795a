// This file loads what is to be run: the package itself, packages of its module, and what stands in for the standard
// library.

package interp

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/interp/machine"
	"github.com/syncvet/syncvet/internal/interp/natives"
	"github.com/syncvet/syncvet/passes/source"
)

// A Package is what is to be tried.
type Package struct {
	Path   string         // the import path
	Fset   *token.FileSet // of the files, and of where imported packages stand
	Files  []*ast.File    // of the package, its tests among them if they are to be run
	Types  *types.Package // as the driver has loaded it; says where imported packages stand
	Go     string         // the language version
	Module string         // packages below it are judged, too
}

// A program is a program that can be run, as it is loaded.
type program struct {
	world *machine.World // what runs

	main      *ssa.Package                     // the package that is tried
	fset      *token.FileSet                   // of all files
	pkg       *Package                         // what was asked for
	loaded    map[string]*types.Package        // by import path
	user      map[*types.Package]bool          // packages that are judged
	generated map[facts.Symbol]bool            // files of the user that are generated
	dirs      map[string]string                // where packages stand that export data mentions, by import path
	required  map[string]string                // where modules of go.mod stand, by path; nil: nobody asked yet
	hollow    map[*types.Package]bool          // packages of which there are only declarations: they are not initialised
	inside    int                              // how many packages of the standard library are being loaded
	natives   map[*ssa.Function]machine.Native // what was asked before
	asked     map[*ssa.Function]bool           // functions whose native was asked for
	lines     int                              // of source that was loaded
	direct    bool                             // tests are not called by TestMain
	image     *machine.Image                   // what each run begins with; nil: it initialises the program
}

// load makes the world of a package; it fails where something has no source that can be run.
func load(p *Package) (w *program, err error) {
	defer func() {
		if e := recover(); e != nil {
			u, ok := e.(machine.Unsupported)
			if !ok {
				panic(e)
			}
			err = fmt.Errorf("%s", string(u))
		}
	}()
	w = &program{
		fset: p.Fset, pkg: p, loaded: map[string]*types.Package{"unsafe": types.Unsafe},
		user: map[*types.Package]bool{}, generated: map[facts.Symbol]bool{}, dirs: map[string]string{},
		hollow:  map[*types.Package]bool{},
		natives: map[*ssa.Function]machine.Native{}, asked: map[*ssa.Function]bool{},
	}
	w.world = machine.NewWorld(ssa.NewProgram(p.Fset, ssa.InstantiateGenerics), w.native, w.isUser)
	w.world.Prog.CreatePackage(types.Unsafe, nil, nil, true)
	w.places(p.Types, map[*types.Package]bool{})
	rt := w.demand("runtime")
	w.world.FaultType = rt.Scope().Lookup("fault").Type()
	main := w.check(p.Path, p.Files, p.Go, true)
	w.main = w.world.Prog.Package(main)
	for _, p := range w.world.Prog.AllPackages() { // one by one: a panic stays here
		p.Build()
	}
	return w, nil
}

// demand loads a package, and fails if that cannot be.
func (w *program) demand(name string) *types.Package {
	p, err := w.Import(name)
	if err != nil {
		panic(machine.Unsupported(err.Error()))
	}
	return p
}

// Import loads a package from source.
func (w *program) Import(name string) (*types.Package, error) {
	if p := w.loaded[name]; p != nil {
		return p, nil
	}
	if list, err := fs.ReadDir(stands, path.Join("_std", name)); err == nil {
		var files []*ast.File
		for _, f := range list {
			if f.IsDir() {
				continue
			}
			full := path.Join("_std", name, f.Name())
			src, err := stands.ReadFile(full)
			if err != nil {
				return nil, err
			}
			tree, err := parser.ParseFile(w.fset, full, src, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			files = append(files, tree)
		}
		if len(files) > 0 {
			return w.check(name, files, "", false), nil
		}
	}
	if standard(name) || w.inside > 0 {
		return w.importStd(name)
	}
	dir, known := w.dirs[name]
	if !known {
		dir, known = w.guess(name)
	}
	if !known {
		return nil, fmt.Errorf("no source of %s to run", name)
	}
	own := name == w.pkg.Module || strings.HasPrefix(name, w.pkg.Module+"/") && w.pkg.Module != ""
	files, err := w.parse(dir, name+"_test" == w.pkg.Path, own)
	if err != nil {
		return nil, err
	}
	return w.check(name, files, "", own), nil
}

// importStd loads a package of the standard library: pure ones whole, of others the declarations alone. Who calls what
// has no body cannot be run.
func (w *program) importStd(name string) (*types.Package, error) {
	dir := filepath.Join(goroot(w.dirs), "src", name)
	if _, err := os.Stat(dir); err != nil {
		dir = filepath.Join(goroot(w.dirs), "src", "vendor", name)
	}
	files, err := w.parse(dir, false, false)
	if err != nil {
		return nil, err
	}
	w.inside++
	defer func() { w.inside-- }()
	if pure[name] {
		return w.check(name, files, "", false), nil
	}
	for _, f := range files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Type.TypeParams == nil && !generic(fn) {
				fn.Body = nil
			}
		}
	}
	p := w.check(name, files, "", false)
	w.hollow[p] = true
	return p, nil
}

// generic reports whether a method has a receiver with type parameters: it must have a body.
func generic(fn *ast.FuncDecl) bool {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name == "init"
	}
	t := fn.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	switch t.(type) {
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	}
	return false
}

// standard reports whether an import path is one of the standard library.
func standard(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return !strings.Contains(first, ".")
}

// goroot is where the standard library stands: the environment says it, the build of this program, or export data.
func goroot(dirs map[string]string) string {
	if d := os.Getenv("GOROOT"); d != "" {
		return d
	}
	if d := build.Default.GOROOT; d != "" {
		return d
	}
	for _, name := range []string{"sync", "fmt", "time", "context", "testing", "errors", "strings"} {
		if root, ok := strings.CutSuffix(dirs[name], filepath.Join("/src", name)); ok {
			return root
		}
	}
	return ""
}

// parse parses the files of a directory that belong to the build, with those of its tests if its own tests are tried.
func (w *program) parse(dir string, tests, own bool) ([]*ast.File, error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	ctx := context(dir, list, own)
	var files []*ast.File
	for _, f := range list {
		name := f.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") && !tests {
			continue
		}
		if ok, err := ctx.MatchFile(dir, name); err != nil || !ok {
			continue
		}
		tree, err := parser.ParseFile(w.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix(tree.Name.Name, "_test") {
			continue
		}
		w.lines += w.fset.File(tree.FileStart).LineCount()
		files = append(files, tree)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no source in %s", dir)
	}
	if w.lines > maxLines {
		return nil, fmt.Errorf("more than %d lines of source", maxLines)
	}
	return files, nil
}

// plain are build tags by which packages offer sources without assembly and package unsafe (V55).
var plain = []string{"purego", "noasm", "safe", "appengine"}

// context says which files of a directory are loaded: of the own module those of the build, of others those without
// assembly where they have such.
func context(dir string, list []os.DirEntry, own bool) build.Context {
	ctx := build.Default
	ctx.CgoEnabled = false
	if own {
		return ctx
	}
	ctx.BuildTags = plain
	for _, f := range list {
		if ok, err := ctx.MatchFile(dir, f.Name()); err != nil || !ok || !strings.Contains(f.Name(), "appengine") {
			continue
		}
		tree, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, f.Name()), nil, parser.ImportsOnly)
		if err == nil && slices.ContainsFunc(tree.Imports, func(i *ast.ImportSpec) bool {
			return strings.HasPrefix(i.Path.Value, `"google.golang.org/appengine`)
		}) {
			ctx.BuildTags = plain[:len(plain)-1]
		}
	}
	return ctx
}

// check type-checks a package, and gives it to the program.
func (w *program) check(name string, files []*ast.File, version string, user bool) *types.Package {
	for round := 0; ; round++ {
		info := &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{},
			Scopes: map[ast.Node]*types.Scope{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
			FileVersions: map[*ast.File]string{},
		}
		var errs []types.Error
		conf := types.Config{
			Importer: w, GoVersion: version, DisableUnusedImportCheck: true, Sizes: types.SizesFor("gc", "amd64"),
			Error: func(err error) {
				if e, ok := err.(types.Error); ok {
					errs = append(errs, e)
				}
			},
		}
		pkg, _ := conf.Check(name, w.fset, files, info)
		if len(errs) > 0 {
			less, ok := without(files, errs)
			if !ok || round == maxRounds {
				panic(machine.Unsupported(name + ": " + errs[0].Error()))
			}
			files = less
			continue
		}
		w.loaded[name] = pkg
		w.user[pkg] = user
		for _, f := range files {
			if user && ast.IsGenerated(f) {
				w.generated[facts.Symbol{
					Kind: facts.SymFile, Pkg: source.Path(pkg), Name: filepath.Base(w.fset.Position(f.FileStart).Filename),
				}] = true
			}
		}
		w.world.Prog.CreatePackage(pkg, files, info, true)
		return pkg
	}
}

// without gives the files without the functions that errors are in, which ask a stand-in for what it does not have: of
// errors in its body a function keeps its declaration. It reports whether each error was in a function.
func without(files []*ast.File, errs []types.Error) ([]*ast.File, bool) {
	var less []*ast.File
	n := 0
	for _, f := range files {
		g := *f
		g.Decls = nil
		for _, d := range f.Decls {
			fn, isFunc := d.(*ast.FuncDecl)
			inside, outside := 0, 0
			for i := range errs {
				switch p := errs[i].Pos; {
				case p < d.Pos() || p >= d.End():
				case isFunc && fn.Body != nil && p >= fn.Body.Pos():
					inside++
				default:
					outside++
				}
			}
			n += inside + outside
			switch {
			case inside+outside == 0:
			case !isFunc:
				return nil, false
			case outside > 0 || fn.Type.TypeParams != nil || generic(fn):
				continue
			default:
				bare := *fn
				bare.Body = nil
				d = &bare
			}
			g.Decls = append(g.Decls, d)
		}
		less = append(less, &g)
	}
	return less, n > 0
}

// native is the native for a function; nil if it is interpreted.
func (w *program) native(fn *ssa.Function) machine.Native {
	if w.asked[fn] {
		return w.natives[fn]
	}
	w.asked[fn] = true
	if n := linked(fn); n != nil {
		w.natives[fn] = n
		return n
	}
	if fn.Pkg != nil && w.user[fn.Pkg.Pkg] {
		return nil
	}
	if fn.Pkg != nil && w.hollow[fn.Pkg.Pkg] && fn.Name() == "init" {
		w.natives[fn] = func(*machine.Thread, []machine.Value) machine.Value { return nil }
		return w.natives[fn]
	}
	name := fn.String()
	if o := fn.Origin(); o != nil {
		name = o.String()
	}
	n := natives.NativeOf(name)
	if n != nil {
		w.natives[fn] = n
	}
	return n
}

// isUser reports whether a function belongs to what is judged.
func (w *program) isUser(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Pkg != nil {
		return w.user[fn.Pkg.Pkg]
	}
	if o := fn.Object(); o != nil && o.Pkg() != nil {
		return w.user[o.Pkg()]
	}
	if o := fn.Origin(); o != nil && o.Pkg != nil {
		return w.user[o.Pkg.Pkg]
	}
	return false
}
