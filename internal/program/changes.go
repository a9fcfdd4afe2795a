// This file is what is new: which races and deadlocks came and which went since the question was asked last (U8).

package program

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
)

// Changes is the difference between two answers. What only moved is no news.
type Changes struct {
	Appeared  []evidence.Evidence // in the order of Races
	Vanished  []evidence.Evidence // in the order they had; positions are those of the time when they were there
	Deadlocks []evidence.Evidence // that appeared, in the order of Problems: leaks and misuse, too
	Solved    []evidence.Evidence // that vanished, in the order they had
}

// Changes gives the races and deadlocks that came and went since the last call of News; the first time, all are new.
func (p *Program) Changes(see explain.View) Changes {
	now := shown{p.Races(see), p.Problems(see)}
	n := Changes{
		Appeared: without(now.races, p.told.races, nameOf), Vanished: without(p.told.races, now.races, nameOf),
		Deadlocks: without(
			now.problems,
			p.told.problems,
			problemName,
		), Solved: without(p.told.problems, now.problems, problemName),
	}
	p.told = now
	return n
}

// A raceName is what a race is known by when lines move: the variable, and per end what is done in
// which function, started how. Which end is reported first depends on what protects it, so their order does not count.
type raceName struct {
	object facts.ObjKind // of which kind the object is
	ends   [2]endName    // in a fixed order, whichever is reported first
}

// An endName is one end of a raceName.
type endName struct {
	name, fn, entry facts.Symbol     // the variable, the function that accesses it, and where its goroutine begins
	kind            facts.AccessKind // what is done to it
}

// nameOf names a race.
func nameOf(r *evidence.Evidence) raceName {
	n := raceName{object: r.Object}
	for k := range r.Ends {
		e := &r.Ends[k]
		n.ends[k] = endName{e.Last().Name, e.Last().Func, e.Goroutine.Entry, e.Last().Access.Kind}
	}
	slices.SortFunc(n.ends[:], func(a, b endName) int {
		return cmp.Or(
			cmp.Compare(a.fn.Pkg, b.fn.Pkg),
			cmp.Compare(a.fn.Name, b.fn.Name),
			cmp.Compare(a.kind, b.kind),
			cmp.Compare(a.entry.Name, b.entry.Name),
		)
	})
	return n
}

// problemName is what a problem is known by when lines move: its kind, what it is about, and per goroutine how it
// starts and what it waits for where in the end. Which goroutine comes first does not count.
func problemName(x *evidence.Evidence) string {
	threads := make([]string, len(x.Ends))
	for k := range x.Ends {
		t := &x.Ends[k]
		last := t.Steps[len(t.Steps)-1]
		threads[k] = fmt.Sprint(t.Goroutine.Entry, last.Act, last.Name, last.Func)
	}
	slices.Sort(threads)
	return fmt.Sprint(x.Kind, x.Name, len(x.Cycle), threads)
}

// without gives what a list has and another one has not, by name. Equal names are counted.
func without[T any, N comparable](list, other []T, name func(*T) N) []T {
	left := map[N]int{}
	for k := range other {
		left[name(&other[k])]++
	}
	var rest []T
	for k := range list {
		n := name(&list[k])
		if left[n]--; left[n] < 0 {
			rest = append(rest, list[k])
		}
	}
	return rest
}
