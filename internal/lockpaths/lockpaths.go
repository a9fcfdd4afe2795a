// This file is the analyzer: every function of the package is run along its ways, and what a call of it does to locks
// is exported.

package lockpaths

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/passes/access"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// Analyzer finds what the functions of a package do wrong with locks by themselves, whoever runs them. It comes after
// the last pass, since what it asks the passes' results they remember.
var Analyzer = &analysis.Analyzer{
	Name:       "syncvetlockpaths",
	Doc:        "run functions along their ways and find what they do wrong with locks, for the syncvet checkers",
	Requires:   []*analysis.Analyzer{locks.Analyzer, access.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is the acquires section of a package.
type Fact struct {
	Blob []byte // archive of facts.Acquires
}

// AFact marks the type as a fact.
func (*Fact) AFact() {}

func (*Fact) String() string { return "lockpaths" }

func run(pass *analysis.Pass) (any, error) {
	l := pass.ResultOf[locks.Analyzer].(*locks.Result)
	src := l.Flow.Source
	src.AttachImports(facts.SectionAcquires, func(p *types.Package) []byte {
		var fact Fact
		pass.ImportPackageFact(p, &fact)
		return fact.Blob
	})
	r := &Result{
		Package: fielduse.New(l.Flow, l.Places), Locks: l,
		summaries: map[*ssa.Function]*summary{},
		partial:   map[*ssa.Function]*ssa.Function{}, again: map[*ssa.Function]bool{},
		calls: map[*ssa.Function][]callSite{},
	}
	b := src.NewBuilder(facts.SectionAcquires)
	for i := range src.Funcs {
		src.Contain("lockpaths", i, func() { r.finish(b, i) })
	}
	source.Export(pass, &Fact{Blob: src.Publish(facts.SectionAcquires, b)})
	return r, nil
}

// finish runs own unit i and writes what a call of it does.
func (r *Result) finish(b *facts.Builder, i int) {
	if r.Flow.Source.Pkg.Source.Units[i].Flags&facts.Root != 0 {
		return
	}
	s := r.summaryOf(r.Flow.Source.Funcs[i])
	if s.empty() {
		return
	}
	out := b.Unit(i)
	l := s.write(out)
	out.Done(l.Encode())
}
