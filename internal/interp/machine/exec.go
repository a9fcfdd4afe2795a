// This file runs instructions, conversions among them.

package machine

import (
	"go/token"
	"go/types"
	"golang.org/x/tools/go/ssa"
)

// get is what an operand holds.
func (fr *frame) get(x operand) Value {
	if x >= 0 {
		return fr.regs[x]
	}
	switch v := fr.info.fixed[^x].(type) {
	case *variable:
		return fr.t.Run.global(v)
	case late:
		if v.c == nil {
			panic(Unsupported("builtin as a value"))
		}
		return constOf(v.c)
	default:
		return v
	}
}

// global is the cell of a package's variable.
func (r *Run) global(v *variable) *Cell {
	if v.n >= len(r.globals) {
		r.globals = append(r.globals, make([]*Cell, v.n+1-len(r.globals))...)
	}
	c := r.globals[v.n]
	if c == nil {
		if img := r.image; img != nil && v.n < len(img.globals) {
			c = r.copier.Cell(img.globals[v.n])
		}
		if c == nil {
			c = &Cell{}
			r.fill(c, v.lay, nil)
		}
		r.globals[v.n] = c
	}
	return c
}

// run runs instructions until the function returns.
func (fr *frame) run() {
	r, ops := fr.t.Run, fr.info.ops
	for !fr.done {
		if r.Steps++; r.Steps&1023 == 0 {
			fr.tick()
		}
		o := &ops[fr.pc]
		fr.pc++
		if o.pos.IsValid() {
			fr.pos = o.pos
		}
		fr.o = o
		o.do(fr, o)
	}
}

// tick looks at bounds, and lets others run.
func (fr *frame) tick() {
	r := fr.t.Run
	if r.Steps > r.Limit {
		panic(Exhausted("steps"))
	}
	if r.Steps&4095 == 0 && fr.t.Quiet == 0 {
		fr.t.Hand()
	}
}

// jump goes along an edge, and gives the phis there their values, all at once.
func (fr *frame) jump(e *edge) {
	fr.pc = e.to
	fr.info.reached[e.block] = true
	if e.apart {
		for _, m := range e.moves {
			fr.regs[m.to] = fr.get(m.from)
		}
		return
	}
	var room [8]Value
	vals := room[:0]
	for _, m := range e.moves {
		vals = append(vals, fr.get(m.from))
	}
	for i, m := range e.moves {
		fr.regs[m.to] = vals[i]
	}
}

// doIf goes one of two ways.
func doIf(fr *frame, o *op) {
	k := 1
	if fr.get(o.a).(bool) {
		k = 0
	}
	fr.jump(&o.x.(*[2]edge)[k])
}

// doJump goes on elsewhere.
func doJump(fr *frame, o *op) { fr.jump(o.x.(*edge)) }

// doReturnOne ends a call with one result.
func doReturnOne(fr *frame, o *op) { fr.result, fr.done = fr.get(o.a), true }

// doReturn ends a call.
func doReturn(fr *frame, o *op) {
	fr.done = true
	list := *o.x.(*[]operand)
	if len(list) == 0 {
		return
	}
	out := make(Tuple, len(list))
	for i, v := range list {
		out[i] = fr.get(v)
	}
	fr.result = out
}

// doPanic panics.
func doPanic(fr *frame, o *op) { panic(fr.raised(fr.get(o.a).(Iface))) }

// doNothing does nothing.
func doNothing(*frame, *op) {}

// doUnsupported ends the root.
func doUnsupported(_ *frame, o *op) {
	if why, ok := o.x.(Unsupported); ok {
		panic(why)
	}
	panic(Unsupported(o.in.String()))
}

// doStore writes a variable.
func doStore(fr *frame, o *op) { fr.t.Store(fr.get(o.a).(*Cell), fr.get(o.b)) }

// doStoreAs writes a variable that may be seen as one of another type (V53).
func doStoreAs(fr *frame, o *op) {
	doStore(fr, o)
	fr.stored(o)
}

// doLoad reads a variable.
func doLoad(fr *frame, o *op) { fr.regs[o.dst] = fr.t.Load(fr.get(o.a).(*Cell)) }

// doUnused reads a variable, but for nothing: the compiler drops it.
func doUnused(fr *frame, o *op) {
	if fr.get(o.a).(*Cell) == nil {
		Fault("invalid memory address or nil pointer dereference")
	}
	fr.regs[o.dst] = nil
}

// doUpdate writes an element of a map.
func doUpdate(fr *frame, o *op) {
	fr.t.Update(fr.get(o.a).(*Table), fr.get(o.b), fr.get(o.c))
}

// doSend sends to a channel.
func doSend(fr *frame, o *op) {
	fr.t.Choose([]Choice{{Q: fr.get(o.a).(*Queue), Send: true, V: fr.get(o.b)}}, true, "send")
}

