// This file is what the links of a program under edit weigh, and what goes when they become too heavy (U11).

package program

// Bytes that parts of a link take in a link that is recorded but not edited yet: the nodes and constraints of an instance with its tables, and what
// follows from them in points-to sets, calls and objects. Fitted to the heap at rest of programs of
// 13,000 to 54,000 instances: two are a tenth below it, one takes half as much (docs/results.md).
const (
	bytesPerInstance   = 1000
	bytesPerConstraint = 220
)

// bytes estimates what an instance of the unit takes. It depends on nothing but the unit, so what is over a bound does not depend on former versions.
func (u *unit) bytes() int {
	if u.flow == nil {
		return bytesPerInstance
	}
	return bytesPerInstance + bytesPerConstraint*(int(u.flow.Nodes)+len(u.flow.Cons)+len(u.flow.Calls))
}

// weigh sums up what the instances that exist take.
func (l *Live) weigh() int {
	l.weight = 0
	for _, i := range l.insts[1:] {
		l.weight += i.unit.bytes()
	}
	return l.weight
}

// forSets is how many bytes the points-to sets of a share may take while it is edited: what links leave, in proportion to their weight.
func (p *Program) forSets(s *share) int {
	links, _ := p.Held()
	return int(float64(p.cfg.MaxMemory-links) * float64(s.link.weight) / float64(links))
}

// Held is how many bytes a program under edit takes: its links, estimated, and the points-to sets of those that have been edited.
func (p *Program) Held() (links, sets int) {
	for _, s := range p.shares {
		if links += s.link.weight; s.link.g.live != nil {
			sets += s.link.g.live.Stats().Bytes
		}
	}
	return max(links, 1), sets
}
