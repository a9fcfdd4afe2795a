// This file follows a request along the ways through who has got it (Q3, Q4).

package requests

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A truth is what is known of a result: whether it is true, or set; unknown if that is open.
type truth int8

const (
	unknown truth = iota
	yes
	no
)

// A Leaving is where a request is left without an answer.
type Leaving struct {
	At    token.Pos     // the return, or the end of the way to the next request
	By    *ssa.Function // who leaves it
	Round bool          // it goes on to the next one
}

// An outcome is how a function may end that has not answered.
type outcome struct {
	Leaving
	results []truth // what it returns, for who has called it
}

// A holder is a function that has a request.
type holder struct {
	pkg     *Package           // whose functions are looked into
	a       *asker             // whose request it is
	fn      *ssa.Function      // the function
	depth   int                // how much deeper calls are followed
	message map[ssa.Value]bool // the request, a pointer to it, or a variable that holds it
	channel map[ssa.Value]bool // the channel for the answer
	from    request            // where the request was received; zero if the function was given it
	left    []outcome          // ways on which it has not answered
	seen    map[state]bool     // where ways have come to
	// how functions that were given it may have ended without an answer; nil: not known yet
	inner    map[ssa.CallInstruction][]outcome
	answered bool // on some way it answers, or gives the request away
}

// A state is where a way has come to.
type state struct {
	b     *ssa.BasicBlock // the block
	index int             // the instruction
	call  *ssa.Call       // the last function on the way that was given the request and did not answer; nil: none
	end   int             // how that has ended
}

// newHolder is a function that may have a request.
func newHolder(pkg *Package, a *asker, fn *ssa.Function, depth int, from request) *holder {
	return &holder{
		pkg: pkg, a: a, fn: fn, depth: depth, from: from, message: map[ssa.Value]bool{}, channel: map[ssa.Value]bool{},
		seen: map[state]bool{}, inner: map[ssa.CallInstruction][]outcome{},
	}
}

// carry notes that a value is the request, or leads to it, and what is taken from it.
func (h *holder) carry(v ssa.Value) {
	if v == nil || h.message[v] {
		return
	}
	h.message[v] = true
	for _, i := range *v.Referrers() {
		switch x := i.(type) {
		case *ssa.Field:
			if h.isAnswer(x.X.Type(), x.Field) {
				h.carryChannel(x)
			}
		case *ssa.FieldAddr:
			if h.isAnswer(x.X.Type(), x.Field) {
				h.carryLoads(x)
			}
		case *ssa.Store:
			if x.Val == v && h.isLocal(x.Addr) {
				h.carry(x.Addr)
			}
		case *ssa.UnOp:
			if x.Op == token.MUL {
				h.carry(x)
			}
		case *ssa.TypeAssert:
			switch {
			case !types.Identical(x.AssertedType, h.a.message) && !types.IsInterface(x.AssertedType):
			case x.CommaOk:
				h.carry(place.Part(x, 0))
			default:
				h.carry(x)
			}
		case *ssa.MakeInterface:
			h.carry(x)
		case *ssa.ChangeInterface:
			h.carry(x)
		}
	}
}

// carryChannel notes that a value is the channel for the answer, or a variable that holds it, and what is made of it.
func (h *holder) carryChannel(v ssa.Value) {
	if h.channel[v] {
		return
	}
	h.channel[v] = true
	for _, i := range *v.Referrers() {
		switch x := i.(type) {
		case *ssa.ChangeType:
			h.carryChannel(x)
		case *ssa.MakeInterface:
			h.carryChannel(x)
		case *ssa.Store:
			if x.Val == v && h.isLocal(x.Addr) {
				h.channel[x.Addr] = true
				h.carryLoads(x.Addr)
			}
		}
	}
}

// carryLoads notes that what is loaded from an address is the channel for the answer.
func (h *holder) carryLoads(addr ssa.Value) {
	for _, i := range *addr.Referrers() {
		if load, ok := i.(*ssa.UnOp); ok {
			h.carryChannel(load)
		}
	}
}

