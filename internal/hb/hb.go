// This file is the entry point and the queries.

package hb

// A Result answers queries. Queries memoise: a Result must not be used by two goroutines at once.
type Result struct {
	Incomplete bool // the budget ran out: queries now say "ordered"

	p      *Program                // what was solved
	oracle *oracle                 // what occurs where, and which questions about it are answered
	work   *meter                  // what is left of the budget for questions
	before int                     // steps that the solution took
	budget int                     // steps that questions may take together
	states *table                  // the solution
	orders map[ends]Order          // memo of Ordered
	recent []answered              // of these, what was asked for last, by a hash; nil while there are few
	onward onward                  // what may come behind a point
	first  map[token]site          // the first event that acquires each token; nil until asked for
	common map[[2]setID]Protection // memo of CommonLock; nil until asked for
}

// Solve analyses a program.
func Solve(p *Program, opt Options) *Result { return solve(p, opt, 0) }

// solve is Solve without some side conditions.
func solve(p *Program, opt Options, drop mutation) *Result {
	if opt.MaxStates <= 0 {
		opt.MaxStates = defaultStates
	}
	if opt.Budget <= 0 {
		opt.Budget = defaultBudget
	}
	work := &meter{left: opt.Budget}
	s := newSets(work)
	c := count(p)                     // how often things run (H2)
	v := newVocabulary(p, c, s, drop) // what states are made of
	x := (&solution{vocabulary: v, counts: c, work: work, opt: opt}).again()
	if !work.over {
		x = x.hand() // which locks go events hand over (H28)
	}
	r := &Result{
		p:          p,
		oracle:     newOracle(x.occurrences, opt.Rounds),
		work:       work,
		states:     x.table,
		orders:     map[ends]Order{},
		Incomplete: work.over,
	}
	r.before, r.budget, work.left = opt.Budget-work.left, opt.Budget, opt.Budget
	return r
}

// Steps is the work done so far, for the solution and for questions.
func (r *Result) Steps() int { return r.before + r.budget - r.work.left }

// ends are two places, each as its origin and state.
type ends [2]uint64

// An answered is an answer of Ordered.
type answered struct {
	of    ends  // the places; zero: there is none
	order Order // what was answered
}

// A Place is an access in its context.
type Place struct {
	Origin OriginID // whose goroutine makes the access
	Func   FuncID   // the function with it; not looked at for orders, which follow from Origin and State
	State  StateID  // what holds there, by At; zero: the origin does not come there
	Point  PointID  // of Func, behind whose event it lies; zero if unknown, which only explanations mind
}

// An Order says how two places are ordered.
type Order uint8

const (
	None   Order = iota // nothing orders them
	Before              // the first happens before the second
	After               // the second happens before the first
)

func (o Order) String() string { return [...]string{"none", "before", "after"}[o] }

// Entries gives the states in which an origin enters a function; none if it does not, or if nothing wanted and no event
// is reachable from there.
func (r *Result) Entries(o OriginID, f FuncID) []Entry { return r.states.entriesOf(o, f) }

// At is the state at a point of a function entered in state e; zero if the point is never reached.
func (r *Result) At(o OriginID, f FuncID, e Entry, pt PointID) StateID {
	return r.states.move(e.State, r.states.points[f][pt])
}

// AtExit is the state in which an origin ends; zero if it never does.
func (r *Result) AtExit(o OriginID) StateID { return r.states.atExit(o) }

// Owned gives the parameters of the function whose pointee only the caller could reach when the function was entered.
func (r *Result) Owned(s StateID) uint64 { return r.states.states[s].owned }

// Multiple reports whether several instances of an origin may exist in one run.
func (r *Result) Multiple(o OriginID) bool { return r.oracle.counts.many[o] }

// Ordered reports whether one place happens before the other in every run in which both are reached. Where that holds
// but the direction may differ from instance to instance (H13, H14) it answers Before. Two places of one origin are
// taken to be in the same instance, unless the origin is multiple and has no twin.
func (r *Result) Ordered(a, b Place) Order {
	if a.State == 0 || b.State == 0 {
		return Before
	}
	key := ends{uint64(a.Origin)<<32 | uint64(a.State), uint64(b.Origin)<<32 | uint64(b.State)}
	last := &answered{}
	if r.recent != nil {
		if last = &r.recent[(key[0]*hashFactor^key[1]*hashFactor>>1)>>32%recentOrders]; last.of == key {
			return last.order
		}
	}
	if o, ok := r.orders[key]; ok {
		*last = answered{key, o}
		return o
	}
	if r.Incomplete {
		return Before
	}
	o := r.order(r.place(a), r.place(b))
	if r.work.over {
		r.Incomplete = true
		return Before
	}
	if r.orders[key] = o; len(r.orders) == recentOrders/8 {
		r.recent = make([]answered, recentOrders)
	}
	return o
}

