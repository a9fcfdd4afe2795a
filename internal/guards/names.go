// This file names variables and locks: by the fields on the way to them from an object (G1).

package guards

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// isSync reports whether a type is of synchronisation objects, which guard themselves.
func isSync(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && models.SyncType(n.Obj().Pkg().Path(), n.Obj().Name())
}

// position is an instruction's position, or its operand's.
func position(instr ssa.Instruction, v ssa.Value) token.Pos {
	if p := instr.Pos(); p.IsValid() {
		return p
	}
	return v.Pos()
}

// describe names a lock class.
func (a *code) describe(key any, v ssa.Value) lockName {
	switch k := key.(type) {
	case *types.Var:
		for {
			switch x := v.(type) {
			case *ssa.FieldAddr:
				if objects.FieldOf(x) == k {
					return lockName{source.FieldSymbol(x.X.Type(), x.Field), objects.ChainOf(x)}
				}
				v = x.X
				continue
			case *ssa.Field:
				return lockName{source.FieldSymbol(x.X.Type(), x.Field), nil}
			case *ssa.UnOp:
				v = x.X
				continue
			case *ssa.IndexAddr:
				v = x.X
				continue
			case *ssa.Global:
				return lockName{source.GlobalSymbol(x), []types.Object{x.Object()}}
			}
			break
		}
		return lockName{facts.Symbol{Kind: facts.SymField, Pkg: a.src.Pkg.Source.Path, Name: k.Name()}, []types.Object{k}}
	case *ssa.Alloc:
		return lockName{source.LocalSymbol(k.Comment), nil}
	}
	return lockName{}
}