// isAnswer reports whether a field of a struct, or of what a pointer leads to, is that of the channel for the answer.
func (h *holder) isAnswer(t types.Type, field int) bool {
	return field == h.a.addr.Field && types.Identical(source.Deref(t), source.Deref(h.a.addr.X.Type()))
}

// isLocal reports whether an address is that of a variable that is made for each request.
func (h *holder) isLocal(addr ssa.Value) bool {
	local, ok := addr.(*ssa.Alloc)
	return ok && (h.from.start == nil || h.from.start.Dominates(local.Block()))
}

// has reports whether a value is the request or its channel.
func (h *holder) has(v ssa.Value) bool { return v != nil && (h.message[v] || h.channel[v]) }

// walk follows the ways from a state.
func (h *holder) walk(s state) {
	if h.seen[s] || len(h.seen) > maxStates {
		return
	}
	h.seen[s] = true
	for k := s.index; k < len(s.b.Instrs); k++ {
		i := s.b.Instrs[k]
		if i == h.from.at {
			h.leave(s, lastPos(s.b, k), true, nil)
			return
		}
		switch x := i.(type) {
		case *ssa.Return:
			if slices.ContainsFunc(x.Results, h.has) {
				h.answered = true
			} else {
				h.leave(s, x.Pos(), false, x)
			}
			return
		case *ssa.Panic:
			return
		case *ssa.TypeAssert:
			if h.message[x.X] && !x.CommaOk && !h.message[x] {
				return
			}
		case ssa.CallInstruction:
			if goesOn := h.called(x, s, k); !goesOn {
				return
			}
		default:
			if h.answers(i) {
				h.answered = true
				return
			}
		}
	}
	h.next(s)
}

// called follows the ways behind an instruction that calls, starts or defers a function; it reports whether they are
// those without the call.
func (h *holder) called(c ssa.CallInstruction, s state, k int) bool {
	ends, given := h.call(c)
	if !given {
		return true
	}
	x, ok := c.(*ssa.Call)
	if !ok { // others may be left to answer
		return len(ends) > 0
	}
	for n := range ends {
		h.walk(state{s.b, k + 1, x, n})
	}
	return false
}

// next follows the ways on from the end of a block.
func (h *holder) next(s state) {
	cond, _ := s.b.Instrs[len(s.b.Instrs)-1].(*ssa.If)
	for k := range s.b.Succs {
		to := h.pkg.Next(s.b, k)
		if to == nil || cond != nil && h.excludes(s, cond.Cond, k == 0) {
			continue
		}
		switch {
		case h.keeps(s.b, to):
			h.answered = true
		case h.again(to):
			h.leave(s, lastPos(s.b, len(s.b.Instrs)), true, nil)
		default:
			h.walk(state{to, 0, s.call, s.end})
		}
	}
}

// again reports whether a block receives the next request, and does nothing with this one before.
func (h *holder) again(b *ssa.BasicBlock) bool {
	k := slices.Index(b.Instrs, h.from.at)
	return k >= 0 && !slices.ContainsFunc(b.Instrs[:k], func(i ssa.Instruction) bool {
		c, ok := i.(ssa.CallInstruction)
		return h.answers(i) || ok && slices.ContainsFunc(c.Common().Args, h.has)
	})
}

// keeps reports whether a variable has the request behind an edge.
func (h *holder) keeps(b, to *ssa.BasicBlock) bool {
	k := slices.Index(to.Preds, b)
	return slices.ContainsFunc(to.Instrs, func(i ssa.Instruction) bool {
		phi, ok := i.(*ssa.Phi)
		return ok && h.has(phi.Edges[k])
	})
}

// leave notes a way on which there was no answer: the return of the last function on it that was given the request, or
// the end of the way.
func (h *holder) leave(s state, at token.Pos, round bool, ret *ssa.Return) {
	out := outcome{Leaving: Leaving{at, h.fn, round}}
	if s.call != nil {
		out.Leaving = h.inner[s.call][s.end].Leaving
	}
	if ret != nil {
		for _, v := range ret.Results {
			out.results = append(out.results, known(v, ret.Block()))
		}
	}
	same := func(x outcome) bool { return slices.Equal(x.results, out.results) }
	if out.At.IsValid() && !slices.ContainsFunc(h.left, same) {
		h.left = append(h.left, out)
	}
}

