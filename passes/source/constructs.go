// This file finds the methods that belong to the making of a value though they are exported (S10).

package source

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// minAnew is how many fields of its receiver a method that makes it sets anew.
const minAnew = 2

// constructs reports whether a method belongs to the making of its type's values: an exported function of the package
// calls it on what it returns, hands it one of its own arguments, and the method sets several fields anew, whatever it
// finds. A second call would take from under a goroutine what the first one has given it.
func (r clientele) constructs(m *ssa.Function) bool {
	return setsAnew(m) && slices.ContainsFunc(r.Funcs, func(fn *ssa.Function) bool {
		obj, ok := fn.Object().(*types.Func)
		return ok && obj.Exported() && fn.Signature.Recv() == nil && !r.inTest(fn) && makesBy(fn, m)
	})
}

// makesBy reports whether a function calls a method on what it returns, with one of its own arguments.
func makesBy(fn, m *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			args := Arguments(&call.Call)
			if len(args) > 1 && mayCall(&call.Call, m) && returns(fn, args[0]) &&
				slices.ContainsFunc(args[1:], func(v ssa.Value) bool {
					p, ok := v.(*ssa.Parameter) // who gets a context need not keep it
					return ok && !isNamed(p.Type(), "context", "Context")
				}) {
				return true
			}
		}
	}
	return false
}

// mayCall reports whether a call is one of a method, by name or through an interface that its receiver has.
func mayCall(c *ssa.CallCommon, m *ssa.Function) bool {
	if !c.IsInvoke() {
		return c.StaticCallee() == m
	}
	i, ok := c.Value.Type().Underlying().(*types.Interface)
	return ok && c.Method.Name() == m.Name() && types.Implements(m.Signature.Recv().Type(), i)
}

// returns reports whether a function returns a value, also as an interface.
func returns(fn *ssa.Function, v ssa.Value) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		return ok && slices.ContainsFunc(ret.Results, func(x ssa.Value) bool {
			if box, ok := x.(*ssa.MakeInterface); ok {
				x = box.X
			}
			return x == v
		})
	})
}

// setsAnew reports whether a method sets fields of its receiver, whatever it finds, to what is not computed from
// them.
func setsAnew(m *ssa.Function) bool {
	fields := map[int]bool{}
	for _, b := range m.Blocks {
		if !onEveryWay(b) {
			continue
		}
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			f, ok := s.Addr.(*ssa.FieldAddr)
			if _, derived := s.Val.(*ssa.BinOp); !ok || derived || isAppend(s.Val) || !isReceiver(f.X, m) {
				continue
			}
			fields[f.Field] = true
		}
	}
	return len(fields) >= minAnew
}

// onEveryWay reports whether a function that returns has come to a block.
func onEveryWay(b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(b.Parent().Blocks, func(end *ssa.BasicBlock) bool {
		_, ok := end.Instrs[len(end.Instrs)-1].(*ssa.Return)
		return ok && !b.Dominates(end)
	})
}

// isReceiver reports whether a value is a method's receiver, also where closures capture it.
func isReceiver(v ssa.Value, m *ssa.Function) bool {
	if len(m.Params) == 0 {
		return false
	}
	if load, ok := v.(*ssa.UnOp); ok {
		cell, ok := load.X.(*ssa.Alloc)
		return ok && slices.ContainsFunc(*cell.Referrers(), func(instr ssa.Instruction) bool {
			s, ok := instr.(*ssa.Store)
			return ok && s.Val == ssa.Value(m.Params[0])
		})
	}
	return v == ssa.Value(m.Params[0])
}

// isAppend reports whether a value is what append gives.
func isAppend(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "append"
}
