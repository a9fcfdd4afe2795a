// This file is messages of which each is one of several constants (E63).

package spawn

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
)

// isOneOf reports whether a message is a constant, and the function sends another one on what has the channel's name.
func isOneOf(instr ssa.Instruction, message ssa.Value) bool {
	c, ok := message.(*ssa.Const)
	if !ok || c.Value == nil {
		return false
	}
	name := place.Holder(channelOf(instr, message))
	if name == (facts.Symbol{}) {
		return false
	}
	other := func(ch, x ssa.Value) bool {
		d, ok := x.(*ssa.Const)
		return ok && d.Value != nil && types.Identical(c.Type(), d.Type()) &&
			!constant.Compare(c.Value, token.EQL, d.Value) && place.Holder(ch) == name
	}
	for _, b := range instr.Parent().Blocks {
		for _, x := range b.Instrs {
			switch x := x.(type) {
			case *ssa.Send:
				if other(x.Chan, x.X) {
					return true
				}
			case *ssa.Select:
				for _, st := range x.States {
					if st.Send != nil && other(st.Chan, st.Send) {
						return true
					}
				}
			}
		}
	}
	return false
}

// channelOf is the channel on which a send, or a case of a select, sends a message.
func channelOf(instr ssa.Instruction, message ssa.Value) ssa.Value {
	switch x := instr.(type) {
	case *ssa.Send:
		return x.Chan
	case *ssa.Select:
		for _, st := range x.States {
			if st.Send == message {
				return st.Chan
			}
		}
	}
	return nil
}
