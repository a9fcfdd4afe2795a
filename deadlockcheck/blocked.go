// This file words goroutines that block for ever, and operations that panic.

package deadlockcheck

import (
	"cmp"
	"fmt"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/report"
)

// blocking are the words for operations that wait, as nouns.
var blocking = map[program.Act]string{
	program.ActSends: "send on", program.ActReceives: "receive from", program.ActSelects: "select on", program.ActRanges: "range over",
	program.ActWaits: "Wait on", program.ActCondWaits: "Wait on", program.ActWantsLock: "Lock of", program.ActWantsRLock: "RLock of",
	program.ActCloses: "close of", program.ActDone: "Done on", program.ActAdds: "Add on", program.ActWaitsOnce: "Do on",
}

// operation names the last step of goroutine i as a thing: "send on ch".
func operation(x *program.Problem, i int) string {
	s := x.Threads[i].Steps
	last := &s[len(s)-1]
	if last.Name.Name == "" {
		return blocking[last.Act] + " a " + cmp.Or(objectKinds[last.Act], "lock")
	}
	return blocking[last.Act] + " " + objectName(last.Name)
}

// claimBlocked is the claim of problems that are not about locks alone.
func claimBlocked(x *program.Problem, f *report.Finding) string {
	what := operation(x, 0)
	switch {
	case x.Kind == program.Misuse:
		return claimMisuse(x, what)
	case x.Kind == program.BlockedUnderLock:
		return "deadlock: " + what + " and " + operation(x, 1) + " at " + report.Near(last(f, 1).Pos, f.Pos) + " wait for each other"
	case x.Kind == program.NeverReturns:
		return what + " may never return: " + neverWhy(x)
	case blockedTogether(x):
		return "deadlock: " + what + " and " + operation(x, 1) + " at " + report.Near(last(f, 1).Pos, f.Pos) + " wait for each other"
	case x.Threads[0].Goroutine.Site.Line != 0:
		return fmt.Sprintf("goroutine leak: %s may block for ever in the goroutine started at %s", what, linked.Short(x.Threads[0].Goroutine.Site))
	}
	return what + " may block for ever: " + partner(x)
}

// blockedTogether tells whether the goroutines of a problem wait for each other.
func blockedTogether(x *program.Problem) bool { return x.Together > 1 }

// claimMisuse is what panics.
func claimMisuse(x *program.Problem, what string) string {
	s := x.Threads[0].Steps
	switch s[len(s)-1].Act {
	case program.ActSends, program.ActSelects:
		return what + " may panic: the channel may be closed"
	case program.ActCloses:
		return what + " may panic: the channel may be closed already"
	}
	return what + " may panic: the counter may become negative"
}

// neverWhy says what a Wait misses.
func neverWhy(x *program.Problem) string {
	s := x.Threads[0].Steps
	if s[len(s)-1].Act == program.ActCondWaits {
		return "nobody calls Signal or Broadcast"
	}
	return "Done may be called too few times"
}

// partner says who does not come.
func partner(x *program.Problem) string {
	s := x.Threads[0].Steps
	switch s[len(s)-1].Act {
	case program.ActSends:
		return "nobody is left to receive"
	case program.ActReceives:
		return "nobody is left to send or close"
	case program.ActRanges:
		if x.Local {
			return "nobody closes it"
		}
		return "nobody is left to send or close"
	}
	return "nobody is left to wake it"
}

// objectKinds are the words for what a problem is about, by what is done to it.
var objectKinds = map[program.Act]string{
	program.ActSends: "channel", program.ActReceives: "channel", program.ActSelects: "channel", program.ActRanges: "channel", program.ActCloses: "channel",
	program.ActWaits: "waitgroup", program.ActDone: "waitgroup", program.ActAdds: "waitgroup", program.ActCondWaits: "cond",
}

// objectKind is the kind of what a problem is about.
func objectKind(x *program.Problem) string {
	s := x.Threads[0].Steps
	if k := objectKinds[s[len(s)-1].Act]; k != "" && x.Name != (facts.Symbol{}) {
		return k
	}
	return "lock"
}
