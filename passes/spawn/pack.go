// This file is what the extraction of all functions of a package shares.

package spawn

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/ownership"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/internal/cond"
	"github.com/syncvet/syncvet/passes/internal/counts"
	"github.com/syncvet/syncvet/passes/internal/ended"
	"github.com/syncvet/syncvet/passes/internal/local"
	"github.com/syncvet/syncvet/passes/internal/spared"
	"github.com/syncvet/syncvet/passes/internal/talk"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A pack is a package under extraction: what the passes before this one know, and what is asked of its functions.
type pack struct {
	Locks *locks.Result // the pass before

	// and those before it
	flow *flow.Result
	src  *source.Result

	talk   *talk.Package       // which instructions and functions communicate (E15)
	local  *local.Package      // objects that are known by name (E12)
	counts *counts.Package     // variables that count for several goroutines (E28, E40, E41)
	conds  *cond.Package       // conditions (E15)
	spared *spared.Package     // waits that make no difference (E22, E26)
	ended  *ended.Package      // functions that have ended when who was given them returns (passes/access A29)
	owned  []*ownership.Result // by own unit, nil where nothing is owned
}

func newPack(l *locks.Result) *pack {
	t := talk.New(l.Flow)
	return &pack{
		Locks: l, flow: l.Flow, src: l.Flow.Source, talk: t, local: local.New(l), counts: counts.New(l, t),
		conds: cond.New(l, t), spared: spared.New(l, t), ended: ended.New(l),
		owned: make([]*ownership.Result, len(l.Flow.Source.Funcs)),
	}
}

// Owned reports whether what an operand of an instruction points to is owned at that moment. Nothing is for deferred
// calls: they run later.
func (r *pack) Owned(instr ssa.Instruction, v ssa.Value) ownership.Condition {
	i, ok := r.src.UnitOf(instr.Parent())
	if _, deferred := instr.(*ssa.Defer); !ok || deferred {
		return ownership.Condition{}
	}
	return r.owned[i].At(instr, v)
}

// Transferred reports whether what an operand of an instruction points to was passed on to others before.
func (r *pack) Transferred(instr ssa.Instruction, v ssa.Value) bool {
	i, ok := r.src.UnitOf(instr.Parent())
	return ok && r.owned[i].Transferred(instr, v)
}

// Found reports whether what an operand of an instruction points to was found in what was passed on to others before.
func (r *pack) Found(instr ssa.Instruction, v ssa.Value) bool {
	i, ok := r.src.UnitOf(instr.Parent())
	return ok && r.owned[i].Found(instr, v)
}
