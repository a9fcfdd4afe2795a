// This file checks which of several problems with the same goroutines stands for the others.

package waits

import (
	"slices"
	"testing"

	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
)

// TestDistinct checks that the most certain one stands for the others, whatever the order, and that weak ones beside it
// do not count.
func TestDistinct(t *testing.T) {
	at := func(c explain.Confidence, line uint32, others int) Problem {
		end := ProblemStep{Pos: link.Position{Line: line}}
		return Problem{Kind: Leak, Confidence: c, Others: others, Threads: []Thread{{Steps: []ProblemStep{end}}}}
	}
	type shown struct {
		conf   explain.Confidence
		line   uint32
		others int
	}
	for _, c := range []struct {
		name string
		list []Problem
		want []shown
	}{
		{"strongest last", []Problem{at(explain.Low, 1, 0), at(explain.Medium, 1, 0), at(explain.High, 1, 0)}, []shown{{explain.High, 1, 1}}},
		{"strongest first", []Problem{at(explain.High, 1, 0), at(explain.Low, 1, 5), at(explain.Medium, 1, 2)}, []shown{{explain.High, 1, 3}}},
		{"all weak", []Problem{at(explain.Low, 1, 0), at(explain.Low, 1, 0)}, []shown{{explain.Low, 1, 1}}},
		{"two places", []Problem{at(explain.Low, 2, 0), at(explain.High, 1, 0)}, []shown{{explain.High, 1, 0}, {explain.Low, 2, 0}}},
	} {
		var got []shown
		for _, x := range Distinct(c.list) {
			got = append(got, shown{x.Confidence, x.At().Line, x.Others})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
