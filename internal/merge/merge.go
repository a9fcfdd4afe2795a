// This file asks the table.

package merge

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/evidence"
)

// Told gives the indices of the claims that are told, in their order: those that yield to no other one and are as
// certain as the weakest that is shown. Rows whose ids are in a list, with commas between them, are not asked.
func Told(claims []evidence.Evidence, weakest evidence.Confidence, without string) (told []int) {
	left := make([]claim, len(claims))
	for k := range claims {
		left[k] = claim{Evidence: &claims[k], index: k}
	}
	off := strings.Split(without, ",")
	for k := range table {
		if r := &table[k]; r.about < waiters && !slices.Contains(off, r.ID) {
			left = r.ask(left)
		}
	}
	for _, x := range left {
		if x.Grade <= weakest {
			told = append(told, x.index)
		}
	}
	return told
}

// ask gives the claims that a row leaves.
func (r *Rule) ask(all []claim) (left []claim) {
	at := map[key][]int{}
	for i, x := range all {
		for _, k := range x.keys(r.about) {
			at[k] = append(at[k], i)
		}
	}
	yields := make([]bool, len(all))
	for _, same := range at {
		for _, i := range same {
			for _, j := range same {
				yields[j] = yields[j] || i != j && r.holds(all[i], all[j])
			}
		}
	}
	for i, x := range all {
		if !yields[i] {
			left = append(left, x)
		}
	}
	return left
}
