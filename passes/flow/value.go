// This file makes the nodes of values when they are asked for (L2): one method per kind of value.

package flow

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/internal/views"
	"github.com/syncvet/syncvet/passes/source"
)

// node is the variable of slot i of v; zero if it holds no pointer.
func (g *body) node(v ssa.Value, i int) variable {
	if pointers := g.layout.Pointers(v.Type()); i >= len(pointers) || !pointers[i] {
		if _, opaque := v.(*ssa.Range); !opaque {
			return 0
		}
	}
	n, ok := g.values[slot{v, i}]
	if ok || g.frozen {
		return n
	}
	if phi, ok := v.(*ssa.Phi); ok {
		return g.phi(phi, i)
	}
	n = g.value(v, i)
	g.values[slot{v, i}] = n
	return n
}

// value makes what node asks for.
func (g *body) value(v ssa.Value, i int) variable {
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.Function, *ssa.Global, *ssa.MakeChan, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.MakeMap,
		*ssa.MakeSlice:
		return g.made(v)
	case *ssa.Call:
		return g.returns.result(v, i)
	case *ssa.ChangeInterface:
		return g.node(v.X, i)
	case *ssa.ChangeType:
		return g.changeType(v, i)
	case *ssa.Convert:
		return g.convert(v, v.X)
	case *ssa.MultiConvert:
		return g.convert(v, v.X)
	case *ssa.Extract:
		return g.node(v.Tuple, g.layout.TupleOffset(v.Tuple.Type().(*types.Tuple), v.Index)+i)
	case *ssa.Field:
		return g.field(v, i)
	case *ssa.FieldAddr, *ssa.IndexAddr:
		p := g.addr(v)
		return g.offset(p.base, p.off)
	case *ssa.FreeVar:
		return g.freeVar(v, i)
	case *ssa.Index:
		return g.node(v.X, i)
	case *ssa.Lookup:
		return g.lookup(v, i)
	case *ssa.Next:
		return g.next(v, i)
	case *ssa.Parameter:
		return g.parameter(v, i)
	case *ssa.Range:
		return g.node(v.X, 0)
	case *ssa.Select:
		return g.selected(v, i)
	case *ssa.Slice:
		return g.node(v.X, 0)
	case *ssa.SliceToArrayPointer:
		return g.node(v.X, 0)
	case *ssa.TypeAssert:
		return g.typeAssert(v, i)
	case *ssa.UnOp:
		return g.unOp(v, i)
	case *ssa.BinOp, *ssa.Builtin, *ssa.Const:
		return 0 // numbers, strings, booleans, nil, and functions that are no values
	}
	panic(fmt.Sprintf("unexpected value %T", v))
}

// made is the value of an instruction that makes an object, or of what has static storage.
func (g *body) made(v ssa.Value) variable {
	switch v := v.(type) {
	case *ssa.Alloc:
		return g.alloc(v)
	case *ssa.Function:
		return g.function(v)
	case *ssa.Global:
		return g.global(v)
	case *ssa.MakeChan:
		return g.makeChan(v)
	case *ssa.MakeClosure:
		return g.makeClosure(v)
	case *ssa.MakeInterface:
		return g.box(v, v.X)
	case *ssa.MakeMap:
		return g.makeMap(v)
	case *ssa.MakeSlice:
		return g.makeSlice(v)
	}
	panic(fmt.Sprintf("unexpected value %T", v))
}

// phi includes all its edges. It is entered before they are asked for, since they may lead back to it (L13).
func (g *body) phi(v *ssa.Phi, i int) variable {
	n := g.fresh()
	g.values[slot{v, i}] = n
	for k, e := range v.Edges {
		if g.graph.Enters(v.Block().Preds[k], v.Block()) {
			g.copy(n, g.node(e, i))
		}
	}
	return n
}

