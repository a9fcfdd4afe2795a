// This file finds the conditions that goroutines agree on: those about variables that are captured, and were set before
// (W3, passes/spawn E32).

package waits

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
)

// settled is the shared cell of a function's condition; zero if it has none: nobody else asks the same, or the function
// that declares what it is about is no call of the scope's own goroutine that happens once.
func (s *scope) settled(f frameID, n int64) blocking.Cell {
	unit := s.w.l.Insts[s.frames[f].inst].Unit
	at := slices.IndexFunc(unit.Spawn.Settled, func(x facts.Settled) bool { return int64(x.Test) == n })
	if at < 0 {
		return 0
	}
	x := unit.Spawn.Settled[at]
	owner := s.declares(f, x.Up)
	if owner == 0 || s.frames[owner].proc != 1 || !s.entersOnce(owner) {
		return 0
	}
	key := settledKey{owner, x.Cond}
	if s.shared[key] == 0 && len(s.shared) < maxShared {
		s.sys.Cells++
		s.shared[key] = blocking.Cell(-s.sys.Cells)
	}
	return s.shared[key]
}

// declares is the frame of the function so many functions further out than a frame's, which is below it on the stack or
// started the goroutine; zero if it is not.
func (s *scope) declares(f frameID, up uint32) frameID {
	sym := s.w.l.Insts[s.frames[f].inst].Unit.Sym
	for range up {
		cut := strings.LastIndexByte(sym.Name, '$')
		if cut < 0 {
			return 0
		}
		sym.Name = sym.Name[:cut]
	}
	for f != 0 && s.w.l.Insts[s.frames[f].inst].Unit.Sym != sym {
		x := s.frames[f]
		if f = x.up; f == 0 {
			f = s.bodies[x.proc].from
		}
	}
	return f
}
