// This file answers whether one place happens before another: the rules H5 to H14, H16, H18 and H19 over places and
// occurrences.

package hb

import (
	"iter"
	"slices"
)

// A question is whether a place happens before an occurrence, in all instances; or whether the event at the place is
// certain to be matched by something else than the occurrence (H16).
type question struct {
	a  place
	x  int    // occurrence
	at siteID // the event at the place; zero: the place is to happen before
}

// oracle answers questions by the least fixed point of the rules: an order is only claimed if it follows in finitely
// many steps, so orders cannot support each other in a circle.
type oracle struct {
	*occurrences
	answers map[question]bool
	pending []question       // asked and not settled yet
	from    map[uint32][]int // by token: the occurrences whose release it may stand for
	around  ancestors
}

func newOracle(q *occurrences, rounds bool) *oracle {
	return &oracle{
		occurrences: q, answers: map[question]bool{}, from: map[uint32][]int{},
		around: ancestors{p: q.p, counts: q.counts, rounds: rounds},
	}
}

// before tells whether a happens before b; or, where (H13) knows no direction, that one of them happens before the
// other.
func (q *oracle) before(a, b place) bool {
	return q.chained(a, b) || q.chained(b, a) || q.settled(func() bool { return q.follows(a, b, 0) || q.apart(a, b) })
}

// alone tells whether nobody else runs at one of two places (H21).
func (q *oracle) alone(a, b place) bool {
	id, ok := q.tokenID[token{kind: idle}]
	return ok && (q.has(a.acquired, id) || q.has(b.acquired, id))
}

// chained tells whether a and b lie in two links of a chain of goroutines, each before it starts the next (H23).
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

// settled asks until all that the answer depends on is known.
func (q *oracle) settled(ask func() bool) bool {
	for {
		yes := ask()
		if len(q.pending) == 0 || q.work.over {
			q.pending = q.pending[:0]
			return yes
		}
		q.settle()
	}
}

// settle brings all pending questions to their fixed point. What is asked last is looked at first: questions come after
// those that asked them, so most chains of answers take one round.
func (q *oracle) settle() {
	for changed := true; changed && !q.work.over; {
		changed = false
		known := len(q.pending)
		for k := known - 1; k >= 0; k-- {
			x := q.pending[k]
			if !q.answers[x] && q.derive(x) {
				q.answers[x], changed = true, true
			}
		}
		changed = changed || len(q.pending) > known
	}
	q.pending = q.pending[:0]
}

// derive applies the rule that may answer a question.
func (q *oracle) derive(x question) bool {
	if x.at != 0 {
		return q.unmatched(x)
	}
	return q.precedes(x.a, x.x)
}

// ask gives what is known so far about whether a place precedes an occurrence.
func (q *oracle) ask(a place, x int) bool { return q.known(question{a: a, x: x}) }

// known gives what is known so far about a question.
func (q *oracle) known(key question) bool {
	key.a.acquired = q.intersect(key.a.acquired, q.once) // nothing else of it matters for an earlier place
	yes, asked := q.answers[key]
	if !asked {
		q.answers[key] = false
		q.pending = append(q.pending, key)
	}
	return yes
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

// single tells whether program order may be used within an origin (H2).
func (q *oracle) single(o OriginID) bool { return q.drop&dropMany != 0 || q.counts.one(o) }

// follows tells whether everything at b comes after a. A release site r at b makes the claim about all its instances:
// then no direction may be left open.
func (q *oracle) follows(a, b place, r siteID) bool {
	for _, t := range q.members(b.acquired) {
		if q.implied(a, b, t) {
			return true
		}
	}
	return q.started(a, b) || q.joined(a, b, r)
}

// implied tells whether having acquired a token means that a has happened.
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
	}
	return false // locks order nothing by themselves
}

