// This file follows control onward from a point of an origin: what may still come there.

package hb

import "slices"

// onward finds what an origin may come to behind a point of a function that it runs: there, in what it calls from there
// on, and behind the calls of the function. Approximation: it returns to all of its callers.
type onward struct {
	t       *table                         // the solution that says where origins come; set before the first question
	callers map[OriginID]map[FuncID][]site // where an origin calls a function
	memo    map[onwardFrom]map[site]bool   // nil if there is too much
}

// An onwardFrom is a point of an origin.
type onwardFrom struct {
	origin OriginID // whose goroutine it is
	at     site     // the point
}

// comes reports whether an origin may come from a point, which it has passed, to an event.
func (w *onward) comes(o OriginID, from, to site) bool {
	key := onwardFrom{o, from}
	seen, ok := w.memo[key]
	if !ok {
		if w.memo == nil {
			w.memo = map[onwardFrom]map[site]bool{}
		}
		seen = w.follow(o, from)
		w.memo[key] = seen
	}
	return seen == nil || seen[to]
}

// follow lists all points to which an origin may come from one; nil if there are too many.
func (w *onward) follow(o OriginID, from site) map[site]bool {
	seen := map[site]bool{}
	left := map[FuncID]bool{}
	var work []site
	add := func(s site) {
		if !seen[s] {
			seen[s] = true
			work = append(work, s)
		}
	}
	// passed goes on from a point whose event has happened.
	passed := func(s site) {
		fn := &w.t.p.Funcs[s.fn]
		for k := 1; k < len(fn.Points); k++ {
			if slices.Contains(fn.Points[k].Preds, s.pt) {
				add(site{s.fn, PointID(k)})
			}
		}
		if left[s.fn] || !slices.Contains(fn.Exits, s.pt) {
			return
		}
		left[s.fn] = true
		for _, c := range w.callersOf(o)[s.fn] {
			add(c)
		}
		if entries := w.t.p.Origins[o].Entry; slices.Contains(entries, s.fn) && len(entries) > 1 {
			for _, f := range entries {
				add(site{f, 1})
			}
		}
	}
	passed(from)
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if len(seen) > maxOnward {
			return nil
		}
		if e := &w.t.p.Funcs[s.fn].Points[s.pt].Event; e.Op == OpCall {
			for _, c := range e.Callees {
				if len(w.t.p.Funcs[c].Points) > 1 {
					add(site{c, 1})
				}
			}
		}
		passed(s)
	}
	return seen
}

// callersOf are the calls of each function in an origin.
func (w *onward) callersOf(o OriginID) map[FuncID][]site {
	if list, ok := w.callers[o]; ok {
		return list
	}
	if w.callers == nil {
		w.callers = map[OriginID]map[FuncID][]site{}
	}
	list := map[FuncID][]site{}
	for f := range w.t.entries {
		if len(w.t.entriesOf(o, FuncID(f))) == 0 {
			continue
		}
		fn := &w.t.p.Funcs[f]
		for k := 1; k < len(fn.Points); k++ {
			if e := &fn.Points[k].Event; e.Op == OpCall {
				for _, c := range e.Callees {
					list[c] = append(list[c], site{FuncID(f), PointID(k)})
				}
			}
		}
	}
	w.callers[o] = list
	return list
}
