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

// An endings is the ways by which a function ends.
type endings struct {
	*points
	r        *pack         // the package
	fn       *ssa.Function // the function
	flows    [][]inflow    // by block: what flows into it
	returned []returned    // the ways to return (E27)
	// what a receive has told that got no value, whose answer is result n of a return (E46); no events: there is none
	answered func(ret *ssa.Return) (closed []event, n int)
	// what happened if a condition has the given value
	known func(cond ssa.Value, value bool, at *ssa.BasicBlock) []event
}

// A returned is a way to return.
type returned struct {
	point facts.PointID   // where it ends
	ret   *ssa.Return     // nil: any results
	from  *ssa.BasicBlock // where phis of the block get their values from; nil: from anywhere
	// which result, from 1 on, is the answer of a receive, or of an atomic load, and what it is here: known; zero: none
	answer, known int
}

// An inflow is a point that flows into a block.
type inflow struct {
	from  *ssa.BasicBlock // the block before
	point facts.PointID   // with which that ends, and the edge
}

// returns notes how a block returns that ends at a point: on each way into it, if nothing happens there. It gives the
// exits that there are besides.
func (w *endings) returns(b *ssa.BasicBlock, ret *ssa.Return, p facts.PointID, ways []inflow) []facts.PointID {
	if p != w.in[b.Index] || len(ways) < 2 || len(ways) != len(b.Preds) {
		return w.note(returned{point: p, ret: ret})
	}
	var others []facts.PointID
	for _, in := range ways {
		others = append(others, w.note(returned{point: in.point, ret: ret, from: in.from})...)
	}
	return others
}

// note notes a way to return. Where a result is what an atomic load has seen, or how that compares with a constant, it
// is two ways: the one with which the load is known to have seen what somebody has stored is another exit (E46).
func (w *endings) note(r returned) []facts.PointID {
	at := r.ret.Block()
	if r.from != nil {
		at = r.from
	}
	for n, v := range r.ret.Results {
		if x, ok := v.(*ssa.Phi); ok && r.from != nil && x.Block() == r.ret.Block() {
			v = x.Edges[slices.Index(x.Block().Preds, r.from)]
		}
		if list, heap := place.Results(v); !heap && len(list) == 1 && ofGlobal(list[0]) {
			v = list[0]
		}
		set, unset := w.stored(v, true, at), w.stored(v, false, at)
		if (set == nil) == (unset == nil) {
			continue
		}
		e, is, isNot := set, maySet, mayUnset
		if set == nil {
			e, is, isNot = unset, mayUnset, maySet
		}
		other := w.after(r.point, *e)
		told, plain := r, r
		told.point, told.answer, told.known = other, n+1, is
		plain.answer, plain.known = n+1, isNot
		w.returned = append(w.returned, told, plain)
		return []facts.PointID{other}
	}
	w.returned = append(w.returned, r)
	return nil
}

// stored is the atomic load of something that was stored, if a condition has the given value; nil: none.
func (w *endings) stored(cond ssa.Value, value bool, at *ssa.BasicBlock) *event {
	if !place.IsBool(cond.Type()) {
		return nil
	}
	switch cond.(type) {
	case *ssa.Call, *ssa.BinOp, *ssa.UnOp:
	default:
		return nil
	}
	list := w.known(cond, value, at)
	if len(list) != 1 || list[0].Op != facts.EventAtomicRead || list[0].Flags&facts.EventConst == 0 ||
		list[0].Flags&facts.EventGuarded != 0 && !ofGlobal(cond) || // those of fields: (E24)
		list[0].N == 0 && list[0].Flags&facts.EventTaken == 0 {
		return nil
	}
	return &list[0]
}

// ofGlobal reports whether a value is loaded from a package-level variable.
func ofGlobal(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	_, global := load.X.(*ssa.Global)
	return global
}

// answers notes both ways by which a block returns whose last event is a receive, and that returns whether this got a
// value: it did, or it did not. The other way is another exit (E46).
func (w *endings) answers(ret *ssa.Return, p facts.PointID) (other facts.PointID, ok bool) {
	if w.all[p].event.Op != facts.EventRecv {
		return 0, false
	}
	closed, n := w.answered(ret)
	if len(closed) == 0 {
		return 0, false
	}
	other = p
	for _, e := range closed {
		other = w.after(other, e)
	}
	w.returned = append(w.returned,
		returned{point: p, ret: ret, answer: n + 1, known: maySet},
		returned{point: other, ret: ret, answer: n + 1, known: mayUnset})
	return other, true
}

