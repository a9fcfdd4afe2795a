// This file checks that the grade is a function of the set of doubts.

package races

import (
	"slices"
	"testing"

	"github.com/syncvet/syncvet/internal/evidence"
)

// TestGrade grades some sets of doubts, and all sets of up to four in each order.
func TestGrade(t *testing.T) {
	rules := map[Effect]*Rule{}
	for e := Low; e <= Slight; e++ {
		rules[e] = &Rule{Effect: e}
	}
	for _, c := range []struct {
		doubts []Effect
		want   evidence.Confidence
	}{
		{nil, evidence.High}, {[]Effect{Mild}, evidence.Medium}, {[]Effect{Mild, Mild}, evidence.Medium},
		{[]Effect{Half}, evidence.Medium},
		{[]Effect{Half, Mild}, evidence.Medium}, {[]Effect{Half, Half}, evidence.Low}, {[]Effect{Low}, evidence.Low},
		{[]Effect{Beside}, evidence.Medium}, {[]Effect{Beside, Beside}, evidence.Low},
		{[]Effect{Beside, Mild}, evidence.Low}, {[]Effect{Slight}, evidence.Medium},
		{[]Effect{Slight, Half}, evidence.Medium}, {[]Effect{Beside, Slight}, evidence.Low},
		{
			[]Effect{Mild, Mild, Slight},
			evidence.Low,
		}, {[]Effect{Mild, Slight, Slight}, evidence.Medium}, {[]Effect{Half, Mild, Mild}, evidence.Low},
	} {
		var list []*Rule
		for _, e := range c.doubts {
			list = append(list, rules[e])
		}
		if got := grade(list); got != c.want {
			t.Errorf("%v: grade %d, want %d", c.doubts, got, c.want)
		}
	}
	var all func(list []*Rule)
	all = func(list []*Rule) {
		if len(list) == 4 {
			return
		}
		for e := Low; e <= Slight; e++ {
			more := append(slices.Clone(list), rules[e])
			back := slices.Clone(more)
			slices.Reverse(back)
			if grade(more) != grade(back) || grade(more) < grade(list) {
				t.Errorf("%v: a doubt more makes it more certain, or the order matters", more)
			}
			all(more)
		}
	}
	all(nil)
}
