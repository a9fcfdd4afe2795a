// This file is selections: values that point into what another value points to.

package ownership

import (
	"fmt"

	"golang.org/x/tools/go/ssa"
)

// selectedFrom is the operand of an instruction whose value points into what that operand points to.
func selectedFrom(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case *ssa.FieldAddr:
		return x.X
	case *ssa.IndexAddr:
		return x.X
	case *ssa.Slice:
		return x.X
	case *ssa.ChangeType:
		return x.X
	case *ssa.ChangeInterface:
		return x.X
	case *ssa.MultiConvert:
		return x.X
	case *ssa.MakeInterface:
		return x.X
	case *ssa.TypeAssert:
		return x.X
	case *ssa.SliceToArrayPointer:
		return x.X
	case *ssa.Range:
		return x.X
	}
	panic(fmt.Sprintf("unexpected instruction %T", instr))
}
