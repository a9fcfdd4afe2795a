// Package terms says where the numbers come from that a function compares, stores and hands on, and which comparisons
// hold where (passes/access A25).
package terms

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/internal/iteration"
	"github.com/syncvet/syncvet/passes/source"
)

// A Function answers for one function.
type Function struct {
	fn        *ssa.Function              // the function
	flow      *flow.Result               // what the passes before know
	src       *source.Result             // and what has models
	iteration *iteration.Package         // what tells goroutines apart (A28)
	calls     []facts.Call               // of the function
	tests     []facts.Relation           // which hold in some block
	testAt    map[*ssa.BasicBlock]uint32 // memo of Test
}

// New answers for a function with calls.
func New(f *flow.Result, i *iteration.Package, fn *ssa.Function, calls []facts.Call) *Function {
	return &Function{
		fn: fn, flow: f, src: f.Source, iteration: i, calls: calls, testAt: map[*ssa.BasicBlock]uint32{},
	}
}

// Term is the number of a value of one slot.
func (f *Function) Term(v ssa.Value) facts.Term { return f.slot(v, 0, termDepth) }

// Slot is the number of one slot of a value.
func (f *Function) Slot(v ssa.Value, slot int) facts.Term { return f.slot(v, slot, termDepth) }

// slot is the number of one slot of a value.
func (f *Function) slot(v ssa.Value, slot, depth int) facts.Term {
	if depth == 0 {
		return facts.Term{}
	}
	switch v := v.(type) {
	case *ssa.Const:
		return constantTerm(v)
	case *ssa.Parameter:
		return facts.Term{Kind: facts.TermParam, N: int64(f.paramSlot(v) + slot)}
	case *ssa.ChangeType:
		return f.slot(v.X, slot, depth-1)
	case *ssa.Convert:
		if widens(v) {
			return f.slot(v.X, 0, depth-1)
		}
	case *ssa.Field:
		if !f.flow.Layout.Collapsed(v.X.Type(), v.Field) {
			return f.slot(v.X, int(f.flow.Layout.FieldOffset(v.X.Type(), v.Field))+slot, depth-1)
		}
	case *ssa.Call:
		if place.IsBuiltin(&v.Call, "len") && f.numbered(v.Call.Args[0].Type()) {
			return f.slot(v.Call.Args[0], 0, depth-1)
		}
		return f.result(v, v.Type(), 0, slot)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return f.result(call, v.Type(), f.flow.Layout.TupleOffset(call.Call.Signature().Results(), v.Index), slot)
		}
	case *ssa.Slice:
		return sliceTerm(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return f.loaded(v, slot, depth)
		}
	}
	return facts.Term{}
}

// result is what a function of the program returns in a slot of the result of a type that begins at slot first. Where a
// type parameter stands for a struct, slots are not told apart.
func (f *Function) result(call *ssa.Call, t types.Type, first, slot int) facts.Term {
	if _, modelled := f.src.Model(&call.Call); modelled || f.Slots(t)[slot] != NumberSlot {
		return facts.Term{}
	}
	for _, k := range f.flow.Calls(f.fn, call) {
		if f.flow.Layout.Size(call.Call.Signature().Results()) == len(f.calls[k].Results) {
			return facts.Term{Kind: facts.TermResult, N: int64(k), Off: uint32(first + slot)}
		}
	}
	return facts.Term{}
}

// paramSlot is the first slot of a parameter.
func (f *Function) paramSlot(v *ssa.Parameter) int {
	n := 0
	for _, p := range f.fn.Params {
		if p == v {
			break
		}
		n += f.flow.Layout.Size(p.Type())
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
func (f *Function) loaded(load *ssa.UnOp, slot, depth int) facts.Term {
	if InElements(load.X) {
		return facts.Term{}
	}
	if a, off := f.flow.Local(f.fn, load.X); a != nil {
		return f.stored(a, off+uint32(slot), load, depth)
	}
	if f.Slots(load.Type())[slot] != NumberSlot {
		return facts.Term{}
	}
	if _, global := source.Root(load.X).(*ssa.Global); global {
		return facts.Term{}
	}
	n, off, ok := f.flow.Addr(f.fn, load.X)
	if !ok {
		return facts.Term{}
	}
	return facts.Term{Kind: facts.TermLoad, Addr: n, Off: off + uint32(slot)}
}

// InElements reports whether an address lies in an array's element: elements share slots.
func InElements(addr ssa.Value) bool {
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
func (f *Function) stored(a *ssa.Alloc, slot uint32, load *ssa.UnOp, depth int) facts.Term {
	var only *ssa.Store
	var from uint32
	for _, s := range f.flow.StoresInto(f.fn, a) {
		in, off := f.flow.Local(f.fn, s.Addr)
		if in != a || InElements(s.Addr) {
			return facts.Term{}
		}
		if off <= slot && slot < off+uint32(f.flow.Layout.Size(s.Val.Type())) {
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
	return f.slot(only.Val, int(slot-from), depth-1)
}
