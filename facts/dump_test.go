// This file checks that what can be encoded can be printed.

package facts

import "testing"

// TestEventNames checks that each operation has a name of its own in the printed form.
func TestEventNames(t *testing.T) {
	if len(eventOps) != int(EventAnswered)+1 {
		t.Fatalf("%d names for %d operations", len(eventOps), EventAnswered+1)
	}
	for op, want := range map[EventOp]string{
		EventCollect: "collect",
		EventServe:   "serve",
		EventUnseen:  "unseen",
		EventFill:    "fill",
	} {
		if got := eventOps[op]; got != want {
			t.Errorf("operation %d is printed as %q, not %q", op, got, want)
		}
	}
}
