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

// CountsDown reports whether a literal defers a Done of a captured WaitGroup, or a literal that does that at once, on
// every way, before all else that it does with it and before it defers anything else: so that runs last.
func CountsDown(src *source.Result, in *ssa.FreeVar) bool {
	uses := *in.Referrers()
	if len(uses) != 1 {
		return false
	}
	switch x := uses[0].(type) {
	case *ssa.Defer:
		return isFirst(x) && Is(src, x, models.SyncDone, in)
	case *ssa.MakeClosure:
		return defers(x) && atOnce(src, x.Fn.(*ssa.Function).FreeVars[slices.Index(x.Bindings, ssa.Value(in))])
	}
	return false
}

// isFirst reports whether a function defers a call first, on every way.
func isFirst(d *ssa.Defer) bool {
	for _, instr := range d.Parent().Blocks[0].Instrs {
		if x, ok := instr.(*ssa.Defer); ok {
			return x == d
		}
	}
	return false
}

// defers reports whether a literal is only deferred, before all others.
func defers(c *ssa.MakeClosure) bool {
	uses := *c.Referrers()
	if len(uses) != 1 {
		return false
	}
	d, ok := uses[0].(*ssa.Defer)
	return ok && d.Call.Value == ssa.Value(c) && isFirst(d)
}

// atOnce reports whether a literal does nothing else with a captured WaitGroup than a Done, on every way.
func atOnce(src *source.Result, in *ssa.FreeVar) bool {
	uses := *in.Referrers()
	if len(uses) != 1 || uses[0].Block().Index != 0 {
		return false
	}
	call, ok := uses[0].(*ssa.Call)
	return ok && Is(src, call, models.SyncDone, in)
}

// AddedBefore reports whether a function adds to its WaitGroup before it makes a literal, each time that it does.
func AddedBefore(src *source.Result, group *ssa.Alloc, c *ssa.MakeClosure) bool {
	return slices.ContainsFunc(*group.Referrers(), func(r ssa.Instruction) bool {
		call, ok := r.(*ssa.Call)
		return ok && Is(src, call, models.SyncAdd, group) && branch.Precedes(call, c) &&
			(call.Block() == c.Block() || !againWithout(c.Block(), call.Block()))
	})
}

// againWithout reports whether control may come from a block to that block again without passing another one.
func againWithout(b, other *ssa.BasicBlock) bool {
	return branch.Reached(b, func(x *ssa.BasicBlock) []*ssa.BasicBlock {
		if x == other {
			return nil
		}
		return x.Succs
	})[b]
}
