// This file checks which of several problems with the same goroutines stands for the others.

package merge

import (
	"slices"
	"testing"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
)

// TestDistinct checks that the most certain one stands for the others, whatever the order, and that weak ones beside
// it do not count.
func TestDistinct(t *testing.T) {
	at := func(c evidence.Confidence, line uint32, others int) evidence.Evidence {
		end := evidence.Step{Pos: facts.Position{Line: line}}
		return evidence.Evidence{
			Kind: evidence.Leak, Grade: c, Waiting: evidence.Waiting{Ways: others},
			Ends: []evidence.End{{Steps: []evidence.Step{end}}},
		}
	}
	const low, medium, high = evidence.Low, evidence.Medium, evidence.High
	type shown struct {
		conf   evidence.Confidence
		line   uint32
		others int
	}
	for _, c := range []struct {
		name string
		list []evidence.Evidence
		want []shown
	}{
		{"strongest last", []evidence.Evidence{at(low, 1, 0), at(medium, 1, 0), at(high, 1, 0)}, []shown{{high, 1, 1}}},
		{"strongest first", []evidence.Evidence{at(high, 1, 0), at(low, 1, 5), at(medium, 1, 2)}, []shown{{high, 1, 3}}},
		{"all weak", []evidence.Evidence{at(low, 1, 0), at(low, 1, 0)}, []shown{{low, 1, 1}}},
		{"two places", []evidence.Evidence{at(low, 2, 0), at(high, 1, 0)}, []shown{{high, 1, 0}, {low, 2, 0}}},
	} {
		var got []shown
		for _, x := range Distinct(c.list, "") {
			got = append(got, shown{x.Grade, x.At().Line, x.Others()})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestDistinctWays checks that goroutines that only lead there do not make a second problem of the same wait, but that
// what only tests lead to stands for nothing else, and stays only where it is more certain.
func TestDistinctWays(t *testing.T) {
	thread := func(file string, line uint32) evidence.End {
		at := facts.Position{File: facts.Symbol{Pkg: "p", Name: file}, Line: line}
		return evidence.End{Steps: []evidence.Step{{Pos: at}}}
	}
	leak := func(together int, list ...evidence.End) evidence.Evidence {
		return evidence.Evidence{
			Kind: evidence.Leak, Grade: evidence.High, Ends: list, Waiting: evidence.Waiting{Together: together},
		}
	}
	low := func(p evidence.Evidence) evidence.Evidence { p.Grade = evidence.Low; return p }
	at, left, right, tested := thread("a.go", 1), thread("a.go", 2), thread("a.go", 3), thread("a_test.go", 2)
	for _, c := range []struct {
		name string
		list []evidence.Evidence
		want int
	}{
		{"two ways", []evidence.Evidence{leak(1, at, left), leak(1, at, right)}, 1},
		{"two that wait", []evidence.Evidence{leak(2, at, left), leak(2, at, right)}, 2},
		{"a test's way", []evidence.Evidence{leak(1, at, tested), leak(1, at, right)}, 1},
		{"a test's way, surer", []evidence.Evidence{leak(1, at, tested), low(leak(1, at, right))}, 2},
	} {
		if got := Distinct(c.list, ""); len(got) != c.want {
			t.Errorf("%s: %d problems, want %d", c.name, len(got), c.want)
		}
	}
}