// sources lists the occurrences whose release a token may stand for.
func (q *oracle) sources(id uint32) []int {
	list, ok := q.from[id]
	if ok {
		return list
	}
	switch t := &q.tokens[id]; t.kind {
	case message: // (H6)
		list = q.of(t.objs, OpSend, OpClose)
		if q.drop&dropClose != 0 {
			list = q.of(t.objs, OpSend)
		}
	case received: // (H7)
		list = q.of(t.objs, OpRecv)
	case closed: // (H6)
		list = q.of(t.objs, OpClose)
	case onceDone: // (H10)
		list = q.of(t.objs, OpOnceEnd)
	case observed: // (H11)
		for _, x := range q.of(t.objs, OpAtomicStore) {
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
func (q *oracle) first(list []int, id uint32) []int {
	return slices.DeleteFunc(slices.Clone(list), func(x int) bool { return q.has(q.list[x].place.acquired, id) })
}

// precedesAll tells whether a precedes every one of some occurrences, of which there must be one. Other trees are other
// runs. It stops at the first one that is not known to come after a, so that no more is asked than the answer rests on.
func (q *oracle) precedesAll(a place, all iter.Seq[int]) bool {
	some := false
	for x := range all {
		if !q.together(a.origin, q.list[x].origin) {
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

// together tells whether two origins may belong to one run.
func (q *oracle) together(a, b OriginID) bool {
	x, y := q.p.Origins[a].Tree, q.p.Origins[b].Tree
	return x == y || x == 0 || y == 0
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

// inBody tells whether a lies in the function that the Once ran (H10).
func (q *oracle) inBody(a place, t *token) bool {
	body, ok := q.tokenID[token{kind: inOnce, objs: t.objs}]
	return ok && (q.fixed(t.objs) || q.drop&dropOnceBody != 0) && q.has(a.acquired, body)
}

// waitedFor tells whether a lies in a goroutine that the wait at b has waited for (H12).
func (q *oracle) waitedFor(a, b place, t *token) bool {
	found := false
	q.starters(a.origin, func(o OriginID, s start) bool {
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

// counted tells whether all of a join's Adds in origin p happen before a wait in origin o (H12).
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

// starters visits an origin and those that it descends from, as long as each is started at one place only.
func (q *oracle) starters(o OriginID, f func(OriginID, start) bool) {
	for depth := 0; depth < len(q.counts.many); depth++ {
		s := q.counts.starts[o]
		if len(s) != 1 || q.p.Origins[o].Root || !f(o, s[0]) {
			return
		}
		o = s[0].by
	}
}

// ended tells whether a comes before everything by which the join learns of the end of its own instance of o (H13).
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

// under tells whether an origin descends from another one by starts that a join of the given depth waits for (H20).
func (q *oracle) under(a, o OriginID, deep Depth) bool {
	found := false
	q.starters(a, func(x OriginID, s start) bool {
		found = found || x == o
		return deep != Members && !found && (deep == Descendants || q.event(q.number[s.at]).Deep != Members)
	})
	return found && deep != Members
}

// joined tells whether b's origin has waited, before b, for every goroutine of a's kind that it had started (H13).
// Those that it starts later come after b; a claim about all instances of a release site r must exclude them.
func (q *oracle) joined(a, b place, r siteID) bool {
	found := false
	q.starters(a.origin, func(o OriginID, s start) bool {
		if s.by == b.origin {
			found = q.single(s.by) && q.joinedAt(a, o, s, b.released) && !(r != 0 && q.after(s, r))
			return false
		}
		return true
	})
	return found
}

// joinedAt tells whether one of a go event's joins is complete in a state of the starting origin.
func (q *oracle) joinedAt(a place, o OriginID, s start, released setID) bool {
	for _, k := range q.joinsAt[q.number[s.at]] {
		if j := &q.joins[k]; j.valid && !q.has(released, q.vocabulary.pending(k)) && q.ended(a, o, j) {
			return true
		}
	}
	return false
}

// after tells whether a go event is a release site of the same instance, or may happen after it.
func (q *oracle) after(s start, r siteID) bool {
	n := q.number[s.at]
	x := q.at[occKey{s.by, n}]
	return n == r || x != 0 && q.has(q.list[x].place.released, r) && q.drop&dropDirection == 0
}

// apart tells whether a and b lie in goroutines, or descendants of goroutines, that one origin starts such that the one
// has been waited for whenever the other starts, whichever comes first (H14).
func (q *oracle) apart(a, b place) bool {
	found := false
	q.starters(a.origin, func(x OriginID, s start) bool {
		q.starters(b.origin, func(y OriginID, t start) bool {
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

// differ tells whether a and b lie under different instances because x and y are different origins, or because the
// query means two instances of one, and whether each go event starts one goroutine at a time.
func (q *oracle) differ(a, b place, x, y OriginID, s, t start) bool {
	if x == y && (a.origin != x || b.origin != y) {
		return false
	}
	return s != t || !q.p.Origins[x].Multi && !q.p.Origins[y].Multi || q.drop&dropMulti != 0
}

// clear tells whether, when t starts a goroutine, those that s started before have been waited for.
func (q *oracle) clear(a place, x OriginID, s, t start) bool {
	k := q.at[occKey{t.by, q.number[t.at]}]
	if k == 0 {
		return false
	}
	released := q.list[k].place.released
	return !q.has(released, q.number[s.at]) || q.joinedAt(a, x, s, released)
}
