// This file runs instructions, conversions among them.

package machine

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// get is what an operand holds.
func (fr *frame) get(v ssa.Value) Value {
	switch v := v.(type) {
	case *ssa.Const:
		x, ok := fr.info.consts[v]
		if !ok {
			x = constOf(v)
			fr.info.consts[v] = x
		}
		return x
	case *ssa.Global:
		return fr.t.Run.global(v)
	case *ssa.Function:
		return &Function{Fn: v}
	case *ssa.Builtin:
		panic(Unsupported("builtin as a value"))
	}
	return fr.regs[fr.info.index[v]]
}

// global is the cell of a package's variable.
func (r *Run) global(g *ssa.Global) *Cell {
	c := r.globals[g]
	if c == nil && r.image != nil {
		c = r.copier.Cell(r.image.globals[g])
		r.globals[g] = c
	}
	if c == nil {
		c = &Cell{}
		r.Fill(c, ElemOf(g.Type()), false)
		r.globals[g] = c
	}
	return c
}

// run runs instructions until the function returns.
func (fr *frame) run() {
	for {
		for _, in := range fr.block.Instrs {
			r := fr.t.Run
			if r.Steps++; r.Steps&1023 == 0 {
				fr.tick()
			}
			if p := in.Pos(); p.IsValid() {
				fr.pos = p
			}
			fr.in = in
			if jumped := fr.step(in); jumped {
				break
			}
		}
		if fr.block == nil {
			return
		}
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

// step runs one instruction; it reports whether the block is left.
func (fr *frame) step(in ssa.Instruction) (left bool) {
	switch in := in.(type) {
	case *ssa.If:
		k := 1
		if fr.get(in.Cond).(bool) {
			k = 0
		}
		fr.jump(fr.block.Succs[k])
		return true
	case *ssa.Jump:
		fr.jump(fr.block.Succs[0])
		return true
	case *ssa.Return:
		fr.returns(in)
		return true
	case *ssa.Panic:
		panic(fr.raised(fr.get(in.X).(Iface)))
	case *ssa.Phi: // done by jump
	case *ssa.DebugRef:
	case *ssa.Store:
		fr.t.Store(fr.get(in.Addr).(*Cell), fr.get(in.Val))
	case *ssa.MapUpdate:
		fr.t.Update(fr.get(in.Map).(*Table), fr.get(in.Key), fr.get(in.Value))
	case *ssa.Send:
		fr.t.Choose([]Choice{{Q: fr.get(in.Chan).(*Queue), Send: true, V: fr.get(in.X)}}, true, "send")
	case *ssa.Go:
		f, args := fr.callee(&in.Call)
		fr.t.Run.Spawn(fr.t, fr.t.Here(), f, args)
		fr.t.Yield()
	case *ssa.Defer:
		f, args := fr.callee(&in.Call)
		fr.deferred = append(fr.deferred, deferred{in, in.Pos(), f, args})
	case *ssa.RunDefers:
		fr.runDefers()
		if fr.exit {
			panic(Exit{})
		}
	case ssa.Value:
		fr.regs[fr.info.index[in]] = fr.eval(in)
	default:
		panic(Unsupported(in.String()))
	}
	return false
}

// jump goes to a block, and gives its phis their values, all at once.
func (fr *frame) jump(to *ssa.BasicBlock) {
	edge := 0
	for i, p := range to.Preds {
		if p == fr.block {
			edge = i
			break
		}
	}
	var vals []Value
	for _, in := range to.Instrs {
		p, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		vals = append(vals, fr.get(p.Edges[edge]))
	}
	for i, v := range vals {
		fr.regs[fr.info.index[to.Instrs[i].(*ssa.Phi)]] = v
	}
	fr.block = to
}

// returns ends a frame.
func (fr *frame) returns(in *ssa.Return) {
	switch len(in.Results) {
	case 0:
	case 1:
		fr.result = fr.get(in.Results[0])
	default:
		out := make(Tuple, len(in.Results))
		for i, v := range in.Results {
			out[i] = fr.get(v)
		}
		fr.result = out
	}
	fr.block = nil
}

// eval computes what a value instruction gives.
func (fr *frame) eval(in ssa.Value) Value {
	t := fr.t
	switch in := in.(type) {
	case *ssa.Call:
		f, args := fr.callee(&in.Call)
		pos := fr.pos
		v := t.call(fr, in, pos, f, args)
		fr.pos, fr.in = pos, in
		return v
	case *ssa.UnOp:
		return fr.unop(in)
	case *ssa.BinOp:
		return binop(in.Op, Under(in.X.Type()), fr.get(in.X), fr.get(in.Y))
	case *ssa.Alloc:
		c := &Cell{}
		t.Run.Fill(c, ElemOf(in.Type()), !in.Heap)
		return c
	case *ssa.FieldAddr:
		c := fr.get(in.X).(*Cell)
		if c == nil {
			Fault("invalid memory address or nil pointer dereference")
		}
		return &c.Parts[in.Field]
	case *ssa.Field:
		return fr.get(in.X).(Agg)[in.Field]
	case *ssa.IndexAddr:
		return fr.indexAddr(in)
	case *ssa.Index:
		return fr.index(in)
	case *ssa.Extract:
		return fr.get(in.Tuple).(Tuple)[in.Index]
	case *ssa.MakeInterface:
		return Iface{in.X.Type(), fr.get(in.X)}
	case *ssa.ChangeInterface, *ssa.ChangeType:
		return fr.get(*in.(ssa.Instruction).Operands(nil)[0])
	case *ssa.Convert:
		return fr.converts(in)
	case *ssa.MakeClosure:
		f := &Function{Fn: in.Fn.(*ssa.Function)}
		for _, b := range in.Bindings {
			f.free = append(f.free, fr.get(b))
		}
		return f
	case *ssa.TypeAssert:
		return fr.assert(in)
	}
	return fr.evalMore(in)
}

// evalMore computes the rarer ones.
func (fr *frame) evalMore(in ssa.Value) Value {
	t := fr.t
	switch in := in.(type) {
	case *ssa.MakeChan:
		n := fr.get(in.Size)
		return &Queue{size: int(AsInt(n))}
	case *ssa.MakeMap:
		return NewTable()
	case *ssa.MakeSlice:
		n, c := int(AsInt(fr.get(in.Len))), int(AsInt(fr.get(in.Cap)))
		if n < 0 || c < n {
			Fault("makeslice: len out of range")
		}
		return t.Run.MakeSlice(ElemOf(in.Type()), n, c)
	case *ssa.Slice:
		return fr.slice(in)
	case *ssa.SliceToArrayPointer:
		s := fr.get(in.X).(Slice)
		n := int(Under(ElemOf(in.Type())).(*types.Array).Len())
		if s.Len < n {
			Fault("cannot convert slice with length %d to array or pointer to array with length %d", s.Len, n)
		}
		if s.Base == nil {
			return (*Cell)(nil)
		}
		return &Cell{Parts: s.Base.Parts[s.Off : s.Off+n : s.Off+n]}
	case *ssa.Lookup:
		return t.lookup(in, fr.get(in.X).(*Table), fr.get(in.Index))
	case *ssa.Range:
		return fr.ranges(fr.get(in.X))
	case *ssa.Next:
		return fr.get(in.Iter).(iterator)(t)
	case *ssa.Select:
		return fr.selects(in)
	case *ssa.MultiConvert:
		return fr.convert(in.X.Type(), in.Type(), fr.get(in.X))
	}
	panic(Unsupported(in.String()))
}

// indexAddr is the address of an element.
func (fr *frame) indexAddr(in *ssa.IndexAddr) Value {
	i := AsInt(fr.get(in.Index))
	switch x := fr.get(in.X).(type) {
	case Slice:
		if i < 0 || i >= int64(x.Len) {
			Fault("index out of range [%d] with length %d", i, x.Len)
		}
		return x.At(int(i))
	case *Cell:
		if x == nil {
			Fault("invalid memory address or nil pointer dereference")
		}
		if i < 0 || i >= int64(len(x.Parts)) {
			Fault("index out of range [%d] with length %d", i, len(x.Parts))
		}
		return &x.Parts[i]
	}
	panic(Unsupported(in.String()))
}

// index is an element of an array value or a byte of a string.
func (fr *frame) index(in *ssa.Index) Value {
	i := AsInt(fr.get(in.Index))
	switch x := fr.get(in.X).(type) {
	case Agg:
		if i < 0 || i >= int64(len(x)) {
			Fault("index out of range [%d] with length %d", i, len(x))
		}
		return x[i]
	case string:
		if i < 0 || i >= int64(len(x)) {
			Fault("index out of range [%d] with length %d", i, len(x))
		}
		return uint64(x[i])
	}
	panic(Unsupported(in.String()))
}

// slice slices an array, a slice or a string.
func (fr *frame) slice(in *ssa.Slice) Value {
	bound := func(v ssa.Value, other int) int {
		if v == nil {
			return other
		}
		return int(AsInt(fr.get(v)))
	}
	lo := bound(in.Low, 0)
	switch x := fr.get(in.X).(type) {
	case string:
		hi := bound(in.High, len(x))
		if lo < 0 || hi < lo || hi > len(x) {
			Fault("slice bounds out of range [%d:%d] with length %d", lo, hi, len(x))
		}
		return x[lo:hi]
	case Slice:
		hi := bound(in.High, x.Len)
		top := bound(in.Max, x.Cap)
		if lo < 0 || hi < lo || top < hi || top > x.Cap {
			Fault("slice bounds out of range [%d:%d] with capacity %d", lo, hi, x.Cap)
		}
		if x.Base == nil {
			return Slice{}
		}
		return Slice{x.Base, x.Off + lo, hi - lo, top - lo}
	case *Cell:
		if x == nil {
			Fault("invalid memory address or nil pointer dereference")
		}
		n := len(x.Parts)
		hi := bound(in.High, n)
		top := bound(in.Max, n)
		if lo < 0 || hi < lo || top < hi || top > n {
			Fault("slice bounds out of range [%d:%d] with capacity %d", lo, hi, n)
		}
		return Slice{x, lo, hi - lo, top - lo}
	}
	panic(Unsupported(in.String()))
}

// assert is a type assertion.
func (fr *frame) assert(in *ssa.TypeAssert) Value {
	x := fr.get(in.X).(Iface)
	ok := x.T != nil && fr.t.Run.World.Is(x.T, in.AssertedType)
	var v Value = x
	if !types.IsInterface(in.AssertedType) {
		v = x.V
	}
	if in.CommaOk {
		if !ok {
			v = Zero(in.AssertedType)
		}
		return Tuple{v, ok}
	}
	if !ok {
		have := "nil"
		if x.T != nil {
			have = x.T.String()
		}
		Fail("interface conversion: interface is " + have + ", not " + in.AssertedType.String())
	}
	return v
}

// unop runs a load, a receive or an arithmetic operator.
func (fr *frame) unop(in *ssa.UnOp) Value {
	x := fr.get(in.X)
	switch in.Op {
	case token.MUL:
		if c := x.(*Cell); c != nil && unused(in) {
			return nil // the compiler drops it
		}
		return fr.t.Load(x.(*Cell))
	case token.ARROW:
		q := x.(*Queue)
		a := fr.t.Choose([]Choice{{Q: q}}, true, "receive")
		v := a.V
		if !a.OK {
			v = Zero(ElemOf(in.X.Type()))
		}
		if in.CommaOk {
			return Tuple{v, a.OK}
		}
		return v
	case token.NOT:
		return !x.(bool)
	case token.SUB:
		switch x := x.(type) {
		case int64:
			return Wrap(-x, in.Type())
		case uint64:
			return Wrap(int64(-x), in.Type())
		case float64:
			return -x
		case complex128:
			return -x
		}
	case token.XOR:
		switch x := x.(type) {
		case int64:
			return Wrap(^x, in.Type())
		case uint64:
			return Wrap(int64(^x), in.Type())
		}
	}
	panic(Unsupported(in.String()))
}

// converts runs a conversion.
func (fr *frame) converts(in *ssa.Convert) Value {
	x := fr.get(in.X)
	c, ok := x.(*Cell)
	switch {
	case ok && isPointer(in.X.Type()):
		if p, ok := Under(in.Type()).(*types.Pointer); ok {
			return fr.unsafely(p.Elem(), c, onlyRead(in))
		}
	case ok && isPointer(in.Type()):
		fr.pointed(in.X, c)
	}
	return fr.convert(in.X.Type(), in.Type(), x)
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