func (r *Result) place(p Place) place { return r.states.placeOf(p.Origin, p.State) }

func (r *Result) order(a, b place) Order {
	switch {
	case a.origin == b.origin && r.oracle.single(a.origin), r.oracle.only.rivals(a.origin, b.origin),
		r.oracle.idles(a, b), r.oracle.before(a, b):
		return Before
	case r.oracle.before(b, a):
		return After
	}
	return None
}

// Resumed reports whether the instance has returned from Parallel for sure (H19).
func (r *Result) Resumed(s StateID) bool {
	id, ok := r.oracle.tokenID[token{kind: resumed}]
	return ok && r.oracle.has(r.states.states[s].acquired, id)
}

// Received lists channels, sets of which one is meant, that the instance has received from for sure, or knows to be
// closed (H6).
func (r *Result) Received(s StateID) [][]ObjID {
	var list [][]ObjID
	for _, id := range r.oracle.members(r.states.states[s].acquired) {
		if t := &r.oracle.tokens[id]; t.kind == message && t.at == 0 || t.kind == closed {
			list = append(list, r.oracle.objIDs(t.objs))
		}
	}
	return list
}

// MayHavePassed reports whether the instance may have passed a release at a point.
func (r *Result) MayHavePassed(s StateID, f FuncID, p PointID) bool {
	n, ok := r.oracle.number[site{f, p}]
	return ok && r.oracle.has(r.states.states[s].released, n)
}

// Parallel reports whether two places may be reached at the same time by different instances.
func (r *Result) Parallel(a, b Place) bool {
	return r.oracle.together(a.Origin, b.Origin) && r.Ordered(a, b) == None
}

// Serial reports whether the instances of an origin never overlap: when it starts, all earlier ones have ended (H14).
// An order that only covers what precedes a Done or a message is found by Ordered between an origin and its twin.
func (r *Result) Serial(o OriginID) bool {
	q := r.oracle
	starts := q.counts.starts[o]
	if len(starts) != 1 || r.p.Origins[o].Multi || !q.single(starts[0].by) {
		return false
	}
	s := starts[0]
	x := q.at[occKey{s.by, q.number[s.at]}]
	if x == 0 {
		return true
	}
	for _, k := range q.joinsAt[q.number[s.at]] {
		if j := &q.joins[k]; j.kind == byGroup && j.valid && !q.has(q.list[x].place.released, q.vocabulary.pending(k)) {
			return true
		}
	}
	return !q.has(q.list[x].place.released, q.number[s.at])
}

// Stats counts what was built.
type Stats struct {
	Functions int // of the program
	Live      int // of these, the ones from which an event or a wanted function is reachable
	Sites     int // release sites, go events with joins among them
	Tokens    int // members that must sets can have
	Joins     int // go events with what they are waited for by
	Effects   int // different ones
	Sets      int // different ones, of both kinds
	States    int // different ones
	Entries   int // states in which functions are entered, over all origins
	Questions int // whether a place precedes an occurrence, as far as it was asked
	// most entries of one function in one origin
	MaxEntries int
}

// Stats counts what was built so far.
func (r *Result) Stats() Stats {
	t, q := r.states, r.oracle
	s := Stats{Functions: len(r.p.Funcs) - 1, Sites: len(q.sites) - 1, Tokens: len(q.tokens) - 1, Joins: len(q.joins) - 1,
		Effects: len(t.list), Sets: len(t.blocks), States: len(t.states) - 1, Questions: len(q.answers)}
	for _, live := range t.live {
		if live {
			s.Live++
		}
	}
	for _, by := range t.entries {
		for _, x := range by {
			s.Entries += len(x.list)
			s.MaxEntries = max(s.MaxEntries, len(x.list))
		}
	}
	return s
}
