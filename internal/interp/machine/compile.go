// This file makes functions ready to run: their values are numbered, and each instruction knows where its operands are
// and which function of this room runs it (V59).

package machine

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// An op is an instruction that is ready to run.
type op struct {
	spot
	do      func(fr *frame, o *op) // runs it
	x       any                    // what else it needs; nil: nothing
	n       int                    // a number that it needs: a field, an operator
	dst     int32                  // the register of its result
	a, b, c operand                // what it works on
	id      uint8                  // tells it from its neighbours
}

// An operand is where a value is found: a register, or behind zero what is fixed.
type operand int32

// info is what is known of a function's code.
type info struct {
	fn      *ssa.Function         // the function
	native  Native                // does it instead; nil: nothing does
	index   map[ssa.Value]int32   // parameters, free variables and instructions, numbered from 0
	known   map[ssa.Value]operand // fixed values that have a number
	fixed   []Value               // constants, functions and *variable
	ops     []op                  // all instructions, block by block
	starts  []int                 // where each block begins
	reached []bool                // which blocks runs have come to
	size    int                   // how many values have a number
	params  int                   // how many parameters it has
	recover int                   // where it goes on when it has recovered; below zero: nowhere
	defers  bool                  // it defers calls
	ready   bool                  // its instructions are compiled
}

// infoOf is what is known of a function; its instructions are compiled when it is called.
func (w *World) infoOf(fn *ssa.Function) *info {
	x := w.infos[fn]
	if x == nil {
		x = &info{fn: fn, native: w.native(fn)}
		w.infos[fn] = x
	}
	return x
}

// Called are the functions that runs have called, natives left out.
func (w *World) Called() (list []*ssa.Function) {
	for fn, x := range w.infos {
		if x.ready {
			list = append(list, fn)
		}
	}
	return list
}

// Reached gives the instructions of a function in blocks that runs have come to, and those of the others.
func (w *World) Reached(fn *ssa.Function) (done, left []ssa.Instruction) {
	x := w.infos[fn]
	if x == nil || !x.ready {
		return nil, nil
	}
	for _, b := range fn.Blocks {
		if x.reached[b.Index] {
			done = append(done, b.Instrs...)
		} else {
			left = append(left, b.Instrs...)
		}
	}
	return done, left
}

// opOf is what an instruction was made of a function's.
func (x *info) opOf(in ssa.Instruction) *op {
	for i := range x.ops {
		if x.ops[i].in == in {
			return &x.ops[i]
		}
	}
	return nil
}

// A late constant is one that cannot be made; who uses it cannot be run.
type late struct {
	c *ssa.Const // the constant
}

// compile makes a function ready to run.
func (w *World) compile(x *info) {
	fn := x.fn
	x.ready = true
	x.index, x.known = map[ssa.Value]int32{}, map[ssa.Value]operand{}
	x.params, x.recover = len(fn.Params), -1
	for _, p := range fn.Params {
		x.index[p] = int32(len(x.index))
	}
	for _, p := range fn.FreeVars {
		x.index[p] = int32(len(x.index))
	}
	n := 0
	for _, b := range fn.Blocks {
		x.starts = append(x.starts, n)
		n += len(b.Instrs)
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				x.index[v] = int32(len(x.index))
			}
			switch in.(type) {
			case *ssa.Defer, *ssa.RunDefers:
				x.defers = true
			}
		}
	}
	if fn.Recover != nil {
		x.recover = x.starts[fn.Recover.Index]
	}
	x.reached = make([]bool, len(fn.Blocks))
	x.reached[0] = true
	if fn.Recover != nil {
		x.reached[fn.Recover.Index] = true // it is gone to without an edge
	}
	x.ops = make([]op, 0, n)
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			x.ops = append(x.ops, w.compileOne(x, in))
		}
	}
	x.size, x.index, x.known = len(x.index), nil, nil
}

// compileOne makes an instruction ready. One that cannot be run says so when it is met.
func (w *World) compileOne(x *info, in ssa.Instruction) (o op) {
	o = op{spot: spot{in, in.Pos()}, id: uint8(len(x.ops))}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case Unsupported:
			o.do, o.x = doUnsupported, e
		default:
			panic(e)
		}
	}()
	if v, ok := in.(ssa.Value); ok {
		o.dst = x.index[v]
		w.compileValue(x, &o, v)
	} else {
		w.compileStep(x, &o)
	}
	return o
}

