// This file checks which of several problems with the same goroutines stands for the others.

package waits

import (
	"slices"
	"testing"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
)

// TestDistinct checks that the most certain one stands for the others, whatever the order, and that weak ones beside
// it do not count.
func TestDistinct(t *testing.T) {
	at := func(c explain.Confidence, line uint32, others int) Problem {
		end := ProblemStep{Pos: link.Position{Line: line}}
		return Problem{Kind: Leak, Confidence: c, Others: others, Threads: []Thread{{Steps: []ProblemStep{end}}}}
	}
	const low, medium, high = explain.Low, explain.Medium, explain.High
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
		{"strongest last", []Problem{at(low, 1, 0), at(medium, 1, 0), at(high, 1, 0)}, []shown{{high, 1, 1}}},
		{"strongest first", []Problem{at(high, 1, 0), at(low, 1, 5), at(medium, 1, 2)}, []shown{{high, 1, 3}}},
		{"all weak", []Problem{at(low, 1, 0), at(low, 1, 0)}, []shown{{low, 1, 1}}},
		{"two places", []Problem{at(low, 2, 0), at(high, 1, 0)}, []shown{{high, 1, 0}, {low, 2, 0}}},
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

// TestDistinctWays checks that goroutines that only lead there do not make a second problem of the same wait, but that
// what only tests lead to stands for nothing else, and stays only where it is more certain.
func TestDistinctWays(t *testing.T) {
	thread := func(file string, line uint32) Thread {
		at := link.Position{File: facts.Symbol{Pkg: "p", Name: file}, Line: line}
		return Thread{Steps: []ProblemStep{{Pos: at}}}
	}
	leak := func(together int, list ...Thread) Problem {
		return Problem{Kind: Leak, Confidence: explain.High, Threads: list, Together: together}
	}
	low := func(p Problem) Problem { p.Confidence = explain.Low; return p }
	at, left, right, tested := thread("a.go", 1), thread("a.go", 2), thread("a.go", 3), thread("a_test.go", 2)
	for _, c := range []struct {
		name string
		list []Problem
		want int
	}{
		{"two ways", []Problem{leak(1, at, left), leak(1, at, right)}, 1},
		{"two that wait", []Problem{leak(2, at, left), leak(2, at, right)}, 2},
		{"a test's way", []Problem{leak(1, at, tested), leak(1, at, right)}, 1},
		{"a test's way, surer", []Problem{leak(1, at, tested), low(leak(1, at, right))}, 2},
	} {
		if got := Distinct(c.list); len(got) != c.want {
			t.Errorf("%s: %d problems, want %d", c.name, len(got), c.want)
		}
	}
}