// known is what is known of a value that a block returns. An error of which nothing is known is set: who has not
// answered has failed (fewer leaks).
func known(v ssa.Value, at *ssa.BasicBlock) truth {
	c, ok := v.(*ssa.Const)
	switch {
	case ok && c.Value != nil && c.Value.Kind() == constant.Bool:
		if constant.BoolVal(c.Value) {
			return yes
		}
		return no
	case ok && c.Value == nil:
		return no
	}
	if set, told := branch.Told(v, at); told {
		return truthOf(set)
	}
	if place.IsError(v.Type()) {
		return yes
	}
	return unknown
}

// answers reports whether an instruction, other than a call, answers the request or gives it away.
func (h *holder) answers(i ssa.Instruction) bool {
	switch x := i.(type) {
	case *ssa.Send:
		return h.channel[x.Chan] || h.has(x.X)
	case *ssa.Select:
		return slices.ContainsFunc(x.States, func(st *ssa.SelectState) bool { return h.channel[st.Chan] || h.has(st.Send) })
	case *ssa.Store:
		return h.has(x.Val) && !h.isLocal(x.Addr)
	case *ssa.ChangeType: // to a type whose fields are not followed
		return h.message[x.X]
	case *ssa.MapUpdate:
		return h.has(x.Key) || h.has(x.Value)
	case *ssa.MakeClosure:
		return slices.ContainsFunc(x.Bindings, h.has)
	}
	return false
}

// call is how the function that an instruction calls, starts or defers may end without an answer; given is false if it
// does not get the request.
func (h *holder) call(c ssa.CallInstruction) (ends []outcome, given bool) {
	args := c.Common().Args
	if c.Common().IsInvoke() {
		args = append(slices.Clone(args), c.Common().Value)
	}
	if !slices.ContainsFunc(args, h.has) {
		return nil, false
	}
	if place.IsBuiltin(c.Common(), "len") || place.IsBuiltin(c.Common(), "cap") {
		return nil, false
	}
	if ends, known := h.inner[c]; known {
		return ends, true
	}
	g := c.Common().StaticCallee()
	if g != nil {
		g = source.Origin(g)
	}
	if g == nil || h.depth == 0 || !h.pkg.Own(g) || len(g.Blocks) == 0 || len(g.Params) != len(args) {
		h.answered = true
		return nil, true
	}
	inner := newHolder(h.pkg, h.a, g, h.depth-1, request{})
	for k, v := range args {
		switch {
		case h.message[v]:
			inner.carry(g.Params[k])
		case h.channel[v]:
			inner.carryChannel(g.Params[k])
		}
	}
	inner.walk(state{b: g.Blocks[0]})
	h.inner[c] = inner.left
	h.answered = h.answered || inner.answered
	return inner.left, true
}

// excludes reports whether a condition cannot have a value, or may be agreed on: it asks what only the asker knows of
// the request, or what a function that was given it knows of the answer.
func (h *holder) excludes(s state, cond ssa.Value, value bool) bool {
	v, sense := branch.Positive(cond)
	value = value == sense
	is := h.truth(s, v)
	return is == yes && !value || is == no && value || is == unknown && h.agreed(s, v, maxOperands)
}

// agreed reports whether a value is computed from fields of the request, or from what the last function has returned
// that was given it.
func (h *holder) agreed(s state, v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	if call, _ := place.ResultOf(v); call != nil && call == s.call {
		return true
	}
	switch x := v.(type) {
	case *ssa.Field:
		return h.message[x.X]
	case *ssa.UnOp:
		f, ok := x.X.(*ssa.FieldAddr)
		return ok && x.Op == token.MUL && h.message[f.X] || x.Op == token.NOT && h.agreed(s, x.X, depth-1)
	case *ssa.BinOp:
		return h.agreed(s, x.X, depth-1) || h.agreed(s, x.Y, depth-1)
	case *ssa.Convert:
		return h.agreed(s, x.X, depth-1)
	case *ssa.Phi: // a flag that is set on some of the ways
		return place.IsBool(x.Type()) && (h.from.start == nil || h.from.start.Dominates(x.Block()))
	case *ssa.Call:
		return place.IsBuiltin(&x.Call, "len") && h.agreed(s, x.Call.Args[0], depth-1)
	}
	return false
}

