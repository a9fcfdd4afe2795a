package skeleton

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/syncvet/syncvet/internal/hb"
)

// small is a function of a few points with some ways between them, of which the last one ends, and some are Dones.
func small(r *rand.Rand) *hb.Func {
	f := &hb.Func{Points: make([]hb.Point, 3+r.IntN(5))}
	for p := range f.Points {
		if r.IntN(3) == 0 {
			f.Points[p].Event.Op = hb.OpDone
		}
		for q := 1; q < len(f.Points); q++ {
			if r.IntN(4) == 0 || q == p-1 {
				f.Points[p].Preds = append(f.Points[p].Preds, hb.PointID(q))
			}
		}
	}
	f.Exits = []hb.PointID{hb.PointID(len(f.Points) - 1)}
	return f
}

// allCome says of every way without loops whether it comes to a Done: what ends, or comes again, does not.
func allCome(f *hb.Func, from hb.PointID, way []hb.PointID, again bool) bool {
	at := from
	if len(way) > 0 {
		at = way[len(way)-1]
	}
	var on []hb.PointID
	for p := range f.Points {
		if slices.Contains(f.Points[p].Preds, at) {
			on = append(on, hb.PointID(p))
		}
	}
	if slices.Contains(f.Exits, at) || len(on) == 0 {
		return false
	}
	return !slices.ContainsFunc(on, func(p hb.PointID) bool {
		switch {
		case f.Points[p].Event.Op == hb.OpDone:
			return false
		case p == from:
			return !again || slices.Contains(f.Exits, p)
		case slices.Contains(way, p):
			return false
		}
		return !allCome(f, from, append(slices.Clone(way), p), again)
	})
}

func TestComesTo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	holds := 0
	for range 5000 {
		f, again := small(r), r.IntN(2) == 0
		want := allCome(f, 1, nil, again)
		got := comesTo(f, 1, func(e *hb.Event) bool { return e.Op == hb.OpDone }, again)
		if got != want {
			t.Fatalf("%v: got %v, want %v", f.Points, got, want)
		}
		if got {
			holds++
		}
	}
	if holds < 100 {
		t.Errorf("only %d come to a Done", holds)
	}
}