// alloc is the address of a variable or new object.
func (g *body) alloc(v *ssa.Alloc) variable {
	if g.src.NonEscaping(v) {
		return 0
	}
	if first := g.firstOf(v); first != ssa.Value(v) {
		n := g.node(first, 0)
		g.objOf[v] = g.objOf[first]
		return n
	}
	elem := source.Deref(v.Type())
	o := object{Obj: facts.Obj{Kind: facts.ObjNew, Size: g.size(elem)}, pos: v.Pos(), typ: g.typeOf(elem)}
	switch v.Comment {
	case "new", "complit", "":
		switch {
		case putOnce(v):
			o.Flags |= facts.ObjOneUse
		case onlyReturned(v):
			o.Flags |= facts.ObjGiven
		}
		if putUnseen(g.src, v) {
			o.Flags |= facts.ObjUnseen
		}
	case "slicelit", "varargs", "makeslice":
		o.Kind = facts.ObjArray
	default:
		o.Kind = facts.ObjVar
		o.sym = source.LocalSymbol(v.Comment)
	}
	if a, ok := source.Core(elem).(*types.Array); ok && a.Len() > 1 && o.Kind != facts.ObjArray {
		o.Flags |= facts.ObjElements
	}
	return g.addrOf(g.object(v, o), 0)
}

// convert keeps pointers, makes new backing arrays for strings, and follows uintptr back to the pointer it came from.
func (g *body) convert(v, x ssa.Value) variable {
	if t, ok := source.Core(x.Type()).(*types.Basic); ok {
		if t.Info()&types.IsString != 0 {
			return g.addrOf(g.object(v, object{Obj: facts.Obj{Kind: facts.ObjArray, Size: 1}, pos: v.Pos()}), 0)
		}
		if p := origin(x); p != nil {
			return g.node(p, 0)
		}
	}
	return g.node(x, 0)
}

// origin is the unsafe.Pointer that an integer was computed from, nil if none is in sight.
func origin(x ssa.Value) ssa.Value {
	for range originSteps {
		if b, ok := x.Type().Underlying().(*types.Basic); ok && b.Kind() == types.UnsafePointer {
			return x
		}
		switch v := x.(type) {
		case *ssa.BinOp:
			if x = v.X; isConst(x) {
				x = v.Y
			}
		case *ssa.Convert:
			x = v.X
		default:
			return nil
		}
	}
	return nil
}

func isConst(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}

// field selects from a struct value.
func (g *body) field(v *ssa.Field, i int) variable {
	off := int(g.layout.FieldOffset(v.X.Type(), v.Field))
	if g.layout.Collapsed(v.X.Type(), v.Field) {
		i = 0
	}
	return g.node(v.X, off+i)
}

func (g *body) parameter(v *ssa.Parameter, i int) variable {
	off := 0
	for _, p := range g.fn.Params {
		if p == v {
			break
		}
		off += g.layout.Size(p.Type())
	}
	n := g.inputVar()
	g.params[off+i] = n
	return n
}

func (g *body) freeVar(v *ssa.FreeVar, i int) variable {
	off := 0
	for _, f := range g.fn.FreeVars {
		if f == v {
			break
		}
		off += g.layout.Size(f.Type())
	}
	n := g.inputVar()
	g.freeVars[off+i] = n
	return n
}

// function is a function value without captured values. One of a modelled package is none.
func (g *body) function(fn *ssa.Function) variable {
	o := object{Obj: facts.Obj{Kind: facts.ObjFunc, Size: 1}, sym: g.src.FuncSymbol(fn)}
	v, ok := g.shared[fn]
	if !ok {
		v = g.addrOf(g.object(nil, o), 0)
		g.shared[fn] = v
	}
	return v
}

// global is a package-level variable; the guard of the package initializer is not one of the source.
func (g *body) global(v *ssa.Global) variable {
	if v.Object() == nil {
		return 0
	}
	o := object{Obj: facts.Obj{Kind: facts.ObjGlobal, Size: g.size(source.Deref(v.Type()))}, sym: source.GlobalSymbol(v)}
	if !v.Object().Exported() && g.src.InTest(v.Pos()) {
		o.Flags |= facts.ObjInTest
	}
	return g.addrOf(g.object(nil, o), 0)
}

// lookup reads a map; strings hold no pointers.
func (g *body) lookup(v *ssa.Lookup, i int) variable {
	m, ok := source.Core(v.X.Type()).(*types.Map)
	if !ok || i >= g.layout.Size(m.Elem()) {
		return 0
	}
	return g.load(g.node(v.X, 0), 1+g.size(m.Key())+uint32(i))
}

// visitMap asks for a map that is read.
func (g *body) visitMap(x ssa.Value) {
	if _, ok := source.Core(x.Type()).(*types.Map); ok {
		g.node(x, 0)
	}
}