// doReceive receives from a channel.
func doReceive(fr *frame, o *op) {
	in := o.in.(*ssa.UnOp)
	a := fr.t.Choose([]Choice{{Q: fr.get(o.a).(*Queue)}}, true, "receive")
	v := a.V
	if !a.OK {
		v = Zero(ElemOf(in.X.Type()))
	}
	if in.CommaOk {
		v = Tuple{v, a.OK}
	}
	fr.regs[o.dst] = v
}

// doAlloc makes a variable that others may come to know.
func doAlloc(fr *frame, o *op) {
	c := &Cell{}
	fr.t.Run.fill(c, o.x.(*layout), nil)
	fr.regs[o.dst] = c
}

// doLocal makes a variable that stays in its function.
func doLocal(fr *frame, o *op) {
	c := &Cell{}
	fr.t.Run.fill(c, o.x.(*layout), private)
	fr.regs[o.dst] = c
}

// doFieldAddr is the address of a field.
func doFieldAddr(fr *frame, o *op) {
	c := fr.get(o.a).(*Cell)
	if c == nil {
		Fault("invalid memory address or nil pointer dereference")
	}
	fr.regs[o.dst] = &c.Parts[o.n]
}

// doField is a field of a struct.
func doField(fr *frame, o *op) { fr.regs[o.dst] = fr.get(o.a).(Agg)[o.n] }

// doExtract is one of several results.
func doExtract(fr *frame, o *op) { fr.regs[o.dst] = fr.get(o.a).(Tuple)[o.n] }

// doMakeInterface makes a value of interface type.
func doMakeInterface(fr *frame, o *op) {
	fr.regs[o.dst] = Iface{o.x.(*Iface).T, fr.get(o.a)}
}

// doMove gives a value another type.
func doMove(fr *frame, o *op) { fr.regs[o.dst] = fr.get(o.a) }

// doMakeClosure makes a function value.
func doMakeClosure(fr *frame, o *op) {
	c := o.x.(*closure)
	f := &Function{Fn: c.fn, free: make([]Value, len(c.free))}
	for i, b := range c.free {
		f.free[i] = fr.get(b)
	}
	fr.regs[o.dst] = f
}

// doMakeChan makes a channel.
func doMakeChan(fr *frame, o *op) { fr.regs[o.dst] = &Queue{size: int(AsInt(fr.get(o.a)))} }

// doMakeMap makes a map.
func doMakeMap(fr *frame, o *op) { fr.regs[o.dst] = NewTable() }

// doMakeSlice makes a slice.
func doMakeSlice(fr *frame, o *op) {
	n, c := int(AsInt(fr.get(o.a))), int(AsInt(fr.get(o.b)))
	if n < 0 || c < n {
		Fault("makeslice: len out of range")
	}
	fr.regs[o.dst] = fr.t.Run.makeSlice(o.x.(*layout), n, c)
}

// doArrayPointer makes a slice a pointer to an array.
func doArrayPointer(fr *frame, o *op) {
	s := fr.get(o.a).(Slice)
	if s.Len < o.n {
		Fault("cannot convert slice with length %d to array or pointer to array with length %d", s.Len, o.n)
	}
	if s.Base == nil {
		fr.regs[o.dst] = (*Cell)(nil)
		return
	}
	fr.regs[o.dst] = &Cell{Parts: s.Base.Parts[s.Off : s.Off+o.n : s.Off+o.n]}
}

// doLookup reads an element of a map.
func doLookup(fr *frame, o *op) {
	fr.regs[o.dst] = fr.t.lookup(o.x.(*ssa.Lookup), fr.get(o.a).(*Table), fr.get(o.b))
}

// doRange begins a loop.
func doRange(fr *frame, o *op) { fr.regs[o.dst] = fr.ranges(fr.get(o.a)) }

// doNext takes a loop's next step.
func doNext(fr *frame, o *op) { fr.regs[o.dst] = fr.get(o.a).(iterator)(fr.t) }

// doIndexAddr is the address of an element.
func doIndexAddr(fr *frame, o *op) {
	i := AsInt(fr.get(o.b))
	switch x := fr.get(o.a).(type) {
	case Slice:
		if i < 0 || i >= int64(x.Len) {
			Fault("index out of range [%d] with length %d", i, x.Len)
		}
		fr.regs[o.dst] = x.At(int(i))
	case *Cell:
		if x == nil {
			Fault("invalid memory address or nil pointer dereference")
		}
		if i < 0 || i >= int64(len(x.Parts)) {
			Fault("index out of range [%d] with length %d", i, len(x.Parts))
		}
		fr.regs[o.dst] = &x.Parts[i]
	default:
		panic(Unsupported(o.in.String()))
	}
}

