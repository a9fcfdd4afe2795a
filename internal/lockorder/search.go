// This file finds lock-order cycles: goroutines that each hold a lock the next one waits for, and goroutines that wait
// for a lock they hold themselves where only points-to sets show it (D1 to D5).

package lockorder

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/lockgraph"
)

// Problems gives the lock-order cycles of a link, and the locks that goroutines take twice.
func Problems(d *explain.Paths) []evidence.Evidence {
	if !nests(d) {
		return nil
	}
	d.L.Solve()
	s := newLockSearch(d)
	s.off = strings.Split(d.View.Without, ",")
	s.collect()
	for place := 1; place < len(s.list); place++ {
		s.add(uint32(place))
	}
	cycles, complete := s.graph.CyclesThrough(s.shown())
	if !complete {
		d.L.Exceeded("lock cycles")
	}
	return s.problems(cycles)
}

// shown lists the edges of which each cycle that is told has one: of a cycle of several goroutines one touches our
// module.
func (s *lockSearch) shown() []lockgraph.EdgeID {
	var list []lockgraph.EdgeID
	for id, e := range s.edges {
		if x := s.graph.Edge(id); s.View.Deps || x.Held == x.Wanted || s.touches(s.steps(e, s.Chain(&e.at.Candidate))) {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}

// problems words the cycles: the most certain one for each circle of lock names.
func (s *lockSearch) problems(cycles []lockgraph.Cycle) []evidence.Evidence {
	type key [lockgraph.MaxLength]facts.Symbol
	var list []evidence.Evidence
	seen := map[key]int{}
	for i := range cycles {
		p, ok := s.problem(&cycles[i])
		if !ok {
			continue
		}
		var k key
		copy(k[:], leastRotation(placed(&p)))
		if old, ok := seen[k]; ok {
			if cmp.Or(cmp.Compare(p.Grade, list[old].Grade), facts.ComparePos(p.At(), list[old].At())) < 0 {
				list[old], p = p, list[old]
			}
			list[old].Absorb(&p)
			continue
		}
		seen[k] = len(list)
		list = append(list, p)
	}
	return list
}

// placed is the names of a cycle's locks, local variables' with the outermost function around who waits: equal names
// are other variables elsewhere.
func placed(p *evidence.Evidence) []facts.Symbol {
	names := slices.Clone(p.Cycle)
	for i := range names {
		if names[i].Kind == facts.SymLocal && i < len(p.Ends) {
			names[i].Name += "@" + p.Ends[i].Steps[0].Func.Declared().Name
		}
	}
	return names
}

// leastRotation turns a circle of names so that equal circles are equal lists.
func leastRotation(names []facts.Symbol) []facts.Symbol {
	best := names
	for k := 1; k < len(names); k++ {
		turned := slices.Concat(names[k:], names[:k])
		if slices.CompareFunc(turned, best, compareNames) < 0 {
			best = turned
		}
	}
	return best
}

func compareNames(a, b facts.Symbol) int {
	return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
}

// Edges gives the edges of the lock-order graph, by goroutine: the lock held and the lock wanted.
func Edges(d *explain.Paths) []string {
	d.L.Solve()
	s := newLockSearch(d)
	s.collect()
	var list []string
	for _, a := range s.list[1:] {
		for _, h := range a.held {
			list = append(
				list,
				fmt.Sprint(d.L.Insts[a.Inst].Unit.Sym.Name, ": ", s.lockName(h.Objs[0]), " -> ", s.lockName(a.objs[0])),
			)
		}
	}
	slices.Sort(list)
	return list
}

func (s *lockSearch) lockName(o hb.ObjID) string { return s.L.Objects[s.L.Syncs[o].Obj].Sym.Name }
