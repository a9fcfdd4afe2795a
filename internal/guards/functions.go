// This file is the functions looked at: which one a call enters, and whose method one is.

package guards

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/source"
)

// own is the function looked at for a function of the package or an instance of one; else nil.
func (a *code) own(g *ssa.Function) *function {
	if i, ok := a.Index(g); ok {
		return a.funcs[i]
	}
	return nil
}

// callee is the function of the package that a call surely calls; else nil.
func (a *code) callee(call ssa.CallInstruction) *function { return a.own(a.Callee(call)) }

// value is the function that a function value surely is; nil if that is not known, or not of the package.
func (a *code) value(v ssa.Value) *function { return a.own(a.Value(v)) }

func isFunc(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Function, *ssa.MakeClosure, *ssa.ChangeType, *ssa.MakeInterface:
		return true
	}
	return false
}

func isGo(call ssa.CallInstruction) bool {
	_, ok := call.(*ssa.Go)
	return ok
}

func sameParams(a, b *types.Signature) bool {
	return types.Identical(a.Params(), b.Params()) && types.Identical(a.Results(), b.Results())
}

// receiver is the type that a function is a method of; nil for other functions.
func receiver(fn *ssa.Function) *types.TypeName {
	recv := fn.Signature.Recv()
	if recv == nil {
		return nil
	}
	n, ok := types.Unalias(source.Deref(recv.Type())).(*types.Named)
	if !ok {
		return nil
	}
	return n.Origin().Obj()
}
