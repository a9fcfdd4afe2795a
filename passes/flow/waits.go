// This file says which instructions wait for somebody else, and which let others go on.

package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// Awaits is what an instruction waits for, a channel or WaitGroup, and how: EventRecv, EventSend or EventWait; nil for
// those that do not wait. A select is none: it may have a way out.
func (r *Result) Awaits(instr ssa.Instruction) (facts.EventOp, ssa.Value) {
	switch i := instr.(type) {
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			return facts.EventRecv, i.X
		}
	case *ssa.Send:
		return facts.EventSend, i.Chan
	case *ssa.Call:
		if row := r.Model(i); row != nil && row.Sync == models.SyncWait {
			return facts.EventWait, source.Arguments(i.Common())[row.Object]
		}
	}
	return 0, nil
}

// A Wake is what an instruction may let go on: a wait of a kind for a channel or WaitGroup.
type Wake struct {
	Wait facts.EventOp // the event that the wait is: EventSend, EventRecv or EventWait
	Of   ssa.Value     // what leads to the channel or WaitGroup
}

// Wakes are the waits that an instruction may let go on.
func (r *Result) Wakes(instr ssa.Instruction) []Wake {
	switch i := instr.(type) {
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			return []Wake{{facts.EventSend, i.X}}
		}
	case *ssa.Send:
		return []Wake{{facts.EventRecv, i.Chan}}
	case *ssa.Select:
		var list []Wake
		for _, s := range i.States {
			if s.Send != nil {
				list = append(list, Wake{facts.EventRecv, s.Chan})
			} else {
				list = append(list, Wake{facts.EventSend, s.Chan})
			}
		}
		return list
	case ssa.CallInstruction:
		if place.IsBuiltin(i.Common(), "close") {
			return []Wake{{facts.EventRecv, i.Common().Args[0]}}
		}
		if row := r.Model(i); row != nil && row.Sync == models.SyncDone {
			return []Wake{{facts.EventWait, source.Arguments(i.Common())[row.Object]}}
		}
	}
	return nil
}
