// This file is the words for problems, operations and objects.

package deadlockcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
)

// rules are the rule ids by kind.
var rules = map[evidence.Kind]string{
	evidence.LockCycle: "DL2001", evidence.SelfDeadlock: "DL2002", evidence.MissingUnlock: "DL2003",
	evidence.BlockedUnderLock: "DL2004",
	evidence.NeverReturns:     "DL2005", evidence.Leak: "GL3001",
	evidence.Misuse: "CM4001", evidence.DoubleUnlock: "CM4002",
	evidence.MissingRelease: "DL2007",
	evidence.LostWakeup:     "DL2006",
}

// acts are the words for what a goroutine does, %s standing for the object.
var acts = map[evidence.Act]string{
	evidence.ActLocks: "locks %s", evidence.ActRLocks: "read-locks %s", evidence.ActWantsLock: "wants %s",
	evidence.ActWantsRLock: "wants to read-lock %s",
	evidence.ActUnlocks:    "unlocks %s", evidence.ActSends: "sends on %s", evidence.ActReceives: "receives from %s",
	evidence.ActCloses:  "closes %s",
	evidence.ActSelects: "selects on %s", evidence.ActRanges: "ranges over %s", evidence.ActWaits: "waits for %s",
	evidence.ActCondWaits: "waits for %s",
	evidence.ActStarts:    "starts %s", evidence.ActDone: "calls Done on %s", evidence.ActAdds: "adds to %s",
	evidence.ActReturns:   "returns",
	evidence.ActNextRound: "goes on to the next message",
	evidence.ActWaitsOnce: "waits for the end of %s", evidence.ActRunsOnce: "runs the function of %s",
	evidence.ActReturnsHolding: "returns with %s locked",
	evidence.ActPanicsHolding:  "may panic with %s locked",
	evidence.ActSets:           "sets %s, and wakes nobody", evidence.ActWakesOne: "wakes one of those who wait for %s",
	evidence.ActWakesAll:      "wakes those who wait for %s, without its lock",
	evidence.ActTakesSlot:     "takes a slot of %s",
	evidence.ActReturnsTaking: "returns with a slot of %s taken",
	evidence.ActNextHolding:   "goes on to the next round with %s locked",
	evidence.ActNextTaking:    "goes on to the next round with a slot of %s taken",
	evidence.ActLeavesNil:     "leaves %s nil",
	evidence.ActAwaitsRoom:    "waits for room in %s",
	evidence.ActReads:         "reads from %s", evidence.ActWrites: "writes to %s",
	evidence.ActOffers:       "offers a notice on %s, and drops it if nobody waits",
	evidence.ActGoesOn:       "takes another case of its select",
	evidence.ActKeepsCancel:  "keeps the cancel function in %s, which nobody calls",
	evidence.ActCutsOff:      "makes that context by context.WithoutCancel: it is never done",
	evidence.ActOutlived:     "ends the life of the value, and does not end goroutine 1",
	evidence.ActCallsUser:    "calls what a user has put into %s",
	evidence.ActShutsDown:    "waits until no handler of %s runs any more",
	evidence.ActFrees:        "lets who receives from %s go on, but behind the wait of goroutine 1",
	evidence.ActClosesServer: "closes %s, and waits until no handler runs any more",
	evidence.ActStays:        "defers the end of the wait for %s, but has no way out: its loop never ends",
}

// operations are the acts in the words of those who draw steps. A wait is one at the end of a thread only, but for a
// select with other cases.
var operations = map[evidence.Act]string{
	evidence.ActLocks: report.OpLock, evidence.ActRLocks: report.OpRLock, evidence.ActUnlocks: report.OpUnlock,
	evidence.ActRunsOnce:  report.OpLock,
	evidence.ActWantsLock: report.OpWait, evidence.ActWantsRLock: report.OpWait, evidence.ActSends: report.OpWait,
	evidence.ActReceives: report.OpWait,
	evidence.ActSelects:  report.OpWait, evidence.ActRanges: report.OpWait, evidence.ActWaits: report.OpWait,
	evidence.ActCondWaits: report.OpWait,
	evidence.ActReads:     report.OpWait, evidence.ActWrites: report.OpWait,
	evidence.ActWaitsOnce: report.OpWait, evidence.ActAwaitsRoom: report.OpWait,
	evidence.ActShutsDown: report.OpWait, evidence.ActClosesServer: report.OpWait,
}

// stepText words a step.
func stepText(s *evidence.Step) string {
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
func variable(x *evidence.Evidence) report.Variable {
	v := report.Variable{Name: linked.SymbolName(x.Name), Pkg: x.Name.Pkg, Kind: objectKind(x)}
	if x.Kind == evidence.LockCycle {
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
var objectKinds = map[evidence.Act]string{
	evidence.ActReads: "pipe", evidence.ActWrites: "pipe", evidence.ActSends: "channel",
	evidence.ActReceives: "channel", evidence.ActSelects: "channel", evidence.ActRanges: "channel",
	evidence.ActCloses: "channel",
	evidence.ActWaits:  "waitgroup", evidence.ActDone: "waitgroup",
	evidence.ActAdds: "waitgroup", evidence.ActCondWaits: "cond",
	evidence.ActAwaitsRoom: "group", evidence.ActShutsDown: "server", evidence.ActClosesServer: "server",
	evidence.ActSets: "cond", evidence.ActWakesOne: "cond",
	evidence.ActWakesAll: "cond",
}

// objectKind is the kind of what a problem is about.
func objectKind(x *evidence.Evidence) string {
	s := x.Ends[0].Steps
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
func stepOf(x *evidence.Evidence, act evidence.Act) *evidence.Step {
	for i := range x.Ends {
		for k := range x.Ends[i].Steps {
			if s := &x.Ends[i].Steps[k]; s.Act == act {
				return s
			}
		}
	}
	return nil
}

// blockedTogether reports whether the goroutines of a problem wait for each other.
func blockedTogether(x *evidence.Evidence) bool { return x.Together > 1 }
