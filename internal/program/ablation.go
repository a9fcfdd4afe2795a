// This file asks what each rule about races is for: the same links, judged with one rule left out.

package program

import (
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/races"
)

// RacesWithout gives the races of the current program as the view shows them without each of some rules, which may be
// "" for none; each root is linked once.
func (p *Program) RacesWithout(see explain.View, rules []string) [][]evidence.Evidence {
	answers := make([]*answer, len(rules))
	for k := range rules {
		without := see
		without.Without = rules[k]
		answers[k] = &answer{
			view:      without,
			keys:      map[races.RaceKey]int{},
			suspected: races.NewSuspicion(),
			elsewhere: map[evidence.Places]bool{},
			muted:     map[directive.Key]bool{},
		}
	}
	p.lib = link.NewLibrary(p.pkgs)
	p.each(see, func(l *order.Order) {
		for _, a := range answers {
			d := races.NewDetector(l, a.looked(), a.muted)
			d.Detect()
			a.add(d.Finish())
			a.suspected.Add(d.Suspicion)
		}
	})
	list := make([][]evidence.Evidence, len(rules))
	for k, a := range answers {
		a.finish()
		list[k] = a.races
	}
	return list
}
