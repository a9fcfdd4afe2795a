// This file words selects: the cases that one waits for, and the one that it takes.

package deadlockcheck

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fix"
	"github.com/syncvet/syncvet/internal/linked"
)

// fullText words a step, of a select with its cases.
func (r *reporter) fullText(s *evidence.Step) string {
	switch {
	case s.Act != evidence.ActSelects && s.Act != evidence.ActGoesOn:
		return stepText(s)
	case s.Case.Line != 0:
		line := int(s.Case.Line)
		for _, c := range r.cases(s) {
			if c.Line == line {
				return fmt.Sprintf("takes the case %s of its select (line %d)", c.Text, line)
			}
		}
		return fmt.Sprintf("takes the case at line %d of its select", line)
	case s.Act == evidence.ActGoesOn:
		return stepText(s)
	}
	if list := r.caseList(s); list != "" {
		return "waits in its select: " + list
	}
	return stepText(s)
}

// cases are those of the select that a step stands at, as far as its source is at hand.
func (r *reporter) cases(s *evidence.Step) []fix.Case {
	return fix.Cases(r.Pass, r.Places.Report(s.Pos), r.Places.Find)
}

// caseList names them; empty where they are not known.
func (r *reporter) caseList(s *evidence.Step) string {
	var texts []string
	for _, c := range r.cases(s) {
		texts = append(texts, c.Text)
	}
	if more := len(texts) - casesMax; more > 0 {
		texts = append(texts[:casesMax], fmt.Sprintf("%d more", more))
	}
	return strings.Join(texts, ", ")
}

// operation names the last step of goroutine i as a thing: "send on ch", of a select with its cases.
func (r *reporter) operation(x *evidence.Evidence, i int) string {
	steps := x.Ends[i].Steps
	s := &steps[len(steps)-1]
	if s.Act == evidence.ActSelects {
		if list := r.caseList(s); list != "" && len(list) <= caseWidth {
			return "select (" + list + ")"
		}
	}
	if s.Name.Name == "" {
		return blocking[s.Act] + " a " + cmp.Or(objectKinds[s.Act], "lock")
	}
	return blocking[s.Act] + " " + objectName(s.Name)
}

// facing says why two goroutines wait for each other: what the first one waits for stands, in the second one, behind
// its own wait.
func (r *reporter) facing(x *evidence.Evidence) string {
	for k := range x.Partners {
		for i := 1; i < min(len(x.Ends), x.Together); i++ {
			p, steps := &x.Partners[k], x.Ends[i].Steps
			end := &steps[len(steps)-1]
			if p.Func != end.Func || p.Pos.File != end.Pos.File || p.Pos == end.Pos {
				continue
			}
			back := "which waits for goroutine 1"
			if x.Together > 2 {
				back = "which waits for one of the others"
			}
			return fmt.Sprintf("goroutine 1 waits for what goroutine %d does at %s, "+
				"to which it comes only behind its own wait at %s, %s",
				i+1, linked.Short(p.Pos), linked.Short(end.Pos), back)
		}
	}
	return "what each goroutine waits for stands in the other one behind the wait that is shown"
}
