// This file refutes findings in which what a test registers for its end runs before that (W27).

package waits

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
)

// hasty reports whether a goroutine takes a step of a function that the test runs at its end, and another step behind
// it that does not belong to such a one (W27).
func hasty(s *scope, f *blocking.Finding) bool {
	ended := map[int]bool{} // by thread
	see := func(thread int, p blocking.ProcID, n blocking.PointID) bool {
		if s.inCleanup(s.at(p, n).frame) {
			ended[thread] = true
			return false
		}
		return ended[thread] && s.at(p, n).act != 0
	}
	for k := range f.Steps {
		st := &f.Steps[k]
		if see(st.Thread, st.Proc, st.Point) {
			return true
		}
		if st.Outcome == blocking.Met && see(st.With, st.WithProc, st.WithPoint) {
			return true
		}
	}
	for _, m := range f.Members {
		if see(m.Thread, m.Proc, m.Point) {
			return true
		}
	}
	return false
}

// inCleanup reports whether a frame is one of a function that runs when who has registered it has returned, or of what
// that calls.
func (s *scope) inCleanup(f frameID) bool {
	for up := s.frames[f].up; up != 0; f, up = up, s.frames[up].up {
		if s.w.l.Insts[s.frames[up].inst].Unit.Flow.Calls[s.frames[f].call].Flags&facts.CallLate != 0 {
			return true
		}
	}
	return false
}