// truth is what is known of a condition.
func (h *holder) truth(s state, v ssa.Value) truth {
	if v == h.from.ok {
		return yes
	}
	if x, ok := v.(*ssa.Extract); ok && x.Index == 1 {
		if is, ok := x.Tuple.(*ssa.TypeAssert); ok && h.message[is.X] && !types.IsInterface(is.AssertedType) {
			return truthOf(types.Identical(is.AssertedType, h.a.message))
		}
	}
	if is := h.result(s, v); is != unknown {
		return is
	}
	x, ok := v.(*ssa.BinOp)
	if !ok {
		if c := h.constant(v); c != nil && c.Kind() == constant.Bool {
			return truthOf(constant.BoolVal(c))
		}
		return unknown
	}
	a, b := x.X, x.Y
	if place.IsNil(a) {
		a, b = b, a
	}
	if place.IsNil(b) && (x.Op == token.EQL || x.Op == token.NEQ) {
		set := h.result(s, a)
		if h.has(a) {
			set = yes
		} else if c := h.field(a); c != nil && c.IsNil() {
			set = no
		}
		return negate(set, x.Op == token.EQL)
	}
	left, right := h.constant(x.X), h.constant(x.Y)
	if left == nil || right == nil || left.Kind() != right.Kind() || !compares(x.Op) {
		return unknown
	}
	return truthOf(constant.Compare(left, x.Op, right))
}

// compares reports whether an operator compares.
func compares(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// truthOf is what is known if a condition has a value.
func truthOf(value bool) truth {
	if value {
		return yes
	}
	return no
}

// negate is the opposite, if asked for.
func negate(t truth, opposite bool) truth {
	if t == unknown || !opposite {
		return t
	}
	return yes + no - t
}

// result is what is known of a result of the last function that was given the request.
func (h *holder) result(s state, v ssa.Value) truth {
	call, n := place.ResultOf(v)
	if call == nil || call != s.call {
		return unknown
	}
	inner, _ := h.call(call)
	if s.end >= len(inner) || n >= len(inner[s.end].results) {
		return unknown
	}
	return inner[s.end].results[n]
}

// constant is the value of a constant, or of a field of the request of which it is known; nil for others.
func (h *holder) constant(v ssa.Value) constant.Value {
	c, ok := v.(*ssa.Const)
	if !ok {
		c = h.field(v)
	}
	if c == nil {
		return nil
	}
	return c.Value
}

// field is what the asker has left in the field of the request that a value has been loaded from; nil if that may be
// anything.
func (h *holder) field(v ssa.Value) *ssa.Const {
	var base ssa.Value
	field := 0
	switch x := v.(type) {
	case *ssa.Field:
		base, field = x.X, x.Field
	case *ssa.UnOp:
		if f, ok := x.X.(*ssa.FieldAddr); ok && x.Op == token.MUL {
			base, field = f.X, f.Field
		}
	}
	if base == nil || !h.message[base] || !types.Identical(source.Deref(base.Type()), source.Deref(h.a.addr.X.Type())) {
		return nil
	}
	return h.a.known[field]
}

// lastPos is the position of the last instruction before one that has one, on some way there.
func lastPos(b *ssa.BasicBlock, k int) token.Pos {
	for range len(b.Parent().Blocks) {
		for _, i := range slices.Backward(b.Instrs[:k]) {
			if i.Pos().IsValid() {
				return i.Pos()
			}
		}
		if len(b.Preds) == 0 {
			return token.NoPos
		}
		b = b.Preds[0]
		k = len(b.Instrs)
	}
	return token.NoPos
}