// doIndex is an element of an array value or a byte of a string.
func doIndex(fr *frame, o *op) {
	i := AsInt(fr.get(o.b))
	switch x := fr.get(o.a).(type) {
	case Agg:
		if i < 0 || i >= int64(len(x)) {
			Fault("index out of range [%d] with length %d", i, len(x))
		}
		fr.regs[o.dst] = x[i]
	case string:
		if i < 0 || i >= int64(len(x)) {
			Fault("index out of range [%d] with length %d", i, len(x))
		}
		fr.regs[o.dst] = uint64(x[i])
	default:
		panic(Unsupported(o.in.String()))
	}
}

// doSlice slices an array, a slice or a string.
func doSlice(fr *frame, o *op) {
	bound := func(k, other int) int {
		if o.n&(1<<k) == 0 {
			return other
		}
		return int(AsInt(fr.get(o.x.(*[3]operand)[k])))
	}
	lo := bound(0, 0)
	switch x := fr.get(o.a).(type) {
	case string:
		hi := bound(1, len(x))
		if lo < 0 || hi < lo || hi > len(x) {
			Fault("slice bounds out of range [%d:%d] with length %d", lo, hi, len(x))
		}
		fr.regs[o.dst] = x[lo:hi]
	case Slice:
		hi := bound(1, x.Len)
		top := bound(2, x.Cap)
		if lo < 0 || hi < lo || top < hi || top > x.Cap {
			Fault("slice bounds out of range [%d:%d] with capacity %d", lo, hi, x.Cap)
		}
		if x.Base == nil {
			fr.regs[o.dst] = Slice{}
			return
		}
		fr.regs[o.dst] = Slice{x.Base, x.Off + lo, hi - lo, top - lo}
	case *Cell:
		if x == nil {
			Fault("invalid memory address or nil pointer dereference")
		}
		n := len(x.Parts)
		hi := bound(1, n)
		top := bound(2, n)
		if lo < 0 || hi < lo || top < hi || top > n {
			Fault("slice bounds out of range [%d:%d] with capacity %d", lo, hi, n)
		}
		fr.regs[o.dst] = Slice{x, lo, hi - lo, top - lo}
	default:
		panic(Unsupported(o.in.String()))
	}
}

// asserted is what a type assertion knows.
type asserted struct {
	in    *ssa.TypeAssert // the assertion
	iface bool            // it is about a type of interfaces
	last  Iface           // the type that was asked last, without a value; nil: none was
	ok    bool            // what the answer was
}

// doTypeAssert is a type assertion.
func doTypeAssert(fr *frame, o *op) {
	x, a := fr.get(o.a).(Iface), o.x.(*asserted)
	if x.T != nil && x.T != a.last.T {
		a.ok, a.last.T = fr.t.Run.World.Is(x.T, a.in.AssertedType), x.T
	}
	ok := x.T != nil && a.ok
	var v Value = x.V
	if a.iface {
		v = x
	}
	if a.in.CommaOk {
		if !ok {
			v = Zero(a.in.AssertedType)
		}
		fr.regs[o.dst] = Tuple{v, ok}
		return
	}
	if !ok {
		have := "nil"
		if x.T != nil {
			have = x.T.String()
		}
		Fail("interface conversion: interface is " + have + ", not " + a.in.AssertedType.String())
	}
	fr.regs[o.dst] = v
}

// doNot negates a truth.
func doNot(fr *frame, o *op) { fr.regs[o.dst] = !fr.get(o.a).(bool) }

// doNegate is an arithmetic operator with one operand.
func doNegate(fr *frame, o *op) {
	in := o.in.(*ssa.UnOp)
	var v Value
	switch x := fr.get(o.a).(type) {
	case int64:
		if v = Wrap(-x, in.Type()); in.Op == token.XOR {
			v = Wrap(^x, in.Type())
		}
	case uint64:
		if v = Wrap(int64(-x), in.Type()); in.Op == token.XOR {
			v = Wrap(int64(^x), in.Type())
		}
	case float64:
		v = -x
	case complex128:
		v = -x
	default:
		panic(Unsupported(in.String()))
	}
	fr.regs[o.dst] = v
}

// doCompare compares integers.
func doCompare[T int64 | uint64](fr *frame, o *op) {
	a, b := fr.get(o.a).(T), fr.get(o.b).(T)
	var v bool
	switch token.Token(o.n) {
	case token.EQL:
		v = a == b
	case token.NEQ:
		v = a != b
	case token.LSS:
		v = a < b
	case token.LEQ:
		v = a <= b
	case token.GTR:
		v = a > b
	default:
		v = a >= b
	}
	fr.regs[o.dst] = v
}

