// This file is how much the links of a program under edit may take (U11).

package program

// forSets is how many bytes the points-to sets of a share may take while it is edited: what links leave, in proportion
// to their weight.
func (p *Program) forSets(s *partition) int {
	links, _ := p.Held()
	return int(float64(p.cfg.MaxMemory-links) * float64(s.link.Weight) / float64(links))
}

// Held is how many bytes a program under edit takes: its links, estimated, and the points-to sets of those that have
// been edited.
func (p *Program) Held() (links, sets int) {
	for _, s := range p.shares {
		if links += s.link.Weight; s.link.Sets.Live != nil {
			sets += s.link.Sets.Live.Stats().Bytes
		}
	}
	return max(links, 1), sets
}
