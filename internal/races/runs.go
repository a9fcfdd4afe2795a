// This file asks what runs of the program have shown of a pair (R66).

package races

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ends"
	"github.com/syncvet/syncvet/internal/evidence"
)

// met is what runs of the program have shown of a pair (R66).
func met(p *pair) evidence.Meeting {
	w := p.d.Paths.View.Witness
	if w == nil {
		return evidence.Unmet
	}
	if !p.asked {
		p.asked = true
		x, y := p.d.Paths.AccessPos(&p.x.Candidate), p.d.Paths.AccessPos(&p.y.Candidate)
		p.meeting, p.run = w.Met(x, y, w.Ran(root(p, p.x)) && w.Ran(root(p, p.y)))
		if p.meeting != evidence.Unordered && apart(p) {
			p.meeting = evidence.Unmet
		}
	}
	return p.meeting
}

// apart reports whether the ends are in two tests: most runs have only one of them.
func apart(p *pair) bool { return root(p, p.x) != root(p, p.y) }

// root is the test or main function that an end's goroutine comes of.
func root(p *pair, e *ends.End) facts.Symbol {
	l := p.d.L
	return l.Origins[l.Origins[e.Origin].Tree].Root
}

// ran reports whether both ends are in tests that runs came to the end of without getting to the line of one.
func ran(p *pair) bool {
	if p.d.Paths.View.Witness == nil || met(p) == evidence.Unordered {
		return false
	}
	w := p.d.Paths.View.Witness
	reached := func(e *ends.End) bool {
		return w.Reached(p.d.L.Insts[e.Inst].Unit.Sym, p.d.Paths.AccessPos(&e.Candidate))
	}
	return w.Ran(root(p, p.x)) && w.Ran(root(p, p.y)) && !(reached(p.x) && reached(p.y))
}

// clean reports whether both ends are in tests that runs came to the end of, and got to both lines without a race.
func clean(p *pair) bool {
	w := p.d.Paths.View.Witness
	return w != nil && met(p) != evidence.Unordered && !apart(p) && w.Ran(root(p, p.x)) && w.Ran(root(p, p.y)) &&
		w.Clean(p.d.Paths.AccessPos(&p.x.Candidate)) && w.Clean(p.d.Paths.AccessPos(&p.y.Candidate))
}

// inView reports whether the analysed code has both goroutines: no caller is assumed.
func inView(p *pair) bool {
	return p.d.Paths.Assumes(p.x.Origin) == evidence.NoClient && p.d.Paths.Assumes(p.y.Origin) == evidence.NoClient
}
