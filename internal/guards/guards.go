// This file is the entry point.

package guards

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/guards/prepared"
	"github.com/syncvet/syncvet/passes/access"
)

// Infer finds the suspects of a package, in the order of the source, and the comments that keep others out of the list.
func Infer(r *access.Result) ([]Suspect, map[directive.Key]bool) {
	a := newAnalysis(r)
	return a.infer(), a.used
}

// InferWithout finds the suspects as if one row were not in the table.
func InferWithout(r *access.Result, id string) []Suspect {
	a := newAnalysis(r)
	a.without = id
	return a.infer()
}

// unprepared finds what is read without the Once that others run before (G37).
func (a *analysis) unprepared() []Suspect {
	var list []Suspect
	for _, f := range prepared.Find(a.Package, a.src.Funcs, a.flow, a.places) {
		x := Access{Kind: facts.Read, Pos: f.At, Func: f.Read, Path: []Step{{Func: f.Read}}}
		y := Access{Kind: facts.Write, Pos: f.Store.Pos(), Func: f.Store.Parent()}
		for _, s := range f.Path {
			y.Path = append(y.Path, Step(s))
		}
		s := Suspect{
			Name: f.Field, Var: facts.VarField, Guard: f.Once, Outlier: x, Other: y, Held: f.Behind, Total: f.Total,
			Once: true, Likely: true,
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
func (a *analysis) infer() []Suspect {
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
		setups: map[*ssa.Function]bool{},
		sites:  dynamicSites{invokes: map[string][]site{}},
	}
	return &analysis{
		runs: who,
		vars: map[variable]*evidence{}, wide: map[int]bool{}, under: map[section]map[types.Object]bool{},
		changes: map[types.Object]bool{}, fills: map[facts.Symbol]set{}, alone: r.Source.SerialFields(),
		used: map[directive.Key]bool{},
	}
}
