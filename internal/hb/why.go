// This file explains answers: the chain of releases and acquires that orders two places, or those that come closest.

package hb

import "slices"

// An EdgeKind says by what rule an edge orders.
type EdgeKind uint8

const (
	Started  EdgeKind = iota // the go event, the start of the goroutine
	Message                  // send or close, receive
	Received                 // receive, the send it completes
	Closed                   // close, the channel seen closed
	Once                     // end of the Once's function, return of a Do
	Observed                 // atomic store, a load that saw its value
	Waited                   // Done or the goroutine's end, a wait
	Follows                  // end of a root, start of the next
	Excluded                 // two go events of which the one waits for the other's goroutines, or only one happens
)

func (k EdgeKind) String() string {
	return [...]string{"started", "message", "received", "closed", "once", "observed", "waited", "follows", "excluded"}[k]
}

// A Site is a point of a function: one end of an edge. The zero Site is the start or end of an origin.
type Site struct {
	Func  FuncID  // zero with Point
	Point PointID // index into the function's Points
}

// An Edge is one step of an explanation.
type Edge struct {
	Kind     EdgeKind // what makes the second end come after the first
	From, To Site     // release, acquire
	Holds    bool     // the first place precedes From; of an explanation why there is no order, this is what fails
	Late     bool     // of such an explanation: From may come after the first place, so it comes near to ordering them
}

// tokenEdges are the kinds of edges that tokens stand for.
var tokenEdges = [...]EdgeKind{
	message:  Message,
	received: Received,
	closed:   Closed,
	onceDone: Once,
	observed: Observed,
	raised:   Observed,
	waited:   Waited,
	sent:     Received,
	resumed:  Follows,
}

// Why explains Ordered. If the places are ordered the edges lead from the earlier to the later one; an empty list means
// program order. If not, they are the pairs of a release and an acquire that would order them if the other place
// preceded the release.
func (r *Result) Why(a, b Place) []Edge {
	if a.State == 0 || b.State == 0 || r.Incomplete {
		return nil
	}
	x, y := r.place(a), r.place(b)
	switch r.Ordered(a, b) {
	case Before:
		return r.chain(x, y, 0)
	case After:
		return r.chain(y, x, 0)
	}
	return append(r.failing(a, b), r.failing(b, a)...)
}

// chain explains why a comes before b.
func (r *Result) chain(a, b place, depth int) []Edge {
	q := r.oracle
	if depth >= maxEdges || a.origin == b.origin && q.single(a.origin) {
		return nil
	}
	for _, id := range q.members(b.acquired) {
		t := &q.tokens[id]
		if t.kind >= held || !q.settled(func() bool { return q.implied(a, b, id) }) {
			continue
		}
		if t.kind == either {
			id = t.ways[0]
			t = &q.tokens[id]
		}
		e := Edge{Kind: tokenEdges[t.kind], To: r.acquiredAt(*t).site(), Holds: true}
		if t.kind == waited {
			e.From = r.waitedRelease(a, t)
			return []Edge{e}
		}
		return r.through(a, r.suppliers(a, b, id), e, depth)
	}
	if q.settled(func() bool { return q.started(a, b) }) {
		return r.startChain(a, b, depth)
	}
	if e, ok := r.joinEdge(a, b); ok {
		return []Edge{e}
	}
	return []Edge{{Kind: Excluded, Holds: true}}
}

// suppliers lists releases that a token may stand for and that a precedes.
func (r *Result) suppliers(a, b place, id uint32) []int {
	q := r.oracle
	switch t := &q.tokens[id]; t.kind {
	case message, received:
		return slices.Collect(q.candidates(b.origin, id))
	case sent:
		return slices.DeleteFunc(
			slices.Clone(q.of(t.objs, OpRecv)),
			func(x int) bool { return !q.settled(func() bool { return q.ask(a, x) }) },
		)
	}
	return q.sources(id)
}