// The bits of what a result may be.
const (
	mayUnset = 1 << iota // nil or false
	maySet               // neither
)

// outcomes are the results that are not possible at every exit, with the points where they are.
func (w *endings) outcomes() []facts.Outcome {
	var list []facts.Outcome
	results := w.fn.Signature.Results()
	for i := range results.Len() {
		if !tellable(results.At(i).Type()) {
			continue
		}
		for bit := range 2 {
			o := facts.Outcome{Number: uint32(2*i + bit)}
			some := false
			for _, r := range w.returned {
				if r.ret != nil && w.mayBe(r, i)&(1<<bit) == 0 {
					some = true
				} else if n, ok := w.passedOn(r, i); ok {
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

// mayBe is what a result may be on a way to return.
func (w *endings) mayBe(r returned, i int) int {
	if r.answer == i+1 {
		return r.known
	}
	return w.may(r.ret.Results[i], r.ret.Block(), r.from)
}

// passedOn reports whether a result is that of the last call on this way to return, and which of its results it is.
func (w *endings) passedOn(r returned, i int) (n int, ok bool) {
	if r.ret == nil {
		return 0, false
	}
	call, n := place.ResultOf(r.ret.Results[i])
	return n, call != nil && w.isLast(call, r.point)
}

// isLast reports whether a call is the event of a point, and nothing but that.
func (w *endings) isLast(call *ssa.Call, p facts.PointID) bool {
	if w.all[p].event.Op != facts.EventCall {
		return false
	}
	calls := w.r.flow.Calls(w.fn, call)
	return len(calls) == 1 && uint32(calls[0]) == w.all[p].event.Index
}

// enters reports whether a call is an event.
func (w *endings) enters(call uint32) bool {
	return slices.ContainsFunc(w.all, func(p point) bool {
		return p.event.Op == facts.EventCall && p.event.Index == call
	})
}

// tellable reports whether callers test results of a type for nil or truth.
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
func (w *endings) may(v ssa.Value, at, from *ssa.BasicBlock) int {
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value == nil || x.Value.Kind() == constant.Bool && !constant.BoolVal(x.Value) {
			return mayUnset
		}
		return maySet
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeChan, *ssa.MakeMap, *ssa.MakeClosure, *ssa.Function:
		return maySet
	case *ssa.Phi:
		return w.mayPhi(x, at, from)
	case *ssa.Call:
		if makesError(x) {
			return maySet
		}
	case *ssa.UnOp:
		if stored := place.StoredBefore(x); stored != nil {
			return w.may(stored, at, from)
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
func (w *endings) mayPhi(x *ssa.Phi, at, from *ssa.BasicBlock) int {
	if from != nil && x.Block() == at {
		may := 0
		for i, p := range at.Preds {
			if _, again := x.Edges[i].(*ssa.Phi); p == from && again {
				return mayUnset | maySet
			} else if p == from {
				may |= w.may(x.Edges[i], p, nil)
			}
		}
		return may
	}
	may := 0
	for _, v := range x.Edges {
		if _, again := v.(*ssa.Phi); again {
			return mayUnset | maySet
		}
		may |= w.may(v, x.Block(), nil)
	}
	return may & testedAs(x, at)
}

// makesError reports whether a call makes an error: in words, or of a context that has ended.
func makesError(c *ssa.Call) bool {
	if f := c.Call.StaticCallee(); f != nil {
		name := f.RelString(nil)
		return name == "errors.New" || name == "fmt.Errorf"
	}
	return c.Call.IsInvoke() && c.Call.Method.FullName() == "(context.Context).Err" && afterDone(c)
}

// afterDone reports whether a call of a context's method comes behind the case of a select that receives from its Done.
func afterDone(c *ssa.Call) bool {
	for b := c.Block(); b != nil; b = b.Idom() {
		if len(b.Preds) != 1 {
			continue
		}
		cond, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
		if !ok || b.Preds[0].Succs[0] != b {
			continue
		}
		s := branch.SelectTested(cond.Cond)
		if s == nil {
			continue
		}
		n, _ := place.Constant(cond.Cond.(*ssa.BinOp).Y)
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
func (w *endings) outcome(cond ssa.Value, value bool, p facts.PointID) (event, bool) {
	v, set, ok := branch.Found(cond, value)
	if !ok {
		return event{}, false
	}
	if load, ok := v.(*ssa.UnOp); ok {
		v = place.StoredJustBefore(load)
	}
	call, index := place.ResultOf(v)
	if call == nil {
		return event{}, false
	}
	e := event{pos: call.Pos()}
	switch calls := w.r.flow.Calls(w.fn, call); {
	case w.isLast(call, p):
	case len(calls) == 1 && w.r.flow.Model(call) == nil && w.enters(uint32(calls[0])):
		e.Flags |= facts.EventLater
	default:
		return event{}, false
	}
	n := 2 * index
	if set {
		n++
	}
	e.Op, e.Index, e.N = facts.EventOutcome, uint32(w.r.flow.Calls(w.fn, call)[0]), int64(n)
	return e, true
}

// used is the event that a call just made has had a result other than nil: the function follows that pointer, or calls
// a method of that interface, in the same block, or elsewhere, and looks at no error and at no nil (E45).
func (w *endings) used(instr ssa.Instruction, p facts.PointID) (event, bool) {
	call, ok := instr.(*ssa.Call)
	if !ok || !w.isLast(call, p) {
		return event{}, false
	}
	values, tested := []ssa.Value{call}, false
	for _, r := range *call.Referrers() {
		if x, ok := r.(*ssa.Extract); ok {
			values = append(values, x)
			tested = tested || (place.IsError(x.Type()) || place.IsBool(x.Type())) && len(*x.Referrers()) > 0 || !seldom(x)
		}
	}
	for _, v := range values {
		if slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
			return (!tested && seldom(v) || r.Block() == call.Block()) && follows(r, v)
		}) {
			_, n := place.ResultOf(v)
			e := event{pos: call.Pos()}
			e.Op, e.Index, e.N = facts.EventOutcome, w.all[p].event.Index, int64(2*n+1)
			return e, true
		}
	}
	return event{}, false
}

// seldom reports whether nobody compares a value or merges it with others.
func seldom(v ssa.Value) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		switch r.(type) {
		case *ssa.BinOp, *ssa.Phi, *ssa.Store:
			return true
		}
		return false
	})
}

// follows reports whether an instruction panics if a value is nil: itself, or the method that it calls at its start.
func follows(i ssa.Instruction, v ssa.Value) bool {
	switch x := i.(type) {
	case *ssa.FieldAddr:
		return true
	case *ssa.UnOp:
		return x.Op == token.MUL
	case *ssa.Call:
		if x.Call.IsInvoke() {
			return x.Call.Value == v
		}
		f := x.Call.StaticCallee()
		if f == nil || len(f.Blocks) == 0 {
			return false
		}
		for n, a := range x.Call.Args {
			if a == v && n < len(f.Params) && slices.ContainsFunc(*f.Params[n].Referrers(), func(r ssa.Instruction) bool {
				_, field := r.(*ssa.FieldAddr)
				return field && r.Block() == f.Blocks[0]
			}) {
				return true
			}
		}
	}
	return false
}

// ends notes the ways to return: of returns, and of the recover block, whose results are not known.
func (w *endings) ends() {
	known := 0
	var others []facts.PointID
	for _, b := range w.fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && w.seen[b.Index] && b != w.fn.Recover {
			p := w.in[b.Index]
			if n := len(w.marks[b.Index]); n > 0 {
				p = w.marks[b.Index][n-1].point
			}
			if q, ok := w.answers(ret, p); ok {
				others = append(others, q)
			} else {
				others = append(others, w.returns(b, ret, p, w.flows[b.Index])...)
			}
			known++
		}
	}
	for _, p := range w.exits[known:] {
		w.returned = append(w.returned, returned{point: p})
	}
	w.exits = append(w.exits, others...)
}
