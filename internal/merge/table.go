// This file is the table: which claim is told of two that are of one thing. Rows are asked from the top, as merge.go
// says. docs/merging.md is made from it.

package merge

import (
	"slices"

	"github.com/syncvet/syncvet/internal/evidence"
)

// A Rule is a row of the table.
type Rule struct {
	ID      string                // unique
	Title   string                // which claim yields to which, and why
	Errs    string                // which way it errs
	Archive string                // a program of testdata with other findings without it
	about   about                 // what two claims that are compared have in common
	joins   bool                  // what yields counts among the others that the told one stands for
	holds   func(x, y claim) bool // reports whether y yields to x, which is another claim
}

// Which way a row errs.
const (
	fewerDeadlocks = "fewer deadlocks"
	fewerRaces     = "fewer races"
)

// table is all rules, in the order in which they are asked.
var table = [...]Rule{
	{ID: "Y1", Archive: "deadlocks/self/once_default_dead", Errs: fewerDeadlocks, about: place,
		Title: "a goroutine in view that waits for itself yields to the function that does so whoever runs it: there it " +
			"is mended",
		holds: func(x, y claim) bool {
			return x.Engine == evidence.Function && y.Engine == evidence.InView && x.Grade <= y.Grade && sameSelf(x, y)
		}},
	{ID: "Y2", Archive: "deadlocks/blocked/block_under_lock_dead", Errs: fewerDeadlocks, about: place,
		Title: "of two waits at one place, by goroutines in view and by names, the less certain one yields",
		holds: func(x, y claim) bool {
			return x.Grade < y.Grade &&
				(x.Engine == evidence.InView && y.Engine == evidence.ByName ||
					x.Engine == evidence.ByName && y.Engine == evidence.InView)
		}},
	{ID: "Y3", Archive: "deadlocks/leak/send_to_itself_dead", Errs: fewerDeadlocks, about: place,
		Title: "of two that are as certain the one by names yields: goroutines in view are there for sure",
		holds: func(x, y claim) bool {
			return x.Engine == evidence.InView && y.Engine == evidence.ByName && x.Grade == y.Grade && !x.Assumed
		}},
	{ID: "Y4", Archive: "deadlocks/blocked/wait_own_done_dead", Errs: fewerDeadlocks, about: place,
		Title: "of two that are as certain the one with assumed users (W14) yields to the one by names: nobody is " +
			"assumed there",
		holds: func(x, y claim) bool {
			return x.Engine == evidence.ByName && y.Engine == evidence.InView && x.Grade == y.Grade && y.Assumed
		}},
	{ID: "Y5", Archive: "deadlocks/misuse/done_twice_dead", Errs: fewerDeadlocks, about: counter,
		Title: "of several Dones with which one WaitGroup's counter becomes negative the most certain one is told, " +
			"then the first: which one is too many is a matter of what comes first",
		holds: func(x, y claim) bool { return x.before(y) }},
	{ID: "Y6", Archive: "races/clients/two_constructors_race", Errs: fewerRaces, about: variable,
		Title: "an access without the lock that others hold yields to a race on the variable that is as certain: that one " +
			"names who runs both",
		holds: func(x, y claim) bool {
			return x.Kind == evidence.Race && !x.Meant && y.Kind == evidence.Unguarded && x.Grade <= y.Grade
		}},
	{ID: "Y7", Archive: "races/locks/guard_init_race", Errs: fewerRaces, about: variable,
		Title: "of several accesses of one variable without their locks the most certain one is told, then the first: they " +
			"are one mistake",
		holds: func(x, y claim) bool {
			return x.Kind == evidence.Unguarded && y.Kind == evidence.Unguarded && x.before(y)
		}},
	{ID: "Y8", Archive: "low/declared_guard_race", Errs: fewerRaces, about: variable,
		Title: "a race yields to an access without the lock that others hold that is more certain, " +
			"and one that only linked harnesses show (C7) to any",
		holds: func(x, y claim) bool {
			return x.Kind == evidence.Unguarded && y.Kind == evidence.Race && y.Ends[0].Last().Name == x.Name &&
				(x.Grade < y.Grade || y.Meant)
		}},
	{ID: "Y9", Archive: "deadlocks/blocked/two_lengths_dead", Errs: fewerDeadlocks, about: waiters, joins: true,
		Title: "of claims of one link whose goroutines wait at the same places the most certain one is told, then the " +
			"first, and stands for the others; what only tests lead to is apart",
		holds: func(x, y claim) bool { return x.before(y) && x.InTests() == y.InTests() && sameWaits(x, y) }},
	{ID: "Y10", Archive: "deadlocks/leak/asked_in_vain_dead", Errs: fewerDeadlocks, about: waiters,
		Title: "what only tests lead to yields to the same seen without tests, if that is as certain",
		holds: func(x, y claim) bool {
			return y.InTests() && !x.InTests() && x.Grade <= y.Grade && sameWaits(x, y)
		}},
	{ID: "Y11", Archive: "races/flags/start_idle_race", Errs: fewerRaces, about: lines,
		Title: "a race on the elements of a slice or map yields to one on the variable that holds it, at the same lines",
		holds: func(x, y claim) bool {
			return ofElement(y.Evidence) && !ofElement(x.Evidence) && x.Grade <= evidence.Medium && !x.Meant
		}},
	{ID: "Y12", Archive: "races/variables/two_stores_one_call_race", Errs: fewerRaces, about: ways, joins: true,
		Title: "of races in other packages to which one place here leads the first of the most certain ones is told, and " +
			"stands for the others: in packages of this module those on one variable",
		holds: func(x, y claim) bool { return x.before(y) }},
}

// Rules gives the table.
func Rules() []Rule { return slices.Clone(table[:]) }

// sameSelf reports whether two claims are of one goroutine that waits for itself: for a lock, at the same places, or
// for a Once.
func sameSelf(x, y claim) bool {
	if x.At() != y.At() {
		return false
	}
	a, b := x.Ends[0].Steps, y.Ends[0].Steps
	return x.Ends[0].Last().Act == evidence.ActWaitsOnce && y.Ends[0].Last().Act == evidence.ActWaitsOnce ||
		x.Kind == evidence.SelfDeadlock && y.Kind == x.Kind && len(a) == len(b) && a[0].Pos == b[0].Pos
}
