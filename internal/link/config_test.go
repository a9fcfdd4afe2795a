// This file tests how large links may become (L5).

package link_test

import (
	"testing"

	"github.com/syncvet/syncvet/internal/link"
)

// TestWithin: the first link has its own bound, the last one what the work left allows, but never less than a small
// link takes, nor more than was asked for.
func TestWithin(t *testing.T) {
	for _, c := range []struct{ most, work, want int }{
		{24_000, link.DefaultWork, 24_000},
		{24_000, 1_000_000, 10_000},
		{24_000, 1, 4_000},
		{500, 1, 500},
	} {
		if got := (link.Config{MaxInstances: c.most}).Within(c.work).MaxInstances; got != c.want {
			t.Errorf("%d instances with %d steps left: %d, want %d", c.most, c.work, got, c.want)
		}
	}
}
