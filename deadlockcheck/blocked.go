// This file words goroutines that block for ever, and operations that panic.

package deadlockcheck

import (
	"fmt"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
)

// blocking are the words for operations that wait, as nouns.
var blocking = map[evidence.Act]string{
	evidence.ActReads: "read from", evidence.ActWrites: "write to", evidence.ActSends: "send on",
	evidence.ActReceives: "receive from", evidence.ActSelects: "select on",
	evidence.ActRanges: "range over",
	evidence.ActWaits:  "Wait on", evidence.ActCondWaits: "Wait on", evidence.ActWantsLock: "Lock of",
	evidence.ActWantsRLock: "RLock of",
	evidence.ActCloses:     "close of", evidence.ActDone: "Done on",
	evidence.ActAdds: "Add on", evidence.ActWaitsOnce: "Do on",
	evidence.ActAwaitsRoom: "Go on", evidence.ActShutsDown: "Shutdown of", evidence.ActClosesServer: "Close of",
}

// claimBlocked is the claim of problems that are not about locks alone.
func (r *reporter) claimBlocked(x *evidence.Evidence, f *report.Finding) string {
	what := r.operation(x, 0)
	if s := stepOf(x, evidence.ActOutlived); s != nil {
		return fmt.Sprintf(
			"goroutine leak: %s never returns, though %s ends the life of its value",
			linked.FuncName(x.Ends[0].Last().Func), linked.FuncName(s.Func),
		)
	}
	switch {
	case x.Kind == evidence.Misuse:
		return claimMisuse(x, what)
	case x.Kind == evidence.BlockedUnderLock:
		return r.claimTogether(x, f)
	case x.Kind == evidence.LostWakeup:
		return claimLost(x, f)
	case x.Kind == evidence.NeverReturns:
		return what + " may never return: " + neverWhy(x)
	case blockedTogether(x):
		return r.claimTogether(x, f)
	case x.Ends[0].Goroutine.Site.Line != 0:
		return fmt.Sprintf(
			"goroutine leak: %s may block for ever in the goroutine started at %s",
			what,
			linked.Short(x.Ends[0].Goroutine.Site),
		)
	}
	return what + " may block for ever: " + partner(x)
}

// claimTogether is who waits for whom.
func (r *reporter) claimTogether(x *evidence.Evidence, f *report.Finding) string {
	at := report.Near(last(f, 1).Pos, f.Pos)
	return fmt.Sprintf("deadlock: %s and %s at %s wait for each other", r.operation(x, 0), r.operation(x, 1), at)
}

// claimLost is how a wake-up is lost.
func claimLost(x *evidence.Evidence, f *report.Finding) string {
	cond := linked.SymbolName(x.Name)
	place := func(i int) string { return report.Near(last(f, i).Pos, f.Pos) }
	switch x.Ends[0].Steps[0].Act {
	case evidence.ActSets:
		flag := objectName(x.Ends[0].Steps[0].Name)
		return fmt.Sprintf("lost wake-up: who waits for %s at %s is not woken when %s is set", cond, place(1), flag)
	case evidence.ActWakesAll:
		text := "lost wake-up: this of %s, without its lock, may come between the test and the Wait at %s"
		return fmt.Sprintf(text, cond, place(1))
	case evidence.ActWakesOne:
		if len(x.Ends) == 2 {
			text := "lost wake-up: Signal of %s wakes one of those who wait at %s, who may all go on"
			return fmt.Sprintf(text, cond, place(1))
		}
		text := "lost wake-up: Signal of %s may wake who waits for something else, at %s or %s"
		return fmt.Sprintf(text, cond, place(1), place(2))
	}
	return "lost wake-up: Wait on " + cond + " does not test whether what it waits for has happened already"
}

// claimMisuse is what panics.
func claimMisuse(x *evidence.Evidence, what string) string {
	s := x.Ends[0].Steps
	switch s[len(s)-1].Act {
	case evidence.ActSends, evidence.ActSelects:
		return what + " may panic: the channel may be closed"
	case evidence.ActCloses:
		return what + " may panic: the channel may be closed already"
	}
	return what + " may panic: the counter may become negative"
}

// neverWhy says what a Wait misses.
func neverWhy(x *evidence.Evidence) string {
	s := x.Ends[0].Steps
	if s[len(s)-1].Act == evidence.ActCondWaits {
		return "nobody calls Signal or Broadcast"
	}
	return "Done may be called too few times"
}

// partner says who does not come.
func partner(x *evidence.Evidence) string {
	if s := stepOf(x, evidence.ActLeavesNil); s != nil {
		return "it is nil, since " + linked.FuncName(s.Func) + " does not make it"
	}
	if s := stepOf(x, evidence.ActOffers); s != nil {
		return "the notice of " + linked.FuncName(s.Func) + " is lost if it comes before this"
	}
	if s := stepOf(x, evidence.ActStays); s != nil {
		return linked.FuncName(s.Func) + ", which would end it, never returns"
	}
	if s := stepOf(x, evidence.ActKeepsCancel); s != nil {
		return "nobody calls " + objectName(s.Name) + ", which would cancel it"
	}
	if s := stepOf(x, evidence.ActOutlived); s != nil {
		return linked.FuncName(s.Func) + " gives it no sign, and its loop has no way out"
	}
	if stepOf(x, evidence.ActCutsOff) != nil {
		return "context.WithoutCancel has cut it off from what would cancel it"
	}
	s := x.Ends[0].Steps
	switch s[len(s)-1].Act {
	case evidence.ActSends:
		if r := stepOf(x, evidence.ActGoesOn); x.Local && r != nil {
			if r.Name != s[len(s)-1].Name {
				return linked.FuncName(r.Func) + ", which receives, may have left as " + objectName(r.Name) + " is closed"
			}
			return "who has asked for it may have given up"
		}
		if r := stepOf(x, evidence.ActReceives); x.Local && r != nil && r.Name == s[len(s)-1].Name {
			return "all who receive from it may be about to send to it"
		}
		return "nobody is left to receive"
	case evidence.ActReads:
		return "the writer is not closed on every way"
	case evidence.ActWrites:
		return "who reads stops before the end, and nobody closes the reader"
	case evidence.ActReceives:
		return "nobody is left to send or close"
	case evidence.ActSelects:
		return "nobody is left to let one of its cases go on"
	case evidence.ActRanges:
		if x.Local {
			return "nobody closes it"
		}
		return "nobody is left to send or close"
	case evidence.ActShutsDown:
		return "it waits for the handler that calls it"
	case evidence.ActAwaitsRoom:
		return "all that its limit allows may wait here"
	}
	return "nobody is left to wake it"
}
