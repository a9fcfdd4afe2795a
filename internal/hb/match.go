// This file tells which releases a receive, or a send without buffer, may have been matched with (H16).

package hb

import (
	"iter"
	"slices"
)

// supply knows which releases a token that was acquired may stand for: those of its objects, without those that its
// event cannot have been matched with.
type supply struct {
	*occurrences
	*questions
	from map[uint32][]int // by token: answers of sources
}

// sources lists the occurrences whose release a token may stand for.
func (q *supply) sources(id uint32) []int {
	list, ok := q.from[id]
	if ok {
		return list
	}
	switch t := &q.tokens[id]; t.kind {
	default:
		list = q.of(t.objs, supplies[t.kind]...)
		if t.kind == message && q.drop&dropClose != 0 {
			list = q.of(t.objs, OpSend)
		}
	case observed: // (H11)
		for _, x := range q.of(t.objs, supplies[observed]...) {
			n := q.event(q.list[x].site).N
			if (n == t.value) != t.other || n == 0 && q.drop&dropUnknown == 0 {
				list = append(list, x)
			}
		}
	}
	if t := &q.tokens[id]; t.at == 0 {
		list = q.first(list, id)
	}
	q.from[id] = list
	return list
}

// first leaves of the releases that a token may stand for those that are not made by someone who has acquired that
// token: the release acquired first is one of them, and it precedes the others (H16).
func (q *supply) first(list []int, id uint32) []int {
	return slices.DeleteFunc(slices.Clone(list), func(x int) bool { return q.has(q.list[x].place.acquired, id) })
}

// candidates are the releases that a token of some origin may stand for: without those that its event cannot have met,
// if it is known which event that is.
func (q *supply) candidates(o OriginID, id uint32) iter.Seq[int] {
	at := q.tokens[id].at
	known := at != 0 && (!q.counts.many[o] || q.drop&dropManyMatch != 0)
	return func(yield func(int) bool) {
		for _, x := range q.sources(id) {
			if !(known && q.misses(o, at, x)) && !yield(x) {
				return
			}
		}
	}
}

// misses reports whether an event of some origin that has one instance is never matched by a release.
func (q *supply) misses(o OriginID, at siteID, x int) bool {
	p := q.completed(o, at)
	return p != (place{}) && q.known(question{p, x, at})
}

// completed is the place where an event has completed; zero if it never does.
func (q *occurrences) completed(o OriginID, at siteID) place {
	key := occKey{o, at}
	p, ok := q.done[key]
	if !ok {
		x := q.sites[at]
		if s := q.t.over(o, x.fn, []PointID{x.pt}); s != 0 {
			p = q.t.placeOf(o, s)
		}
		q.done[key] = p
	}
	return p
}

// usedUp reports whether a release that happens once has been matched with an event before this one.
func (q *supply) usedUp(x question) bool {
	r := &q.list[x.x]
	if !q.happensOnce(r) || q.event(r.site).Op == OpClose && q.drop&dropMatchClose == 0 {
		return false
	}
	before := q.at[occKey{x.a.origin, x.at}]
	if before == 0 {
		return false
	}
	for _, id := range q.members(q.list[before].place.acquired) {
		if t := &q.tokens[id]; t.at != x.at && t.at != 0 && (t.kind == message || t.kind == received) &&
			q.onlyFrom(x.a.origin, id, x.x) {
			return true
		}
	}
	return false
}

// onlyFrom reports whether a token of an origin can only stand for one release.
func (q *supply) onlyFrom(o OriginID, id uint32, x int) bool {
	found := false
	for _, y := range q.sources(id) {
		if y == x {
			found = true
		} else if q.together(o, q.list[y].origin) && !q.misses(o, q.tokens[id].at, y) {
			return false
		}
	}
	return found
}

// happensOnce reports whether a release site is passed at most once in a run by an origin, which has one instance.
func (q *occurrences) happensOnce(x *occurrence) bool {
	at := q.sites[x.site]
	return q.drop&dropMatchOnce != 0 ||
		!q.counts.many[x.origin] && !q.counts.repeated[x.origin][at.fn] && !q.counts.inLoop(at)
}
