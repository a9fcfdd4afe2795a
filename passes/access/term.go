// This file says where the numbers come from that functions compare, store and hand on (A25).

package access

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// termDepth bounds how far back a number is followed.
const termDepth = 10

// term is the number of a value of one slot.
func (c *collector) term(v ssa.Value) facts.Term { return c.slotTerm(v, 0, termDepth) }

// slotTerm is the number of one slot of a value.
func (c *collector) slotTerm(v ssa.Value, slot, depth int) facts.Term {
	if depth == 0 {
		return facts.Term{}
	}
	switch v := v.(type) {
	case *ssa.Const:
		return constantTerm(v)
	case *ssa.Parameter:
		return facts.Term{Kind: facts.TermParam, N: int64(c.paramSlot(v) + slot)}
	case *ssa.ChangeType:
		return c.slotTerm(v.X, slot, depth-1)
	case *ssa.Convert:
		if widens(v) {
			return c.slotTerm(v.X, 0, depth-1)
		}
	case *ssa.Field:
		if !c.r.flow.Layout.Collapsed(v.X.Type(), v.Field) {
			return c.slotTerm(v.X, int(c.r.flow.Layout.FieldOffset(v.X.Type(), v.Field))+slot, depth-1)
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" && c.numbered(v.Call.Args[0].Type()) {
			return c.slotTerm(v.Call.Args[0], 0, depth-1)
		}
		return c.result(v, v.Type(), 0, slot)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return c.result(call, v.Type(), c.r.flow.Layout.TupleOffset(call.Call.Signature().Results(), v.Index), slot)
		}
	case *ssa.Slice:
		return sliceTerm(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return c.loaded(v, slot, depth)
		}
	}
	return facts.Term{}
}

// result is what a function of the program returns in a slot of the result of a type that begins at slot first. Where a
// type parameter stands for a struct, slots are not told apart.
func (c *collector) result(call *ssa.Call, t types.Type, first, slot int) facts.Term {
	if _, modelled := c.r.Source.Model(&call.Call); modelled || c.slots(t)[slot] != numberSlot {
		return facts.Term{}
	}
	for _, k := range c.r.flow.Calls(c.fn, call) {
		if c.r.flow.Layout.Size(call.Call.Signature().Results()) == len(c.calls[k].Results) {
			return facts.Term{Kind: facts.TermResult, N: int64(k), Off: uint32(first + slot)}
		}
	}
	return facts.Term{}
}

// A slotKind says whether a slot holds a number.
type slotKind uint8

const (
	plainSlot slotKind = iota // it does not
	// it does, and that is followed through memory: an integer, a truth value, the length of a string or slice
	numberSlot
	elementSlot // it may stand for several, or for what a type parameter is: nothing is known of it
)

// numbered reports whether a value of one slot has a number that is followed through memory.
func (c *collector) numbered(t types.Type) bool {
	s := c.slots(t)
	return len(s) == 1 && s[0] == numberSlot
}

// slots says of each slot of a type whether it holds a number.
func (c *collector) slots(t types.Type) []slotKind {
	n := c.r.flow.Layout.Size(t)
	if s, ok := t.Underlying().(*types.Struct); ok && n > 1 {
		var list []slotKind
		for f := range s.Fields() {
			list = append(list, c.slots(f.Type())...)
		}
		if len(list) != n { // a type parameter stands for some
			return slices.Repeat([]slotKind{elementSlot}, n)
		}
		return list
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return []slotKind{elementSlot}
	}
	list := make([]slotKind, n)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&(types.IsInteger|types.IsBoolean|types.IsString) != 0 {
			list[0] = numberSlot
		}
	case *types.Slice:
		list[0] = numberSlot
	case *types.Array:
		for i, kind := range c.slots(u.Elem()) {
			if kind != plainSlot {
				list[i] = elementSlot
			}
		}
	}
	return list
}

// paramSlot is the first slot of a parameter.
func (c *collector) paramSlot(v *ssa.Parameter) int {
	n := 0
	for _, p := range c.fn.Params {
		if p == v {
			break
		}
		n += c.r.flow.Layout.Size(p.Type())
	}
	return n
}

