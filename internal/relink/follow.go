// This file follows the points-to sets of an edited link: what the live solver says has appeared leads to new calls and
// goroutines, as in a new link (U4).

package relink

import (
	"slices"

	"github.com/syncvet/syncvet/internal/pointsto"
)

// follow updates the points-to sets and makes the calls that they lead to, until there are no more. It reports false
// past a bound.
func (l *Live) follow() bool {
	for {
		for len(l.Unheard) > 0 {
			w := l.Unheard[0]
			l.Unheard = l.Unheard[1:]
			for _, addr := range l.Sets.PointsTo(nil, w.Node) {
				l.Dispatch(w, addr)
			}
		}
		l.StateOften()
		stated := l.Sets.Live.NumConstraints()
		d, ok := l.Sets.Live.Update()
		if !ok || l.Sets.Live.NumFacts() > l.Cfg.MaxSteps {
			return false
		}
		for _, f := range d.Appeared {
			l.heard(f)
		}
		if len(l.Unheard) == 0 && l.Sets.Live.NumConstraints() == stated {
			return true
		}
	}
}

// heard acts on a new fact: an object that reached a call, or a go statement that runs more than once.
func (l *Live) heard(f pointsto.Fact) {
	if f.Addr != l.Sets.Rec.Token {
		for _, w := range slices.Clone(l.WatchesAt[f.Node]) {
			l.Dispatch(w, f.Addr)
		}
		return
	}
	x := l.Sets.Rec.Lives[f.Node]
	for at, s := range l.Sites {
		if s == x {
			l.TwinAll(at)
		}
	}
}
