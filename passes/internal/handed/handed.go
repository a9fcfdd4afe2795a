// Package handed finds calls that have not handed a function over if they fail: then nobody runs it (passes/spawn E26,
// passes/access A29).
package handed

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// From is the block behind a call of a function of the package, and a test of its result, where others may have an
// argument of the call, while behind the other side of the test nobody has it; nil if that is not known.
func From(src *source.Result, call *ssa.Call, arg ssa.Value) *ssa.BasicBlock {
	b := call.Block()
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	for i := range b.Succs {
		if NotBy(src, call, arg, cond, i) && len(b.Succs[1-i].Preds) == 1 {
			return b.Succs[1-i]
		}
	}
	return nil
}

// NotBy reports whether a branch has a result of a call of a function of the package, on the way to its successor i,
// with which the function has done nothing with an argument.
func NotBy(src *source.Result, call *ssa.Call, arg ssa.Value, cond *ssa.If, i int) bool {
	tested, set, ok := branch.Asked(cond.Cond, i == 0)
	if !ok {
		return false
	}
	by, n := place.ResultOf(tested)
	if by != call || call.Call.StaticCallee() == nil {
		return false
	}
	u, own := src.UnitOf(source.Origin(call.Call.StaticCallee()))
	if !own {
		return false
	}
	callee, p := src.Funcs[u], slices.Index(call.Call.Args, arg)
	return p >= 0 && p < len(callee.Params) && keepsBack(callee, callee.Params[p], n, set)
}

// keepsBack reports whether a function has done nothing with a parameter where it returns a result that may be set, or
// not.
func keepsBack(fn *ssa.Function, param *ssa.Parameter, n int, set bool) bool {
	returns := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || n >= len(ret.Results) || isOther(ret.Results[n], set) {
			continue
		}
		returns = true
		for _, use := range *param.Referrers() {
			if at := handsOver(use, param); at == nil || at == b || branch.Reaches(at, b) {
				return false
			}
		}
	}
	return returns
}

// isOther reports whether a result is a constant that is set, where one is asked for that is not, or the other way
// round.
func isOther(v ssa.Value, set bool) bool {
	_, constant := v.(*ssa.Const)
	return constant && place.IsZero(v) == set
}

// handsOver is the block behind which somebody else may have a parameter that an instruction uses; nil if that is not
// known.
func handsOver(use ssa.Instruction, param *ssa.Parameter) *ssa.BasicBlock {
	s, ok := use.(*ssa.Select)
	if !ok {
		return use.Block()
	}
	return Sent(s, param)
}

// Sent is the body of the case of a select that sends a value; nil if there is none, or no condition tests the case.
func Sent(s *ssa.Select, v ssa.Value) *ssa.BasicBlock {
	return branch.CaseBody(s, slices.IndexFunc(s.States, func(st *ssa.SelectState) bool { return st.Send == v }))
}
