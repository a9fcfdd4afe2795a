package ends

import (
	"testing"

	"github.com/syncvet/syncvet/facts"
)

// TestExcludes compares what excludes says of any two comparisons with small numbers with what trying all numbers near
// them says.
func TestExcludes(t *testing.T) {
	holds := func(op facts.Comparison, x, y int64) bool {
		switch op {
		case facts.Equal:
			return x == y
		case facts.Unequal:
			return x != y
		case facts.Less:
			return x < y
		}
		return x <= y
	}
	type comparison struct {
		op     facts.Comparison
		n      int64
		turned bool
	}
	var all []comparison
	for op := facts.Equal; op <= facts.LessOrEqual; op++ {
		for n := int64(-2); n <= 2; n++ {
			all = append(all, comparison{op, n, false}, comparison{op, n, true})
		}
	}
	with := func(c comparison, x int64) bool {
		if c.turned {
			return holds(c.op, c.n, x)
		}
		return holds(c.op, x, c.n)
	}
	for _, a := range all {
		for _, b := range all {
			none := true
			for x := int64(-6); x <= 6; x++ {
				none = none && !(with(a, x) && with(b, x))
			}
			l, _ := compare(quantity{slot: 1, inst: 1}, a.op, a.n, a.turned)
			m, _ := compare(quantity{slot: 1, inst: 1}, b.op, b.n, b.turned)
			if got := l.excludes(m); got != none {
				t.Errorf("%+v and %+v: %v", a, b, got)
			}
		}
	}
}
