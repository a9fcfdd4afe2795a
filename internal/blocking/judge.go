// This file is the entry point: a search, and the judgement of what it has found.

package blocking

import "cmp"

// Options bound a search.
type Options struct {
	MaxStates int // budget; zero means 200,000
}

// Explore searches a system and reports what can go wrong. It returns an error if the system is malformed.
func Explore(s *System, opts Options) (Result, error) {
	if err := s.Validate(); err != nil {
		return Result{}, err
	}
	g := s.search(cmp.Or(opts.MaxStates, defaultStates))
	r := Result{States: len(g.states), Limit: g.limit}
	c := newContest(g)
	r.Findings = append(g.stuck(c), g.panics(c)...)
	return r, nil
}