// through explains an edge from one of some occurrences, with how a comes before that.
func (r *Result) through(a place, list []int, e Edge, depth int) []Edge {
	q := r.oracle
	for _, k := range list {
		x := &q.list[k]
		if q.together(a.origin, x.origin) {
			e.From = q.sites[x.site].site()
			return append(r.chain(a, x.place, depth+1), e)
		}
	}
	return []Edge{e}
}

// startChain explains an order that the start of b's origin makes.
func (r *Result) startChain(a, b place, depth int) []Edge {
	q := r.oracle
	var list []int
	e := Edge{Kind: Started, Holds: true}
	for _, s := range q.counts.starts[b.origin] {
		list = append(list, q.at[occKey{s.by, q.number[s.at]}])
	}
	for _, root := range q.p.Origins[b.origin].After {
		e.Kind = Follows
		list = append(list, q.exits[root])
	}
	list = slices.DeleteFunc(list, func(k int) bool {
		return k == 0 || !q.settled(func() bool { return q.ask(a, k) })
	})
	return r.through(a, list, e, depth)
}

// joinEdge explains an order by which b's origin has waited for a's.
func (r *Result) joinEdge(a, b place) (Edge, bool) {
	q := r.oracle
	e := Edge{Kind: Waited, Holds: true}
	found := false
	q.counts.starters(a.origin, func(o OriginID, s start) bool {
		if s.by != b.origin {
			return true
		}
		for _, k := range q.joinsAt[q.number[s.at]] {
			j := &q.joins[k]
			if found = j.valid && !q.has(b.released, q.vocabulary.pending(k)); found {
				e.From, e.To = r.joinEnds(o, k)
				break
			}
		}
		return false
	})
	return e, found
}

// waitedRelease finds the release of a's goroutine that a wait has waited for.
func (r *Result) waitedRelease(a place, t *token) Site {
	q := r.oracle
	var from Site
	q.counts.starters(a.origin, func(o OriginID, s start) bool {
		for _, k := range q.joinsAt[q.number[s.at]] {
			if j := &q.joins[k]; j.fixed && j.valid && j.objs == t.objs && from == (Site{}) {
				from, _ = r.joinEnds(o, k)
			}
		}
		return true
	})
	return from
}

// joinEnds finds a release of a join's goroutine and an event that completes the join.
func (r *Result) joinEnds(o OriginID, k int) (from, to Site) {
	q := r.oracle
	for _, x := range q.of(q.joins[k].objs, OpDone, OpSend, OpClose) {
		if q.list[x].origin == o && from == (Site{}) && !q.undoing[q.list[x].site] {
			from = q.sites[q.list[x].site].site()
		}
	}
	q.each(func(at site, e *Event) {
		switch e.Op {
		case OpWait, OpJoin, OpRecv:
			if to == (Site{}) && q.has(q.joinedBy(at, e), q.vocabulary.pending(k)) {
				to = at.site()
			}
		}
	})
	return from, to
}

// failing lists what b has acquired that might have ordered a before it, with a release that a does not precede. Late
// are those that may be made behind a.
func (r *Result) failing(from, to Place) []Edge {
	a, b, q := r.place(from), r.place(to), r.oracle
	if r.onward.t == nil {
		r.onward.t = r.states
	}
	l := lateness{q, &r.onward, from, a, map[int]bool{}}
	var list []Edge
	for _, id := range q.members(b.acquired) {
		t := &q.tokens[id]
		if t.kind >= held || len(list) >= maxEdges {
			continue
		}
		for _, k := range q.sources(id) {
			if x := &q.list[k]; q.together(a.origin, x.origin) && !q.settled(func() bool { return q.ask(a, k) }) {
				e := Edge{Kind: tokenEdges[t.kind], From: q.sites[x.site].site(), To: r.acquiredAt(*t).site()}
				e.Late = slices.ContainsFunc(l.given(id), l.may)
				list = append(list, e)
				break
			}
		}
	}
	for _, s := range q.counts.starts[b.origin] {
		if s.by == a.origin && len(list) < maxEdges {
			list = append(list, Edge{Kind: Started, From: s.at.site()})
		}
	}
	return list
}