// next reads key and value of a map; the first slot reports whether there is one.
func (g *body) next(v *ssa.Next, i int) variable {
	m, ok := source.Core(v.Iter.(*ssa.Range).X.Type()).(*types.Map)
	t := v.Type().(*types.Tuple)
	key, i := g.layout.Size(t.At(1).Type()), i-1
	if !ok || v.IsString || i < 0 {
		return 0
	}
	if i >= key {
		i += g.layout.Size(m.Key()) - key // a blank key is typed as one slot
	}
	return g.load(g.node(v.Iter, 0), uint32(1+i))
}

func (g *body) makeChan(v *ssa.MakeChan) variable {
	o := object{Obj: facts.Obj{Kind: facts.ObjChan, Cap: -1, Size: 1 + g.size(source.Element(v.Type()))}, pos: v.Pos()}
	if c, ok := v.Size.(*ssa.Const); ok && c.Int64() < 1<<30 {
		o.Cap = int32(c.Int64())
	}
	return g.addrOf(g.object(v, o), 0)
}

func (g *body) makeMap(v *ssa.MakeMap) variable {
	m := source.Core(v.Type()).(*types.Map)
	o := object{Obj: facts.Obj{Kind: facts.ObjMap, Size: 1 + g.size(m.Key()) + g.size(m.Elem())}, pos: v.Pos()}
	return g.addrOf(g.object(v, o), 0)
}

func (g *body) makeSlice(v *ssa.MakeSlice) variable {
	o := object{Obj: facts.Obj{Kind: facts.ObjArray, Size: g.size(source.Element(v.Type()))}, pos: v.Pos()}
	return g.addrOf(g.object(v, o), 0)
}

// makeClosure is a function object whose slots from 1 hold the captured values.
func (g *body) makeClosure(v *ssa.MakeClosure) variable {
	o := object{Obj: facts.Obj{Kind: facts.ObjFunc, Size: 1}, sym: g.src.FuncSymbol(v.Fn.(*ssa.Function)), pos: v.Fn.Pos()}
	if oneUse(v) {
		o.Flags |= facts.ObjOneUse
	}
	for _, b := range v.Bindings {
		o.Size += g.size(b.Type())
	}
	n := g.addrOf(g.object(v, o), 0)
	g.values[slot{v, 0}] = n // a closure may capture a variable that holds itself
	off := uint32(1)
	for _, b := range v.Bindings {
		if a, ok := b.(*ssa.Alloc); ok && g.graph != nil && viewed(g, n, off, a, v) {
			off++
			continue
		}
		g.storeValue(n, off, b)
		off += g.size(b.Type())
	}
	return n
}

// viewed binds a captured variable, in slot off of a function object, to one of its own that holds what the literal may
// see there, if that is not all that the variable holds (L27).
func viewed(g *body, n variable, off uint32, a *ssa.Alloc, v *ssa.MakeClosure) bool {
	seen, ok := views.New(g.src, g.fn).Seen(a, v)
	if !ok {
		return false
	}
	elem := source.Deref(a.Type())
	o := object{Obj: facts.Obj{Kind: facts.ObjVar, Size: g.size(elem)}, pos: a.Pos(), typ: g.typeOf(elem)}
	o.sym = source.LocalSymbol(a.Comment)
	p := g.addrOf(g.object(nil, o), 0)
	for _, s := range seen {
		g.storeValue(p, 0, s.Val)
	}
	g.store(n, off, p)
	return true
}

// oneUse reports whether a value has one use, which happens as often as the value is made (L23).
func oneUse(v ssa.Value) bool {
	var use ssa.Instruction
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.DebugRef); ok {
			continue
		}
		if use != nil || r.Block() != v.(ssa.Instruction).Block() {
			return false
		}
		use = r
	}
	if t, ok := use.(*ssa.ChangeType); ok {
		return oneUse(t)
	}
	return use != nil
}

// putOnce reports whether the address of a new object is stored into one place, as often as the object is made, and
// goes nowhere else (L23); what is done to its fields does not matter.
func putOnce(v ssa.Value) bool {
	puts := 0
	for _, r := range *v.Referrers() {
		switch x := r.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef:
			continue
		case *ssa.Store:
			if x.Val != v {
				continue
			}
		case *ssa.MapUpdate:
			if x.Value != v || x.Key == v {
				return false
			}
		case *ssa.MakeInterface, *ssa.ChangeType:
			if !putOnce(x.(ssa.Value)) {
				return false
			}
		default:
			return false
		}
		if puts++; puts > 1 || r.Block() != v.(ssa.Instruction).Block() {
			return false
		}
	}
	return puts == 1
}

