// This file answers whether one place happens before another: the rules H5 to H14, H16, H18 and H19 over places and
// occurrences.

package hb

import (
	"iter"
	"slices"
)

// oracle holds the rules that say what comes before what. It answers by their least fixed point, which questions finds:
// an order is only claimed if it follows in finitely many steps, so orders cannot support each other in a circle.
type oracle struct {
	*occurrences
	*questions
	*supply
	only   only      // what one instance does, and no other one (H31)
	around ancestors // of a wait: where a go event before it has been passed
}

func newOracle(q *occurrences, rounds bool) *oracle {
	asked := &questions{v: q.vocabulary, answers: map[question]bool{}}
	o := &oracle{
		occurrences: q,
		questions:   asked,
		only:        only{q},
		supply:      &supply{occurrences: q, questions: asked, from: map[uint32][]int{}},
		around:      ancestors{p: q.p, counts: q.counts, rounds: rounds},
	}
	asked.derive = o.derive
	return o
}

// before reports whether a happens before b; or, where (H13) knows no direction, that one of them happens before the
// other.
func (q *oracle) before(a, b place) bool {
	return q.chained(a, b) || q.chained(b, a) || q.settled(func() bool { return q.follows(a, b, 0) || q.apart(a, b) })
}

// idles reports whether nobody else runs at one of two places (H21).
func (q *oracle) idles(a, b place) bool {
	id, ok := q.tokenID[token{kind: idle}]
	return ok && (q.has(a.acquired, id) || q.has(b.acquired, id))
}

// chained reports whether a and b lie in two links of a chain of goroutines, each before it starts the next (H23).
func (q *oracle) chained(a, b place) bool {
	t := q.p.Origins[a.origin].Twin
	if t == 0 || t != b.origin || q.p.Origins[a.origin].Multi || q.p.Origins[t].Multi {
		return false
	}
	var first site
	for _, x := range [2]place{a, b} {
		own := 0
		for _, s := range slices.Concat(q.counts.starts[a.origin], q.counts.starts[b.origin]) {
			switch {
			case s.by == x.origin:
				if own != 0 && own != int(q.number[s.at]) || q.counts.repeated[s.by][s.at.fn] || q.counts.inLoop(s.at) ||
					q.has(x.released, q.number[s.at]) {
					return false
				}
				own = int(q.number[s.at])
			case s.by == a.origin || s.by == b.origin: // the other one's
			case first != (site{}) && first != s.at,
				q.counts.many[s.by],
				q.counts.repeated[s.by][s.at.fn],
				q.counts.inLoop(s.at):
				return false
			default:
				first = s.at
			}
		}
	}
	return first != (site{})
}

// derive applies the rule that may answer a question.
func (q *oracle) derive(x question) bool {
	if x.at != 0 {
		return q.unmatched(x)
	}
	return q.precedes(x.a, x.x)
}

// precedes is the rule for occurrences (H5): in its own origin a precedes what it cannot have passed yet, elsewhere it
// must follow from what has been acquired there.
func (q *oracle) precedes(a place, x int) bool {
	q.work.add(1)
	o := &q.list[x]
	if o.origin == a.origin && q.single(a.origin) {
		return !q.has(a.released, o.site)
	}
	return q.follows(a, o.place, o.site)
}

// single reports whether program order may be used within an origin (H2).
func (q *oracle) single(o OriginID) bool { return q.drop&dropMany != 0 || q.counts.one(o) }

// follows reports whether everything at b comes after a. A release site r at b makes the claim about all its instances:
// then no direction may be left open.
func (q *oracle) follows(a, b place, r siteID) bool {
	for _, t := range q.members(b.acquired) {
		if q.implied(a, b, t) {
			return true
		}
	}
	return q.started(a, b) || q.joined(a, b, r)
}

// implied reports whether having acquired a token means that a has happened.
func (q *oracle) implied(a, b place, id uint32) bool {
	t := &q.tokens[id]
	switch t.kind {
	case message, received:
		return q.precedesAll(a, q.candidates(b.origin, id))
	case closed, observed:
		return q.precedesAll(a, slices.Values(q.sources(id)))
	case resumed:
		return q.resumed(a, b)
	case sent:
		return q.overtaken(a, b, t)
	case onceDone:
		return q.inBody(a, t) || q.precedesAll(a, slices.Values(q.sources(id)))
	case waited:
		return q.waitedFor(a, b, t) || q.passedOn(a, b, t)
	case either:
		if one := q.implied(a, b, t.ways[0]); one == (q.drop&dropEither != 0) {
			return one
		}
		return q.implied(a, b, t.ways[1])
	}
	return false // locks order nothing by themselves
}

