// This file is what finalizers have of objects: a finalizer runs when nobody can reach its object any more (K65).

package objects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// Finalizes is the type of the pointer to the object for which a call sets a finalizer; nil if it sets none.
func (p *Package) Finalizes(call ssa.CallInstruction) types.Type {
	row := p.flow.Model(call)
	if row == nil || len(row.Callbacks) == 0 || row.Callbacks[0].Loop != models.Finalizers {
		return nil
	}
	if box, ok := source.Arguments(call.Common())[0].(*ssa.MakeInterface); ok {
		return box.X.Type()
	}
	return nil
}

// Owner is the pointer to the object of which an instruction accesses a field, or a field of such a one; nil if it does
// something else.
func Owner(instr ssa.Instruction) ssa.Value {
	var addr ssa.Value
	switch x := instr.(type) {
	case *ssa.UnOp:
		addr = x.X
	case *ssa.Store:
		addr = x.Addr
	case *ssa.Call:
		if len(x.Call.Args) > 0 {
			addr = x.Call.Args[0]
		}
	}
	f, ok := addr.(*ssa.FieldAddr)
	for ok {
		addr = f.X
		if f, ok = addr.(*ssa.FieldAddr); !ok {
			return addr
		}
	}
	return nil
}

// IsFirst reports whether a value is the first argument of its function.
func IsFirst(v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok {
		if l := place.Variable(load.X); l != nil {
			stores := place.Stores(l)
			return len(stores) == 1 && IsFirst(stores[0])
		}
	}
	p, ok := v.(*ssa.Parameter)
	return ok && p.Parent().Params[0] == p
}
