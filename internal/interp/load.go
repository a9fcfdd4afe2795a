// This file loads what is to be run: the package itself, packages of its module, and what stands in for the standard
// library.

package interp

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/interp/machine"
	"github.com/syncvet/syncvet/internal/interp/natives"
	"github.com/syncvet/syncvet/internal/interp/needs"
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

	set       *needs.Set                     // what is needed of all packages
	main      *ssa.Package                   // the package that is tried
	fset      *token.FileSet                 // of all files
	user      map[*types.Package]bool        // packages that are judged
	generated map[facts.Symbol]bool          // files of the user that are generated
	checked   map[*needs.Unit]*types.Package // packages that are type-checked; nil: that is underway
	bare      map[*types.Func]string         // functions that have no body, and why
	direct    bool                           // tests are not called by TestMain
	image     *machine.Image                 // what each run begins with; nil: it initialises the program
}

// load makes the world of a package; it fails where something has no source that can be run.
func load(p *Package) (*program, error) { return newProgram(p).load() }

// newProgram begins.
func newProgram(p *Package) *program {
	return &program{
		fset: p.Fset, user: map[*types.Package]bool{}, generated: map[facts.Symbol]bool{},
		checked: map[*needs.Unit]*types.Package{}, bare: map[*types.Func]string{},
		set: needs.New(needs.Program{
			Path: p.Path, Fset: p.Fset, Files: p.Files, Types: p.Types, Go: p.Go, Module: p.Module, Stands: stands,
			Pure: pure, Native: func(name string) bool { return natives.NativeOf(name) != nil },
		}),
	}
}

// load finds what is needed, type-checks it, and makes it SSA.
func (w *program) load() (_ *program, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case machine.Unsupported:
			err = fmt.Errorf("%s", string(e))
		case needs.TooLarge:
			err = fmt.Errorf("%s", string(e))
		default:
			panic(e)
		}
	}()
	w.set.Begin()
	w.world = machine.NewWorld(ssa.NewProgram(w.fset, ssa.InstantiateGenerics), w.native, w.isUser)
	w.world.Prog.CreatePackage(types.Unsafe, nil, nil, true)
	w.world.FaultType = w.check(w.set.Units["runtime"]).Scope().Lookup("fault").Type()
	for _, name := range []string{"fmt", "testing"} {
		if u := w.set.Units[name]; u != nil {
			w.check(u)
		}
	}
	w.main = w.world.Prog.Package(w.check(w.set.Main))
	for _, p := range w.world.Prog.AllPackages() { // one by one: a panic stays here
		p.Build()
	}
	return w, nil
}

// native is the native for a function; nil if it is interpreted. The machine asks once for each.
func (w *program) native(fn *ssa.Function) machine.Native {
	if n := linked(fn); n != nil {
		return n
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if !w.isUser(fn) {
		if n := natives.NativeOf(fn.String()); n != nil {
			return n
		}
	}
	if f, ok := fn.Object().(*types.Func); ok && w.bare[f] != "" {
		text := "call of " + fn.String() + ": " + w.bare[f]
		return func(*machine.Thread, []machine.Value) machine.Value { panic(machine.Unsupported(text)) }
	}
	return nil
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
