// This file words goroutines that block for ever, and operations that panic.

package deadlockcheck

import (
	"fmt"

	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/waits"
)

// blocking are the words for operations that wait, as nouns.
var blocking = map[waits.Act]string{
	waits.ActReads: "read from", waits.ActWrites: "write to", waits.ActSends: "send on", waits.ActReceives: "receive from", waits.ActSelects: "select on",
	waits.ActRanges: "range over",
	waits.ActWaits:  "Wait on", waits.ActCondWaits: "Wait on", waits.ActWantsLock: "Lock of",
	waits.ActWantsRLock: "RLock of",
	waits.ActCloses:     "close of", waits.ActDone: "Done on", waits.ActAdds: "Add on", waits.ActWaitsOnce: "Do on",
	waits.ActAwaitsRoom: "Go on",
}

// claimBlocked is the claim of problems that are not about locks alone.
func (r *reporter) claimBlocked(x *waits.Problem, f *report.Finding) string {
	what := r.operation(x, 0)
	switch {
	case x.Kind == waits.Misuse:
		return claimMisuse(x, what)
	case x.Kind == waits.BlockedUnderLock:
		return r.claimTogether(x, f)
	case x.Kind == waits.LostWakeup:
		return claimLost(x, f)
	case x.Kind == waits.NeverReturns:
		return what + " may never return: " + neverWhy(x)
	case blockedTogether(x):
		return r.claimTogether(x, f)
	case x.Threads[0].Goroutine.Site.Line != 0:
		return fmt.Sprintf(
			"goroutine leak: %s may block for ever in the goroutine started at %s",
			what,
			linked.Short(x.Threads[0].Goroutine.Site),
		)
	}
	return what + " may block for ever: " + partner(x)
}

// claimTogether is who waits for whom.
func (r *reporter) claimTogether(x *waits.Problem, f *report.Finding) string {
	at := report.Near(last(f, 1).Pos, f.Pos)
	return fmt.Sprintf("deadlock: %s and %s at %s wait for each other", r.operation(x, 0), r.operation(x, 1), at)
}

// claimLost is how a wake-up is lost.
func claimLost(x *waits.Problem, f *report.Finding) string {
	cond := linked.SymbolName(x.Name)
	place := func(i int) string { return report.Near(last(f, i).Pos, f.Pos) }
	switch x.Threads[0].Steps[0].Act {
	case waits.ActSets:
		flag := objectName(x.Threads[0].Steps[0].Name)
		return fmt.Sprintf("lost wake-up: who waits for %s at %s is not woken when %s is set", cond, place(1), flag)
	case waits.ActWakesOne:
		if len(x.Threads) == 2 {
			text := "lost wake-up: Signal of %s wakes one of those who wait at %s, who may all go on"
			return fmt.Sprintf(text, cond, place(1))
		}
		text := "lost wake-up: Signal of %s may wake who waits for something else, at %s or %s"
		return fmt.Sprintf(text, cond, place(1), place(2))
	}
	return "lost wake-up: Wait on " + cond + " does not test whether what it waits for has happened already"
}

// claimMisuse is what panics.
func claimMisuse(x *waits.Problem, what string) string {
	s := x.Threads[0].Steps
	switch s[len(s)-1].Act {
	case waits.ActSends, waits.ActSelects:
		return what + " may panic: the channel may be closed"
	case waits.ActCloses:
		return what + " may panic: the channel may be closed already"
	}
	return what + " may panic: the counter may become negative"
}

// neverWhy says what a Wait misses.
func neverWhy(x *waits.Problem) string {
	s := x.Threads[0].Steps
	if s[len(s)-1].Act == waits.ActCondWaits {
		return "nobody calls Signal or Broadcast"
	}
	return "Done may be called too few times"
}

// partner says who does not come.
func partner(x *waits.Problem) string {
	if s := stepOf(x, waits.ActLeavesNil); s != nil {
		return "it is nil, since " + linked.FuncName(s.Func) + " does not make it"
	}
	if s := stepOf(x, waits.ActOffers); s != nil {
		return "the notice of " + linked.FuncName(s.Func) + " is lost if it comes before this"
	}
	if s := stepOf(x, waits.ActStays); s != nil {
		return linked.FuncName(s.Func) + ", which would end it, never returns"
	}
	if s := stepOf(x, waits.ActKeepsCancel); s != nil {
		return "nobody calls " + objectName(s.Name) + ", which would cancel it"
	}
	s := x.Threads[0].Steps
	switch s[len(s)-1].Act {
	case waits.ActSends:
		if x.Local && stepOf(x, waits.ActGoesOn) != nil {
			return "who has asked for it may have given up"
		}
		return "nobody is left to receive"
	case waits.ActReads:
		return "the writer is not closed on every way"
	case waits.ActWrites:
		return "who reads stops before the end, and nobody closes the reader"
	case waits.ActReceives:
		return "nobody is left to send or close"
	case waits.ActSelects:
		return "nobody is left to let one of its cases go on"
	case waits.ActRanges:
		if x.Local {
			return "nobody closes it"
		}
		return "nobody is left to send or close"
	case waits.ActAwaitsRoom:
		return "all that its limit allows may wait here"
	}
	return "nobody is left to wake it"
}
