// This file is what an instruction sends and receives.

package objects

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// SentOn is the channel that an instruction sends on or closes; nil for others.
func SentOn(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case *ssa.Send:
		return x.Chan
	case ssa.CallInstruction:
		if place.IsBuiltin(x.Common(), "close") {
			return x.Common().Args[0]
		}
	}
	return nil
}

// ReceivedFrom are the channels that an instruction may receive from.
func ReceivedFrom(instr ssa.Instruction) []ssa.Value {
	switch x := instr.(type) {
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return []ssa.Value{x.X}
		}
	case *ssa.Select:
		var list []ssa.Value
		for _, s := range x.States {
			if s.Dir == types.RecvOnly {
				list = append(list, s.Chan)
			}
		}
		return list
	}
	return nil
}
