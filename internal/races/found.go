// This file makes one list of what the links of a program found: findings of one place are one.

package races

import (
	"cmp"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
)

// A Found race is one that a link reported.
type Found struct {
	Race    evidence.Evidence // worded, with the grade of the best pair of its group
	Key     RaceKey           // its group
	witness witness           // the best pair as such
}

// Join makes one race of two with one cause: the more certain one, or the better witness, stands for both. What
// harnesses show (Race.Meant) gives way to what every view shows.
func (f *Found) Join(x Found) {
	if f.Race.Meant != x.Race.Meant {
		if f.Race.Meant {
			*f = x
		}
		return
	}
	if cmp.Or(cmp.Compare(x.Race.Grade, f.Race.Grade), x.witness.compare(f.witness)) < 0 {
		*f, x = x, *f
	}
	f.Race.Absorb(&x.Race)
}

// CompareMeant puts what harnesses show (Meant) behind everything else.
func CompareMeant(a, b *evidence.Evidence) int {
	switch {
	case a.Meant == b.Meant:
		return 0
	case b.Meant:
		return -1
	}
	return 1
}

// A RacePlace is a variable and two places.
type RacePlace struct {
	name facts.Symbol    // the variable
	pos  evidence.Places // of both ends, in a fixed order
}

// PlaceOf is where a race is shown: races of one place are one finding.
func PlaceOf(r *evidence.Evidence) RacePlace {
	return RacePlace{r.Ends[0].Last().Name, inOrder(r.Ends[0].Last().Pos, r.Ends[1].Last().Pos)}
}

// OnePlace makes one race of all that have the same two places. One that needs no test stands for those that do, and is
// as certain as they are: it is the same two accesses that they show at work. But one of low confidence, which is not
// always in view, stays beside those that are more certain.
func OnePlace(list []Found) []Found {
	seen := map[RacePlace]int{}
	var kept []Found
	for _, f := range list {
		at := PlaceOf(&f.Race)
		k, ok := seen[at]
		switch {
		case !ok:
			seen[at] = len(kept)
			kept = append(kept, f)
		case f.Key.tests == kept[k].Key.tests || f.Race.Meant != kept[k].Race.Meant:
			kept[k].Join(f)
		case (f.Race.Grade > evidence.Medium) != (kept[k].Race.Grade > evidence.Medium):
			if kept[k].Race.Grade > evidence.Medium {
				kept[k], f = f, kept[k]
			}
			kept = append(kept, f) // what is low is not always in view
		default:
			if kept[k].Key.tests {
				kept[k], f = f, kept[k]
			}
			if f.Race.Grade < kept[k].Race.Grade {
				kept[k].Race.Grade, kept[k].Race.Doubts = f.Race.Grade, f.Race.Doubts
			}
			kept[k].Race.Absorb(&f.Race)
		}
	}
	return kept
}

// WithTests leaves out the races that need test code where one of the same cause needs none and is as certain: that one
// stands for both.
func WithTests(list []Found) []Found {
	plain := map[RaceKey]int{}
	for k := range list {
		if !list[k].Key.tests && !list[k].Race.Meant {
			plain[list[k].Key] = k
		}
	}
	dropped := make([]bool, len(list))
	for i := range list {
		key := list[i].Key
		key.tests = false
		if k, ok := plain[key]; list[i].Key.tests && ok && list[k].Race.Grade <= list[i].Race.Grade {
			dropped[i] = true
			list[k].Race.Absorb(&list[i].Race)
		}
	}
	var kept []Found
	for i := range list {
		if !dropped[i] {
			kept = append(kept, list[i])
		}
	}
	return kept
}

// A RaceKey groups pairs by cause: the variable as the source names it, and where the object that holds it is made.
// Inside other packages the fields are their affair: there the object is the variable. Pairs that need test code are
// groups of their own, so that they hide none that do not.
type RaceKey struct {
	name   facts.Symbol  // the variable, or the object that holds it
	alloc  link.Position // where the object is made; zero for static storage
	static facts.Symbol  // a global or function that is the object; zero if it is allocated
	tests  bool          // one of the ways leads through a test file
}

// A witness is what makes one of two equally certain pairs the better one to show: what is less is better.
type witness struct {
	foreign int // ends that stand in tests or generated code
	reads   int // ends that read: two writes are the worse fault
	steps   int // on both ways together
}

// compare orders witnesses, the best one first.
func (w witness) compare(v witness) int {
	return cmp.Or(cmp.Compare(w.foreign, v.foreign), cmp.Compare(w.steps, v.steps), cmp.Compare(w.reads, v.reads))
}

// inOrder are two places in their order.
func inOrder(a, b link.Position) evidence.Places {
	if facts.ComparePos(b, a) < 0 {
		a, b = b, a
	}
	return evidence.Places{a, b}
}
