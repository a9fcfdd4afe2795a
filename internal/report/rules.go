// This file is the rules' documentation for users: what `syncvet explain` prints.

package report

import (
	"fmt"
	"io"
	"strings"
)

// ProjectURL is where the project's pages are.
const ProjectURL = "https://github.com/syncvet/syncvet"

// RulesURL is the page that lists the rules.
const RulesURL = ProjectURL + "/blob/main/docs/rules/README.md"

// RuleURL is the page of a rule.
func RuleURL(id string) string { return ProjectURL + "/blob/main/docs/rules/" + id + ".md" }

// StaleRule is the rule about directives that leave out nothing: where a package is analysed more than once, it must
// hold each time.
const StaleRule = "SV0001"

// A Rule is one kind of finding.
type Rule struct {
	ID     string // RC1001 ...
	Title  string // in a few words
	Why    string // what goes wrong, and in what form it is usually written
	Bad    string // a small program, or part of .syncvet.yaml
	Good   string // the same, repaired
	Hides  string // which true findings of this kind are not reported, and what may be reported wrongly
	Trusts string // what is taken for granted and can hide a true finding; may be empty
}

// Rules lists the rules by id.
func Rules() []Rule {
	return []Rule{
		ruleMemory,
		ruleCaptured,
		ruleMap,
		ruleElement,
		ruleAtomic,
		ruleCycle,
		ruleSelf,
		ruleUnlock,
		ruleBlockedUnderLock,
		ruleNeverReturns,
		ruleLost,
		ruleSlot,
		ruleLeak,
		ruleMisuse,
		ruleUnheld,
		ruleCheckThenAct,
		ruleNilEvent,
		ruleUnset,
		ruleStale,
		ruleMalformed,
		ruleConfig,
	}
}

// LookupRule finds a rule by its id, in any case.
func LookupRule(id string) (Rule, bool) {
	for _, r := range Rules() {
		if strings.EqualFold(r.ID, id) {
			return r, true
		}
	}
	return Rule{}, false
}

// Write prints the rule's page as text.
func (r Rule) Write(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n", r.ID, r.Title)
	r.sections(func(title, text string, code bool) {
		if code {
			text = indent(text)
		}
		fmt.Fprintf(w, "\n%s:\n\n%s\n", title, text)
	})
}

// Page is the rule's page in docs/rules.
func (r Rule) Page() string {
	var b strings.Builder
	fmt.Fprintf(
		&b,
		"# %s: %s\n\n<!-- Written by go test ./internal/report -update from the rule's documentation there. -->\n",
		r.ID,
		r.Title,
	)
	r.sections(func(title, text string, code bool) {
		if code {
			lang := "go"
			if !strings.HasPrefix(text, "package ") {
				lang = "yaml"
			}
			text = "```" + lang + "\n" + text + "\n```"
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", title, text)
	})
	return b.String()
}

// Index is the page that lists the rules.
func Index() string {
	var b strings.Builder
	b.WriteString("# Rules\n\n<!-- Written by go test ./internal/report -update. -->\n\n")
	b.WriteString(
		"RC are data races, DL deadlocks, GL goroutine leaks, CM misuse that panics, AV violations of atomicity and order (with `-atomicity`), SV what concerns syncvet's own\ncomments and file.\n\n",
	)
	b.WriteString("| rule | finds |\n|---|---|\n")
	for _, r := range Rules() {
		fmt.Fprintf(&b, "| [%s](%s.md) | %s |\n", r.ID, r.ID, r.Title)
	}
	return b.String()
}

// sections visits the parts of a rule's page in order.
func (r Rule) sections(f func(title, text string, code bool)) {
	f("What it finds", r.Why, false)
	f("Bad", r.Bad, true)
	f("Good", r.Good, true)
	f("What it cannot see", r.Hides, false)
	if r.Trusts != "" {
		f("What it takes for granted, and so can miss", r.Trusts, false)
	}
}

// indent moves code to the right.
func indent(code string) string {
	return "    " + strings.ReplaceAll(code, "\n", "\n    ")
}
