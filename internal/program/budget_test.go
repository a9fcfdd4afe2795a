// This file is what an exceeded budget does to the grade of a race (L6): no program of testdata is large enough to show
// it.

package program_test

import (
	"testing"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
)

// longWay is a race beside calls that lead on and on.
const longWay = `package main

var total int

func main() {
	go count()
	total++
	first()
}

func count()  { total++ }
func first()  { second() }
func second() { third() }
func third()  { fourth() }
func fourth() { println(total) }
`

// TestOverBudget grades a race in a link that is too small for the program, with the rule and without it.
func TestOverBudget(t *testing.T) {
	pkgs, err := theShop(t).build(longWay)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		instances int // 0: enough
		want      [2]evidence.Confidence
	}{
		{0, [2]evidence.Confidence{evidence.High, evidence.High}},
		{6, [2]evidence.Confidence{evidence.Low, evidence.High}},
	} {
		p := program.New(link.Config{Own: "m", MaxInstances: c.instances})
		p.Update(pkgs)
		answers := p.RacesWithout(explain.View{Weakest: evidence.Low}, []string{"", "L6"})
		for k, list := range answers {
			if len(list) != 1 || list[0].Grade != c.want[k] {
				t.Errorf(
					"%d instances, rule off: %v: %d races, want one of confidence %d: %v",
					c.instances,
					k > 0,
					len(list),
					c.want[k],
					list,
				)
			}
		}
	}
}
