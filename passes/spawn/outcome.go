// This file finds how a function may end, by its results, and where its callers know how it has ended (E27).

package spawn

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// A returned is a way to return.
type returned struct {
	point facts.PointID
	ret   *ssa.Return     // nil: any results
	from  *ssa.BasicBlock // where phis of the block get their values from; nil: from anywhere
}

// An inflow is a point that flows into a block.
type inflow struct {
	from  *ssa.BasicBlock
	point facts.PointID
}

// returns notes how a block returns that ends at a point: on each way into it, if nothing happens there.
func (k *skeleton) returns(b *ssa.BasicBlock, ret *ssa.Return, p facts.PointID, ways []inflow) {
	if p != k.in[b.Index] || len(ways) < 2 || len(ways) != len(b.Preds) {
		k.returned = append(k.returned, returned{p, ret, nil})
		return
	}
	for _, w := range ways {
		k.returned = append(k.returned, returned{w.point, ret, w.from})
	}
}

// The bits of what a result may be.
const (
	mayUnset = 1 << iota // nil or false
	maySet               // neither
)

// outcomes are the results that are not possible at every exit, with the points where they are.
func (k *skeleton) outcomes() []facts.Outcome {
	var list []facts.Outcome
	results := k.fn.Signature.Results()
	for i := range results.Len() {
		if !tellable(results.At(i).Type()) {
			continue
		}
		for bit := range 2 {
			o := facts.Outcome{Number: uint32(2*i + bit)}
			some := false
			for _, r := range k.returned {
				if r.ret != nil && k.may(r.ret.Results[i], r.ret.Block(), r.from)&(1<<bit) == 0 {
					some = true
				} else if n, ok := k.passedOn(r, i); ok {
					o.Passed = append(o.Passed, facts.Passed{Point: r.point, Number: uint32(2*n + bit)})
					some = true
				} else {
					o.Points = append(o.Points, r.point)
				}
			}
			slices.Sort(o.Points)
			if o.Points = slices.Compact(o.Points); some {
				list = append(list, o)
			}
		}
	}
	return list
}

// passedOn tells whether a result is that of the last call on this way to return, and which of its results it is.
func (k *skeleton) passedOn(r returned, i int) (n int, ok bool) {
	if r.ret == nil {
		return 0, false
	}
	call, n := calledFor(r.ret.Results[i])
	return n, call != nil && k.isLast(call, r.point)
}

// calledFor is the call of which a value is a result, and which one; nil if it is none.
func calledFor(v ssa.Value) (call *ssa.Call, n int) {
	if x, ok := v.(*ssa.Extract); ok {
		v, n = x.Tuple, x.Index
	}
	call, _ = v.(*ssa.Call)
	return call, n
}

// isLast tells whether a call is the event of a point, and nothing but that.
func (k *skeleton) isLast(call *ssa.Call, p facts.PointID) bool {
	if k.points[p].event.Op != facts.EventCall {
		return false
	}
	calls := k.r.flow.Calls(k.fn, call)
	return len(calls) == 1 && uint32(calls[0]) == k.points[p].event.Index
}

// tellable tells whether callers test results of a type for nil or truth.
func tellable(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsBoolean != 0
	case *types.Interface, *types.Pointer, *types.Chan, *types.Map, *types.Signature, *types.Slice:
		return true
	}
	return false
}

// may is what a value may be at the end of a block, which was entered from another one, if that is given.
func (k *skeleton) may(v ssa.Value, at, from *ssa.BasicBlock) int {
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value == nil || x.Value.Kind() == constant.Bool && !constant.BoolVal(x.Value) {
			return mayUnset
		}
		return maySet
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeClosure, *ssa.Function:
		return maySet
	case *ssa.Phi:
		return k.mayPhi(x, at, from)
	case *ssa.Call:
		if makesError(x) {
			return maySet
		}
	case *ssa.UnOp:
		if stored := place.StoredBefore(x); stored != nil {
			return k.may(stored, at, from)
		}
		if _, global := x.X.(*ssa.Global); global && x.Op == token.MUL && place.IsError(x.Type()) {
			return maySet // approximation: package-level errors are set
		}
	}
	if from != nil {
		at = from
	}
	return testedAs(v, at)
}

// mayPhi is what a phi may be.
func (k *skeleton) mayPhi(x *ssa.Phi, at, from *ssa.BasicBlock) int {
	if from != nil && x.Block() == at {
		may := 0
		for i, p := range at.Preds {
			if _, again := x.Edges[i].(*ssa.Phi); p == from && again {
				return mayUnset | maySet
			} else if p == from {
				may |= k.may(x.Edges[i], p, nil)
			}
		}
		return may
	}
	may := 0
	for _, v := range x.Edges {
		if _, again := v.(*ssa.Phi); again {
			return mayUnset | maySet
		}
		may |= k.may(v, x.Block(), nil)
	}
	return may & testedAs(x, at)
}

// makesError tells whether a call makes an error: in words, or of a context that has ended.
func makesError(c *ssa.Call) bool {
	if f := c.Call.StaticCallee(); f != nil {
		name := f.RelString(nil)
		return name == "errors.New" || name == "fmt.Errorf"
	}
	return c.Call.IsInvoke() && c.Call.Method.FullName() == "(context.Context).Err" && afterDone(c)
}

// afterDone tells whether a call of a context's method comes behind the case of a select that receives from its Done.
func afterDone(c *ssa.Call) bool {
	for b := c.Block(); b != nil; b = b.Idom() {
		if len(b.Preds) != 1 {
			continue
		}
		cond, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
		if !ok || b.Preds[0].Succs[0] != b {
			continue
		}
		s := selectTested(cond.Cond)
		if s == nil {
			continue
		}
		n, _ := constantOf(cond.Cond.(*ssa.BinOp).Y)
		done, ok := s.States[n].Chan.(*ssa.Call)
		return ok && done.Call.IsInvoke() && done.Call.Method.FullName() == "(context.Context).Done" &&
			done.Call.Value == c.Call.Value
	}
	return false
}

// testedAs is what a value may be in a block, by the tests on the way there.
func testedAs(v ssa.Value, at *ssa.BasicBlock) int {
	switch set, known := branch.Told(v, at); {
	case !known:
		return mayUnset | maySet
	case set:
		return maySet
	}
	return mayUnset
}

// outcome is the event of an edge on which the call right before is known to have had a result.
func (k *skeleton) outcome(cond ssa.Value, value bool, p facts.PointID) (event, bool) {
	v, set, ok := branch.Asked(cond, value)
	if !ok {
		return event{}, false
	}
	if load, ok := v.(*ssa.UnOp); ok {
		v = place.StoredJustBefore(load)
	}
	call, index := calledFor(v)
	if call == nil || !k.isLast(call, p) {
		return event{}, false
	}
	n := 2 * index
	if set {
		n++
	}
	e := event{pos: call.Pos()}
	e.Op, e.Index, e.N = facts.EventOutcome, k.points[p].event.Index, int64(n)
	return e, true
}

// ends notes the ways to return: of returns, and of the recover block, whose results are not known.
func (k *skeleton) ends() {
	known := 0
	for _, b := range k.fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && k.seen[b.Index] && b != k.fn.Recover {
			p := k.in[b.Index]
			if n := len(k.marks[b.Index]); n > 0 {
				p = k.marks[b.Index][n-1].point
			}
			k.returns(b, ret, p, k.flows[b.Index])
			known++
		}
	}
	for _, p := range k.exits[known:] {
		k.returned = append(k.returned, returned{p, nil, nil})
	}
}