// doAdd adds signed integers.
func doAdd(fr *frame, o *op) {
	fr.regs[o.dst] = wrap(fr.get(o.a).(int64)+fr.get(o.b).(int64), o.x.(types.BasicKind))
}

// doSub subtracts signed integers.
func doSub(fr *frame, o *op) {
	fr.regs[o.dst] = wrap(fr.get(o.a).(int64)-fr.get(o.b).(int64), o.x.(types.BasicKind))
}

// doBinOp runs an operator with two operands.
func doBinOp(fr *frame, o *op) {
	fr.regs[o.dst] = binop(token.Token(o.n), o.x.(*Iface).T, fr.get(o.a), fr.get(o.b))
}

// doConvert converts a value.
func doConvert(fr *frame, o *op) {
	types := o.x.(*[2]types.Type)
	fr.regs[o.dst] = fr.convert(types[0], types[1], fr.get(o.a))
}

// doFromUnsafe converts an unsafe pointer.
func doFromUnsafe(fr *frame, o *op) {
	in := o.in.(*ssa.Convert)
	if c, ok := fr.get(o.a).(*Cell); ok {
		if p, ok := Under(in.Type()).(*types.Pointer); ok {
			fr.regs[o.dst] = fr.unsafely(p.Elem(), c, onlyRead(in))
			return
		}
	}
	doConvert(fr, o)
}

// doToUnsafe makes a pointer an unsafe one.
func doToUnsafe(fr *frame, o *op) {
	if c, ok := fr.get(o.a).(*Cell); ok {
		fr.pointed(o.in.(*ssa.Convert).X, c)
	}
	doConvert(fr, o)
}

// convert converts a value from one type to another.
func (fr *frame) convert(from, to types.Type, v Value) Value {
	f, t := Under(from), Under(to)
	switch t := t.(type) {
	case *types.Slice:
		return fr.toSlice(t, v)
	case *types.Pointer:
		return v
	case *types.Basic:
		return fr.toBasic(f, t, v)
	case *types.Array:
		s := v.(Slice)
		if int64(s.Len) < t.Len() {
			Fault("cannot convert slice with length %d to array with length %d", s.Len, t.Len())
		}
		a := make(Agg, t.Len())
		for i := range a {
			a[i] = fr.t.Load(s.At(i))
		}
		return a
	}
	return v
}

// toSlice converts a string to bytes or runes.
func (fr *frame) toSlice(t *types.Slice, v Value) Value {
	s, ok := v.(string)
	if !ok {
		return v
	}
	if b, ok := Under(t.Elem()).(*types.Basic); ok && b.Kind() == types.Uint8 {
		return fr.t.Run.BytesOf(s)
	}
	runes := []rune(s)
	out := fr.t.Run.MakeSlice(t.Elem(), len(runes), len(runes))
	for i, c := range runes {
		out.Base.Parts[i].V = int64(c)
	}
	return out
}

// toBasic converts to a number, a string or an unsafe pointer.
func (fr *frame) toBasic(from types.Type, to *types.Basic, v Value) Value {
	if to.Info()&types.IsString != 0 {
		return fr.toString(from, v)
	}
	if to.Kind() == types.UnsafePointer {
		if at, ok := v.(uint64); ok {
			return fr.t.Run.resolve(at)
		}
		return v
	}
	switch x := v.(type) {
	case int64:
		switch {
		case to.Info()&types.IsInteger != 0:
			return Wrap(x, to)
		case to.Info()&types.IsFloat != 0:
			return roundFloat(float64(x), to)
		}
	case uint64:
		switch {
		case to.Info()&types.IsInteger != 0:
			return Wrap(int64(x), to)
		case to.Info()&types.IsFloat != 0:
			return roundFloat(float64(x), to)
		}
	case float64:
		switch {
		case to.Info()&types.IsUnsigned != 0:
			if x >= 1<<63 {
				return Wrap(int64(uint64(x)), to)
			}
			return Wrap(int64(x), to)
		case to.Info()&types.IsInteger != 0:
			return Wrap(int64(x), to)
		case to.Info()&types.IsFloat != 0:
			return roundFloat(x, to)
		}
	case *Cell:
		if to.Kind() == types.Uintptr {
			return fr.t.Run.address(x)
		}
	}
	return v
}

// toString converts bytes, runes or a number to a string.
func (fr *frame) toString(from types.Type, v Value) Value {
	switch x := v.(type) {
	case int64:
		return string(rune(x))
	case uint64:
		return string(rune(x))
	case Slice:
		if b, ok := Under(ElemOf(from)).(*types.Basic); ok && b.Kind() == types.Uint8 {
			return string(fr.t.Bytes(x))
		}
		out := make([]rune, x.Len)
		for i := range out {
			out[i] = rune(fr.t.Load(x.At(i)).(int64))
		}
		return string(out)
	}
	return v
}
