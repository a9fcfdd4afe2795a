// This file is tests of the cap on memory.

package pointsto

import (
	"slices"
	"testing"
)

// chains is a live graph of sources that flow through chains of pointers, so that nearly all memory is facts.
func chains(opts Options, sources, length int) (l *Live, seeds []ConID) {
	l = NewLive(opts)
	first := l.NewNode()
	for range sources {
		seeds = append(seeds, l.Add(Constraint{Op: Addr, Dst: first, Src: l.NewObject(1, 0)}, Guard{}))
	}
	for last := first; length > 0; length-- {
		n := l.NewNode()
		l.Add(Constraint{Op: Copy, Dst: n, Src: last}, Guard{})
		last = n
	}
	return l, seeds
}

// TestMemoryCap: with half the memory that it needs, an update ends, says that it is incomplete, and holds no more than
// it may and nothing wrong. When enough is deleted, the next one is complete.
func TestMemoryCap(t *testing.T) { // (P21)
	free, _ := chains(Options{}, 200, 300)
	if !free.Settle() || free.NumFacts() != 200*301 {
		t.Fatal("not solved")
	}
	need := free.Stats().Bytes
	for _, workers := range []int{1, 4} {
		l, seeds := chains(Options{Memory: need / 2, Workers: workers}, 200, 300)
		l.crew.least = 2
		if _, ok := l.Update(); ok {
			t.Error("not incomplete")
		}
		if got := l.Stats().Bytes; got > need/2 || got < need/4 {
			t.Errorf("%d bytes held of %d allowed", got, need/2)
		}
		for n := range l.sets {
			for _, a := range l.PointsTo(nil, Node(n)) {
				if !free.Has(Node(n), a) {
					t.Fatalf("%d ∋ %d does not follow", n, a)
				}
			}
		}
		for _, id := range seeds[20:] {
			l.Delete(id)
		}
		if d, ok := l.Update(); !ok || l.NumFacts() != 20*301 || len(d.Vanished) == 0 || l.check() != nil {
			t.Errorf("not recovered: %d facts, %v", l.NumFacts(), l.check())
		}
	}
}

// TestMemoryDegrades: as memory runs short, what only several workers need goes first, and the result is still
// complete; with less it is cut off; with more nothing goes.
func TestMemoryDegrades(t *testing.T) { // (P21)
	free, _ := chains(Options{}, 200, 300)
	free.Settle()
	var steps []string
	for percent := 50; percent <= 400; percent += 10 {
		l, _ := chains(Options{Memory: free.Stats().Bytes * percent / 100, Workers: 4}, 200, 300)
		l.crew.least = 2
		l.apply()
		step := "as usual"
		switch {
		case l.broken:
			step = "cut off"
		case l.NumFacts() != free.NumFacts():
			t.Errorf("%d facts with %d %% of the memory", l.NumFacts(), percent)
		case l.crew.lean:
			step = "one worker"
		}
		if len(steps) == 0 || steps[len(steps)-1] != step {
			steps = append(steps, step)
		}
	}
	if want := []string{"cut off", "one worker", "as usual"}; !slices.Equal(steps, want) {
		t.Errorf("with more and more memory: %v, want %v", steps, want)
	}
}
