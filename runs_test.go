// This file compares runs (internal/interp) with exhaustive execution: what a run shows must be possible; and tests
// what follows from what runs show.

package syncvet_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/interp"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/program"
)

// TestRunsInterleaved runs generated programs whose every interleaving is known: nobody is stuck, and nothing panics,
// in one that is safe; and of those that are not runs show most.
func TestRunsInterleaved(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	fset := token.NewFileSet()
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	unsafe, shown := 0, 0
	for n := range *interleave {
		p := randomPlay(r)
		src := fmt.Sprintf("package main\n\nimport (\n\t\"math/rand/v2\"\n\t\"sync\"\n)\n\nfunc main() {\n\t"+
			"P%d(rand.IntN(2) == 0, rand.IntN(2) == 0)\n}\n\n%s", n, p.source(n))
		file, err := parser.ParseFile(fset, "play.go", src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		pkg, err := conf.Check("main", fset, []*ast.File{file}, nil)
		if err != nil {
			t.Fatal(err)
		}
		out := interp.Try(&interp.Package{Path: "main", Fset: fset, Files: []*ast.File{file}, Types: pkg})
		if len(out.Failed) > 0 {
			t.Fatalf("%v\n%s", out.Failed, src)
		}
		all := p.perform()
		switch {
		case all.safe() && len(out.Stuck)+len(out.Panics) > 0:
			t.Errorf("a run shows what no interleaving has: %v %v\n%s", out.Stuck, out.Panics, src)
		case !all.safe():
			unsafe++
			if len(out.Stuck)+len(out.Panics) > 0 {
				shown++
			}
		}
	}
	t.Logf("of %d unsafe programs runs show %d", unsafe, shown)
	if shown*10 < unsafe*7 {
		t.Errorf("of %d unsafe programs runs show only %d", unsafe, shown)
	}
}

// A seen is a witness who says one thing of all pairs, and of all tests.
type seen evidence.Meeting

// ended says of all pairs that they did not meet, and of all tests that they were run to their end.
const ended = evidence.Unordered + 1

// tidy says of all pairs that they did not meet, and of all tests that they were run to their end and got to both.
const tidy = ended + 1

func (s seen) Met(_, _ facts.Position, _ bool) (evidence.Meeting, string) {
	switch m := evidence.Meeting(s); m {
	case ended, tidy:
		return evidence.Unmet, ""
	case evidence.Unmet, evidence.Apart, evidence.InOrder:
		return m, ""
	}
	return evidence.Unordered, "main"
}
func (seen) Raced(facts.Position) string                       { return "" }
func (s seen) Reached(facts.Symbol, facts.Position) bool       { return evidence.Meeting(s) != ended }
func (s seen) Ran(facts.Symbol) bool                           { return evidence.Meeting(s) >= ended }
func (seen) Waits(*evidence.End, bool) (evidence.Stay, string) { return evidence.Unreached, "" }
func (s seen) Clean(facts.Position) bool                       { return evidence.Meeting(s) == tidy }
func (seen) ShownRaces() []evidence.Evidence                   { return nil }
func (seen) ShownStalls() []evidence.Evidence                  { return nil }

// TestRunsWeigh asks for a race of high confidence with witnesses of each kind, with and without the rows about them,
// and for one of medium confidence that a run has seen.
func TestRunsWeigh(t *testing.T) {
	const high, medium, tested, called = "races/variables/captured_err_race", "races/flags/start_either_race",
		"races/tests/parallel_table_race", "races/tests/called_back_race"
	for _, c := range []struct {
		archive string
		met     evidence.Meeting
		without string // rows that are not asked
		want    evidence.Confidence
	}{
		{high, evidence.Unmet, "", evidence.High},
		{high, evidence.InOrder, "", evidence.Low},
		{high, evidence.InOrder, "R66a", evidence.High},
		{high, evidence.Apart, "", evidence.Low},
		{high, evidence.Apart, "R66b", evidence.High},
		{tested, evidence.Unmet, "", evidence.Medium},
		{tested, ended, "", evidence.Low},
		{tested, ended, "R66c", evidence.Medium},
		{tested, tidy, "", evidence.Low},
		{tested, tidy, "R66d", evidence.Medium},
		{called, evidence.Unmet, "", evidence.Low},
		{called, evidence.Unmet, "R69", evidence.Medium},
		{medium, evidence.Unmet, "", evidence.Medium},
		{medium, evidence.Unordered, "", evidence.High},
	} {
		view := explain.View{Weakest: evidence.Low, Witness: seen(c.met), Without: c.without}
		best := evidence.Confidence(0)
		ask := &analysis.Analyzer{
			Name: "weigh", Doc: "grade races with a witness", Requires: []*analysis.Analyzer{linked.Analyzer},
			Run: func(pass *analysis.Pass) (any, error) {
				pass.ResultOf[linked.Analyzer].(*linked.Result).Ask(func(p *program.Program) {
					for _, r := range p.Races(view) {
						if best == 0 || r.Grade < best {
							best = r.Grade
						}
						if (r.Run != "") != (c.met == evidence.Unordered) {
							t.Errorf("%s: run %q", c.archive, r.Run)
						}
					}
				})
				return nil, nil
			},
		}
		if err := analyzed(t, "testdata/"+c.archive+".txtar", ask); err != nil {
			t.Fatal(err)
		}
		if best != c.want {
			t.Errorf("%s, met %d, without %q: confidence %d, want %d", c.archive, c.met, c.without, best, c.want)
		}
	}
}
