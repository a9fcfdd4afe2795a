// This file makes the bodies of root units: clients that allocate what parameters point to, and call what is exported.

package flow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// A clientBody makes the constraints of a root unit.
type clientBody struct{ *system }

// make makes them.
func (g *clientBody) make(c *source.Client) {
	if c.Func != nil {
		results := make([]variable, g.layout.Size(c.Func.Signature.Results()))
		if c.Runs {
			results = g.asked(c.Func.Signature)
		}
		var args []variable
		given := parameters(c.Func.Signature)
		if len(c.Makers) > 0 {
			args, given = g.receiverOf(g.construct(c), given[0]), given[1:]
		}
		g.apply(c.Func, append(args, g.arbitrary(given)...), results, 0)
		if c.Runs {
			g.run(c.Func.Signature, results, g.src.Spawns(c.Func), clientDepth)
		}
		return
	}
	if len(c.Derives) > 0 {
		g.contexts(c)
		return
	}
	recv := g.construct(c)
	for _, m := range c.Handles {
		k := g.request(m.Signature)
		k.callee, k.args = g.src.FuncSymbol(m), append(g.receiverOf(recv, m.Signature.Recv().Type()), k.args...)
		g.calls = append(g.calls, k)
	}
	for _, m := range c.Starts {
		g.method(m, recv, 0)
	}
	for _, m := range c.Serving {
		g.method(m, recv, facts.CallGo|facts.CallOnce)
	}
	for _, m := range c.Methods {
		how := facts.CallGo
		if c.Overlaps(m) {
			how |= facts.CallMulti
		}
		g.method(m, recv, how)
	}
}

// contexts makes contexts by each function that does so, and has them looked into by goroutines that overlap.
func (g *clientBody) contexts(c *source.Client) {
	var slots [][]variable // of the contexts made: one list a slot
	for _, m := range c.Derives {
		results := g.asked(m.Signature)
		g.apply(m, g.arbitrary(parameters(m.Signature)), results, 0)
		size := g.layout.Size(m.Signature.Results().At(0).Type())
		if slots == nil {
			slots = make([][]variable, size)
		}
		for k := range size {
			slots[k] = append(slots[k], results[k])
		}
	}
	var ctx []variable
	for _, list := range slots {
		ctx = append(ctx, g.merge(list))
	}
	for _, f := range c.Reads {
		args := append(slices.Clone(ctx), g.arbitrary(parameters(f.Signature)[1:])...)
		g.apply(f, args, g.asked(f.Signature), facts.CallGo|facts.CallMulti)
	}
}

// request is a call for requests, which come many at a time and are the callee's own.
func (g *clientBody) request(sig *types.Signature) call {
	return call{
		flags:   facts.CallGo | facts.CallMulti | facts.CallServed | facts.CallModel,
		api:     facts.Symbol{Kind: facts.SymFunc, Pkg: "net/http", Name: "Serve"},
		args:    make([]variable, g.layout.Size(sig.Params())),
		results: make([]variable, g.layout.Size(sig.Results())),
		pos:     g.fn.Pos(),
	}
}

// run calls the functions and handlers among results: handlers for requests, other functions once, if they belong to a
// function that starts goroutines or lead to handlers.
func (g *clientBody) run(sig *types.Signature, results []variable, spawns bool, depth int) {
	at := 0
	for v := range sig.Results().Variables() {
		t, slot := v.Type(), at
		at += g.layout.Size(t)
		f, isFunc := source.Core(t).(*types.Signature)
		switch {
		case source.IsHandler(t) && isFunc:
			k := g.request(f)
			k.flags |= facts.CallDynamic
			k.recv = results[slot]
			g.calls = append(g.calls, k)
		case source.IsHandler(t):
			m := source.Core(t).(*types.Interface).Method(0)
			k := g.request(m.Signature())
			k.flags |= facts.CallInvoke
			k.callee, k.recv = source.MethodSymbol(m), results[slot]
			g.calls = append(g.calls, k)
		case isFunc && depth > 0 && (spawns || source.GivesHandler(f)):
			k := call{flags: facts.CallDynamic, recv: results[slot], pos: g.fn.Pos(), results: g.asked(f)}
			k.args = g.arbitrary(parameters(f))
			g.calls = append(g.calls, k)
			g.run(f, k.results, false, depth-1)
		}
	}
}

// method calls a method.
func (g *clientBody) method(m *ssa.Function, recv variable, how facts.CallFlags) {
	args := append(g.receiverOf(recv, m.Signature.Recv().Type()), g.arbitrary(parameters(m.Signature)[1:])...)
	g.apply(m, args, g.asked(m.Signature), how)
}

// apply calls a function.
func (g *clientBody) apply(fn *ssa.Function, args, results []variable, how facts.CallFlags) {
	g.calls = append(g.calls, call{flags: how, callee: g.src.FuncSymbol(fn), args: args, results: results, pos: fn.Pos()})
}

