// This file is the pass: its phases in order, and the result that all later passes work on.

package source

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
)

// Analyzer numbers the functions of a package and selects what travels to its importers.
var Analyzer = newAnalyzer()

// newAnalyzer makes the analyzer with its flags. go vet does not offer them: they are for hosts in whose process it
// runs.
func newAnalyzer() *analysis.Analyzer {
	set := &settings{}
	a := &analysis.Analyzer{
		Name:       "syncvetsource",
		Doc:        "number the functions of a package for the syncvet passes",
		Requires:   []*analysis.Analyzer{buildssa.Analyzer},
		FactTypes:  []analysis.Fact{new(Fact)},
		ResultType: reflect.TypeFor[*Result](),
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, set) },
	}
	a.Flags.StringVar(
		&set.models,
		"models",
		"",
		"models in the form of .syncvet.yaml, which come before those of such a file",
	)
	a.Flags.StringVar(
		&set.linter,
		"linter",
		"",
		"name of the linter that golangci-lint runs this as; comments //nolint:NAME are left to golangci-lint",
	)
	return a
}

func run(pass *analysis.Pass, set *settings) (any, error) {
	r := newResult(pass, set)
	importer{r}.importFacts()
	if !models.Plain(r.path) {
		r.contain("package "+r.path, func() {
			numbering{r}.collect()
			scanner{r}.scanAll()
			scanner{r}.close()
			r.Pkg.Source.Shared = clientele{r}.sharedInterfaces()
			r.ordered = orderedMethods(r)
			clientele{r}.addClients()
			numbering{r}.describe()
			carrier{r}.keep()
			carrier{r}.carry()
		})
		r.contain("comments of "+r.path, r.readDirectives)
	}
	r.finish()
	return r, nil
}

func newResult(pass *analysis.Pass, set *settings) *Result {
	r := &Result{
		set:        set,
		Pkg:        &facts.Package{Source: &facts.Source{}},
		pass:       pass,
		ssa:        pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA).Pkg,
		path:       Path(pass.Pkg),
		index:      map[*ssa.Function]int{},
		symbols:    map[*ssa.Function]facts.Symbol{},
		names:      map[facts.Symbol]*ssa.Function{},
		dispatched: map[types.Type]bool{},
		types:      newTypeNames(pass),
		found:      newFoundTypes(),
		local:      map[*ssa.Alloc]bool{},
		onlyRead:   map[*ssa.Alloc]bool{},
		rows:       map[*types.Func]*models.Row{},
		clients:    map[int]*Client{},
	}
	r.Layout = newLayout()
	r.User = additions{r}.userRows()
	r.Pkg.Source.Path = r.path
	r.Pkg.Source.Module = moduleOf(pass, r.path)
	return r
}

// finish sorts the type table and exports the fact.
func (r *Result) finish() {
	s := r.Pkg.Source
	if len(s.Units) < len(r.Funcs) { // collecting failed half way: nothing is known
		r.Funcs, r.Carried, s.Units, r.kept = nil, nil, nil, nil
	}
	s.Own = len(r.Funcs)
	exported := *s
	exported.Types, exported.Directives = carrier{r}.keptTypes(), travelling(s.Directives)
	blob := exported.Encode(r.Kept)
	r.blobs[facts.SectionSource] = blob
	Export(r.pass, &Fact{Blob: blob})
}

// Export exports a fact of a package. One without files, whose folder has tests only, has none: nobody imports it, and
// golangci-lint's runner takes for granted that there is a file.
func Export(pass *analysis.Pass, fact analysis.Fact) {
	if len(pass.Files) > 0 {
		pass.ExportPackageFact(fact)
	}
}
