// This file is what bounds the work for one package: contexts, steps of a link, pairs.

package program_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
)

// answered is a program of one package, ready to be asked.
func answered(t *testing.T, cfg link.Config, src string) *program.Program {
	t.Helper()
	pkgs, err := theShop(t).build(src)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Own = "m"
	p := program.New(cfg)
	p.Update(pkgs)
	return p
}

// noted reports whether some note has a text.
func noted(p *program.Program, text string) bool {
	for _, n := range p.Notes() {
		if strings.Contains(n.Text, text) {
			return true
		}
	}
	return false
}

// TestContexts: sixteen calls of a small function in each of twenty goroutines are fewer instances than calls, and the
// race of each goroutine with main is found (L8).
func TestContexts(t *testing.T) {
	var b strings.Builder
	b.WriteString("package main\n\nfunc same(p *int) *int { return p }\n")
	for k := range 20 {
		fmt.Fprintf(&b, "\nvar v%d int\n\nfunc run%d() {\n", k, k)
		for range 16 {
			fmt.Fprintf(&b, "\t*same(&v%d) = 1\n", k)
		}
		b.WriteString("}\n")
	}
	b.WriteString("\nfunc main() {\n")
	for k := range 20 {
		fmt.Fprintf(&b, "\tgo run%d()\n\tv%d++\n", k, k)
	}
	b.WriteString("}\n")
	p := answered(t, link.Config{}, b.String())
	if races := p.Races(explain.View{Weakest: evidence.Medium}); len(races) != 20 {
		t.Errorf("%d races, want one for each variable", len(races))
	}
	if n := p.Stats().Instances; n < 256 || n > 300 {
		t.Errorf("%d instances, want those of 256 contexts, of main and of 20 goroutines", n)
	}
}

// twoRaces has two racy variables.
const twoRaces = `package main

type first struct{ n int }

type second struct{ n int }

var (
	x first
	y second
)

func main() {
	go func() {
		x.n++
		y.n++
	}()
	x.n++
	y.n++
}
`

// twoLocals has two racy arrays that a function makes.
const twoLocals = `package main

func main() {
	x, y := make([]int, 1), make([]int, 1)
	go func() {
		x[0]++
		y[0]++
	}()
	x[0]++
	y[0]++
}
`

// TestPairBudget: variables that are left out are named, and those looked at before keep their races.
func TestPairBudget(t *testing.T) {
	for _, c := range []struct {
		src          string
		pairs, races int
		left         string // what the note says; empty: there is none
	}{
		{twoRaces, 0, 2, ""},
		{twoRaces, 1, 1, "races: too many pairs: 1 of 2 variables are left out: in y"},
		{twoLocals, 1, 1, "races: too many pairs: 1 of 2 variables are left out: in what main makes"},
	} {
		p := answered(t, link.Config{MaxPairs: c.pairs}, c.src)
		if races := p.Races(explain.View{}); len(races) != c.races {
			t.Errorf("budget %d: %d races, want %d", c.pairs, len(races), c.races)
		}
		if got := noted(p, "too many pairs"); got != (c.left != "") || !noted(p, c.left) && got {
			t.Errorf("budget %d: notes %v, want %q", c.pairs, p.Notes(), c.left)
		}
	}
}

// TestManyRoots: roots that together take more steps than a link may are linked a few at a time, and none is left out.
func TestManyRoots(t *testing.T) {
	var b strings.Builder
	b.WriteString("package lib\n")
	for k := range 40 {
		fmt.Fprintf(&b, "\nvar v%d int\n\nfunc Root%d() {\n\tp := &v%d\n\tgo func() { *p = 1 }()\n\t*p = 2\n}\n", k, k, k)
	}
	for _, steps := range []int{0, 2000} {
		p := answered(t, link.Config{MaxSteps: steps}, b.String())
		if races := p.Races(explain.View{}); len(races) != 40 || len(p.Notes()) > 0 {
			t.Errorf("%d steps: %d races, notes %v", steps, len(races), p.Notes())
		}
	}
}
