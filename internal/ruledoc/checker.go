// This file is what the checkers say of themselves, with the rules that they report under: `go vet -help`, and what
// hosts show.

package ruledoc

import (
	"fmt"
	"slices"
	"strings"
)

// A checker is an analyzer that reports findings.
type checker struct {
	name  string   // of the analyzer
	title string   // what it does
	text  string   // what it looks for
	kinds []string // first letters of the rules that it reports under
	asked []string // the same of those that its flag -atomicity turns on
}

// checkers are all of them.
var checkers = []checker{
	{
		name:  "racecheck",
		title: "report data races",
		text: `
racecheck finds pairs of accesses to one variable that two goroutines may make at the same time, at least one of them a
write, with nothing that orders them and no lock held by both. Each report names both accesses, both call paths, where
the goroutines start, and the locks held. The parts of a race may lie in different packages: the report stands in the
first package from which all of them can be seen.

Where no goroutine is in sight, as in a library, a lock held at most accesses of a variable is evidence that it is
shared: an access without that lock is reported together with one that holds it.`,
		kinds: []string{"RC", "SV"},
		asked: []string{"AV"},
	},
	{
		name:  "deadlockcheck",
		title: "report deadlocks and goroutines that never wake",
		text: `
deadlockcheck finds goroutines that wait for each other's locks, goroutines that wait for a lock they hold themselves,
locks that some way out of a function leaves held, and operations on channels, WaitGroups and conditions that nothing
will ever complete.`,
		kinds: []string{"DL", "GL", "CM"},
	},
}

// CheckerDoc is the documentation of a checker, made from that of its rules.
func CheckerDoc(name string) string {
	k := slices.IndexFunc(checkers, func(c checker) bool { return c.name == name })
	if k < 0 {
		return ""
	}
	c := &checkers[k]
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\nThe rules (syncvet explain RULE prints a rule's page):\n\n", c.title, c.text)
	listRules(&b, c.kinds)
	if len(c.asked) > 0 {
		fmt.Fprintf(&b, "\nWith -%s.atomicity also:\n\n", c.name)
		listRules(&b, c.asked)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// listRules lists the rules of some kinds.
func listRules(b *strings.Builder, kinds []string) {
	for _, r := range Rules() {
		if slices.Contains(kinds, r.ID[:2]) {
			fmt.Fprintf(b, "    %s  %s\n", r.ID, r.Title)
		}
	}
}
