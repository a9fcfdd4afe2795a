// This file is the analyzer that hands one link of the package to all checkers.

package linked

import (
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/interp"
	"github.com/syncvet/syncvet/internal/lockpaths"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/passes/access"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
	"github.com/syncvet/syncvet/passes/spawn"
)

// Analyzer makes the package's link available. It reports nothing.
var Analyzer = &analysis.Analyzer{
	Name: "syncvetlinked",
	Doc:  "link the summaries of a package and its imports for the syncvet checkers",
	Requires: []*analysis.Analyzer{
		source.Analyzer,
		flow.Analyzer,
		locks.Analyzer,
		spawn.Analyzer,
		access.Analyzer,
		lockpaths.Analyzer,
	},
	ResultType: reflect.TypeFor[*Result](),
	Run: func(pass *analysis.Pass) (any, error) {
		return &Result{Source: pass.ResultOf[source.Analyzer].(*source.Result), pass: pass}, nil
	},
}

// A Result is one package, linked when first asked.
type Result struct {
	Source *source.Result // the package's own summaries and those of its imports

	mu      sync.Mutex       // one question at a time (N2)
	linked  bool             // the link was tried
	program *program.Program // nil: nothing in it starts a goroutine, or linking failed
	failure *report.Note     // why linking failed; nil: it did not

	pass       *analysis.Pass // the driver's
	tried      sync.Once      // the package was tried
	shown      *interp.Result // what that has shown; nil: there is nothing to run
	runsFailed *report.Note   // what went wrong with it; nil: nothing
}

// Ask lets f look at the package's program. If there is none, because nothing starts a goroutine, f is not called. The
// note is what went wrong, nil if nothing did (N3).
func (r *Result) Ask(f func(*program.Program)) (failed *report.Note) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.linked {
		r.linked = true
		r.failure = r.contain(r.link)
	}
	if r.program == nil {
		return r.failure
	}
	return r.contain(func() { f(r.program) })
}

// contain runs f and makes a panic a note.
func (r *Result) contain(f func()) (failed *report.Note) {
	defer func() {
		if e := recover(); e != nil {
			failed = &report.Note{
				Pkg:  r.Source.Pkg.Source.Path,
				Kind: "panic",
				Text: fmt.Sprintf("link: %v\n%s", e, debug.Stack()),
			}
		}
	}()
	f()
	return nil
}

// link makes the program: the package's roots, with all that its imports know.
func (r *Result) link() {
	if !hasRoots(r.Source) {
		return
	}
	r.program = program.Of(r.Source.Pkg, r.Source.Imports)
}

// hasRoots reports whether anything starts goroutines beside the package's roots: its own functions, or, if it has a
// main function, any initialiser in view; or whether one goroutine may wait for itself. Without that there is nothing
// to link.
func hasRoots(src *source.Result) bool {
	own := src.Pkg.Source
	main, tests := false, false
	for i := range own.Units[:own.Own] {
		tests = tests || program.TestsItself(src.Pkg, i)
		if own.Units[i].Flags&(facts.Spawns|facts.Parallels) != 0 || program.WaitsItself(src.Pkg, i) {
			return true
		}
		main = main || own.Units[i].Flags&facts.Main != 0
	}
	if tests && program.CallsUnder(src.Pkg) {
		return true
	}
	return main && (slices.ContainsFunc(src.Imports, initSpawns) || mayBlock(src))
}

// mayBlock reports whether a package, or one of its module that it imports, locks something or operates on channels.
func mayBlock(src *source.Result) bool {
	return program.Blocks(src.Pkg) ||
		slices.ContainsFunc(
			src.Imports,
			func(p *facts.Package) bool { return p.Source.Module == src.Pkg.Source.Module && program.Blocks(p) },
		)
}

// initSpawns reports whether an initialiser that a package brings along starts goroutines.
func initSpawns(p *facts.Package) bool {
	return slices.ContainsFunc(p.Source.Units, func(u facts.Unit) bool {
		return u.Flags&facts.Init != 0 && u.Flags&facts.Spawns != 0
	})
}
