// This file finds what a package keeps in contexts, and changes there (S17).

package source

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// addContextClient adds the client of a package that keeps things in contexts, if some function may change what it
// finds there: it makes a context by each function that returns one with a value, then calls each function that looks
// for a value in a context, in goroutines that overlap. The package's own functions are so many.
func (r clientele) addContextClient(own int) {
	c := &Client{Harness: true, Promise: true}
	changes := false
	for _, fn := range r.Funcs[:own] {
		if !takesContext(fn) || r.inTest(fn) || fn.Parent() != nil || isSynthetic(fn) {
			continue
		}
		if t := firstResult(fn); t != nil && isNamed(t, "context", "Context") && anyCall(fn, "context.WithValue") {
			c.Derives = append(c.Derives, fn)
		}
		if anyCall(fn, "(context.Context).Value") {
			c.Reads = append(c.Reads, fn)
			changes = changes || updates(fn)
		}
	}
	if changes && len(c.Derives) > 0 && len(c.Derives)+len(c.Reads) <= maxContexts {
		r.addClient(c)
	}
}

// takesContext reports whether a function, not a method, takes a context first.
func takesContext(fn *ssa.Function) bool {
	sig := fn.Signature
	return sig.Recv() == nil && sig.Params().Len() > 0 && sig.TypeParams().Len() == 0 &&
		isNamed(sig.Params().At(0).Type(), "context", "Context")
}

// firstResult is the type of a function's first result; nil if there is none.
func firstResult(fn *ssa.Function) types.Type {
	if list := fn.Signature.Results(); list.Len() > 0 {
		return list.At(0).Type()
	}
	return nil
}

// anyCall reports whether a function itself calls another one, or a method of an interface, of this name.
func anyCall(fn *ssa.Function, name string) bool {
	return anyInstr(fn, func(i ssa.Instruction) bool {
		c, ok := i.(ssa.CallInstruction)
		if !ok {
			return false
		}
		if m := c.Common().Method; m != nil {
			return m.FullName() == name
		}
		callee := c.Common().StaticCallee()
		if callee == nil {
			return false
		}
		f, ok := callee.Object().(*types.Func)
		return ok && f.FullName() == name
	})
}

// updates reports whether a function itself changes a map, or memory that is not a variable of its own.
func updates(fn *ssa.Function) bool {
	return anyInstr(fn, func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.MapUpdate:
			return true
		case *ssa.Store:
			return rootAlloc(i.Addr) == nil
		case *ssa.Call:
			b, ok := i.Call.Value.(*ssa.Builtin)
			return ok && (b.Name() == "delete" || b.Name() == "clear")
		}
		return false
	})
}

// rootAlloc is the variable, or new object, of the function in which an address lies; nil if it lies elsewhere.
func rootAlloc(addr ssa.Value) *ssa.Alloc {
	for {
		switch x := addr.(type) {
		case *ssa.Alloc:
			return x
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			addr = x.X
		case *ssa.Slice:
			addr = x.X
		default:
			return nil
		}
	}
}

// anyInstr reports whether something holds of an instruction of a function.
func anyInstr(fn *ssa.Function, holds func(ssa.Instruction) bool) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, holds) })
}
