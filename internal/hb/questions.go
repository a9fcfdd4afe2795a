// This file brings questions about places and occurrences to the least fixed point of the rules that answer them.

package hb

// A question is whether a place happens before an occurrence, in all instances; or whether the event at the place is
// certain to be matched by something else than the occurrence (H16).
type question struct {
	a  place  // the place, without what does not matter for an earlier one
	x  int    // occurrence
	at siteID // the event at the place; zero: the place is to happen before
}

// questions keeps what has been asked and what is known of it. It knows no rule but the one function that derives an
// answer, which may ask in its turn; what it has asked and is not known yet counts as no.
type questions struct {
	v       *vocabulary         // what sets and the budget of work are made of
	derive  func(question) bool // applies the rules once
	answers map[question]bool   // what has been asked; true once it follows
	pending []question          // asked and not settled yet
}

// settled asks until all that the answer depends on is known.
func (q *questions) settled(ask func() bool) bool {
	for {
		yes := ask()
		if len(q.pending) == 0 || q.v.work.over {
			q.pending = q.pending[:0]
			return yes
		}
		q.settle()
	}
}

// settle brings all pending questions to their fixed point. What is asked last is looked at first: questions come after
// those that asked them, so most chains of answers take one round.
func (q *questions) settle() {
	for changed := true; changed && !q.v.work.over; {
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

// ask gives what is known so far about whether a place precedes an occurrence.
func (q *questions) ask(a place, x int) bool { return q.known(question{a: a, x: x}) }

// known gives what is known so far about a question.
func (q *questions) known(key question) bool {
	key.a.acquired = q.v.intersect(key.a.acquired, q.v.once) // nothing else of it matters for an earlier place
	yes, asked := q.answers[key]
	if !asked {
		q.answers[key] = false
		q.pending = append(q.pending, key)
	}
	return yes
}
