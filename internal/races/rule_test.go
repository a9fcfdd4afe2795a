// This file checks that the grade is a function of the set of doubts.

package races

import (
	"slices"
	"testing"

	"github.com/syncvet/syncvet/internal/explain"
)

// TestGrade grades some sets of doubts, and all sets of up to four in each order.
func TestGrade(t *testing.T) {
	rules := map[Effect]*Rule{}
	for e := Low; e <= Slight; e++ {
		rules[e] = &Rule{Effect: e}
	}
	for _, c := range []struct {
		doubts []Effect
		want   explain.Confidence
	}{
		{nil, explain.High}, {[]Effect{Mild}, explain.Medium}, {[]Effect{Mild, Mild}, explain.Medium},
		{[]Effect{Half}, explain.Medium},
		{[]Effect{Half, Mild}, explain.Medium}, {[]Effect{Half, Half}, explain.Low}, {[]Effect{Low}, explain.Low},
		{[]Effect{Beside}, explain.Medium}, {[]Effect{Beside, Beside}, explain.Medium},
		{[]Effect{Beside, Mild}, explain.Low}, {[]Effect{Slight}, explain.Medium},
		{[]Effect{Slight, Half}, explain.Medium}, {[]Effect{Beside, Slight}, explain.Low},
		{[]Effect{Mild, Mild, Slight}, explain.Low}, {[]Effect{Mild, Slight, Slight}, explain.Medium}, {[]Effect{Half, Mild, Mild}, explain.Low},
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
