// This file is what is new: which races came and which went since the question was asked last (U8).

package program

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// News is the difference between two lists of races. A race that only moved is no news.
type News struct {
	Appeared []Race // in the order of Races
	Vanished []Race // in the order they had; positions are those of the time when they were there
}

// News gives the races that came and went since the last call of News; the first time, all are new.
func (p *Program) News(see View) News {
	now := p.Races(see)
	n := News{Appeared: without(now, p.told), Vanished: without(p.told, now)}
	p.told = now
	return n
}

// A raceName is what a race is known by when lines move: the variable, and per end what is done in
// which function, started how. Which end is reported first depends on what protects it, so their order does not count.
type raceName struct {
	object facts.ObjKind
	ends   [2]endName
}

// An endName is one end of a raceName.
type endName struct {
	name, fn, entry facts.Symbol
	kind            facts.AccessKind
}

// nameOf names a race.
func nameOf(r *Race) raceName {
	n := raceName{object: r.Object}
	for k := range r.Ends {
		e := &r.Ends[k]
		n.ends[k] = endName{e.Name, e.Func, e.Goroutine.Entry, e.Access.Kind}
	}
	slices.SortFunc(n.ends[:], func(a, b endName) int {
		return cmp.Or(cmp.Compare(a.fn.Pkg, b.fn.Pkg), cmp.Compare(a.fn.Name, b.fn.Name), cmp.Compare(a.kind, b.kind), cmp.Compare(a.entry.Name, b.entry.Name))
	})
	return n
}

// without gives the races of a list that another does not have. Equal names are counted.
func without(list, other []Race) []Race {
	left := map[raceName]int{}
	for k := range other {
		left[nameOf(&other[k])]++
	}
	var rest []Race
	for k := range list {
		n := nameOf(&list[k])
		if left[n]--; left[n] < 0 {
			rest = append(rest, list[k])
		}
	}
	return rest
}