// A lateness finds releases that may be made behind a place.
type lateness struct {
	*oracle
	onward *onward      // what an origin may come to behind a point
	from   Place        // the place; its Point is zero if it is not known where in the function it lies
	a      place        // the same, as the solution has it
	seen   map[int]bool // the releases asked about
}

// may reports whether a release may happen behind the place: its goroutine makes it later on; one that it starts later
// on; or another one, having heard of such a release.
func (l *lateness) may(k int) bool {
	if l.seen[k] {
		return false
	}
	l.seen[k] = true
	x := &l.list[k]
	if x.origin == l.a.origin {
		return l.behind(l.a, x.place) && (x.site == 0 || l.comes(l.sites[x.site]))
	}
	started := slices.ContainsFunc(l.startsBy(l.a.origin, x.origin, map[OriginID]bool{}), func(s start) bool {
		g := l.at[occKey{l.a.origin, l.number[s.at]}]
		return g == 0 || l.behind(l.a, l.list[g].place) && l.comes(s.at)
	})
	return started || l.heard(x.place)
}

// comes reports whether the goroutine may come to an event behind the place.
func (l *lateness) comes(to site) bool {
	return l.from.Point == 0 || l.onward.comes(l.a.origin, site{l.from.Func, l.from.Point}, to)
}

// heard reports whether who is at a place may have acquired something that was released behind the one in question, or
// has waited for goroutines: which these are is not asked.
func (l *lateness) heard(at place) bool {
	return slices.ContainsFunc(l.members(at.acquired), func(id uint32) bool {
		switch l.tokens[id].kind {
		case waited, sent, resumed:
			return true
		}
		return l.tokens[id].kind < held && slices.ContainsFunc(l.given(id), l.may)
	})
}

// given are the releases that may have supplied a token. A message is taken to come from a send where anybody sends:
// who has found the channel closed knows it, and has the token for that.
func (l *lateness) given(id uint32) []int {
	list := l.sources(id)
	sends := func(k int) bool { return l.event(l.list[k].site).Op == OpSend }
	if l.tokens[id].kind != message || !slices.ContainsFunc(list, sends) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(k int) bool { return !sends(k) })
}

// behind reports whether a place of a's goroutine may come after a, by what has been passed: whoever is there has
// passed what it has passed at a.
func (q *oracle) behind(a, at place) bool {
	return q.minus(q.minus(a.released, at.released), q.outs) == 0
}

// startsBy lists the go events of a goroutine that start another one, or one that this stems from. Seen are the
// goroutines asked about.
func (q *oracle) startsBy(by, o OriginID, seen map[OriginID]bool) []start {
	if seen[o] {
		return nil
	}
	seen[o] = true
	var list []start
	for _, s := range q.counts.starts[o] {
		if s.by == by {
			list = append(list, s)
		} else {
			list = append(list, q.startsBy(by, s.by, seen)...)
		}
	}
	return list
}

// A Frame is one step of a call path: the call, or go event, that leads on.
type Frame struct {
	Origin OriginID // whose goroutine it is
	Func   FuncID   // the function with the call or go event
	Point  PointID  // of that event; zero where no call led on
}

// Path gives the calls from the start of an origin to a function entered in state e, outermost first.
func (r *Result) Path(o OriginID, e Entry) []Frame {
	var list []Frame
	for e.Caller != 0 && len(list) < len(r.p.Funcs) {
		list = append(list, Frame{o, e.Caller, e.Point})
		e = r.states.entriesOf(o, e.Caller)[e.Parent]
	}
	slices.Reverse(list)
	return list
}

// Starts lists the go events that start an origin.
func (r *Result) Starts(o OriginID) []Frame {
	var list []Frame
	for _, s := range r.oracle.counts.starts[o] {
		list = append(list, Frame{s.by, s.at.fn, s.at.pt})
	}
	return list
}

// site is the site as clients see it.
func (s site) site() Site { return Site{s.fn, s.pt} }
