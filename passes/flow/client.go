// This file makes the body of a root unit: a client that allocates what the parameters point to and calls the function.

package flow

import (
	"go/types"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// clientDepth is how many levels of pointers a client allocates.
const clientDepth = 2

// client makes the constraints of a root unit.
func (g *body) client() {
	var args []variable
	for _, t := range parameters(g.fn.Signature) {
		args = append(args, g.given(t, clientDepth)...)
	}
	results := make([]variable, g.layout.Size(g.fn.Signature.Results()))
	g.calls = append(g.calls, call{callee: g.src.FuncSymbol(g.fn), args: args, results: results, pos: g.fn.Pos()})
}

// given makes a value of a type: one variable per slot. Interfaces and functions are nothing.
func (g *body) given(t types.Type, depth int) []variable {
	slots := make([]variable, g.layout.Size(t))
	if depth > 0 {
		g.fill(t, 0, func(i int, n variable) { slots[i] = n }, depth)
	}
	return slots
}

// fill gives put a new object for each pointer slot of a type.
func (g *body) fill(t types.Type, off int, put func(int, variable), depth int) {
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
func (g *body) pointee(t types.Type, depth int) variable {
	n := g.param(g.size(t))
	g.fillObject(n, 0, t, depth-1)
	return n
}

// container is a new map or channel: a slot of its own, then the elements'.
func (g *body) container(depth int, elems ...types.Type) variable {
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

func (g *body) param(size uint32) variable {
	return g.addrOf(g.object(nil, object{Obj: facts.Obj{Kind: facts.ObjParam, Size: size}, pos: g.fn.Pos()}), 0)
}

// fillObject stores new objects into the pointer slots of an object; depth bounds recursive types.
func (g *body) fillObject(base variable, off uint32, t types.Type, depth int) {
	if depth > 0 {
		g.fill(t, int(off), func(i int, n variable) { g.store(base, uint32(i), n) }, depth)
	}
}