// at is where an operand is found.
func (w *World) at(x *info, v ssa.Value) operand {
	if n, ok := x.index[v]; ok {
		return operand(n)
	}
	if o, ok := x.known[v]; ok {
		return o
	}
	var fixed Value
	switch v := v.(type) {
	case *ssa.Const:
		fixed = tryConst(v)
	case *ssa.Global:
		fixed = w.variableOf(v)
	case *ssa.Function:
		fixed = &Function{Fn: v}
	default: // who uses it as a value cannot be run
		fixed = late{}
	}
	x.fixed = append(x.fixed, fixed)
	o := operand(-len(x.fixed))
	x.known[v] = o
	return o
}

// tryConst is the value of a constant, if it has one.
func tryConst(c *ssa.Const) (v Value) {
	defer func() {
		if _, bad := recover().(Unsupported); bad {
			v = late{c}
		}
	}()
	return constOf(c)
}

// all are where several operands are found.
func (w *World) all(x *info, list []ssa.Value) []operand {
	out := make([]operand, len(list))
	for i, v := range list {
		out[i] = w.at(x, v)
	}
	return out
}

// compileStep makes an instruction ready that gives no value.
func (w *World) compileStep(x *info, o *op) {
	switch in := o.in.(type) {
	case *ssa.If:
		o.do, o.a = doIf, w.at(x, in.Cond)
		o.x = &[2]edge{w.edge(x, in.Block(), 0), w.edge(x, in.Block(), 1)}
	case *ssa.Jump:
		e := w.edge(x, in.Block(), 0)
		o.do, o.x = doJump, &e
	case *ssa.Return:
		list := w.all(x, in.Results)
		o.do, o.x = doReturn, &list
		if len(in.Results) == 1 {
			o.do, o.a = doReturnOne, w.at(x, in.Results[0])
		}
	case *ssa.Panic:
		o.do, o.a = doPanic, w.at(x, in.X)
	case *ssa.DebugRef:
		o.do = doNothing
	case *ssa.Store:
		o.do, o.a, o.b = doStore, w.at(x, in.Addr), w.at(x, in.Val)
		if convertedBy(in.Addr) != nil {
			o.do = doStoreAs
		} else if place.StoresBack(in) {
			o.do = doNothing
		}
	case *ssa.MapUpdate:
		o.do, o.a, o.b, o.c = doUpdate, w.at(x, in.Map), w.at(x, in.Key), w.at(x, in.Value)
	case *ssa.Send:
		o.do, o.a, o.b = doSend, w.at(x, in.Chan), w.at(x, in.X)
	case *ssa.Go:
		o.do, o.x = doGo, w.site(x, &in.Call)
	case *ssa.Defer:
		o.do, o.x = doDefer, w.site(x, &in.Call)
	case *ssa.RunDefers:
		o.do = doRunDefers
	default:
		o.do = doUnsupported
	}
}

// compileValue makes an instruction ready that gives a value.
func (w *World) compileValue(x *info, o *op, v ssa.Value) {
	switch in := v.(type) {
	case *ssa.Phi: // done by jumps
		o.do = doNothing
	case *ssa.Call:
		w.compileCall(x, o, in)
	case *ssa.UnOp:
		w.compileUnOp(x, o, in)
	case *ssa.BinOp:
		w.compileBinOp(x, o, in)
	case *ssa.Alloc:
		o.do, o.x = doAlloc, w.layouts.of(ElemOf(in.Type()))
		if !in.Heap {
			o.do = doLocal
		}
	case *ssa.FieldAddr:
		o.do, o.a, o.n = doFieldAddr, w.at(x, in.X), in.Field
	case *ssa.Field:
		o.do, o.a, o.n = doField, w.at(x, in.X), in.Field
	case *ssa.IndexAddr:
		o.do, o.a, o.b = doIndexAddr, w.at(x, in.X), w.at(x, in.Index)
	case *ssa.Index:
		o.do, o.a, o.b = doIndex, w.at(x, in.X), w.at(x, in.Index)
	case *ssa.Extract:
		o.do, o.a, o.n = doExtract, w.at(x, in.Tuple), in.Index
	case *ssa.MakeInterface:
		o.do, o.a, o.x = doMakeInterface, w.at(x, in.X), &Iface{T: in.X.Type()}
	case *ssa.ChangeInterface:
		o.do, o.a = doMove, w.at(x, in.X)
	case *ssa.ChangeType:
		o.do, o.a = doMove, w.at(x, in.X)
	case *ssa.Convert:
		o.do, o.a, o.x = doConvert, w.at(x, in.X), &[2]types.Type{in.X.Type(), in.Type()}
		if isPointer(in.X.Type()) {
			o.do = doFromUnsafe
		} else if isPointer(in.Type()) {
			o.do = doToUnsafe
		}
	case *ssa.MultiConvert:
		o.do, o.a, o.x = doConvert, w.at(x, in.X), &[2]types.Type{in.X.Type(), in.Type()}
	case *ssa.MakeClosure:
		o.do, o.x = doMakeClosure, &closure{in.Fn.(*ssa.Function), w.all(x, in.Bindings)}
	case *ssa.TypeAssert:
		o.do, o.a = doTypeAssert, w.at(x, in.X)
		o.x = &asserted{in: in, iface: types.IsInterface(in.AssertedType)}
	default:
		w.compileRare(x, o, v)
	}
}

