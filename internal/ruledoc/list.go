// This file lists the rules.

package ruledoc

import (
	"fmt"
	"strings"
)

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

// Lookup finds a rule by its id, in any case.
func Lookup(id string) (Rule, bool) {
	for _, r := range Rules() {
		if strings.EqualFold(r.ID, id) {
			return r, true
		}
	}
	return Rule{}, false
}

// Index is the page that lists the rules.
func Index() string {
	var b strings.Builder
	b.WriteString("# Rules\n\n<!-- Written by go test ./internal/ruledoc -update. -->\n\n")
	b.WriteString(
		"RC are data races, DL deadlocks, GL goroutine leaks, CM misuse that panics, AV violations of atomicity and\n" +
			"order (with `-atomicity`), SV what concerns syncvet's own comments and file.\n\n",
	)
	b.WriteString("| rule | finds |\n|---|---|\n")
	for _, r := range Rules() {
		fmt.Fprintf(&b, "| [%s](%s.md) | %s |\n", r.ID, r.ID, r.Title)
	}
	return b.String()
}
