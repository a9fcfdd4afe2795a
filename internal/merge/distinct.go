// This file puts claims together whose goroutines wait at the same places, before those of other engines are heard.

package merge

import (
	"cmp"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/evidence"
)

// Distinct keeps of the claims of one link those that yield to no other one by the rows about who waits; a claim that
// yields by a row that joins stands with the others that the kept one stands for. Rows whose ids are in a list, with
// commas between them, are not asked.
func Distinct(list []evidence.Evidence, without string) []evidence.Evidence {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(x, y evidence.Evidence) int { return cmp.Compare(x.Grade, y.Grade) })
	off := strings.Split(without, ",")
	for k := range table {
		if r := &table[k]; r.about == waiters && !slices.Contains(off, r.ID) {
			sorted = r.keep(sorted)
		}
	}
	return sorted
}

// keep gives the claims that yield to none, where a claim is compared with those before it if the row joins.
func (r *Rule) keep(list []evidence.Evidence) (kept []evidence.Evidence) {
	for k := range list {
		y := claim{Evidence: &list[k], index: k}
		among := list
		if r.joins {
			among = kept
		}
		to := slices.IndexFunc(among, func(x evidence.Evidence) bool { return r.holds(claim{Evidence: &x, index: -1}, y) })
		switch {
		case to < 0:
			kept = append(kept, list[k])
		case r.joins:
			kept[to].Absorb(&list[k])
		}
	}
	return kept
}

// sameWaits reports whether the goroutines of two claims wait at the same places. Goroutines that only lead there do
// not count: who is left waiting is one mistake, whichever way the others go.
func sameWaits(x, y claim) bool {
	return x.Kind == y.Kind && slices.EqualFunc(x.Blocked(), y.Blocked(), func(a, b evidence.End) bool {
		return a.Last().Pos == b.Last().Pos
	})
}