// onlyReturned reports whether the address of a new object goes to who called its function, and nowhere else (L23).
func onlyReturned(v ssa.Value) bool {
	returned := false
	for _, r := range *v.Referrers() {
		switch x := r.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef:
		case *ssa.Store:
			if x.Val == v {
				return false
			}
		case *ssa.Return:
			n := 0
			for _, res := range x.Results {
				if res == v {
					n++
				}
			}
			if returned = true; n > 1 {
				return false
			}
		default:
			return false
		}
	}
	return returned
}

// keptOnce reports whether the first result of a call is put into one place, as often as it is called (L23).
func keptOnce(call ssa.CallInstruction) bool {
	c, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	v := resultOf(c)
	return v != nil && v.(ssa.Instruction).Block() == c.Block() && putOnce(v)
}

// storeValue stores all slots of a value from slot off past base on.
func (g *body) storeValue(base variable, off uint32, v ssa.Value) {
	for i, pointer := range g.layout.Pointers(v.Type()) {
		if pointer {
			g.store(base, off+uint32(i), g.node(v, i))
		}
	}
}

// changeType is the same value, unless it hides the boxing of a type parameter: x in any(x) has the underlying type of
// its constraint.
func (g *body) changeType(v *ssa.ChangeType, i int) variable {
	if isTypeParam(v.X.Type()) && !isTypeParam(v.Type()) && types.IsInterface(v.Type()) {
		return g.box(v, v.X)
	}
	return g.node(v.X, i)
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// box puts x into an interface, which v is (L7, L12).
func (g *body) box(v, x ssa.Value) variable {
	t := x.Type()
	o := object{Obj: facts.Obj{Kind: facts.ObjBox, Size: 1 + g.size(t)}, pos: v.Pos()}
	generic := isTypeParam(t)
	if !generic {
		o.typ = g.src.TypeSymbol(t)
	}
	if !generic && !g.src.HasMethods(t) && !g.layout.HasPointers(t) {
		return 0
	}
	n := g.addrOf(g.object(v, o), 0)
	g.values[slot{v, 0}] = n // what is boxed may come from a variable that holds the box
	g.storeValue(n, 1, x)
	return n
}

// typeAssert unboxes a concrete type, and filters an interface's boxes.
func (g *body) typeAssert(v *ssa.TypeAssert, i int) variable {
	x := g.node(v.X, 0)
	t := types.Unalias(v.AssertedType)
	if i >= g.layout.Size(t) {
		return 0
	}
	if isTypeParam(t) {
		return g.derive(con{op: facts.ConUnbox, src: x, off: 1})
	}
	if !types.IsInterface(t) {
		return g.derive(con{op: facts.ConUnbox, src: x, off: uint32(1 + i), typ: g.src.TypeSymbol(t)})
	}
	if t.Underlying().(*types.Interface).NumMethods() == 0 {
		return x
	}
	return g.derive(con{op: facts.ConFilter, src: x, typ: g.src.TypeSymbol(t)})
}

// unOp loads from memory or receives from a channel.
func (g *body) unOp(v *ssa.UnOp, i int) variable {
	switch v.Op {
	case token.MUL:
		p := g.addr(v.X)
		if a := g.mine(v.X, p); a != nil && !p.collapsed {
			if n, ok := g.seen(v, a, p.off+uint32(i)); ok {
				return n
			}
		}
		if n, ok := g.forwarded(v, p, i); ok {
			return n
		}
		return g.read(p, i)
	case token.ARROW:
		if i < g.layout.Size(source.Element(v.X.Type())) {
			return g.load(g.node(v.X, 0), uint32(1+i))
		}
	}
	return 0
}

// selected is what a case of a select received: the tuple is index, ok, and one value per receiving case.
func (g *body) selected(v *ssa.Select, i int) variable {
	i -= 2
	for _, s := range v.States {
		if s.Dir != types.RecvOnly {
			continue
		}
		n := g.layout.Size(source.Element(s.Chan.Type()))
		if i >= 0 && i < n {
			return g.load(g.node(s.Chan, 0), uint32(1+i))
		}
		i -= n
	}
	return 0
}
