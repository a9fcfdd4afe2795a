// This file says what came before an operation that panics: the first close, the Done that has taken the counter to
// zero.

package deadlockcheck

import (
	"fmt"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
)

// before is what makes the operation that ends the first goroutine panic: the close of a channel that is closed once
// more or sent on, the Done before one too many; nil where that is not known.
func before(x *evidence.Evidence) *evidence.Step {
	steps := x.Ends[0].Steps
	end := &steps[len(steps)-1]
	act := evidence.ActCloses
	if end.Act == evidence.ActDone || end.Act == evidence.ActAdds {
		act = evidence.ActDone
	}
	fits := func(s *evidence.Step) bool {
		return s.Act == act && (s.Name == end.Name || s.Name.Name == "" || end.Name.Name == "")
	}
	var last *evidence.Step
	if n := len(x.Trace); n > 0 {
		for k := range x.Trace[:n-1] { // the last one is the end itself
			if s := &x.Trace[k]; fits(s) {
				last = s
			}
		}
		return last
	}
	for i := range x.Ends {
		for k := range x.Ends[i].Steps {
			if s := &x.Ends[i].Steps[k]; s != end && fits(s) {
				last = s
			}
		}
	}
	return last
}

// onceOnly is the advice against an operation that panics.
func onceOnly(x *evidence.Evidence, f *report.Finding) string {
	steps := x.Ends[0].Steps
	end, last := &steps[len(steps)-1], before(x)
	at := report.Near(f.Threads[0].Steps[len(steps)-1].Pos, f.Pos)
	switch {
	case end.Act == evidence.ActDone || end.Act == evidence.ActAdds:
		return "call Done once for each Add"
	case end.Act == evidence.ActCloses && last != nil && last.Pos != end.Pos:
		return fmt.Sprintf("close the channel at one of %s and %s only, or in one sync.Once at both",
			at, linked.Short(last.Pos))
	case end.Act == evidence.ActCloses:
		return "let the close at " + at + " run once: call it from one place, or in a sync.Once"
	case last != nil:
		return fmt.Sprintf("wait, before the close at %s, until all who send at %s have ended; "+
			"or close another channel there, and let a select at %s receive from it", linked.Short(last.Pos), at, at)
	}
	return "let one goroutine close the channel, once, after all senders have ended"
}
