// This file solves a program: again with the locks that go events hand over, if there are any (H28).

package hb

// Options bound the work. Zero values mean the defaults.
type Options struct {
	MaxStates int      // entry states kept apart per origin and function; default 8
	Budget    int      // steps, in the solution and again in the queries; default 100 million
	Wanted    []FuncID // functions the client will ask about
	Rounds    bool     // a loop that starts a goroutine in each round runs at least one (H27; fewer races)
}

// A solution is the states of a program, with what they were computed from.
type solution struct {
	vocabulary  *vocabulary  // what states are made of
	counts      *counts      // how often things run
	work        *meter       // what is left of the budget, for this and later solutions
	opt         Options      // bounds, and which functions are asked about
	table       *table       // nil before again
	occurrences *occurrences // nil before again
}

// again computes the states.
func (x *solution) again() *solution {
	v := x.vocabulary
	e := newEffects(v.sets)
	e.pair = v.paired()
	t := &table{flow: flow{effects: e, p: v.p, events: v.transfers(e), drop: v.drop}, max: x.opt.MaxStates}
	if v.handed != nil {
		t.given = v.handed.given
	}
	t.summarise()                       // what calls do, bottom-up (H8)
	t.tabulate(x.opt.Wanted)            // in which states functions are entered, top-down (H8)
	q := newOccurrences(t, v, x.counts) // where releases happen, and which joins hold (H12, H13)
	return &solution{v, x.counts, x.work, x.opt, t, q}
}

// hand solves again with the locks that go events hand over, if there are any. Whether they do so wherever they have to
// is seen in that solution only: what turns out not to be handed over is left out of the next one.
func (s *solution) hand() *solution {
	refused := map[uint32]bool{}
	for range maxHandings {
		h := s.occurrences.handings(refused)
		if h == nil {
			return s
		}
		s.vocabulary.handed = h
		next := s.again()
		s.vocabulary.handed = nil
		if next.work.over {
			return s
		}
		wrong := next.occurrences.wrongly(h)
		if len(wrong) == 0 {
			return next
		}
		for _, t := range wrong {
			refused[t] = true
		}
	}
	return s
}
