// This file asks what runs of the program have shown of a pair (R66).

package races

import (
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
		p.meeting, p.run = w.Met(p.d.Paths.AccessPos(&p.x.Candidate), p.d.Paths.AccessPos(&p.y.Candidate))
	}
	return p.meeting
}

// inView reports whether the analysed code has both goroutines: no caller is assumed.
func inView(p *pair) bool {
	return p.d.Paths.Assumes(p.x.Origin) == evidence.NoClient && p.d.Paths.Assumes(p.y.Origin) == evidence.NoClient
}
