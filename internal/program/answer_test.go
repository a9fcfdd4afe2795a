package program

import (
	"testing"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
)

// TestTooManyRoots checks that what a budget leaves out is said by name, however much it is.
func TestTooManyRoots(t *testing.T) {
	group := func(names ...string) (g link.RootGroup) {
		for _, n := range names {
			g.Funcs = append(g.Funcs, facts.Symbol{Pkg: "m", Name: n})
		}
		return g
	}
	for _, x := range []struct {
		left []link.RootGroup
		want string
	}{
		{[]link.RootGroup{group("TestA")}, "link: too many roots: 1 of 9 are left out: TestA"},
		{
			[]link.RootGroup{group("TestA", "TestB"), group("(*T).Run")},
			"link: too many roots: 2 of 9 are left out: TestA, TestB, (*T).Run",
		},
		{
			[]link.RootGroup{group("A", "B", "C", "D", "E"), group("F", "G")},
			"link: too many roots: 2 of 9 are left out: A, B, C, D, E and 2 more",
		},
	} {
		if got := tooManyRoots(x.left, 9); got != x.want {
			t.Errorf("got  %s\nwant %s", got, x.want)
		}
	}
}
