// This file finds the functions that do not return before they have waited for goroutines.

package spawn

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// Waits reports whether an instruction waits for goroutines: for a WaitGroup or the like, or for a message that says
// nothing but that it came; or calls by name a function that does so on every way to its return.
func (r *Result) Waits(instr ssa.Instruction) bool { return r.waitsWithin(instr, maxWaited) }

func (r *Result) waitsWithin(instr ssa.Instruction, depth int) bool {
	if x, ok := instr.(*ssa.UnOp); ok {
		return x.Op == token.ARROW && len(*x.Referrers()) == 0
	}
	call, ok := instr.(ssa.CallInstruction)
	if _, started := instr.(*ssa.Go); !ok || started || depth == 0 {
		return false
	}
	if row, ok := r.src.Model(call.Common()); ok {
		return row != nil && (row.Sync == models.SyncWait || row.Sync == models.SyncGroupWait)
	}
	fn := call.Common().StaticCallee()
	return fn != nil && r.alwaysWaits(source.Origin(fn), depth-1)
}

// alwaysWaits reports whether a function waits for goroutines on every way to its return.
func (r *Result) alwaysWaits(fn *ssa.Function, depth int) bool {
	if _, own := r.src.UnitOf(fn); !own {
		return r.importedWaits(fn)
	}
	ends := slices.DeleteFunc(slices.Clone(fn.Blocks), func(b *ssa.BasicBlock) bool {
		return !branch.Returns(b) || b == fn.Recover
	})
	return len(ends) > 0 && slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return r.waitsWithin(i, depth) }) &&
			!slices.ContainsFunc(ends, func(e *ssa.BasicBlock) bool { return !b.Dominates(e) })
	})
}

// importedWaits is alwaysWaits of a function of another package: its own events say so, not those of what it calls.
func (r *Result) importedWaits(fn *ssa.Function) bool {
	c, _, ok := r.src.Imported(r.src.FuncSymbol(fn))
	if !ok {
		return false
	}
	s, _, err := r.src.Imports[c.Import].Spawn(c.Unit)
	if s == nil || err != nil || len(s.Exits) == 0 {
		return false
	}
	seen := make([]bool, len(s.Points))
	work := slices.Clone(s.Exits)
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if int(p) >= len(seen) || seen[p] {
			continue
		}
		seen[p] = true
		switch x := &s.Points[p]; {
		case x.Event.Op == facts.EventWait || x.Event.Op == facts.EventGroupWait:
		case p == 0:
			return false
		default:
			work = append(work, x.Preds...)
		}
	}
	return true
}
