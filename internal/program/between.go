// This file asks all links of a program about two places.

package program

import (
	"slices"

	"github.com/syncvet/syncvet/internal/asked"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/races"
)

// A Reply is what is known of two places.
type Reply struct {
	Answers []asked.Answer // pairs of accesses there, whatever their confidence: what nothing rules out first
	Reached [2]bool        // whether goroutines come to accesses at each place
}

// Between gives a reply to each of some questions. All are asked of the same links.
func (p *Program) Between(questions []asked.Question) []Reply {
	see := explain.View{Deps: true, Generated: true, Weakest: evidence.Low}
	p.lib = link.NewLibrary(p.pkgs)
	replies := make([]Reply, len(questions))
	p.each(see, func(l *order.Order) {
		d := races.NewDetector(l, see, map[directive.Key]bool{})
		for k, q := range questions {
			found, here := asked.Between(d, q)
			r := &replies[k]
			r.Answers = append(r.Answers, found...)
			r.Reached = [2]bool{r.Reached[0] || here[0], r.Reached[1] || here[1]}
		}
	})
	if p.known == nil {
		p.answer(explain.View{})
	}
	crowded := p.known.crowded
	for _, r := range replies {
		for k := range r.Answers {
			r.Answers[k].Verdict.Crowd(crowded, r.Answers[k].Ends[:])
		}
		slices.SortStableFunc(r.Answers, func(a, b asked.Answer) int { return asked.Compare(&a, &b) })
	}
	return replies
}