// compileRare makes one of the rarer ones ready.
func (w *World) compileRare(x *info, o *op, v ssa.Value) {
	switch in := v.(type) {
	case *ssa.MakeChan:
		o.do, o.a = doMakeChan, w.at(x, in.Size)
	case *ssa.MakeMap:
		o.do = doMakeMap
	case *ssa.MakeSlice:
		o.do, o.a, o.b, o.x = doMakeSlice, w.at(x, in.Len), w.at(x, in.Cap), w.layouts.of(ElemOf(in.Type()))
	case *ssa.Slice:
		o.do, o.a = doSlice, w.at(x, in.X)
		bounds := [3]operand{}
		for i, b := range []ssa.Value{in.Low, in.High, in.Max} {
			if b != nil {
				bounds[i], o.n = w.at(x, b), o.n|1<<i
			}
		}
		o.x = &bounds
	case *ssa.SliceToArrayPointer:
		o.do, o.a = doArrayPointer, w.at(x, in.X)
		o.n = int(Under(ElemOf(in.Type())).(*types.Array).Len())
	case *ssa.Lookup:
		o.do, o.a, o.b, o.x = doLookup, w.at(x, in.X), w.at(x, in.Index), in
	case *ssa.Range:
		o.do, o.a = doRange, w.at(x, in.X)
	case *ssa.Next:
		o.do, o.a = doNext, w.at(x, in.Iter)
	case *ssa.Select:
		w.compileSelect(x, o, in)
	default:
		o.do = doUnsupported
	}
}

// compileUnOp makes an operator with one operand ready.
func (w *World) compileUnOp(x *info, o *op, in *ssa.UnOp) {
	o.a = w.at(x, in.X)
	switch in.Op {
	case token.MUL:
		if o.do = doLoad; unused(in) {
			o.do = doUnused
		}
	case token.ARROW:
		o.do = doReceive
	case token.NOT:
		o.do = doNot
	case token.SUB, token.XOR:
		o.do = doNegate
	default:
		o.do = doUnsupported
	}
}

// compileBinOp makes an operator with two operands ready.
func (w *World) compileBinOp(x *info, o *op, in *ssa.BinOp) {
	o.a, o.b = w.at(x, in.X), w.at(x, in.Y)
	typ := Under(in.X.Type())
	o.do, o.n, o.x = doBinOp, int(in.Op), &Iface{T: typ}
	b, ok := typ.(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 || in.Op == token.SHL || in.Op == token.SHR {
		return
	}
	k := b.Kind()
	switch unsigned := b.Info()&types.IsUnsigned != 0; {
	case comparing[in.Op] && unsigned:
		o.do = doCompare[uint64]
	case comparing[in.Op]:
		o.do = doCompare[int64]
	case in.Op == token.ADD && !unsigned:
		o.do, o.x = doAdd, k
	case in.Op == token.SUB && !unsigned:
		o.do, o.x = doSub, k
	}
}

// comparing are the operators that compare.
var comparing = map[token.Token]bool{
	token.EQL: true, token.NEQ: true, token.LSS: true, token.LEQ: true, token.GTR: true, token.GEQ: true,
}

// An edge leads from a block to another one.
type edge struct {
	to    int    // where that begins
	block int    // its number
	moves []move // what the phis there get, all at once
	apart bool   // no phi gets what another one of them had
}

// A move gives a value to a phi.
type move struct {
	to   int32   // the phi's register
	from operand // the value
}

// edge is the k-th edge out of a block.
func (w *World) edge(x *info, b *ssa.BasicBlock, k int) edge {
	to := b.Succs[k]
	e := edge{to: x.starts[to.Index], block: to.Index, apart: true}
	at := 0
	for i, p := range to.Preds {
		if p == b {
			at = i
			break
		}
	}
	set := map[operand]bool{}
	for _, in := range to.Instrs {
		p, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		m := move{x.index[p], w.at(x, p.Edges[at])}
		e.apart = e.apart && !set[m.from]
		set[operand(m.to)] = true
		e.moves = append(e.moves, m)
	}
	return e
}

// A closure is a function with what it captures.
type closure struct {
	fn   *ssa.Function // the function
	free []operand     // its free variables
}