// precedesAll reports whether a precedes every one of some occurrences, of which there must be one. Other trees are
// other runs. It stops at the first one that is not known to come after a, so that no more is asked than the answer
// rests on.
func (q *oracle) precedesAll(a place, all iter.Seq[int]) bool {
	some := false
	for x := range all {
		if !q.together(a.origin, q.list[x].origin) || q.only.never(a, x) {
			continue
		}
		if q.ask(a, x) {
			some = true
			if q.drop&dropAll != 0 {
				return true
			}
		} else if q.drop&dropAll == 0 {
			return false
		}
	}
	return some
}

// started is what the start of b's origin guarantees: everything before all its go events (H5), and all of the roots
// that it comes after (H9). Instances of one kind that start each other need not be asked: the first of them was
// started by somebody else.
func (q *oracle) started(a, b place) bool {
	o := &q.p.Origins[b.origin]
	for _, r := range o.After {
		if x := q.exits[r]; x != 0 && q.ask(a, x) {
			return true
		}
	}
	if o.Root {
		return false
	}
	var list []int
	for _, s := range q.counts.starts[b.origin] {
		inner := s.by == b.origin || s.by == o.Twin && s.by != a.origin
		if x := q.at[occKey{s.by, q.number[s.at]}]; x != 0 && !inner {
			list = append(list, x)
		}
	}
	return q.precedesAll(a, slices.Values(list)) || o.Served && q.precedesAll(a, slices.Values(q.serving(b.origin)))
}

// serving lists the occurrences of calls that may serve a handler (H24); nothing where that is not known.
func (q *oracle) serving(handler OriginID) []int {
	var list []int
	for _, s := range q.byOp[OpServe] {
		for _, x := range q.bySite[s] {
			if q.together(handler, q.list[x].origin) {
				list = append(list, x)
			}
		}
	}
	if len(list) > 0 {
		return list
	}
	for _, s := range q.counts.starts[handler] {
		x := q.exits[s.by]
		if x == 0 || !q.p.Origins[s.by].Called {
			return nil
		}
		list = append(list, x)
	}
	return list
}

// inBody reports whether a lies in the function that the Once ran (H10).
func (q *oracle) inBody(a place, t *token) bool {
	body, ok := q.tokenID[token{kind: inOnce, objs: t.objs}]
	return ok && (q.fixed(t.objs) || q.drop&dropOnceBody != 0) && q.has(a.acquired, body)
}

// waitedFor reports whether a lies in a goroutine that the wait at b has waited for (H12).
func (q *oracle) waitedFor(a, b place, t *token) bool {
	found := false
	q.counts.starters(a.origin, func(o OriginID, s start) bool {
		for _, k := range q.joinsAt[q.number[s.at]] {
			j := &q.joins[k]
			if j.kind != byMessage && j.kind != byClose && j.fixed && j.valid && j.objs == t.objs && q.ended(a, o, j) &&
				q.counted(s.by, j, b.origin, t.at) {
				found = true
			}
		}
		return !found
	})
	return found
}

// counted reports whether all of a join's Adds in origin p happen before a wait in origin o (H12).
func (q *oracle) counted(p OriginID, j *join, o OriginID, wait siteID) bool {
	if q.drop&dropDirection != 0 {
		return true
	}
	w := q.at[occKey{o, wait}]
	if w == 0 || p == o && !q.single(p) {
		return false
	}
	for _, s := range j.adds {
		x := q.at[occKey{p, s}]
		if x == 0 {
			continue
		}
		add := q.list[x].place
		if p == o && q.has(add.released, wait) || p != o && !q.ask(add, w) {
			return false
		}
	}
	return true
}

// ended reports whether a comes before everything by which the join learns of the end of its own instance of o (H13).
func (q *oracle) ended(a place, o OriginID, j *join) bool {
	if j.kind == byRun {
		return q.parked(a, o)
	}
	if j.kind == byGroup {
		return a.origin == o || q.exits[o] != 0 && q.ask(a, q.exits[o]) || q.under(a.origin, o, j.deep)
	}
	some := false
	for _, x := range q.of(j.objs, j.kind.ends()...) {
		r := &q.list[x]
		if r.origin != o || q.undoing[r.site] {
			continue
		}
		some = true
		if q.drop&dropEnded != 0 {
			continue
		}
		if a.origin == o && q.has(a.released, r.site) || a.origin != o && !q.ask(a, x) {
			return false
		}
	}
	return some
}

