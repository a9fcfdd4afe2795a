// This file finds what waits, and the functions that do not return before they have waited for goroutines.

package talk

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// WaitsFor is the channel or the address of the WaitGroup that an instruction waits for; nil for others.
func (p *Package) WaitsFor(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return x.X
		}
	case *ssa.Call:
		if row := p.flow.Model(x); row != nil && (row.Sync == models.SyncWait || row.Sync == models.SyncGroupWait) &&
			row.Object < len(x.Call.Args) {
			return x.Call.Args[row.Object]
		}
	}
	return nil
}

// WaitsIn reports whether any of some blocks waits for a condition.
func (p *Package) WaitsIn(in map[*ssa.BasicBlock]bool) bool {
	for b := range in {
		if slices.ContainsFunc(b.Instrs, p.WaitsForCond) {
			return true
		}
	}
	return false
}

// WaitsForCond reports whether an instruction waits for a condition.
func (p *Package) WaitsForCond(instr ssa.Instruction) bool {
	c, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	row, ok := p.src.Model(c.Common())
	return ok && row != nil && row.Sync == models.SyncCondWait
}

// Waits reports whether an instruction waits for goroutines: for a WaitGroup or the like, or for a message that says
// nothing but that it came; or calls by name a function that does so on every way to its return.
func (p *Package) Waits(instr ssa.Instruction) bool { return p.waitsWithin(instr, maxWaited) }

func (p *Package) waitsWithin(instr ssa.Instruction, depth int) bool {
	if x, ok := instr.(*ssa.UnOp); ok {
		return x.Op == token.ARROW && len(*x.Referrers()) == 0
	}
	call, ok := instr.(ssa.CallInstruction)
	if _, started := instr.(*ssa.Go); !ok || started || depth == 0 {
		return false
	}
	if row, ok := p.src.Model(call.Common()); ok {
		return row != nil && (row.Sync == models.SyncWait || row.Sync == models.SyncGroupWait)
	}
	fn := call.Common().StaticCallee()
	return fn != nil && p.alwaysWaits(source.Origin(fn), depth-1)
}

// A waiter is a function, and how deep the calls in it are looked at.
type waiter struct {
	fn    *ssa.Function // the function
	depth int           // calls that may still be followed
}

// alwaysWaits reports whether a function waits for goroutines on every way to its return. What calls it is found by
// other ways, too, so each answer is kept.
func (p *Package) alwaysWaits(fn *ssa.Function, depth int) bool {
	k := waiter{fn, depth}
	waits, known := p.waits[k]
	if !known {
		waits = p.findWaits(k)
		p.waits[k] = waits
	}
	return waits
}

func (p *Package) findWaits(k waiter) bool {
	fn := k.fn
	if _, own := p.src.UnitOf(fn); !own {
		return p.importedWaits(fn)
	}
	ends := slices.DeleteFunc(slices.Clone(fn.Blocks), func(b *ssa.BasicBlock) bool {
		return !branch.Returns(b) || b == fn.Recover
	})
	return len(ends) > 0 && slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return p.waitsWithin(i, k.depth) }) &&
			!slices.ContainsFunc(ends, func(e *ssa.BasicBlock) bool { return !b.Dominates(e) })
	})
}

// importedWaits is alwaysWaits of a function of another package: its own events say so, not those of what it calls.
func (p *Package) importedWaits(fn *ssa.Function) bool {
	c, _, ok := p.src.Imported(p.src.FuncSymbol(fn))
	if !ok {
		return false
	}
	s, _, err := p.src.Imports[c.Import].Spawn(c.Unit)
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
