// This file finds the joins of a program: pairs of a go event and an object through which its goroutines are waited for
// (H12, H13), with the counting of WaitGroup.Add.

package hb

import (
	"slices"
)

// A joiner looks for joins.
type joiner struct {
	*vocabulary
	counts *counts               // how often things run
	dones  map[OriginID]setID    // WaitGroups an origin may call Done on
	adders map[FuncID]bool       // functions from which calls lead to an Add, not more than maxAddDepth of them
	adds   map[FuncID][]counting // by function: addsOf
	within map[depth][]siteID    // memo of addsWithin
	raises map[raising]int       // memo of leaves
	calls  map[FuncID][]site     // by function: the calls of it, none if something else starts it
	uses   map[raising]int       // memo of needs

	returned []setID             // channels that some call returns and that are known to be closed somewhere
	closing  map[FuncID][]siteID // by function: where it closes a channel that its activation, or who started it, has made
}

// find records all joins, function by function.
func (f *joiner) find() {
	f.dones, f.closing = map[OriginID]setID{}, map[FuncID][]siteID{}
	f.adders, f.adds = f.leadingToAdds(), map[FuncID][]counting{}
	f.within, f.raises, f.uses = map[depth][]siteID{}, map[raising]int{}, map[raising]int{}
	f.calls = f.callers()
	for _, c := range f.byOp[OpClose] {
		if f.event(c).Local {
			fn := f.sites[c].fn
			f.closing[fn] = append(f.closing[fn], c)
		}
	}
	f.each(func(at site, e *Event) {
		if objs := f.objs[at.fn][at.pt]; e.Op == OpRecvClosed && e.Returned && !slices.Contains(f.returned, objs) {
			f.returned = append(f.returned, objs)
		}
	})
	for _, s := range f.byOp[OpGo] {
		e := f.event(s)
		if len(e.Objs) > 0 {
			f.add(join{kind: byGroup, start: s, objs: f.objsOf(s), adds: []siteID{s}, deep: e.Deep, local: e.Local})
		}
		if f.multi(e) {
			continue
		}
		if len(e.Objs) > 0 && f.parks(e) {
			f.record(join{kind: byRun, start: s})
		}
		f.counters(s)
		f.messages(s)
	}
	for _, d := range f.byOp[OpDone] {
		if f.takesBack(d) {
			f.undoing[d] = true
		}
	}
}

// takesBack reports whether a Done lowers the counter that an Add of the same activation has raised, on every way to
// it, and that no go event has used up: nothing is started for this Add (H12).
func (f *joiner) takesBack(d siteID) bool {
	at, objs := f.sites[d], f.objsOf(d)
	local, adds := f.event(d).Local, false
	for _, a := range f.byOp[OpAdd] {
		if f.sites[a].fn == at.fn && f.objsOf(a) == objs {
			local, adds = local && f.event(a).Local, true
		}
	}
	if !adds || f.outside(objs) || !local && !f.fixed(objs) {
		return false
	}
	return f.credit(at, objs) > 0 || f.drop&dropUndone != 0
}

// multi reports whether one go event starts many goroutines.
func (f *joiner) multi(e *Event) bool {
	if f.drop&dropMulti != 0 {
		return false
	}
	for _, o := range e.Origins {
		if f.p.Origins[o].Multi {
			return true
		}
	}
	return false
}

// add records a join whose object is known well enough.
func (f *joiner) add(j join) {
	if f.outside(j.objs) {
		return
	}
	j.fixed = j.kind != byClose && (j.kind != byMessage || !j.local) && f.fixed(j.objs)
	if !j.fixed && !j.local {
		return
	}
	f.record(j)
}

// record numbers a join.
func (f *joiner) record(j join) {
	f.joinsAt[j.start] = append(f.joinsAt[j.start], len(f.joins))
	f.joins = append(f.joins, j)
}

