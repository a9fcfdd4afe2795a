// Package talk reports what the instructions and functions of a package say to other goroutines, and what they wait for
// (passes/spawn E15, E39).
package talk

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
)

// A Package answers for the functions of one package.
type Package struct {
	// what the passes before know
	src  *source.Result
	flow *flow.Result

	talks map[*ssa.Function]bool // whether a function communicates, itself or by calls; those asked about
	waits map[waiter]bool        // memo of alwaysWaits
}

// New answers for a package.
func New(f *flow.Result) *Package {
	return &Package{src: f.Source, flow: f, talks: map[*ssa.Function]bool{}, waits: map[waiter]bool{}}
}

// Communicates reports whether a function sends, receives, closes, waits or starts goroutines, itself or by what it
// calls by name within its package.
func (p *Package) Communicates(fn *ssa.Function) bool {
	fn = source.Origin(fn)
	if v, ok := p.talks[fn]; ok {
		return v
	}
	p.talks[fn] = false // recursion adds nothing
	p.talks[fn] = p.CommunicatesItself(fn) || slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, p.CallsTalker)
	})
	return p.talks[fn]
}

// CommunicatesItself reports whether a function sends, receives, closes, waits or starts goroutines itself.
func (p *Package) CommunicatesItself(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, p.Communicating)
	})
}

// CallsTalker reports whether an instruction calls a function of the package that communicates.
func (p *Package) CallsTalker(instr ssa.Instruction) bool {
	c, ok := instr.(ssa.CallInstruction)
	if !ok || c.Common().StaticCallee() == nil {
		return false
	}
	_, own := p.src.UnitOf(c.Common().StaticCallee())
	return own && p.Communicates(c.Common().StaticCallee())
}

// Communicating reports whether an instruction sends, receives, closes, waits, counts or starts a goroutine.
func (p *Package) Communicating(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.Select, *ssa.Go:
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case ssa.CallInstruction:
		if b, ok := instr.Common().Value.(*ssa.Builtin); ok {
			return b.Name() == "close"
		}
		row, ok := p.src.Model(instr.Common())
		if !ok || row == nil {
			return false
		}
		switch row.Sync {
		case models.SyncAdd, models.SyncDone, models.SyncWait, models.SyncCondWait, models.SyncCondSignal,
			models.SyncGroupGo, models.SyncGroupWait:
			return true
		}
	}
	return false
}

// AnyCommunicates reports whether anything in some blocks may communicate.
func (p *Package) AnyCommunicates(in map[*ssa.BasicBlock]bool) bool {
	for b := range in {
		for _, instr := range b.Instrs {
			if p.Communicating(instr) {
				return true
			}
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			_, modelled := p.src.Model(&call.Call)
			_, builtin := call.Call.Value.(*ssa.Builtin)
			if !modelled && !builtin && p.Synchronises(&call.Call) {
				return true
			}
		}
	}
	return false
}

// Synchronises reports whether a call may synchronise, spawn, or not return.
func (p *Package) Synchronises(c *ssa.CallCommon) bool {
	g := c.StaticCallee()
	if g == nil {
		return true
	}
	f, _ := p.src.Flags(g)
	return f&(facts.Syncs|facts.Spawns|facts.Dynamic) != 0
}
