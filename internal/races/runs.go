// This file asks what runs of the program have shown of a pair (R66).

package races

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// met is what runs of the program have shown of a pair (R66).
func met(p *pair) evidence.Meeting {
	w := p.d.Paths.View.Witness
	if w == nil {
		return evidence.Unmet
	}
	if !p.asked {
		p.asked = true
		p.meeting, p.run = w.Met(p.d.Paths.AccessPos(&p.x.Candidate), p.d.Paths.AccessPos(&p.y.Candidate))
	}
	return p.meeting
}

// ran reports whether both ends are in tests that runs came to the end of without a call of a function that one is in.
func ran(p *pair) bool {
	if p.d.Paths.View.Witness == nil || met(p) == evidence.Unordered {
		return false
	}
	l := p.d.L
	root := func(id link.OriginID) facts.Symbol { return l.Origins[l.Origins[id].Tree].Root }
	in := func(c *order.Candidate) facts.Symbol { return l.Insts[c.Inst].Unit.Sym }
	w := p.d.Paths.View.Witness
	return w.Ran(root(p.x.Origin)) && w.Ran(root(p.y.Origin)) &&
		!(w.Called(in(&p.x.Candidate)) && w.Called(in(&p.y.Candidate)))
}

// inView reports whether the analysed code has both goroutines: no caller is assumed.
func inView(p *pair) bool {
	return p.d.Paths.Assumes(p.x.Origin) == evidence.NoClient && p.d.Paths.Assumes(p.y.Origin) == evidence.NoClient
}
