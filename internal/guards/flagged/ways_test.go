package flagged

import (
	"testing"

	"golang.org/x/tools/go/ssa"
)

// TestWays climbs a ladder of functions, each called twice by the next: ways double with each rung. Few rungs give all
// ways, many give none, and a ladder that nobody runs ends all the same.
func TestWays(t *testing.T) {
	calls := map[[2]int]ssa.Instruction{}
	at := func(rung, side int) ssa.Instruction {
		key := [2]int{rung, side}
		if calls[key] == nil {
			calls[key] = new(ssa.Call)
		}
		return calls[key]
	}
	ladder := func(top int, run bool) func(int) ([]Caller[int], bool) {
		return func(rung int) ([]Caller[int], bool) {
			if rung == top {
				return nil, run
			}
			return []Caller[int]{{In: rung + 1, At: at(rung, 0)}, {In: rung + 1, At: at(rung, 1)}}, false
		}
	}
	for _, c := range []struct {
		top  int
		run  bool
		want int
	}{{3, true, 8}, {4, true, 16}, {5, true, 0}, {40, true, 0}, {40, false, 0}, {0, true, 1}} {
		if got := len(Ways(0, at(-1, 0), 16, ladder(c.top, c.run))); got != c.want {
			t.Errorf("%d rungs, run %v: %d ways, want %d", c.top, c.run, got, c.want)
		}
	}
	start := func(int) ([]Caller[int], bool) { return []Caller[int]{{At: at(0, 0), Spawn: true}}, false }
	if got := Ways(0, at(-1, 0), 16, start); len(got) != 1 || len(got[0]) != 2 || !got[0][1].Spawn {
		t.Errorf("a goroutine begins its way: %v", got)
	}
}
