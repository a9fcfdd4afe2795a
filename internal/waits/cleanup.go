// This file refutes findings in which what a test registers for its end runs before that (W27).

package waits

import (
	"strings"

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

// inCleanup reports whether a frame is one of a function that has been given to Cleanup of package testing, or of what
// that calls.
func (s *scope) inCleanup(f frameID) bool {
	for ; f != 0; f = s.frames[f].up {
		up := s.frames[f].up
		if up == 0 {
			return false
		}
		u := s.w.l.Insts[s.frames[up].inst].Unit
		c := &u.Flow.Calls[s.frames[f].call]
		if c.API == 0 {
			continue
		}
		if api := u.Names.Flow.Symbol(c.API); api.Pkg == "testing" && strings.HasSuffix(api.Name, ".Cleanup") {
			return true
		}
	}
	return false
}