// counters finds the WaitGroups that the goroutines of a go event may be paired with: some Add of the same function, or
// of one that it calls, counts for them on every path (H12).
func (f *joiner) counters(s siteID) {
	at := f.sites[s]
	seen := map[setID]bool{}
	adds := f.addsOf(at.fn)
	for _, a := range adds {
		objs := f.objsOf(a.add)
		if seen[objs] || !f.meets(f.donesOf(s), objs) {
			continue
		}
		seen[objs] = true
		if f.credit(at, objs) == 0 && f.drop&dropCredit == 0 {
			continue
		}
		j := join{kind: byCounter, start: s, objs: objs, local: true}
		for _, b := range adds {
			if f.objsOf(b.add) == objs {
				j.local = j.local && b.at == f.sites[b.add] && f.event(b.add).Local
				if f.reaches(b.at, at) {
					j.adds = append(j.adds, b.add)
				}
			}
		}
		f.add(j)
	}
	f.outerCounters(s, seen)
}

// A counting is a WaitGroup.Add with the event of a function from which it happens: itself, or a call.
type counting struct {
	at  site   // that event
	add siteID // the Add
}

// leadingToAdds are the functions that have an Add, or call one that has.
func (f *joiner) leadingToAdds() map[FuncID]bool {
	all := map[FuncID]bool{}
	for _, s := range f.byOp[OpAdd] {
		all[f.sites[s].fn] = true
	}
	for depth, grown := 0, len(all) > 0; grown && depth < maxAddDepth; depth++ {
		var more []FuncID
		for id := range f.p.Funcs {
			calls := func(p Point) bool {
				return p.Event.Op == OpCall && slices.ContainsFunc(p.Event.Callees, func(g FuncID) bool { return all[g] })
			}
			if !all[FuncID(id)] && slices.ContainsFunc(f.p.Funcs[id].Points, calls) {
				more = append(more, FuncID(id))
			}
		}
		for _, g := range more {
			all[g] = true
		}
		grown = len(more) > 0
		f.work.add(len(f.p.Funcs))
	}
	return all
}

// addsOf are the Adds of a function and of those that it calls.
func (f *joiner) addsOf(fn FuncID) []counting {
	if list, ok := f.adds[fn]; ok {
		return list
	}
	var list []counting
	for k := range f.p.Funcs[fn].Points {
		at := site{fn, PointID(k)}
		switch e := &f.p.Funcs[fn].Points[k].Event; e.Op {
		case OpAdd:
			list = append(list, counting{at, f.number[at]})
		case OpCall:
			for _, add := range f.addsBelow(e.Callees, maxAddDepth) {
				list = append(list, counting{at, add})
			}
		}
	}
	f.adds[fn] = list
	return list
}

// addsBelow are the Adds that a call leads to, as deep as that.
func (f *joiner) addsBelow(callees []FuncID, depth int) []siteID {
	var list []siteID
	for _, g := range callees {
		list = append(list, f.addsWithin(g, depth)...)
	}
	return list
}

// A depth is a function, and how many calls deep it is looked into.
type depth struct {
	fn   FuncID // the function
	left int    // calls that may still be followed; 0: it is not looked into
}

