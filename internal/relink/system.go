// This file is a link as a constraint system, for measuring what edits of it cost (bench/incremental).

package relink

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A System is the constraints of a link and their solution.
type System struct {
	Live       *pointsto.Live // the constraints; Settle has been called
	Statements []Statement    // by unit, in a fixed order
}

// A Statement is what a unit states once: a constraint, or the passing of arguments and results at a call; in all its
// instances.
type Statement struct {
	Unit facts.Symbol     // the function
	Call bool             // of a call: what is passed there
	IDs  []pointsto.ConID // in all instances; never empty
}

// NewSystem gives the constraint system of all roots of a program. What rests on all of the call graph, such as twins,
// is taken as given in it.
func NewSystem(cfg link.Config, pkgs []link.Package) *System {
	l := NewLive(cfg, link.NewLibrary(pkgs))
	l.Run(pkgs, link.RootGroups(pkgs))
	for _, t := range l.Twins {
		l.Sets.Root(t.Life)
	}
	l.Sets.GoLive(pointsto.Options{Match: l.Match, Workers: l.Cfg.Workers})
	l.Sets.Live.Settle()
	s := &System{Live: l.Sets.Live}
	passed := map[link.SiteKey][]*link.Dispatch{}
	for _, d := range l.Handled {
		passed[link.SiteKey{Inst: d.Inst, Call: d.Call}] = append(passed[link.SiteKey{Inst: d.Inst, Call: d.Call}], d)
	}
	for _, list := range passed {
		slices.SortFunc(list, func(a, b *link.Dispatch) int { return cmp.Compare(a.Node, b.Node) })
	}
	byUnit := make([][]*link.Instance, len(l.Units))
	for _, i := range l.Insts[1:] {
		byUnit[i.Unit.ID] = append(byUnit[i.Unit.ID], i)
	}
	for _, list := range byUnit[1:] {
		if len(list) > 0 && list[0].Unit.Flow != nil {
			s.Statements = append(s.Statements, l.statements(list, passed)...)
		}
	}
	return s
}

// statements gives those of one unit.
func (l *Live) statements(list []*link.Instance, passed map[link.SiteKey][]*link.Dispatch) []Statement {
	u := list[0].Unit
	all := make([]Statement, len(u.Flow.Cons)+len(u.Flow.Calls))
	for k := range all {
		all[k].Unit, all[k].Call = u.Sym, k >= len(u.Flow.Cons)
	}
	for _, i := range list {
		for k, ids := range i.Stated {
			for _, id := range ids {
				if id != 0 {
					all[k].IDs = append(all[k].IDs, id)
				}
			}
		}
		for k := range u.Flow.Calls {
			s := &all[len(u.Flow.Cons)+k]
			for _, d := range passed[link.SiteKey{Inst: i.ID, Call: uint32(k)}] {
				s.IDs = append(s.IDs, d.Cons...)
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
