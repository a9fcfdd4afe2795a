// This file is go events in a function that is called where WaitGroup.Add has counted for them (H12).

package hb

import "slices"

// callers lists the calls of each function; none of one that something else than a call starts.
func (f *joiner) callers() map[FuncID][]site {
	list := map[FuncID][]site{}
	f.each(func(at site, e *Event) {
		if e.Op == OpCall {
			for _, g := range e.Callees {
				list[g] = append(list[g], at)
			}
		}
	})
	for o := range f.p.Origins {
		for _, g := range f.p.Origins[o].Entry {
			delete(list, g)
		}
	}
	return list
}

// outerCounters finds the WaitGroups for which Adds of the functions around count for the goroutines of a go event: on
// every way to each call of its function.
func (f *joiner) outerCounters(s siteID, seen map[setID]bool) {
	at := f.sites[s]
	for _, a := range f.addsAround(at.fn, maxAddDepth) {
		objs := f.objsOf(a.add)
		if seen[objs] || !f.meets(f.donesOf(s), objs) {
			continue
		}
		seen[objs] = true
		given := f.credits(at.fn, objs, maxAddDepth, f.given(at.fn, objs, maxAddDepth))
		if least(given, f.p.Funcs[at.fn].Points[at.pt].Preds) == 0 {
			continue
		}
		j := join{kind: byCounter, start: s, objs: objs}
		for _, b := range f.addsAround(at.fn, maxAddDepth) {
			if f.objsOf(b.add) == objs && !slices.Contains(j.adds, b.add) {
				j.adds = append(j.adds, b.add)
			}
		}
		f.add(j)
	}
}

// addsAround are the Adds of the functions that call a function, and of those around them, as far as that.
func (f *joiner) addsAround(fn FuncID, depth int) []counting {
	if depth == 0 {
		return nil
	}
	var list []counting
	for _, c := range f.calls[fn] {
		for _, a := range f.addsOf(c.fn) {
			if f.reaches(a.at, c) {
				list = append(list, a)
			}
		}
		if c.fn != fn {
			list = append(list, f.addsAround(c.fn, depth-1)...)
		}
	}
	return list
}

// given is the least credit with which a function is called.
func (f *joiner) given(fn FuncID, objs setID, depth int) int {
	if depth == 0 || len(f.calls[fn]) == 0 {
		return 0
	}
	n := unlimited
	for _, c := range f.calls[fn] {
		if c.fn == fn {
			return 0
		}
		before := f.credits(c.fn, objs, maxAddDepth, f.given(c.fn, objs, depth-1))
		n = min(n, least(before, f.p.Funcs[c.fn].Points[c.pt].Preds))
	}
	return n
}

// needed is how many goroutines a call may start at most for which its caller has to count.
func (f *joiner) needed(callees []FuncID, objs setID, depth int) int {
	n := 0
	for _, g := range callees {
		n = max(n, f.needs(g, objs, depth))
	}
	return n
}

// needs is how many goroutines a function may start at most for which those around it have to count.
func (f *joiner) needs(g FuncID, objs setID, left int) int {
	k := raising{depth{g, left}, objs}
	if n, known := f.uses[k]; known {
		return n
	}
	f.uses[k] = unlimited // while it is computed
	n := 0
	for pt := 1; pt < len(f.p.Funcs[g].Points); pt++ {
		at, more := site{g, PointID(pt)}, 0
		switch e := &f.p.Funcs[g].Points[pt].Event; e.Op {
		case OpGo:
			if f.meets(f.donesOf(f.number[at]), objs) && f.credit(at, objs) == 0 {
				more = 1
			}
		case OpCall:
			if left > 0 {
				more = f.needed(e.Callees, objs, left-1)
			}
		}
		if more > 0 && f.counts.inLoop(at) {
			more = unlimited
		}
		n = min(n+more, unlimited)
	}
	f.uses[k] = n
	return n
}
