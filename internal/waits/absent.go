// This file finds operations in functions that nobody in view calls: on a field or captured variable of the same name
// they may be the partner that seems to be missing (W1).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
)

// absent gathers the names that functions without an instance use in operations.
func (w *waiting) absent() map[missingPartner]bool {
	if w.missing != nil {
		return w.missing
	}
	w.missing = map[missingPartner]bool{}
	users := func(o *link.Origin) bool { return o.Kind == link.RootClient }
	if w.l.Within != "" && !slices.ContainsFunc(w.l.Origins[1:], users) {
		return w.missing // who is not called does not get hold of what a fragment keeps to itself
	}
	called := map[facts.Symbol]bool{}
	for _, i := range w.l.Insts[1:] {
		called[i.Unit.Sym] = true
	}
	for _, p := range w.l.Views {
		for k := range p.Source.Units {
			if u := &p.Source.Units[k]; u.Flags&facts.Syncs != 0 && u.Flags&(facts.Opaque|facts.Degraded|facts.Root) == 0 &&
				!called[u.Sym] {
				w.absentIn(p, k)
			}
		}
	}
	return w.missing
}

// absentIn gathers the names of one function.
func (w *waiting) absentIn(p *facts.Package, k int) {
	s, names, err := p.Spawn(k)
	if err != nil || s == nil {
		return
	}
	for n := range s.Points {
		if e := &s.Points[n].Event; classes[e.Op] != 0 {
			if a := (missingPartner{name: names.Symbol(e.Name)}); a.name.Name != "" {
				w.missing[a.within(p.Source.Units[k].Sym)] = true
			}
		}
	}
}
