// This file orders what lies in other goroutines than those that a wait has waited for, but before their ends (H27).

package hb

import "slices"

// passedOn reports whether the wait at b has waited for a goroutine that was surely started, and whose Done, or end,
// comes after a.
func (q *oracle) passedOn(a, b place, t *token) bool {
	if t.at == 0 {
		return false
	}
	for k := range q.joins {
		j := &q.joins[k]
		if (j.kind != byCounter && j.kind != byGroup) || !j.fixed || !j.valid || j.objs != t.objs {
			continue
		}
		if by := q.around.passed(arrival{q.sites[j.start], b.origin, q.sites[t.at]}); by != 0 && q.endedAll(a, by, j) {
			return true
		}
	}
	return false
}

// Ancestors know what those who run a function have passed on the way to it.
type ancestors struct {
	p       *Program             // what is solved
	counts  *counts              // how often things run
	rounds  bool                 // loops that start a goroutine in each round run at least one
	callers map[FuncID][]site    // the calls that may enter a function; nil until asked for
	known   map[arrival]OriginID // memo of passed; nil until asked for
}

// An arrival is a question: has who comes to a place passed a go event?
type arrival struct {
	start site     // the go event
	by    OriginID // who comes there
	at    site     // the place
}

// passed answers a question once: see passes.
func (as *ancestors) passed(x arrival) OriginID {
	o, ok := as.known[x]
	if !ok {
		if o = as.passes(x.start, x.by, x.at, maxClimb); as.known == nil {
			as.known = map[arrival]OriginID{}
		}
		as.known[x] = o
	}
	return o
}

// passes gives the origin that has passed a go event whenever an origin comes to a place: in the same activation, in
// one around it, or in one that started the goroutine. Zero: none surely has.
func (as *ancestors) passes(s site, o OriginID, at site, depth int) OriginID {
	switch {
	case depth == 0:
		return 0
	case s.fn == at.fn:
		if as.p.Funcs[s.fn].Dominates(s.pt, at.pt) || as.rounds && as.rounded(s, at.pt) {
			return o
		}
		return 0
	}
	ways := as.entering(o, at.fn)
	if len(ways) == 0 {
		return 0
	}
	by := as.passes(s, ways[0].by, ways[0].at, depth-1)
	for _, w := range ways[1:] {
		if by != 0 && as.passes(s, w.by, w.at, depth-1) != by {
			return 0
		}
	}
	return by
}

// rounded reports whether control comes to a point only by way of a loop, behind it, of which each round passes a
// place; or straight past that loop, as where its condition is tested at its end and once before.
func (as *ancestors) rounded(s site, p PointID) bool {
	loop := as.counts.loops(s.fn)
	within := loop[s.pt]
	if within == 0 || loop[p] == within {
		return false
	}
	fn := &as.p.Funcs[s.fn]
	outside := func(x PointID) bool { return loop[x] != within }
	var head, before PointID
	for k := range fn.Points {
		if loop[k] != within || !slices.ContainsFunc(fn.Points[k].Preds, outside) {
			continue
		}
		if head != 0 {
			return false // two ways in
		}
		head, before = PointID(k), fn.Points[k].Preds[slices.IndexFunc(fn.Points[k].Preds, outside)]
	}
	inside := func(x PointID) bool { return !outside(x) && x != head }
	if head == 0 || slices.ContainsFunc(fn.Points[head].Preds, func(x PointID) bool {
		return !outside(x) && x != s.pt && !fn.passes(s.pt, head, x, inside)
	}) {
		return false
	}
	past := func(x PointID) bool {
		at := &fn.Points[x]
		return x == before || at.Event.Op == OpNone && len(at.Preds) == 1 && at.Preds[0] == before
	}
	for k := range fn.Points {
		preds := fn.Points[k].Preds
		if outside(PointID(k)) && slices.ContainsFunc(preds, func(x PointID) bool { return !outside(x) }) &&
			!slices.ContainsFunc(preds, func(x PointID) bool { return outside(x) && !past(x) }) &&
			fn.Precedes(PointID(k), p) {
			return true
		}
	}
	return fn.Dominates(head, p)
}

// entering lists the calls and go events by which an origin comes to a function; none if it is a root, served, started
// from several places, or never comes there.
func (as *ancestors) entering(o OriginID, f FuncID) []start {
	var ways []start
	if at := &as.p.Origins[o]; slices.Contains(at.Entry, f) {
		if len(as.counts.starts[o]) != 1 || at.Root || at.Served {
			return nil
		}
		ways = append(ways, as.counts.starts[o][0])
	}
	for _, c := range as.callsOf(f) {
		if slices.Contains(as.counts.runs[o], c.fn) {
			ways = append(ways, start{o, c})
		}
	}
	return ways
}

// callsOf lists the calls that may enter a function.
func (as *ancestors) callsOf(f FuncID) []site {
	if as.callers == nil {
		as.callers = map[FuncID][]site{}
		for id := 1; id < len(as.p.Funcs); id++ {
			for k := 1; k < len(as.p.Funcs[id].Points); k++ {
				if e := &as.p.Funcs[id].Points[k].Event; e.Op == OpCall {
					for _, c := range e.Callees {
						as.callers[c] = append(as.callers[c], site{FuncID(id), PointID(k)})
					}
				}
			}
		}
	}
	return as.callers[f]
}

// endedAll reports whether a comes before the end of whatever a go event may have started in an origin.
func (q *oracle) endedAll(a place, by OriginID, j *join) bool {
	some := false
	at := start{by, q.sites[j.start]}
	for o := range q.counts.starts {
		for _, s := range q.counts.starts[o] {
			if s != at {
				continue
			}
			some = true
			if len(q.counts.starts[o]) != 1 || a.origin == OriginID(o) || !q.ended(a, OriginID(o), j) {
				return false
			}
		}
	}
	return some
}
