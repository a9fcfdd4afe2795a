// This file is the pass: its phases in order, and the result that all later passes work on.

package source

import (
	"fmt"
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

// settings are the pass's flags.
type settings struct {
	models string // in the form of .syncvet.yaml
	linter string // comments //nolint:linter are not ours; empty: all are
}

// A Fact is the source section of a package.
type Fact struct {
	Blob []byte // facts.Source, encoded
}

// AFact marks the type as a fact.
func (*Fact) AFact() {}

func (*Fact) String() string { return "source" }

// A Result is what the later passes work on.
type Result struct {
	Pkg     *facts.Package   // the package analysed: Source set, other sections attached as the passes finish
	Imports []*facts.Package // direct imports that have facts, by path
	Funcs   []*ssa.Function  // own units; for Root units the first exported function that is called
	Carried []Carried        // units Pkg.Source.Own and up are copies of these
	Layout  *Layout          // slots of types

	User      *models.User // rows that the user has added; nil: none
	Malformed []Malformed  // comments that are meant for us and not understood

	set        *settings // of the process
	pass       *analysis.Pass
	ssa        *ssa.Package
	path       string                            // of the package, without test variant
	index      map[*ssa.Function]int             // own units that are no roots
	symbols    map[*ssa.Function]facts.Symbol    // names given so far
	names      map[facts.Symbol]*ssa.Function    // own functions by name
	dispatched map[types.Type]bool               // see Dispatched
	types      *typeNames                        // canonical strings of types
	found      *foundTypes                       // method tables under construction
	imports    []*types.Package                  // parallel to Imports
	lookup     map[facts.Symbol]place            // units of imports by name, nil until first asked for
	table      map[facts.Symbol]*facts.Type      // method tables of imports, filled with lookup
	local      map[*ssa.Alloc]bool               // memo of Contained
	onlyRead   map[*ssa.Alloc]bool               // memo of OnlyRead
	scans      []scan                            // what each own unit does, by unit number
	rows       map[*types.Func]*models.Row       // memo of models.Lookup: full names are dear to make
	kept       []bool                            // by unit number
	clients    map[int]*Client                   // by number of their Root units
	blobs      [facts.SectionAcquires + 1][]byte // what is exported, by section
}

// A Carried says which unit of which import a carried unit is.
type Carried struct {
	Import int // index into Result.Imports
	Unit   int // of that import
}

func run(pass *analysis.Pass, set *settings) (any, error) {
	r := newResult(pass, set)
	importer{r}.importFacts()
	if !models.Plain(r.path) {
		r.contain("package "+r.path, func() {
			numbering{r}.collect()
			scanner{r}.scanAll()
			scanner{r}.close()
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

// Types is the package analysed, as the type checker knows it.
func (r *Result) Types() *types.Package { return r.pass.Pkg }

// contain runs f; a panic becomes a note and whatever f did not finish stays empty.
func (r *Result) contain(what string, f func()) (ok bool) {
	defer func() {
		if e := recover(); e != nil {
			r.Note("panic", fmt.Sprintf("%s: %s: %v", r.path, what, e))
			ok = false
		}
	}()
	f()
	return true
}

// Contain runs f for unit i. If it panics, a note is recorded and the unit is degraded.
func (r *Result) Contain(pass string, i int, f func()) {
	if !r.contain(pass+" "+r.Pkg.Source.Units[i].Sym.Name, f) {
		r.Pkg.Source.Units[i].Flags |= facts.Degraded
	}
}

// Note records a contained failure.
func (r *Result) Note(kind, text string) {
	r.Pkg.Source.Notes = append(r.Pkg.Source.Notes, facts.Note{Kind: kind, Text: text})
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

// Kept reports whether unit i is in the exported facts (S6).
func (r *Result) Kept(i int) bool { return i >= len(r.kept) || r.kept[i] }

// UnitOf is the own unit of a function or of its origin; false for functions of other packages.
func (r *Result) UnitOf(fn *ssa.Function) (int, bool) {
	i, ok := r.index[Origin(fn)]
	return i, ok
}

// Origin is the generic function of an instance or instantiation wrapper, and any other function itself.
func Origin(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}
