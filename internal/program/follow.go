// This file follows the points-to sets of an edited link: what the live solver says has appeared leads to new calls and goroutines, as in a new
// link (U4).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/internal/pointsto"
)

// follow updates the points-to sets and makes the calls that they lead to, until there are no more. It reports false past a bound.
func (l *Live) follow() bool {
	for {
		for len(l.unheard) > 0 {
			w := l.unheard[0]
			l.unheard = l.unheard[1:]
			for _, addr := range l.g.PointsTo(nil, w.node) {
				l.dispatch(w, addr)
			}
		}
		l.stateOften()
		stated := l.g.live.NumConstraints()
		d, ok := l.g.live.Update()
		if !ok || l.g.live.NumFacts() > l.cfg.MaxSteps {
			return false
		}
		for _, f := range d.Appeared {
			l.heard(f)
		}
		if len(l.unheard) == 0 && l.g.live.NumConstraints() == stated {
			return true
		}
	}
}

// heard acts on a new fact: an object that reached a call, or a go statement that runs more than once.
func (l *Live) heard(f pointsto.Fact) {
	if f.Addr != l.g.rec.token {
		for _, w := range slices.Clone(l.watchesAt[f.Node]) {
			l.dispatch(w, f.Addr)
		}
		return
	}
	x := l.g.rec.lives[f.Node]
	for at, s := range l.sites {
		if s == x {
			l.twinAll(at)
		}
	}
}

// twinAll gives twins to what a spawn site starts.
func (l *linker) twinAll(at siteKey) {
	for _, o := range l.origins[1:] {
		if o.parent != 0 && !o.cut && o.copy == 1 && o.site == at.inst && o.call == at.call {
			l.twin(o, nil)
		}
	}
}
