// This file finds waits for a WaitGroup by which all messages have been sent, too (E70).

package collect

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/internal/groups"
	"github.com/syncvet/syncvet/passes/source"
)

// joined are the waits for a WaitGroup behind which all goroutines have ended that some statements start, those who are
// given a channel: all their messages have been sent then.
func joined(src *source.Result, given []*ssa.Go) (list []*ssa.Call) {
	if len(given) == 0 {
		return nil
	}
	for _, b := range given[0].Parent().Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			group := waitedFor(src, call)
			if group != nil && !slices.ContainsFunc(given, func(g *ssa.Go) bool {
				return !countedBy(src, group, g) || g.Block() == b && branch.Precedes(call, g) || branch.Reaches(b, g.Block())
			}) {
				list = append(list, call)
			}
		}
	}
	return list
}

// waitedFor is the WaitGroup in a variable of the function that a call waits for, itself or by a literal that does so
// first; nil if there is none.
func waitedFor(src *source.Result, call *ssa.Call) *ssa.Alloc {
	if args := call.Call.Args; len(args) == 1 {
		if a, ok := args[0].(*ssa.Alloc); ok && groups.Is(src, call, models.SyncWait, a) {
			return a
		}
	}
	m, ok := call.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return nil
	}
	fn := m.Fn.(*ssa.Function)
	for k, b := range m.Bindings {
		a, ok := b.(*ssa.Alloc)
		if ok && slices.ContainsFunc(*fn.FreeVars[k].Referrers(), func(r ssa.Instruction) bool {
			w, ok := r.(*ssa.Call)
			return ok && w.Block().Index == 0 && groups.Is(src, w, models.SyncWait, fn.FreeVars[k])
		}) {
			return a
		}
	}
	return nil
}

// countedBy reports whether a WaitGroup counts the goroutine that a statement starts with a literal, until its end.
func countedBy(src *source.Result, group *ssa.Alloc, g *ssa.Go) bool {
	m, ok := g.Call.Value.(*ssa.MakeClosure)
	if !ok {
		return false
	}
	k := slices.Index(m.Bindings, ssa.Value(group))
	return k >= 0 && groups.CountsDown(src, m.Fn.(*ssa.Function).FreeVars[k]) && groups.AddedBefore(src, group, m)
}
