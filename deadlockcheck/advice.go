// This file says what helps against deadlocks and leaks. What helps for certain is an edit (internal/fix).

package deadlockcheck

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
)

// advice is what helps.
func advice(x *evidence.Evidence, f *report.Finding) string {
	lock := linked.LockName(x.Name)
	end := &x.Ends[0].Steps[len(x.Ends[0].Steps)-1]
	since := report.Near(f.Threads[0].Steps[0].Pos, f.Pos)
	switch x.Kind {
	case evidence.LockCycle:
		return oneOrder(x, f)
	case evidence.SelfDeadlock:
		if end.Act == evidence.ActWaitsOnce {
			return "let the function of " + lock + " not call what runs " + lock + " again"
		}
		if stepOf(x, evidence.ActCallsUser) != nil {
			return "release " + lock + " before the user's function is called"
		}
		return "release " + lock + " before, or call a function here that expects it to be held"
	case evidence.MissingUnlock:
		if end.Act == evidence.ActNextHolding {
			return "release " + lock + " on this way, too, before the next round"
		}
		return "release " + lock + " on this way, too: defer its unlock behind " + since
	case evidence.DoubleUnlock:
		return "unlock once, in the mode in which it was locked"
	case evidence.MissingRelease:
		return "give the slot of " + objectName(x.Name) + " back before " + report.Near(last(f, 0).Pos, f.Pos) + ", too"
	case evidence.BlockedUnderLock:
		return "do not wait with the lock held: release it before, or let the partner do without it"
	case evidence.LostWakeup:
		return lostAdvice(x)
	case evidence.Misuse:
		return onceOnly(x, f)
	}
	if blockedTogether(x) {
		return "let one of the two go on without the other: a buffer, a select with a way out, or another order"
	}
	if s := stepOf(x, evidence.ActLeavesNil); s != nil {
		return "make the channel at " + linked.Short(s.Pos) + ", too"
	}
	if stepOf(x, evidence.ActOffers) != nil {
		return "give " + objectName(x.Name) + " a buffer of one, so that a notice waits for who comes later"
	}
	if s := stepOf(x, evidence.ActKeepsCancel); s != nil {
		return "call " + objectName(s.Name) + " where the object ends"
	}
	if s := stepOf(x, evidence.ActOutlived); s != nil {
		return "let the loop select on a channel, too, that " + linked.FuncName(s.Func) + " closes, and return then"
	}
	if s := stepOf(x, evidence.ActCutsOff); s != nil {
		return "give the goroutine a context that somebody cancels, not one of context.WithoutCancel, at " +
			linked.Short(s.Pos)
	}
	if s := stepOf(x, evidence.ActStays); s != nil {
		return "leave the loop of " + linked.FuncName(s.Func) + " where it is asked to end: return, or break with a label; " +
			"a break in a select leaves only that"
	}
	at := report.Near(last(f, 0).Pos, f.Pos)
	if end.Act == evidence.ActReceives && absent(x) != "" {
		return "close " + objectName(end.Name) + " where who waits at " + at + " is to end, or leave this wait out"
	}
	return wakeAdvice(end, at)
}

// oneOrder is the advice against a cycle of locks: where two goroutines take two locks, which of them is to do as the
// other one does.
func oneOrder(x *evidence.Evidence, f *report.Finding) string {
	n := len(x.Ends)
	if n < 2 || len(f.Threads) != n {
		return "take the locks in one order everywhere, or release the first one before the second is taken"
	}
	end := func(k int) *evidence.Step { return &x.Ends[k].Steps[len(x.Ends[k].Steps)-1] }
	want, held := linked.LockName(end(n-1).Name), linked.LockName(end(n-2).Name)
	at := report.Near(last(f, n-1).Pos, f.Pos)
	if n > 2 {
		var order []string
		for k := range n {
			order = append(order, linked.LockName(end((k+n-1)%n).Name))
		}
		return fmt.Sprintf("take the locks in one order everywhere, such as %s: "+
			"release %s before goroutine %d takes %s at %s",
			strings.Join(order, ", "), held, n, want, at)
	}
	if want == held {
		return "let both goroutines take the two " + want + " in one order, such as that of a number that each object has; " +
			"or release the first one before the second is taken at " + at
	}
	return "let goroutine 2 take " + want + " before " + held + ", as goroutine 1 does, or release " + held +
		" before it takes " + want + " at " + at
}

// lostAdvice is the advice against lost wake-ups.
func lostAdvice(x *evidence.Evidence) string {
	switch x.Ends[0].Steps[0].Act {
	case evidence.ActSets:
		return "call Broadcast behind the write, with the lock of the Cond held"
	case evidence.ActWakesAll:
		return "hold the lock of the Cond while it is called"
	case evidence.ActWakesOne:
		return "use Broadcast, or one Cond for each condition"
	}
	return "have a variable say that it has happened: set it with the lock held before the Signal or Broadcast, and " +
		"wait in a loop while it is not set"
}

// wakeAdvice is the advice for one who is never woken at a place.
func wakeAdvice(s *evidence.Step, at string) string {
	name := cmp.Or(s.Name.Name, "the channel")
	switch s.Act {
	case evidence.ActSends:
		return "give " + name + " a buffer with room for what is sent, or send at " + at +
			" in a select that also ends when nobody receives any more (ctx.Done, a closed channel)"
	case evidence.ActReads:
		return "call CloseWithError of the writer on every way out of who writes"
	case evidence.ActWrites:
		return "close the reader when who reads has returned (defer it)"
	case evidence.ActReceives:
		return "close " + name + " on every way on which nothing is sent, or receive at " + at +
			" in a select with a way out"
	case evidence.ActRanges:
		if s.Name.Pkg == "time" {
			return "receive from " + name + " in a select with a channel of your own, and close that one where the clock is " +
				"stopped: Stop does not close " + name
		}
		return "close " + name + ", over which " + at + " ranges, when the last sender has ended"
	case evidence.ActSelects:
		return "add a case to the select at " + at + " that ends the wait: ctx.Done, or a channel that is closed " +
			"at the end"
	case evidence.ActWaits:
		return "call Done on every way out of each goroutine that " + at + " waits for (defer it), " +
			"as often as Add counts"
	case evidence.ActAwaitsRoom:
		return "use TryGo at " + at + ", and do the work there where there is no room, or start all goroutines from " +
			"outside of the group"
	case evidence.ActShutsDown:
		return "call Shutdown at " + at + " in a goroutine of its own, or where Serve is called, when the handler says so"
	case evidence.ActClosesServer:
		return "let go on what the handler waits for before " + at + ": what is deferred last runs first"
	case evidence.ActCondWaits:
		return "call Signal or Broadcast where that comes true which is waited for at " + at
	}
	return ""
}
