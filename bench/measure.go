// This file says which tools run, and how often.

package main

import "github.com/syncvet/syncvet/bench/trial"

// tools lists the contestants, the floor first.
func tools() []trial.Tool {
	return []trial.Tool{
		{Name: "floor", Pkg: "./bench/floor"},
		{Name: "syncvet", Pkg: "./cmd/syncvet", Flags: []string{"-racecheck.evidence"}},
	}
}

// measure runs both tools on the corpus, in turn. A first run, not counted, leaves the compiler's export data in the
// cache.
func measure(b *trial.Bench, c *trial.Corpus, rounds int) ([]trial.Result, error) {
	if _, err := b.Vet(c, tools()[0], b.Salt(), false); err != nil {
		return nil, err
	}
	var results []trial.Result
	for range rounds {
		for _, t := range tools() {
			salt := b.Salt()
			for _, warm := range []bool{false, true} {
				r, err := b.Vet(c, t, salt, warm)
				if err != nil {
					return nil, err
				}
				results = append(results, r)
			}
		}
	}
	return results, nil
}
