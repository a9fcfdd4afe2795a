// This file is what the code of a function alone shows: that it takes something out, waits for a part of its object, or
// returns its receiver.

package objects

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// Deletes reports whether a function takes something out of a map, or puts something less into a variable: then it may
// own what it has looked up.
func Deletes(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			switch i := i.(type) {
			case *ssa.Call:
				f, ok := i.Call.Value.(*ssa.Builtin)
				return ok && (f.Name() == "delete" || f.Name() == "clear")
			case *ssa.Store:
				switch i.Val.(type) {
				case *ssa.Slice, *ssa.Const:
					return true
				}
			}
			return false
		})
	})
}

// Besides reports whether a wait is for the WaitGroup in the struct that an instruction accesses.
func Besides(wait, at ssa.Instruction) bool {
	call, ok := wait.(*ssa.Call)
	if !ok || len(call.Call.Args) == 0 {
		return false
	}
	group, ok := call.Call.Args[0].(*ssa.FieldAddr)
	load, too := at.(*ssa.UnOp)
	if !ok || !too {
		return false
	}
	field, ok := load.X.(*ssa.FieldAddr)
	return ok && field.X == group.X
}

// OfFirst reports whether a call is that of a method of what the first parameter of its function points to, or of a
// part of it.
func OfFirst(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Signature.Recv() == nil || len(call.Call.Args) == 0 || len(call.Parent().Params) == 0 {
		return false
	}
	return place.Start(call.Call.Args[0]) == ssa.Value(call.Parent().Params[0])
}

// ReturnsReceiver reports whether a method returns its receiver, and nothing else, on every way.
func ReturnsReceiver(fn *ssa.Function) bool {
	found := false
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if len(ret.Results) != 1 || ret.Results[0] != ssa.Value(fn.Params[0]) {
				return false
			}
			found = true
		}
	}
	return found
}
