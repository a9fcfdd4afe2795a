// This file is timers among the cases of a select that is asked again and again: each gives one value (E62).

package spawn

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// firing marks the event of a select's case, or of its default (-1): of a timer that does not fire again before another
// case has set it, or of a case behind which one may be set again (E62).
func (m *maker) firing(e event, s *ssa.Select, i int) event {
	if !m.graph.Cyclic(s.Block()) {
		return e
	}
	for k, st := range s.States {
		made := timerOf(st)
		switch {
		case made == nil || behindCase(s, k, made):
		case k == i:
			e.Flags |= facts.EventOnce
		case behindCase(s, i, made):
			e.Flags |= facts.EventArms
		}
	}
	return e
}

// timerOf is the call that has made the timer whose channel a case receives from: one that only its function sets, or
// what that calls with it; nil if there is none.
func timerOf(st *ssa.SelectState) *ssa.Call {
	if st.Dir != types.RecvOnly {
		return nil
	}
	made, ok := st.Chan.(*ssa.Call)
	if ok {
		if isOfTime(made, "After") && !slices.ContainsFunc(*made.Referrers(), func(i ssa.Instruction) bool {
			return !onlyReceives(i)
		}) {
			return made
		}
		return nil
	}
	load, ok := st.Chan.(*ssa.UnOp)
	if !ok {
		return nil
	}
	f, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	if made, ok = f.X.(*ssa.Call); ok && isOfTime(made, "NewTimer") && keepsTimer(made, maxTimerCalls) {
		return made
	}
	return nil
}

// isOfTime reports whether a call is of a function of package time.
func isOfTime(c *ssa.Call, name string) bool {
	f := c.Call.StaticCallee()
	return f != nil && f.Signature.Recv() == nil && f.Name() == name && f.Pkg != nil && f.Pkg.Pkg.Path() == "time"
}

// onlyReceives reports whether an instruction does nothing with a channel but receive from it.
func onlyReceives(i ssa.Instruction) bool {
	switch i.(type) {
	case *ssa.Select, *ssa.UnOp, *ssa.DebugRef:
		return true
	}
	return false
}

// keepsTimer reports whether a timer stays with the functions that have it: they receive from it, stop it, set it again
// or give it to each other.
func keepsTimer(t ssa.Value, depth int) bool {
	return depth > 0 && !slices.ContainsFunc(*t.Referrers(), func(i ssa.Instruction) bool {
		switch x := i.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.FieldAddr:
			return slices.ContainsFunc(*x.Referrers(), func(i ssa.Instruction) bool {
				load, ok := i.(*ssa.UnOp)
				return !ok || slices.ContainsFunc(*load.Referrers(), func(i ssa.Instruction) bool { return !onlyReceives(i) })
			})
		case *ssa.Call, *ssa.Defer:
			return !keptBy(x.(ssa.CallInstruction).Common(), t, depth)
		}
		return true
	})
}

// keptBy reports whether a call is one of the timer's methods, or of a function that keeps it.
func keptBy(c *ssa.CallCommon, t ssa.Value, depth int) bool {
	g := c.StaticCallee()
	if g == nil {
		return false
	}
	if g.Signature.Recv() != nil && g.Pkg != nil && g.Pkg.Pkg.Path() == "time" {
		return true
	}
	g = source.Origin(g)
	for k, a := range c.Args {
		if a == t && (k >= len(g.Params) || len(g.Blocks) == 0 || !keepsTimer(g.Params[k], depth-1)) {
			return false
		}
	}
	return true
}

// behindCase reports whether a timer may be set again, or made anew, behind a case of a select, or its default, before
// control comes to the select again.
func behindCase(s *ssa.Select, i int, made *ssa.Call) bool {
	sets := func(instr ssa.Instruction) bool {
		c, ok := instr.(ssa.CallInstruction)
		return ok && (instr == made || slices.Contains(c.Common().Args, ssa.Value(made)) && !stops(c))
	}
	if slices.ContainsFunc(s.Block().Instrs, sets) {
		return true
	}
	work := slices.Clone(s.Block().Succs)
	branch.Cases(s, func(n int, cond *ssa.If) {
		if n == i && n >= 0 {
			work = []*ssa.BasicBlock{cond.Block().Succs[0]}
		}
	})
	seen := map[*ssa.BasicBlock]bool{s.Block(): true}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if slices.ContainsFunc(b.Instrs, sets) {
			return true
		}
		work = append(work, b.Succs...)
	}
	return false
}

// stops reports whether a call stops a timer.
func stops(c ssa.CallInstruction) bool {
	g := c.Common().StaticCallee()
	return g != nil && g.Name() == "Stop" && g.Signature.Recv() != nil &&
		place.IsNamed(c.Common().Args[0].Type(), "time", "Timer")
}
