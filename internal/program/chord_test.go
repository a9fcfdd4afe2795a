// This file is Chord's examples (PLDI 2006): the path pairs of figure 2, and the stages of figure 4.

package program_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
)

// accessesOf counts the places that read and write a field, in the source.
func accessesOf(t *testing.T, src, field string) (reads, writes int) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "main.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	written := map[ast.Expr]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				written[x] = true
			}
		case *ast.SelectorExpr:
			if n.Sel.Name == field && written[n] {
				writes++
			} else if n.Sel.Name == field {
				reads++
			}
		}
		return true
	})
	return reads, writes
}

// TestChordFigure4 prints Chord's funnel for its running example. Of five pairs with a write the three with the
// constructor fall first: it owns the object. Of the rest, the pair with the object that Inc makes is nobody else's
// business, and Inc against Inc is locked.
func TestChordFigure4(t *testing.T) {
	src := stepOf(t, "chord_client_race")
	reads, writes := accessesOf(t, src, "f")
	original := reads*writes + writes*(writes+1)/2
	pkgs, err := theShop(t).build(src)
	if err != nil {
		t.Fatal(err)
	}
	f := program.FunnelOf(pkgs, "A.f")
	got := []int{original, len(f.Reachable), len(f.Aliasing), len(f.Escaping), len(f.Unlocked)}
	t.Logf(
		"original pairs %d → reachable %d → aliasing, by object %d → escaping %d → unlocked %d",
		got[0],
		got[1],
		got[2],
		got[3],
		got[4],
	)
	if want := []int{5, 2, 3, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("stages %v, want %v", got, want)
	}
	p := program.New(link.Config{Own: "m"})
	p.Update(pkgs)
	races := p.Races(explain.View{})
	if len(races) != 1 || races[0].Ends[0].Last().Func.Name != "(*A).rd" ||
		races[0].Ends[1].Last().Func.Name != "(*A).wr" {
		t.Errorf("races %v, want one, of rd and wr", verdicts(races))
	}
}

// TestChordFigure2 checks the path pairs of the library JdbF: Insert and Delete, each with itself and with the other
// one, reach the test and the setting of used, and its setting twice. Which of two different callers makes the test is
// not told apart.
func TestChordFigure2(t *testing.T) {
	pkgs, err := theShop(t).build(stepOf(t, "chord_jdbf_race"))
	if err != nil {
		t.Fatal(err)
	}
	p := program.New(link.Config{Own: "m"})
	p.Update(pkgs)
	races := p.Races(explain.View{})
	if len(races) != 1 || races[0].Ends[0].Last().Name.Name != "connectionSource.used" ||
		races[0].Assumes != evidence.ByPromise {
		t.Fatalf("races %v, want one on used, by what Database promises", verdicts(races))
	}
	seen := map[string]bool{}
	for _, x := range races[0].Pairs {
		var callers, kinds []string
		for k := range x.Paths {
			callers = append(callers, x.Paths[k][0].Func.Name)
			kinds = append(kinds, map[bool]string{true: "write", false: "read"}[x.Accesses[k].Kind.Writes()])
		}
		slices.Sort(callers)
		slices.Sort(kinds)
		seen[strings.Join(append(callers, kinds...), " ")] = true
	}
	for pair := range seen {
		t.Log(pair)
	}
	if len(seen) != 6 {
		t.Errorf("%d pairs of callers and accesses, want 6", len(seen))
	}
	repaired, err := theShop(t).build(stepOf(t, "chord_jdbf_ok"))
	if err != nil {
		t.Fatal(err)
	}
	p.Update(repaired)
	if races := p.Races(explain.View{Weakest: evidence.Low}); len(races) > 0 {
		t.Errorf("repaired: races %v", verdicts(races))
	}
}

// TestTrails compares trails that are remembered with trails that are followed anew.
func TestTrails(t *testing.T) {
	for _, name := range []string{"chord_client_race", "echo_figure2_step4_race"} {
		pkgs, err := theShop(t).build(stepOf(t, name))
		if err != nil {
			t.Fatal(err)
		}
		trails, differ := program.Trails(pkgs)
		t.Logf("%s: %d trails", name, trails)
		if trails < 5 || differ > 0 {
			t.Errorf("%s: of %d trails %d differ", name, trails, differ)
		}
	}
}
