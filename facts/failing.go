// This file says where a skeleton fails (passes/spawn E54, internal/waits W25).

package facts

import "slices"

// Failing marks the points of a skeleton behind which the function fails on every way, or ends its goroutine or the
// program. It is given the successors of each point.
func (s *Spawn) Failing(succs [][]PointID) []bool {
	fails := make([]bool, len(s.Points))
	for changed := true; changed; {
		changed = false
		for n := len(fails) - 1; n >= 0; n-- {
			p := PointID(n)
			ends := s.Points[n].Event.Op == EventExit && s.Points[n].Event.Flags&EventSelect == 0
			some := len(succs[n]) > 0 || slices.Contains(s.Failed, p)
			goesOn := slices.ContainsFunc(succs[n], func(m PointID) bool { return !fails[m] })
			if !fails[n] && (ends || some && !goesOn && !s.Returns(p)) {
				fails[n], changed = true, true
			}
		}
	}
	return fails
}

// Returns reports whether the function may return at a point without having failed.
func (s *Spawn) Returns(p PointID) bool {
	return slices.Contains(s.Exits, p) && !slices.Contains(s.Failed, p)
}