// constantTerm is a constant's number.
func constantTerm(k *ssa.Const) facts.Term {
	t := facts.Term{Kind: facts.TermConst}
	if k.Value == nil {
		return t // nil, or the zero value of a struct
	}
	switch k.Value.Kind() {
	case constant.Bool:
		if constant.BoolVal(k.Value) {
			t.N = 1
		}
		return t
	case constant.String:
		t.N = int64(len(constant.StringVal(k.Value)))
		return t
	}
	if b, ok := k.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
		if n, exact := constant.Int64Val(constant.ToInt(k.Value)); exact {
			t.N = n
			return t
		}
	}
	return facts.Term{}
}

// sliceTerm is the length of a part of an array, or of a slice, with constant bounds.
func sliceTerm(s *ssa.Slice) facts.Term {
	low, high := int64(0), int64(-1)
	if p, ok := source.Core(s.X.Type()).(*types.Pointer); ok {
		if a, ok := source.Core(p.Elem()).(*types.Array); ok {
			high = a.Len()
		}
	}
	ok := true
	if s.Low != nil {
		low, ok = place.Int(s.Low)
	}
	if s.High != nil && ok {
		high, ok = place.Int(s.High)
	}
	if !ok || high < low {
		return facts.Term{}
	}
	return facts.Term{Kind: facts.TermConst, N: high - low}
}

// widens reports whether a conversion of integers keeps every number.
func widens(v *ssa.Convert) bool {
	from, ok := v.X.Type().Underlying().(*types.Basic)
	to, also := v.Type().Underlying().(*types.Basic)
	if !ok || !also || from.Info()&to.Info()&types.IsInteger == 0 {
		return false
	}
	_, most := bits(from)
	least, _ := bits(to)
	signed := func(b *types.Basic) bool { return b.Info()&types.IsUnsigned == 0 }
	return from.Kind() == to.Kind() || signed(from) == signed(to) && least >= most ||
		!signed(from) && signed(to) && least > most
}

// bits are the least and the most bits that an integer type may have.
func bits(b *types.Basic) (least, most int) {
	switch b.Kind() {
	case types.Int8, types.Uint8:
		return 8, 8
	case types.Int16, types.Uint16:
		return 16, 16
	case types.Int32, types.Uint32:
		return 32, 32
	case types.Int64, types.Uint64:
		return 64, 64
	}
	return 32, 64
}

// loaded is the number that a load reads: of a variable that nothing can point to what was stored there, else what
// memory holds.
func (c *collector) loaded(load *ssa.UnOp, slot, depth int) facts.Term {
	if inElements(load.X) {
		return facts.Term{}
	}
	if a, off := c.r.flow.Local(c.fn, load.X); a != nil {
		return c.stored(a, off+uint32(slot), load, depth)
	}
	if c.slots(load.Type())[slot] != numberSlot {
		return facts.Term{}
	}
	if _, global := source.Root(load.X).(*ssa.Global); global {
		return facts.Term{}
	}
	n, off, ok := c.r.flow.Addr(c.fn, load.X)
	if !ok {
		return facts.Term{}
	}
	return facts.Term{Kind: facts.TermLoad, Addr: n, Off: off + uint32(slot)}
}

// inElements reports whether an address lies in an array's element: elements share slots.
func inElements(addr ssa.Value) bool {
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.ChangeType:
			addr = x.X
		case *ssa.IndexAddr:
			return true
		default:
			return false
		}
	}
}

// stored is what a slot of a contained variable holds at a load: zero if nothing is stored there, or what the only
// store there stores, if that comes before.
func (c *collector) stored(a *ssa.Alloc, slot uint32, load *ssa.UnOp, depth int) facts.Term {
	var only *ssa.Store
	var from uint32
	for _, s := range c.r.flow.StoresInto(c.fn, a) {
		in, off := c.r.flow.Local(c.fn, s.Addr)
		if in != a || inElements(s.Addr) {
			return facts.Term{}
		}
		if off <= slot && slot < off+uint32(c.r.flow.Layout.Size(s.Val.Type())) {
			if only != nil {
				return facts.Term{}
			}
			only, from = s, off
		}
	}
	switch {
	case only == nil:
		return facts.Term{Kind: facts.TermConst}
	case !branch.Precedes(only, load):
		return facts.Term{}
	}
	return c.slotTerm(only.Val, int(slot-from), depth-1)
}
