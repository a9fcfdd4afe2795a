// This file is what a rule says, its page, and the ids of the rules that other packages name.

package ruledoc

import (
	"fmt"
	"io"
	"strings"
)

// ProjectURL is where the project's pages are.
const ProjectURL = "https://github.com/syncvet/syncvet"

// IndexURL is the page that lists the rules.
const IndexURL = ProjectURL + "/blob/main/docs/rules/README.md"

// URL is the page of a rule.
func URL(id string) string { return ProjectURL + "/blob/main/docs/rules/" + id + ".md" }

// Ids of rules whose findings are told in words of their own.
const (
	Leak         = "GL3001" // a goroutine leak
	Misuse       = "CM4001" // an operation on a channel or WaitGroup that panics
	CheckThenAct = "AV5001" // a check and an act in two critical sections
	NilEvent     = "AV5002" // set to nil by one event, used by another
	Unset        = "AV5003" // used before the goroutine that sets it has done so
	Stale        = "SV0001" // a directive that leaves out nothing, in each build that a package is analysed in
)

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
		"# %s: %s\n\n<!-- Written by go test ./internal/ruledoc -update from the rule's documentation there. -->\n",
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
