// This file puts races together that have one cause, when those are known that are told.

package merge

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/evidence"
)

// Joined keeps of the races of a package, most certain first, one for each cause. The way of a race is asked when it is
// its turn, and may make the second of its ends the first; it is zero where one access is in the package. Rows whose
// ids are in a list, with commas between them, are not asked.
func Joined(found []evidence.Evidence, way func(*evidence.Evidence) Lead, without string) (kept []evidence.Evidence) {
	found = slices.Clone(found)
	left := make([]claim, len(found))
	for k := range found {
		left[k] = claim{Evidence: &found[k], index: k}
	}
	off := strings.Split(without, ",")
	for k := range table {
		if r := &table[k]; r.about == lines && !slices.Contains(off, r.ID) {
			left = r.ask(left)
		}
	}
	for k := range left {
		left[k].way = way(left[k].Evidence)
	}
	for k := range table {
		if r := &table[k]; r.about == ways && !slices.Contains(off, r.ID) {
			left = r.absorb(left)
		}
	}
	for _, x := range left {
		kept = append(kept, *x.Evidence)
	}
	return kept
}

// absorb gives the claims that yield to none before them; those stand for the ones that yield to them.
func (r *Rule) absorb(all []claim) (left []claim) {
	first := map[key]claim{}
	for _, y := range all {
		yields := false
		for _, k := range y.keys(r.about) {
			if x, ok := first[k]; !ok {
				first[k] = y
			} else if yields = r.holds(x, y); yields {
				x.Absorb(y.Evidence)
			}
		}
		if !yields {
			left = append(left, y)
		}
	}
	return left
}
