// This file is the entry point.

package guards

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/guards/prepared"
	"github.com/syncvet/syncvet/passes/access"
)

// A Result is what is found in a package.
type Result struct {
	Suspects  []evidence.Evidence    // accesses without their locks, in the order of the source
	Used      map[directive.Key]bool // comments that keep others out of the list
	Decisions []int                  // by row of the table: of how many claims it was the one that decided
}

// Infer finds the suspects of a package. Rows whose ids are in a list, with commas between them, are not asked.
func Infer(r *access.Result, without string) Result {
	a := newAnalysis(r)
	a.without = strings.Split(without, ",")
	return Result{a.infer(), a.used, a.decisions}
}

// unprepared finds what is read without the Once that others run before (G37).
func (a *analysis) unprepared() []evidence.Evidence {
	var list []evidence.Evidence
	for _, f := range prepared.Find(a.Package, a.src.Funcs, a.flow, a.places) {
		end := func(kind facts.AccessKind, at token.Pos, fn *ssa.Function) evidence.End {
			return evidence.End{
				Goroutine: evidence.Goroutine{Kind: evidence.RootExported},
				Steps: []evidence.Step{{
					Act: evidence.ActAccesses, Name: f.Field, Func: a.src.FuncSymbol(fn), Pos: a.position(at),
					Access: facts.Access{Kind: kind, Var: facts.VarField},
				}},
			}
		}
		x, y := end(facts.Read, f.At, f.Read), end(facts.Write, f.Store.Pos(), f.Store.Parent())
		x.Path = a.frames([]step{{fn: f.Read}})
		for _, s := range f.Path {
			y.Path = append(y.Path, a.frames([]step{{s.Func, s.Call}})...)
		}
		s := evidence.Evidence{
			Kind: evidence.Unguarded, Engine: evidence.ByName, Grade: evidence.Medium, Name: f.Field,
			Doubts:   []evidence.Doubt{evidence.DoubtCallers},
			Ends:     []evidence.End{x, y},
			Guarding: evidence.Guarding{Guard: f.Once, Held: f.Behind, Total: f.Total, Once: true},
		}
		if key, _, covered := a.covered(&s); covered {
			a.used[key] = true
			continue
		}
		list = append(list, s)
	}
	return list
}

// infer goes through the phases.
func (a *analysis) infer() []evidence.Evidence {
	a.findFunctions()
	list := a.unprepared()
	if !a.findLocks() {
		return list
	}
	a.solveNets()
	a.collect()
	a.findRoots()
	a.solveContexts()
	a.solveEntries()
	return append(list, a.judge()...)
}

func newAnalysis(r *access.Result) *analysis {
	l := r.Spawn.Locks
	c := &code{
		Package: objects.New(r.Source, l.Flow, l.Places), src: r.Source, flow: l.Flow, spawn: r.Spawn, places: l.Places,
	}
	k := &locking{
		code: c, ops: map[ssa.CallInstruction]operation{}, alias: map[any]any{}, classes: map[any]int{},
		names: make([]lockName, 1), directives: directive.NewTable(r.Source.Pkg.Source.Directives),
		met: map[*function]*meeting{},
	}
	who := &runs{
		locking: k, embedded: map[*types.TypeName]bool{}, handed: map[handedMethod]bool{}, escaped: map[*function]bool{},
		borrowed: map[*types.TypeName]bool{}, docs: r.Source.TypeDocs(), serials: map[*types.TypeName][][]string{},
		setups: map[*ssa.Function]bool{}, showings: map[*types.TypeName]showing{},
		sites: dynamicSites{invokes: map[string][]site{}},
	}
	return &analysis{
		runs: who,
		vars: map[variable]*usage{}, wide: map[int]bool{}, under: map[section]map[types.Object]bool{},
		changes: map[types.Object]bool{}, fills: map[facts.Symbol]set{}, alone: r.Source.SerialFields(),
		used: map[directive.Key]bool{}, decisions: make([]int, len(table)),
	}
}
