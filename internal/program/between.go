// This file asks all links of a program about two places.

package program

import (
	"slices"

	"github.com/syncvet/syncvet/internal/asked"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/races"
)

// Between gives what is known of the pairs of accesses at two places, whatever their confidence: what nothing rules out
// first; and whether goroutines come to accesses at each place.
func (p *Program) Between(a, b asked.Asker) (list []asked.Answer, reached [2]bool) {
	see := explain.View{Deps: true, Generated: true, Weakest: explain.Low}
	p.lib = link.NewLibrary(p.pkgs)
	p.each(see, func(l *order.Order) {
		found, here := asked.Between(races.NewDetector(l, see, map[directive.Key]bool{}), a, b)
		list = append(list, found...)
		reached = [2]bool{reached[0] || here[0], reached[1] || here[1]}
	})
	slices.SortStableFunc(list, func(a, b asked.Answer) int { return asked.Compare(&a, &b) })
	return list, reached
}
