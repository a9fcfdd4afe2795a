// This file tells which channels in fields are semaphores (T18).

package fielduse

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Semaphore reports whether a channel is a field that the package uses as a semaphore: only with a buffer, never
// closed, and nothing is ever done with what is received.
func (r *Package) Semaphore(ch ssa.Value) bool {
	u := r.All()[HolderField(ch)]
	if u == nil || u.Lost() || u.Made == 0 || !u.Room || u.bare {
		return false
	}
	var in, out bool
	for _, x := range u.List {
		switch {
		case x.What == Sends, x.What == Polls && x.Sends:
			in = true
		case x.What == Receives && unused(x.Instr.(*ssa.UnOp)), x.What == Polls && ignored(x.Instr.(*ssa.Select)):
			out = true
		default:
			return false
		}
	}
	return in && out
}

// unused reports whether nobody looks at a value.
func unused(v ssa.Value) bool { return len(*v.Referrers()) == DebugRefs(v) }

// ignored reports whether nobody looks at what a select receives.
func ignored(s *ssa.Select) bool {
	return !slices.ContainsFunc(*s.Referrers(), func(i ssa.Instruction) bool {
		x, ok := i.(*ssa.Extract)
		return ok && x.Index >= 1 && !unused(x)
	})
}
