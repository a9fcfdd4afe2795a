// Command floor is the vet tool that costs are measured against: its one analyzer builds the SSA form of each package,
// as every analysis like ours must, and does nothing with it. It has a fact, so that drivers run it on dependencies
// too.
package main

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// built says that a package's SSA form was built.
type built struct{}

// AFact marks built as a fact.
func (*built) AFact() {}

func main() {
	unitchecker.Main(&analysis.Analyzer{
		Name:      "floor",
		Doc:       "build the SSA form and nothing else",
		Requires:  []*analysis.Analyzer{buildssa.Analyzer},
		FactTypes: []analysis.Fact{new(built)},
		Run:       run,
	})
}

// run exports the fact.
func run(pass *analysis.Pass) (any, error) {
	pass.ExportPackageFact(new(built))
	return nil, nil
}
