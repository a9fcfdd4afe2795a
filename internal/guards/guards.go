// This file is the entry point.

package guards

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/guards/objects"
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

// infer goes through the phases.
func (a *analysis) infer() []Suspect {
	a.findFunctions()
	if !a.findLocks() {
		return nil
	}
	a.solveNets()
	a.collect()
	a.findRoots()
	a.solveContexts()
	a.solveEntries()
	return a.judge()
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
