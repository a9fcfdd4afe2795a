// This file is the words for problems, operations and objects.

package deadlockcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
	"github.com/syncvet/syncvet/internal/waits"
)

// rules are the rule ids by kind.
var rules = map[waits.ProblemKind]string{
	waits.LockCycle: "DL2001", waits.SelfDeadlock: "DL2002", waits.MissingUnlock: "DL2003",
	waits.BlockedUnderLock: "DL2004",
	waits.NeverReturns:     "DL2005", waits.Leak: "GL3001", waits.Misuse: "CM4001", waits.DoubleUnlock: "CM4002",
	waits.MissingRelease: "DL2007",
	waits.LostWakeup:     "DL2006",
}

// acts are the words for what a goroutine does, %s standing for the object.
var acts = map[waits.Act]string{
	waits.ActLocks: "locks %s", waits.ActRLocks: "read-locks %s", waits.ActWantsLock: "wants %s",
	waits.ActWantsRLock: "wants to read-lock %s",
	waits.ActUnlocks:    "unlocks %s", waits.ActSends: "sends on %s", waits.ActReceives: "receives from %s",
	waits.ActCloses:  "closes %s",
	waits.ActSelects: "selects on %s", waits.ActRanges: "ranges over %s", waits.ActWaits: "waits for %s",
	waits.ActCondWaits: "waits for %s",
	waits.ActStarts:    "starts %s", waits.ActDone: "calls Done on %s", waits.ActAdds: "adds to %s",
	waits.ActReturns:   "returns",
	waits.ActNextRound: "goes on to the next message",
	waits.ActWaitsOnce: "waits for the end of %s", waits.ActRunsOnce: "runs the function of %s",
	waits.ActReturnsHolding: "returns with %s locked",
	waits.ActPanicsHolding:  "may panic with %s locked",
	waits.ActSets:           "sets %s, and wakes nobody", waits.ActWakesOne: "wakes one of those who wait for %s",
	waits.ActTakesSlot:     "takes a slot of %s",
	waits.ActReturnsTaking: "returns with a slot of %s taken",
	waits.ActNextHolding:   "goes on to the next round with %s locked",
	waits.ActNextTaking:    "goes on to the next round with a slot of %s taken",
	waits.ActLeavesNil:     "leaves %s nil",
	waits.ActAwaitsRoom:    "waits for room in %s",
	waits.ActReads:         "reads from %s", waits.ActWrites: "writes to %s",
	waits.ActOffers:      "offers a notice on %s, and drops it if nobody waits",
	waits.ActGoesOn:      "takes another case of its select",
	waits.ActKeepsCancel: "keeps the cancel function in %s, which nobody calls",
	waits.ActStays:       "defers the end of the wait for %s, but has no way out: its loop never ends",
}

// operations are the acts in the words of those who draw steps. A wait is one at the end of a thread only, but for a
// select with other cases.
var operations = map[waits.Act]string{
	waits.ActLocks: report.OpLock, waits.ActRLocks: report.OpRLock, waits.ActUnlocks: report.OpUnlock,
	waits.ActRunsOnce:  report.OpLock,
	waits.ActWantsLock: report.OpWait, waits.ActWantsRLock: report.OpWait, waits.ActSends: report.OpWait,
	waits.ActReceives: report.OpWait,
	waits.ActSelects:  report.OpWait, waits.ActRanges: report.OpWait, waits.ActWaits: report.OpWait,
	waits.ActCondWaits: report.OpWait,
	waits.ActReads:     report.OpWait, waits.ActWrites: report.OpWait,
	waits.ActWaitsOnce: report.OpWait, waits.ActAwaitsRoom: report.OpWait,
}

// stepText words a step.
func stepText(s *waits.ProblemStep) string {
	text := acts[s.Act]
	if !strings.Contains(text, "%s") {
		return text
	}
	name := objectName(s.Name)
	if s.Name.Name == "" && strings.Contains(text, "lock") {
		name = "a lock"
	}
	return fmt.Sprintf(text, name)
}

// objectName spells what a step acts on.
func objectName(s facts.Symbol) string {
	switch {
	case s.Name == "":
		return "something"
	case s.Kind == facts.SymFunc:
		return linked.FuncName(s)
	}
	return linked.SymbolName(s)
}

// variable names what the problem is about.
func variable(x *waits.Problem) report.Variable {
	v := report.Variable{Name: linked.SymbolName(x.Name), Pkg: x.Name.Pkg, Kind: objectKind(x)}
	if x.Kind == waits.LockCycle {
		v.Name = cycleName(x.Cycle, true)
	}
	return v
}

// cycleName spells a lock-order cycle; sorted: as a name that does not depend on where it begins.
func cycleName(locks []facts.Symbol, sorted bool) string {
	var names []string
	for _, l := range locks {
		names = append(names, linked.LockName(l))
	}
	if sorted {
		k := slices.Index(names, slices.Min(names))
		names = append(names[k:len(names):len(names)], names[:k]...)
	}
	return strings.Join(append(names, names[0]), " -> ")
}

// objectKinds are the words for what a problem is about, by what is done to it.
var objectKinds = map[waits.Act]string{
	waits.ActReads: "pipe", waits.ActWrites: "pipe", waits.ActSends: "channel", waits.ActReceives: "channel", waits.ActSelects: "channel", waits.ActRanges: "channel",
	waits.ActCloses: "channel",
	waits.ActWaits:  "waitgroup", waits.ActDone: "waitgroup", waits.ActAdds: "waitgroup", waits.ActCondWaits: "cond",
	waits.ActAwaitsRoom: "group",
	waits.ActSets:       "cond", waits.ActWakesOne: "cond",
}

// objectKind is the kind of what a problem is about.
func objectKind(x *waits.Problem) string {
	s := x.Threads[0].Steps
	if k := objectKinds[s[len(s)-1].Act]; k != "" && x.Name != (facts.Symbol{}) {
		return k
	}
	return "lock"
}

// last is the last step of goroutine i.
func last(f *report.Finding, i int) *report.Step {
	s := f.Threads[i].Steps
	return &s[len(s)-1]
}

// stepOf is the first step of a problem that does a certain thing; nil if none does.
func stepOf(x *waits.Problem, act waits.Act) *waits.ProblemStep {
	for i := range x.Threads {
		for k := range x.Threads[i].Steps {
			if s := &x.Threads[i].Steps[k]; s.Act == act {
				return s
			}
		}
	}
	return nil
}

// blockedTogether tells whether the goroutines of a problem wait for each other.
func blockedTogether(x *waits.Problem) bool { return x.Together > 1 }
