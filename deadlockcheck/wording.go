// This file words what a problem is about: the rule, the headline, the steps.

package deadlockcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
)

// headline is the finding in one line without position; the rule's id stands at its end.
func (r *reporter) headline(x *evidence.Evidence, f *report.Finding) string {
	text := r.claim(x, f)
	if f.Via != "" {
		via := f.Via
		if !strings.HasSuffix(via, " here") {
			via += " here"
		}
		return report.LineVia(via, text, f.Rule)
	}
	return report.Line(text, f.Rule)
}

// claim is what goes wrong, in one line.
func (r *reporter) claim(x *evidence.Evidence, f *report.Finding) string {
	switch x.Kind {
	case evidence.LockCycle:
		at := report.Near(last(f, len(f.Threads)-1).Pos, f.Pos)
		return "lock-order cycle " + cycleName(x.Cycle, false) + ": reverse order at " + at
	}
	if text, ok := r.mistake(x, f); ok {
		return text
	}
	return r.claimBlocked(x, f)
}

// mistake is the claim about what one goroutine does wrong with a lock; false for all other problems.
func (r *reporter) mistake(x *evidence.Evidence, f *report.Finding) (string, bool) {
	lock, steps := linked.LockName(x.Name), x.Ends[0].Steps
	since := ""
	if len(steps) > 1 {
		since = report.Near(f.Threads[0].Steps[0].Pos, f.Pos)
	}
	end := &steps[len(steps)-1]
	where := ""
	if f.Via != "" || end.Pos.File.Pkg != r.Places.Own {
		where = " at " + report.Near(last(f, 0).Pos, f.Pos)
	}
	switch {
	case end.Act == evidence.ActWaitsOnce && x.Together < 2:
		return "self-deadlock: the function of " + lock + " run since " + since + " waits for itself" + where, true
	case x.Kind == evidence.SelfDeadlock && len(x.Writer) > 0:
		text := "recursive read lock: " + lock + " is read-locked again" + where
		return text + ", held since " + since + "; blocks if a writer waits in between", true
	case x.Kind == evidence.SelfDeadlock && steps[0].Act == evidence.ActRLocks:
		return "self-deadlock: " + lock + " is locked" + where + " while held for reading since " + since, true
	case x.Kind == evidence.SelfDeadlock:
		return "self-deadlock: " + lock + " is locked again" + where + ", held since " + since, true
	case x.Kind == evidence.MissingUnlock && end.Act == evidence.ActPanicsHolding:
		text := "missing unlock: " + lock + ", locked at " + since
		return text + ", stays held if this panics and the function recovers", true
	case x.Kind == evidence.MissingUnlock && end.Act == evidence.ActNextHolding:
		text := "missing unlock: " + lock + ", locked at " + since
		return text + ", is still held in the next round; other rounds release it", true
	case x.Kind == evidence.MissingUnlock:
		text := "missing unlock: " + lock + ", locked at " + since + ", is still held at this return; "
		return text + r.whoReleases(x), true
	case x.Kind == evidence.MissingRelease && end.Act == evidence.ActNextTaking:
		return "slot not returned: one of " + lock + ", taken at " + since + ", is still taken in the next round", true
	case x.Kind == evidence.MissingRelease:
		return "slot not returned: one of " + lock + ", taken at " + since + ", is still taken at this return", true
	case x.Kind == evidence.DoubleUnlock && since != "":
		return "unlock of " + lock + " in the other mode than it was locked in at " + since + " panics", true
	case x.Kind == evidence.DoubleUnlock:
		return "unlock of " + lock + ", which is already unlocked, panics", true
	}
	return "", false
}

// whoReleases says what makes a lock that is held at a return a mistake.
func (r *reporter) whoReleases(x *evidence.Evidence) string {
	if x.Never {
		return "nothing in the package releases it for its caller"
	}
	return "other returns release it"
}

// freed says where a lock that is unlocked twice was unlocked before.
func freed(x *evidence.Evidence) string {
	steps := x.Ends[0].Steps
	switch end := steps[len(steps)-1].Pos; {
	case x.Freed == (link.Position{}):
		return ""
	case x.Freed == end:
		return "this unlock has run before, and on some way back to it nothing locks again: "
	}
	at := linked.Short(x.Freed)
	return "it is unlocked at " + at + ", and on some way from there to this unlock nothing locks it again: "
}

// lasting says why what blocks does so for ever, or what follows; empty where the headline says all.
func (r *reporter) lasting(x *evidence.Evidence) string {
	switch x.Kind {
	case evidence.SelfDeadlock:
		return again(x)
	case evidence.MissingUnlock:
		return "whoever locks it next waits for ever"
	case evidence.DoubleUnlock:
		return freed(x) + "the program ends with a fatal error, which recover cannot catch"
	case evidence.MissingRelease:
		each := "return"
		if x.Ends[0].Last().Act == evidence.ActNextTaking {
			each = "round"
		}
		return "each " + each + " like this one loses a slot: " +
			"when none is left, whoever takes the next one waits for ever"
	case evidence.BlockedUnderLock:
		return "the lock is released behind the wait, which ends when the other goroutine has had the lock"
	case evidence.LostWakeup:
		return unheard(x)
	case evidence.Misuse:
		return earlier(x)
	}
	kind := rules[x.Kind]
	switch {
	case kind == "DL2001" && len(x.Ends) > 1:
		return "each goroutine holds a lock that the next one wants: all of them wait for ever, " +
			"and so does whoever wants one of the locks"
	case blockedTogether(x):
		return r.facing(x)
	case kind != "GL3001" && kind != "DL2005":
		return ""
	}
	if s := stepOf(x, evidence.ActLeavesNil); s != nil {
		text := linked.FuncName(s.Func) + " makes the object at " + linked.Short(s.Pos)
		return text + " without the channel: nil blocks for ever"
	}
	steps := x.Ends[0].Steps
	if end := &steps[len(steps)-1]; end.Act == evidence.ActSelects {
		if list := r.caseList(end); list != "" {
			return "none of its cases goes on any more, of " + list + who(x)
		}
	}
	if text := absent(x); text != "" {
		return text
	}
	if len(x.Partners) > 0 && x.Ends[0].Goroutine.Site.Line == 0 {
		return strings.TrimPrefix(who(x), ": ") // the headline says what is missing
	}
	return partner(x) + who(x)
}

