// This file asks what runs of the program have shown of a pair (R66).

package races

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ends"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
)

// met is what runs of the program have shown of a pair (R66).
func met(p *pair) evidence.Meeting {
	w := p.d.Paths.View.Witness
	if w == nil {
		return evidence.Unmet
	}
	if !p.asked {
		p.asked = true
		p.meeting, p.run = w.Met(standsAt(p, p.x), standsAt(p, p.y))
	}
	return p.meeting
}

// inView reports whether the analysed code has both goroutines: no caller is assumed.
func inView(p *pair) bool {
	return p.d.Paths.Assumes(p.x.Origin) == evidence.NoClient && p.d.Paths.Assumes(p.y.Origin) == evidence.NoClient
}

// standsAt is where an end's access stands.
func standsAt(p *pair, e *ends.End) facts.Position {
	return link.PositionOf(p.d.L.Insts[e.Inst].Unit.Names.Access, e.Fact().Pos)
}