// asked are variables for the results of a call.
func (g *clientBody) asked(sig *types.Signature) []variable {
	results := make([]variable, g.layout.Size(sig.Results()))
	for i := range results {
		results[i] = g.inputVar()
	}
	return results
}

// arbitrary makes values of types.
func (g *clientBody) arbitrary(list []types.Type) []variable {
	var args []variable
	for _, t := range list {
		args = append(args, g.given(t, clientDepth)...)
	}
	return args
}

// construct is a pointer to what a type's constructors return, or to a new value if there are none.
func (g *clientBody) construct(c *source.Client) variable {
	t := c.Type.Type()
	var list []variable
	for _, m := range c.Makers {
		sig := m.Func.Signature
		var args []variable
		given := parameters(sig)
		if m.Of != nil {
			args = g.receiverOf(g.construct(m.Of), sig.Recv().Type())
			given = given[1:]
		}
		results := g.asked(sig)
		g.apply(m.Func, append(args, g.arbitrary(given)...), results, 0)
		list = append(list, g.constructed(m, t, results))
	}
	if len(list) == 0 {
		n := g.addrOf(g.newObject(object{Obj: facts.Obj{Kind: facts.ObjNew, Size: g.size(t)}, pos: c.Type.Pos()}), 0)
		g.fillObject(n, 0, t, clientDepth-1)
		return n
	}
	return g.merge(list)
}

// constructed is a pointer to what a constructor returned.
func (g *clientBody) constructed(m source.Maker, t types.Type, results []variable) variable {
	list := m.Func.Signature.Results()
	at := 0
	for k := range m.Result {
		at += g.layout.Size(list.At(k).Type())
	}
	if m.Boxed != nil {
		return g.derive(con{op: facts.ConUnbox, src: results[at], off: 1, typ: g.src.TypeSymbol(m.Boxed)})
	}
	if _, ok := types.Unalias(list.At(m.Result).Type()).(*types.Pointer); ok {
		return results[at]
	}
	n := g.param(g.size(t))
	for i := range g.layout.Size(t) {
		g.store(n, uint32(i), results[at+i])
	}
	return n
}

// receiverOf is a method's receiver: the pointer, or the value it points to.
func (g *clientBody) receiverOf(p variable, t types.Type) []variable {
	if _, ok := types.Unalias(t).(*types.Pointer); ok {
		return []variable{p}
	}
	slots := make([]variable, g.layout.Size(t))
	for i := range slots {
		slots[i] = g.load(p, uint32(i))
	}
	return slots
}

// given makes a value of a type: one variable per slot. Interfaces and functions are nothing.
func (g *clientBody) given(t types.Type, depth int) []variable {
	slots := make([]variable, g.layout.Size(t))
	if depth > 0 {
		g.fill(t, 0, func(i int, n variable) { slots[i] = n }, depth)
	}
	return slots
}

// fill gives put a new object for each pointer slot of a type.
func (g *clientBody) fill(t types.Type, off int, put func(int, variable), depth int) {
	if g.layout.Size(t) == 1 && !g.layout.HasPointers(t) {
		return
	}
	switch u := source.Core(t).(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			if !g.layout.Collapsed(t, i) {
				g.fill(u.Field(i).Type(), off+int(g.layout.FieldOffset(t, i)), put, depth)
			}
		}
	case *types.Array:
		g.fill(u.Elem(), off, put, depth)
	case *types.Pointer:
		put(off, g.pointee(u.Elem(), depth))
	case *types.Slice:
		put(off, g.pointee(u.Elem(), depth))
	case *types.Chan:
		put(off, g.container(depth, u.Elem()))
	case *types.Map:
		put(off, g.container(depth, u.Key(), u.Elem()))
	}
}

// pointee is a new object that a pointer or slice points to.
func (g *clientBody) pointee(t types.Type, depth int) variable {
	n := g.param(g.size(t))
	g.fillObject(n, 0, t, depth-1)
	return n
}

// container is a new map or channel: a slot of its own, then the elements'.
func (g *clientBody) container(depth int, elems ...types.Type) variable {
	size := uint32(1)
	for _, t := range elems {
		size += g.size(t)
	}
	n := g.param(size)
	off := uint32(1)
	for _, t := range elems {
		g.fillObject(n, off, t, depth-1)
		off += g.size(t)
	}
	return n
}

func (g *clientBody) param(size uint32) variable {
	return g.addrOf(g.newObject(object{Obj: facts.Obj{Kind: facts.ObjParam, Size: size}, pos: g.fn.Pos()}), 0)
}

// fillObject stores new objects into the pointer slots of an object; depth bounds recursive types.
func (g *clientBody) fillObject(base variable, off uint32, t types.Type, depth int) {
	if depth > 0 {
		g.fill(t, int(off), func(i int, n variable) { g.store(base, uint32(i), n) }, depth)
	}
}
