// Package groups recognises WaitGroups in variables that count goroutines which a function starts with literals.
package groups

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// Is reports whether a call is an operation on the WaitGroup at an address.
func Is(src *source.Result, call ssa.CallInstruction, op models.SyncOp, addr ssa.Value) bool {
	row, _ := src.Model(call.Common())
	return row != nil && row.Sync == op && len(call.Common().Args) > 0 && call.Common().Args[0] == addr
}

// CountsDown reports whether a literal defers a Done of a captured WaitGroup, on every way and before all else that it
// does with it.
func CountsDown(src *source.Result, in *ssa.FreeVar) bool {
	done := 0
	for _, r := range *in.Referrers() {
		d, ok := r.(*ssa.Defer)
		if !ok || !Is(src, d, models.SyncDone, in) || d.Block().Index != 0 {
			return false
		}
		done++
	}
	return done == 1
}

// AddedBefore reports whether a function adds to its WaitGroup right before it makes a literal, in the same block.
func AddedBefore(src *source.Result, group *ssa.Alloc, c *ssa.MakeClosure) bool {
	return slices.ContainsFunc(*group.Referrers(), func(r ssa.Instruction) bool {
		call, ok := r.(*ssa.Call)
		return ok && Is(src, call, models.SyncAdd, group) && call.Block() == c.Block() && branch.Precedes(call, c)
	})
}
