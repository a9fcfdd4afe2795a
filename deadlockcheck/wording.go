// This file words what a problem is about: the rule, the headline, the steps.

package deadlockcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/report"
)

// rules are the rule ids by kind.
var rules = map[program.ProblemKind]string{
	program.LockCycle: "DL2001", program.SelfDeadlock: "DL2002", program.MissingUnlock: "DL2003", program.BlockedUnderLock: "DL2004",
	program.NeverReturns: "DL2005", program.Leak: "GL3001", program.Misuse: "CM4001",
}

// acts are the words for what a goroutine does, %s standing for the object.
var acts = map[program.Act]string{
	program.ActLocks: "locks %s", program.ActRLocks: "read-locks %s", program.ActWantsLock: "wants %s", program.ActWantsRLock: "wants to read-lock %s",
	program.ActUnlocks: "unlocks %s", program.ActSends: "sends on %s", program.ActReceives: "receives from %s", program.ActCloses: "closes %s",
	program.ActSelects: "selects on %s", program.ActRanges: "ranges over %s", program.ActWaits: "waits for %s", program.ActCondWaits: "waits for %s",
	program.ActStarts: "starts %s", program.ActDone: "calls Done on %s", program.ActAdds: "adds to %s", program.ActReturns: "returns",
	program.ActWaitsOnce: "waits for %s",
}

// stepText words a step.
func stepText(s *program.ProblemStep) string {
	text := acts[s.Act]
	if !strings.Contains(text, "%s") {
		return text
	}
	return fmt.Sprintf(text, objectName(s.Name))
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
func variable(x *program.Problem) report.Variable {
	v := report.Variable{Name: linked.SymbolName(x.Name), Pkg: x.Name.Pkg, Kind: "lock"}
	if x.Kind == program.LockCycle {
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

// headline is the finding in one line without position; the rule's id stands at its end.
func (r *reporter) headline(x *program.Problem, f *report.Finding) string {
	text := r.claim(x, f)
	if f.Via != "" {
		via := f.Via
		if !strings.HasSuffix(via, " here") {
			via += " here"
		}
		text = via + " leads to " + text
	}
	return report.Line(text, f.Rule)
}

// claim is what goes wrong, in one line.
func (r *reporter) claim(x *program.Problem, f *report.Finding) string {
	switch x.Kind {
	case program.LockCycle:
		return "lock-order cycle " + cycleName(x.Cycle, false) + ": reverse order at " + report.Near(last(f, len(f.Threads)-1).Pos, f.Pos)
	}
	return last(f, 0).Text + " and never goes on"
}

// last is the last step of goroutine i.
func last(f *report.Finding, i int) *report.Step {
	s := f.Threads[i].Steps
	return &s[len(s)-1]
}

// rows is the evidence that has a head of its own.
func (r *reporter) rows(x *program.Problem) []report.Row {
	var rows []report.Row
	for i := range x.Writer {
		if w := &x.Writer[i]; w.Act != 0 {
			rows = append(rows, report.Row{Head: "blocks", Text: fmt.Sprintf("needs a writer: %s at %s", stepText(w), linked.Short(w.Pos))})
		}
	}
	return rows
}
