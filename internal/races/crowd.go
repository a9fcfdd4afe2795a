// This file is the one doubt that rests on what else is found in the package (R47).

package races

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
)

// crowdRule is the row of the table for R47, which no pair is asked about by itself.
var crowdRule = &table[crowdRow()]

// crowdRow is where the row stands.
func crowdRow() int { return slices.IndexFunc(table[:], func(r Rule) bool { return r.ID == "R47" }) }

// Crowded reports whether most of what is suspected in a package is in doubt (R47): among all races of its links, with
// those of medium confidence at least, and the variables that have races of low confidence. Rules that are switched off
// are named as in explain.View.
func Crowded(list []Race, doubted map[facts.Symbol]bool, without string) bool {
	if slices.Contains(strings.Split(without, ","), crowdRule.ID) {
		return false
	}
	shown, settled := 0, 0
	named := map[facts.Symbol]bool{}
	for k := range list {
		r := &list[k]
		if r.Confidence > explain.Medium || r.Meant {
			continue
		}
		shown++
		for _, e := range r.Ends {
			if doubted[e.Name] && !named[e.Name] {
				named[e.Name] = true
				settled++
			}
		}
	}
	unsettled := len(doubted) - settled
	return unsettled > maxUnsettled && unsettled > shown
}

// Crowd makes a race of a crowded package as certain as it is with that doubt.
func (r *Race) Crowd() {
	if slices.Contains(r.Doubts, crowdRule) {
		return
	}
	r.Doubts = append(slices.Clip(r.Doubts), crowdRule)
	r.Confidence = max(r.Confidence, grade(r.Doubts))
}

// Crowd adds the doubt of a crowded package to a verdict that leaves doubts.
func (v *Verdict) Crowd() {
	if v.Rule == nil {
		v.Doubts = append(slices.Clip(v.Doubts), crowdRule)
	}
}