// under reports whether an origin descends from another one by starts that a join of the given depth waits for (H20).
func (q *oracle) under(a, o OriginID, deep Depth) bool {
	found := false
	q.counts.starters(a, func(x OriginID, s start) bool {
		found = found || x == o
		return deep != Members && !found && (deep == Descendants || q.event(q.number[s.at]).Deep != Members)
	})
	return found && deep != Members
}

// joined reports whether b's origin has waited, before b, for every goroutine of a's kind that it had started (H13).
// Those that it starts later come after b; a claim about all instances of a release site r must exclude them.
func (q *oracle) joined(a, b place, r siteID) bool {
	found := false
	q.counts.starters(a.origin, func(o OriginID, s start) bool {
		if s.by == b.origin {
			found = q.single(s.by) && q.joinedAt(a, o, s, b.released) && !(r != 0 && q.after(s, r))
			return false
		}
		return true
	})
	return found
}

// joinedAt reports whether one of a go event's joins is complete in a state of the starting origin.
func (q *oracle) joinedAt(a place, o OriginID, s start, released setID) bool {
	for _, k := range q.joinsAt[q.number[s.at]] {
		if j := &q.joins[k]; j.valid && !q.has(released, q.vocabulary.pending(k)) && q.ended(a, o, j) {
			return true
		}
	}
	return false
}

// after reports whether a go event is a release site of the same instance, or may happen after it.
func (q *oracle) after(s start, r siteID) bool {
	n := q.number[s.at]
	x := q.at[occKey{s.by, n}]
	return n == r || x != 0 && q.has(q.list[x].place.released, r) && q.drop&dropDirection == 0
}

// apart reports whether a and b lie in goroutines, or descendants of goroutines, that one origin starts such that the
// one has been waited for whenever the other starts, whichever comes first (H14).
func (q *oracle) apart(a, b place) bool {
	found := false
	q.counts.starters(a.origin, func(x OriginID, s start) bool {
		q.counts.starters(b.origin, func(y OriginID, t start) bool {
			if s.by != t.by {
				return true
			}
			found = q.differ(a, b, x, y, s, t) && q.single(s.by) && q.clear(a, x, s, t) &&
				(q.clear(b, y, t, s) || q.drop&dropSiblings != 0)
			return false
		})
		return !found
	})
	return found
}

// differ reports whether a and b lie under different instances because x and y are different origins, or because the
// query means two instances of one, and whether each go event starts one goroutine at a time.
func (q *oracle) differ(a, b place, x, y OriginID, s, t start) bool {
	if x == y && (a.origin != x || b.origin != y) {
		return false
	}
	return s != t || !q.p.Origins[x].Multi && !q.p.Origins[y].Multi || q.drop&dropMulti != 0
}

// clear reports whether, when t starts a goroutine, those that s started before have been waited for.
func (q *oracle) clear(a place, x OriginID, s, t start) bool {
	k := q.at[occKey{t.by, q.number[t.at]}]
	if k == 0 {
		return false
	}
	released := q.list[k].place.released
	return !q.has(released, q.number[s.at]) || q.joinedAt(a, x, s, released)
}

// unmatched is the rule (H16): a release that comes after the event, or that an earlier event has used up, does not
// match it.
func (q *oracle) unmatched(x question) bool {
	q.work.add(1)
	return q.ask(x.a, x.x) || q.usedUp(x)
}

// overtaken is the rule (H18): b's instance has completed more sends than the buffer holds and there are receives
// that a does not precede, so that some receive that a precedes was needed for one of them.
func (q *oracle) overtaken(a, b place, t *token) bool {
	excess := -q.p.Objs[q.members(t.objs)[0]].Cap
	if q.drop&dropSentCap != 0 {
		excess = 0
	}
	for _, id := range q.members(b.acquired) {
		if x := &q.tokens[id]; x.kind == sent && x.objs == t.objs {
			excess++
		}
	}
	some := false
	for _, k := range q.of(t.objs, OpRecv) {
		x := &q.list[k]
		switch {
		case !q.together(a.origin, x.origin):
		case q.ask(a, k):
			some = true
		case q.happensOnce(x) || q.drop&dropSentOnce != 0:
			excess--
		default:
			return false
		}
	}
	return some && excess > 0
}