// addsWithin are the Adds of a function, and those that its calls lead to, one call less deep, each once. A function of
// many calls leads to the same ones by many ways, so each answer is kept.
func (f *joiner) addsWithin(g FuncID, left int) []siteID {
	if left == 0 || !f.adders[g] {
		return nil
	}
	if list, ok := f.within[depth{g, left}]; ok {
		return list
	}
	var list []siteID
	for k := range f.p.Funcs[g].Points {
		switch e := &f.p.Funcs[g].Points[k].Event; e.Op {
		case OpAdd:
			list = append(list, f.number[site{g, PointID(k)}])
		case OpCall:
			list = append(list, f.addsBelow(e.Callees, left-1)...)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	f.within[depth{g, left}] = list
	return list
}

// messages finds the channels by which the goroutines of a go event in an activation may report (H13).
func (f *joiner) messages(s siteID) {
	at := f.sites[s]
	loop := f.counts.inLoop(at)
	anew := f.event(s).Fresh
	own := func(objs setID) bool { return len(anew) > 0 && f.minus(objs, f.objects(anew)) == 0 }
	seen := map[setID]bool{}
	for _, r := range f.byOp[OpRecv] {
		objs := f.objsOf(r)
		if f.sites[r].fn == at.fn && (f.event(r).Local || f.fixed(objs)) && !seen[objs] {
			seen[objs] = true
			if f.localIn(at.fn, objs) {
				f.add(join{kind: byMessage, start: s, objs: objs, local: true, loop: loop, fresh: own(objs)})
			}
			if f.fixed(objs) {
				f.add(join{kind: byMessage, start: s, objs: objs, loop: loop})
			}
		}
	}
	closed := map[setID]bool{}
	for k := range f.p.Funcs[at.fn].Points {
		e, objs := &f.p.Funcs[at.fn].Points[k].Event, f.objs[at.fn][k]
		if e.Op == OpRecvClosed && e.Local && !closed[objs] {
			closed[objs] = true
			f.add(join{kind: byClose, start: s, objs: objs, local: true, loop: loop, fresh: own(objs)})
		}
	}
	closes := f.closes(s)
	for _, objs := range f.returned {
		if !closed[objs] && slices.ContainsFunc(closes, func(c siteID) bool { return f.minus(f.objsOf(c), objs) == 0 }) {
			closed[objs] = true
			f.add(join{kind: byClose, start: s, objs: objs, local: true, loop: loop})
		}
	}
}

// closes lists where the function that a go event starts closes a channel that was made for it.
func (f *joiner) closes(s siteID) []siteID {
	var list []siteID
	for _, o := range f.event(s).Origins {
		for _, fn := range f.p.Origins[o].Entry {
			list = append(list, f.closing[fn]...)
		}
	}
	return list
}

// localIn reports whether all receives of a function from a channel are from that of its activation.
func (f *joiner) localIn(fn FuncID, objs setID) bool {
	return !slices.ContainsFunc(f.byOp[OpRecv], func(r siteID) bool {
		return f.sites[r].fn == fn && f.objsOf(r) == objs && !f.event(r).Local
	})
}

// donesOf are the WaitGroups that what a go event starts may call Done on.
func (f *joiner) donesOf(s siteID) setID {
	var all setID
	for _, o := range f.event(s).Origins {
		d, ok := f.dones[o]
		if !ok {
			runs := map[FuncID]bool{}
			for _, fn := range f.counts.runs[o] {
				runs[fn] = true
			}
			for _, x := range f.byOp[OpDone] {
				if runs[f.sites[x].fn] {
					d = f.union(d, f.objsOf(x))
				}
			}
			f.dones[o] = d
		}
		all = f.union(all, d)
	}
	return all
}

// credit is the least number of goroutines that Add has counted and no go event or Done has used up when control
// reaches an event, over all paths through the function.
func (f *joiner) credit(at site, objs setID) int {
	return least(f.credits(at.fn, objs, maxAddDepth, 0), f.p.Funcs[at.fn].Points[at.pt].Preds)
}

// raised is the credit that a call leaves behind: the least over all ways through what it may call.
func (f *joiner) raised(callees []FuncID, objs setID, depth int) int {
	n := unlimited
	for _, g := range callees {
		switch {
		case !f.adders[g] || depth == 0:
			return 0
		case f.drop&dropRaised != 0:
			return 1
		}
		n = min(n, f.leaves(g, objs, depth-1))
	}
	if len(callees) == 0 {
		return 0
	}
	return n
}

// A raising is a function, what it may raise, and how many calls deep it is looked into.
type raising struct {
	depth
	objs setID // WaitGroups
}

// leaves is the least credit with which a function returns; each answer is kept, as that of addsWithin is.
func (f *joiner) leaves(g FuncID, objs setID, left int) int {
	k := raising{depth{g, left}, objs}
	n, known := f.raises[k]
	if !known {
		n = least(f.credits(g, objs, left, 0), f.p.Funcs[g].Exits)
		f.raises[k] = n
	}
	return n
}

// least is the least credit at some points of a function that control reaches.
func least(credit []int, points []PointID) int {
	least := unlimited
	for _, x := range points {
		if credit[x] >= 0 {
			least = min(least, credit[x])
		}
	}
	return least
}

// credits are the credits after the events of a function, -1 where control does not come, looking that deep into calls,
// if there is some credit at its start.
func (f *joiner) credits(id FuncID, objs setID, depth, start int) []int {
	fn := &f.p.Funcs[id]
	credit := make([]int, len(fn.Points))
	for k := range credit {
		credit[k] = -1 // not reached yet
	}
	credit[1] = start
	for changed := true; changed; {
		changed = false
		for k := 2; k < len(fn.Points); k++ {
			in := -1
			for _, x := range fn.Points[k].Preds {
				if c := credit[x]; c >= 0 && (in < 0 || c < in) {
					in = c
				}
			}
			if in < 0 {
				continue
			}
			if c := f.count(site{id, PointID(k)}, objs, in, depth); c != credit[k] {
				credit[k], changed = c, true
			}
		}
		f.work.add(len(fn.Points))
	}
	return credit
}

// count is the credit after one event.
func (f *joiner) count(at site, objs setID, in, depth int) int {
	e := &f.p.Funcs[at.fn].Points[at.pt].Event
	switch e.Op {
	case OpCall:
		if n := f.needed(e.Callees, objs, depth); n > 0 && in > 0 && in < unlimited && (in == 1 || !f.bulk(at, objs)) {
			in = max(in-n, 0)
		}
		return min(in+f.raised(e.Callees, objs, depth), unlimited)
	case OpAdd:
		if f.objs[at.fn][at.pt] != objs || e.N < 0 {
			return in
		}
		if e.N == 0 {
			return unlimited
		}
		return min(in+e.N, unlimited)
	case OpGo:
		if in > 0 && in < unlimited && f.meets(f.donesOf(f.number[at]), objs) && (in == 1 || !f.bulk(at, objs)) {
			return in - 1
		}
	case OpDone:
		if in > 0 && in < unlimited && f.meets(f.objs[at.fn][at.pt], objs) {
			return in - 1
		}
	}
	return in
}

// bulk reports whether a go event lies in a cycle without an Add: Add(n) before it is taken to count all of its
// goroutines.
func (f *joiner) bulk(at site, objs setID) bool {
	return f.counts.inLoop(at) && f.path(at, at, func(k PointID) bool {
		return f.p.Funcs[at.fn].Points[k].Event.Op == OpAdd && f.meets(f.objs[at.fn][k], objs)
	})
}

// reaches reports whether there is a path between two points of one function.
func (f *joiner) reaches(from, to site) bool {
	return f.path(from, to, func(PointID) bool { return false })
}

// path reports whether there is a path between two points of one function that does not pass certain points on its way.
func (f *joiner) path(from, to site, avoid func(PointID) bool) bool {
	fn := &f.p.Funcs[to.fn]
	seen := make([]bool, len(fn.Points))
	work := []PointID{to.pt}
	for len(work) > 0 {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		for _, x := range fn.Points[k].Preds {
			if x == from.pt {
				return true
			}
			if !seen[x] && !avoid(x) {
				seen[x] = true
				work = append(work, x)
			}
		}
	}
	return false
}

// parks reports whether what a go event starts may let its starter continue before it ends.
func (f *joiner) parks(e *Event) bool {
	for _, s := range f.byOp[OpParallel] {
		for _, o := range e.Origins {
			if slices.Contains(f.counts.runs[o], f.sites[s].fn) {
				return true
			}
		}
	}
	return false
}
