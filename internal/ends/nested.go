// This file is the subtests that whoever runs them waits for: a goroutine of their own, but one course of events (R32).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// SameCourse reports whether two accesses lie in one course of events: t.Run and b.Run return when the function that
// they start has ended, unless that calls t.Parallel. So who runs a subtest, its subtests, and theirs, in whatever
// recursion, come one after the other, as calls would (R32).
func (js *joins) SameCourse(x, y *End) bool {
	o := js.courseOf(x.Origin)
	if o == 0 || x.Origin == y.Origin && x.Origin == o || o != js.courseOf(y.Origin) {
		return false
	}
	top := js.L.Origins[o]
	return top.Twin == 0 && !top.Multi && !top.Rejoined && !top.Merged
}

// courseOf is the goroutine in whose course of events the goroutines of an origin run: itself, or that which runs them
// as subtests; zero if there are several.
func (js *joins) courseOf(o link.OriginID) link.OriginID {
	if c, ok := js.courses[o]; ok {
		return c
	}
	reached := map[link.OriginID]bool{o: true}
	work := []link.OriginID{o}
	var tops []link.OriginID
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if !js.isSubtest(p) {
			tops = append(tops, p)
			continue
		}
		for _, i := range js.events.StartersOf(p) {
			if !reached[i.Origin] {
				reached[i.Origin] = true
				work = append(work, i.Origin)
			}
		}
	}
	found := link.OriginID(0)
	if len(tops) == 1 {
		found = tops[0]
	}
	if js.courses == nil {
		js.courses = map[link.OriginID]link.OriginID{}
	}
	js.courses[o] = found
	return found
}

// isSubtest reports whether all who start an origin's goroutines wait for their end there and then.
func (js *joins) isSubtest(o link.OriginID) bool {
	starters := js.events.StartersOf(o)
	if len(starters) == 0 {
		return false
	}
	for _, i := range starters {
		points := js.L.Ordered.Funcs[i.ID].Points
		if slices.ContainsFunc(points, func(p hb.Point) bool {
			return slices.Contains(p.Event.Origins, hb.OriginID(o)) && p.Event.Deep != hb.Nested
		}) {
			return false
		}
	}
	parks := false
	js.events.Each(o, func(e *hb.Event) { parks = parks || e.Op == hb.OpParallel })
	return !parks
}