// absences say what is nowhere in a package that would end a wait.
var absences = map[evidence.Act]string{
	evidence.ActSends: "receives from", evidence.ActReceives: "sends on or closes", evidence.ActRanges: "closes",
	evidence.ActCondWaits: "calls Signal or Broadcast of",
}

// absent says of a wait for what a package never does that it does not do so; empty for others.
func absent(x *evidence.Evidence) string {
	steps := x.Ends[0].Steps
	end := &steps[len(steps)-1]
	does := absences[end.Act]
	if !slices.Contains(x.Doubts, evidence.DoubtElsewhere) || len(x.Ends) > 1 || does == "" || end.Name.Name == "" {
		return ""
	}
	return "nothing in this package " + does + " " + objectName(end.Name)
}

// again says why a lock must not be taken twice.
func again(x *evidence.Evidence) string {
	steps := x.Ends[0].Steps
	switch {
	case len(x.Writer) > 0:
		return "a writer that waits keeps new readers out, and itself waits for the first read lock"
	case steps[len(steps)-1].Act == evidence.ActWaitsOnce:
		return "Do waits until the function that runs has returned, and that function waits here"
	case stepOf(x, evidence.ActCallsUser) != nil:
		return "a user's function may call any method of the object: the goroutine waits for itself"
	}
	return "Go's locks are not reentrant: the goroutine waits for itself"
}

// unheard says what a wake-up that is lost leads to.
func unheard(x *evidence.Evidence) string {
	switch x.Ends[0].Steps[0].Act {
	case evidence.ActSets:
		return "who has tested it before the write waits on, though it is set now"
	case evidence.ActWakesAll:
		return "who has found that it goes on, and does not wait yet, is not woken, and waits though it has ended"
	case evidence.ActWakesOne:
		return "the others wait on, and nobody wakes them again"
	}
	return "Signal and Broadcast wake only who waits already: if they come before this Wait, it never returns"
}

// who says where those stand who could wake what is blocked.
func who(x *evidence.Evidence) string {
	if x.Local && len(x.Partners) == 0 {
		return ", as far as this package goes"
	}
	var places []string
	for _, p := range x.Partners[:min(len(x.Partners), whoMax)] {
		places = append(places, fmt.Sprintf("%s (%s)", linked.Short(p.Pos), linked.FuncName(p.Func)))
	}
	text := strings.Join(places, ", ")
	switch more := len(x.Partners) - whoMax; {
	case len(places) == 0:
		return ": no other use of it is in view"
	case more > 0:
		return fmt.Sprintf(": what could, at %s and %d more, is over or is not reached", text, more)
	}
	return ": what could, at " + text + ", is over or is not reached"
}

// rows is the evidence that has a head of its own.
func (r *reporter) rows(x *evidence.Evidence) []report.Row {
	var rows []report.Row
	if why := r.lasting(x); why != "" {
		rows = append(rows, report.Row{Head: "because", Text: why})
	}
	for i := range x.Writer {
		if w := &x.Writer[i]; w.Act != 0 {
			rows = append(
				rows,
				report.Row{Head: "blocks", Text: fmt.Sprintf("needs a writer: %s at %s", stepText(w), linked.Short(w.Pos))},
			)
		}
	}
	return rows
}

// earlier says what came before; empty where that is not known.
func earlier(x *evidence.Evidence) string {
	steps := x.Ends[0].Steps
	end, last := &steps[len(steps)-1], before(x)
	if last == nil {
		added := func(s evidence.Step) bool { return s.Act == evidence.ActAdds && s.Name == end.Name }
		if end.Act == evidence.ActDone && len(x.Trace) > 0 && !slices.ContainsFunc(x.Trace, added) {
			return "nothing is added to " + objectName(end.Name) + " on the way there"
		}
		if again := &steps[0]; end.Act == evidence.ActDone && len(x.Trace) == 0 && again.Act == evidence.ActSends {
			return "what is sent again at " + linked.Short(again.Pos) + " was counted by Add once, and is done twice"
		}
		return ""
	}
	at := linked.Short(last.Pos) + " (" + linked.FuncName(last.Func) + ")"
	switch same := last.Pos == end.Pos; {
	case last.Act == evidence.ActDone && same:
		return "this Done runs more often than Add has counted"
	case last.Act == evidence.ActDone:
		return "the Done at " + at + " has taken the counter to zero"
	case same && last.Thread > 0:
		return fmt.Sprintf("goroutine %d has run this close before", last.Thread+1)
	case same:
		return "this close has run before: it runs twice"
	}
	return "the channel is closed first at " + at
}
