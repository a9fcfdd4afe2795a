// This file tests the advice that the form of a race gives.

package racecheck

import (
	"testing"

	"github.com/syncvet/syncvet/internal/report"
)

// TestDifferentLocks checks the advice for accesses that hold locks, but not the same one.
func TestDifferentLocks(t *testing.T) {
	access := func(kind string, line int, locks ...string) report.Access {
		a := report.Access{Kind: kind, Pos: report.Pos{Pkg: "m", File: "a.go", Line: line}}
		for _, l := range locks {
			a.Locks = append(a.Locks, report.Lock{Name: l, Mode: "W"})
		}
		return a
	}
	for _, c := range []struct {
		x, y report.Access
		want string
	}{
		{access("write", 3, "m.T.mu"), access("read", 9, "m.T.rm"), "the two hold different locks: hold m.T.mu at a.go:9, too"},
		{access("read", 3, "m.T.mu"), access("write", 9, "m.T.rm"), "the two hold different locks: hold m.T.rm at a.go:3, too"},
		{access("write", 3, "m.U.mu"), access("read", 9, "m.T.rm"), ""},           // it does not lie beside the variable
		{access("write", 3, "m.T.mu"), access("read", 9, "m.T.mu", "m.T.rm"), ""}, // one lock by its name
	} {
		f := &report.Finding{Pos: c.x.Pos, Variable: report.Variable{Name: "m.T.f"}, Accesses: [2]report.Access{c.x, c.y}}
		if got := advice(f); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
