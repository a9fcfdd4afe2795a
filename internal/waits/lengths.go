// This file is scopes in which two numbers say how often loops run, and how much room there is: two constants (W18), or
// one that nobody knows (W87).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// compared explores a scope with two constants that are too large to unroll, by small numbers that compare as they do:
// what goes wrong for two such pairs of numbers. It fails if there are other lengths, too.
func compared(w *waiting, c choice, tree map[link.InstID]bool, two [2]int64) (found []evidence.Evidence, ok bool) {
	slices.Sort(two[:])
	pairs := proportions(two[0], two[1])
	found, tooSmall, ok := exemplary(w, c, tree, pairs)
	if tooSmall {
		found, _, ok = exemplary(w, c, tree, []trips{pairs[0].above(maxUnroll)})
	}
	for k := range found {
		found[k].Weaken(evidence.Medium, evidence.DoubtRounds)
	}
	return found, ok
}

// exemplary explores a scope with each of some pairs of lengths: what goes wrong for all of them that the walks finish.
// It fails if there are other lengths, too, or the first walk does not finish; and the pairs are too small if the scope
// has a constant length that is exact, and must be less.
func exemplary(
	w *waiting,
	c choice,
	tree map[link.InstID]bool,
	pairs []trips,
) (found []evidence.Evidence, tooSmall, ok bool) {
	for k, pair := range pairs {
		list, s := w.walk(c, tree, pair)
		if s == nil || s.varies || s.unfinished && k == 0 {
			return nil, false, false
		}
		if s.small > 1 && pair.large <= maxUnroll {
			return nil, true, true
		}
		if s.unfinished {
			break
		}
		if k > 0 {
			list = slices.DeleteFunc(list, func(p evidence.Evidence) bool {
				return !slices.ContainsFunc(found, func(q evidence.Evidence) bool { return keyOf(&q) == keyOf(&p) })
			})
		}
		found = list
	}
	return found, false, true
}

// proportions are pairs of small numbers that compare as two large ones do: in the same proportion if it is small, one
// the square of the other if they are, else just less and greater.
func proportions(short, long int64) []trips {
	pair := func(a, b int) trips { return trips{unknown: 1, large: a, short: short, long: long, more: b} }
	switch q := long / short; {
	case long%short == 0 && q <= maxUnroll:
		return []trips{pair(1, int(q)), pair(2, 2*int(q))}
	case long%short == 0 && q <= maxExact: // as many as some operations in each of the fewer rounds
		return []trips{pair(1, int(q))}
	case long == short*short:
		return []trips{pair(1, 1), pair(2, 4)}
	case long-short < maxUnroll:
		return []trips{pair(1, 1+int(long-short)), pair(2, 2+int(long-short))}
	}
	return []trips{pair(1, 2), pair(2, 3)}
}

// above is a pair of greater numbers than some.
func (t trips) above(n int) trips {
	if t.more == 2*t.large {
		t.large, t.more = n+1, 2*(n+1)
	} else {
		t.large, t.more = n+1, n+1+t.more-t.large
	}
	return t
}

// roomOf is the one constant size of the scope's buffers that is too large to fill; zero if there is none, or several.
func roomOf(s *scope) int64 {
	n := int64(0)
	for k := range s.sys.Objects {
		o := &s.sys.Objects[k]
		switch size := int64(o.Cap); {
		case o.Kind != blocking.Chan || size <= maxUnroll || s.w.l.Capacity(&s.w.l.Objects[s.names[k].Obj]) < 0:
		case n != 0 && n != size:
			return 0
		default:
			n = size
		}
	}
	return n
}

// roomy notes how many messages a buffer takes whose size nobody knows, and lets it take one where that is asked for.
func roomy(s *scope, o *blocking.Object, size order.Number) {
	switch {
	case size.Inst == 0:
	case size == s.trips.room:
		o.Cap = 1
	case !slices.Contains(s.rooms, size):
		s.rooms = append(s.rooms, size)
	}
}

// outnumbered explores a scope with goroutines and buffers that are as many as one number says, which nobody knows:
// one of each, and loops of unknown length that run more often than that takes (W87).
func outnumbered(w *waiting, c choice, tree map[link.InstID]bool, s *scope) []evidence.Evidence {
	for _, room := range s.rooms {
		n := s.small + len(s.sys.Objects)
		list, s := w.walk(c, tree, trips{unknown: n, large: n, room: room})
		if s == nil || !s.filled || s.unfinished {
			continue
		}
		for k := range list {
			list[k].Weaken(evidence.Medium, evidence.DoubtRounds)
		}
		return list
	}
	return nil
}
