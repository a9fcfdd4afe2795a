// This file is a link as a constraint system, for measuring what edits of it cost (bench/incremental).

package program

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A System is the constraints of a link and their solution.
type System struct {
	Live       *pointsto.Live
	Statements []Statement // by unit, in a fixed order
}

// A Statement is what a unit states once: a constraint, or the passing of arguments and results at a call; in all its instances.
type Statement struct {
	Unit facts.Symbol
	Call bool
	IDs  []pointsto.ConID
}

// newSystem gives the constraint system of all roots of a program. What rests on all of the call graph, such as twins, is taken as given in it.
func newSystem(cfg Config, pkgs []Package) *System {
	l := newLive(cfg, newLibrary(pkgs))
	l.run(pkgs, rootGroups(pkgs, false))
	for _, t := range l.twins {
		l.g.root(t.life)
	}
	l.g.goLive(pointsto.Options{Match: l.match, Workers: l.cfg.Workers})
	l.g.live.Settle()
	s := &System{Live: l.g.live}
	passed := map[siteKey][]*dispatch{}
	for _, d := range l.handled {
		passed[siteKey{d.inst, d.call}] = append(passed[siteKey{d.inst, d.call}], d)
	}
	for _, list := range passed {
		slices.SortFunc(list, func(a, b *dispatch) int { return cmp.Compare(a.node, b.node) })
	}
	byUnit := make([][]*instance, len(l.units))
	for _, i := range l.insts[1:] {
		byUnit[i.unit.id] = append(byUnit[i.unit.id], i)
	}
	for _, list := range byUnit[1:] {
		if len(list) > 0 && list[0].unit.flow != nil {
			s.Statements = append(s.Statements, l.statements(list, passed)...)
		}
	}
	return s
}

// statements gives those of one unit.
func (l *Live) statements(list []*instance, passed map[siteKey][]*dispatch) []Statement {
	u := list[0].unit
	all := make([]Statement, len(u.flow.Cons)+len(u.flow.Calls))
	for k := range all {
		all[k].Unit, all[k].Call = u.sym, k >= len(u.flow.Cons)
	}
	for _, i := range list {
		for k, ids := range i.stated {
			for _, id := range ids {
				if id != 0 {
					all[k].IDs = append(all[k].IDs, id)
				}
			}
		}
		for k := range u.flow.Calls {
			s := &all[len(u.flow.Cons)+k]
			for _, d := range passed[siteKey{i.id, uint32(k)}] {
				s.IDs = append(s.IDs, d.cons...)
			}
		}
	}
	kept := all[:0]
	for _, s := range all {
		if len(s.IDs) > 0 {
			kept = append(kept, s)
		}
	}
	return kept
}
