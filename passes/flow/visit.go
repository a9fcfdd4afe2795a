// This file visits the instructions of a function for what they do to memory and the outside: one method per kind.
// Values are made when these ask for them (L2).

package flow

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A visitor visits the instructions of a function.
type visitor struct{ *caller }

// extract makes the constraints of an SSA function.
func (g *visitor) extract() {
	g.graph = g.r.Graph(g.fn)
	g.params = make([]variable, g.slots(g.fn.Params))
	for _, f := range g.fn.FreeVars {
		g.freeVars = append(g.freeVars, make([]variable, g.layout.Size(f.Type()))...)
	}
	g.results = make([]variable, g.layout.Size(g.fn.Signature.Results()))
	for _, b := range g.fn.Blocks {
		if !g.graph.Reached(b) {
			continue // (L13)
		}
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok {
				g.declare(c)
			}
		}
	}
	for _, b := range g.fn.Blocks {
		if !g.graph.Reached(b) {
			continue
		}
		for _, instr := range b.Instrs {
			g.visit(instr)
		}
	}
}

// slots is the number of slots of a parameter list.
func (g *visitor) slots(params []*ssa.Parameter) int {
	n := 0
	for _, p := range params {
		n += g.layout.Size(p.Type())
	}
	return n
}

// visit asks for what an instruction needs.
func (g *visitor) visit(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case ssa.CallInstruction: // *ssa.Call, *ssa.Go, *ssa.Defer
		g.visitCall(instr)
		g.visitEnd(instr)
	case *ssa.Convert:
		g.visitConvert(instr)
	case *ssa.Lookup:
		g.visitMap(instr.X)
	case *ssa.MapUpdate:
		g.mapUpdate(instr)
	case *ssa.Next:
		g.node(instr.Iter, 0)
	case *ssa.Range:
		g.visitMap(instr.X)
	case *ssa.Return:
		g.visitReturn(instr)
	case *ssa.Select:
		g.visitSelect(instr)
	case *ssa.Send:
		g.send(instr.Chan, instr.X)
	case *ssa.Slice:
		g.visitSlice(instr)
	case *ssa.Store:
		g.visitStore(instr)
	case *ssa.UnOp:
		g.visitUnOp(instr)
	case *ssa.Alloc, *ssa.BinOp, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Extract, *ssa.Field, *ssa.FieldAddr,
		*ssa.Index, *ssa.IndexAddr, *ssa.MakeChan, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.MakeMap, *ssa.MakeSlice,
		*ssa.MultiConvert, *ssa.Phi, *ssa.SliceToArrayPointer, *ssa.TypeAssert: // values: made when asked for
	case *ssa.DebugRef, *ssa.If, *ssa.Jump, *ssa.RunDefers: // no values
	case *ssa.Panic: // what recover returns is not followed (Approximations)
	default:
		panic(fmt.Sprintf("unexpected instruction %T", instr))
	}
}

// visitEnd asks for the contexts that a function has got which tells of its end by a deferred close or Done: they are
// to bring it about (passes/spawn E35).
func (g *visitor) visitEnd(instr ssa.CallInstruction) {
	d, ok := instr.(*ssa.Defer)
	if !ok {
		return
	}
	row, _ := g.src.Model(d.Common())
	if place.IsBuiltin(&d.Call, "close") || row != nil && row.Sync == models.SyncDone {
		for _, ctx := range place.Contexts(g.fn) {
			g.node(ctx, 0)
		}
	}
}

// visitConvert asks for the bytes that become a string.
func (g *visitor) visitConvert(instr *ssa.Convert) {
	if _, ok := source.Core(instr.X.Type()).(*types.Slice); ok {
		g.node(instr.X, 0)
	}
}

// mapUpdate stores key and value.
func (g *visitor) mapUpdate(instr *ssa.MapUpdate) {
	m := g.node(instr.Map, 0)
	g.storeValue(m, 1, instr.Key)
	g.storeValue(m, 1+g.size(instr.Key.Type()), instr.Value)
}

func (g *visitor) visitReturn(instr *ssa.Return) {
	off := 0
	for _, v := range instr.Results {
		for i := range g.layout.Size(v.Type()) {
			if n := g.node(v, i); n != 0 {
				if g.results[off+i] == 0 {
					g.results[off+i] = g.fresh()
				}
				g.copy(g.results[off+i], n)
			}
		}
		off += g.layout.Size(v.Type())
	}
}

func (g *visitor) visitSelect(instr *ssa.Select) {
	for _, s := range instr.States {
		if s.Dir == types.SendOnly {
			g.send(s.Chan, s.Send)
		} else {
			g.node(s.Chan, 0)
		}
	}
}

// send stores into the channel's element.
func (g *visitor) send(ch, x ssa.Value) { g.storeValue(g.node(ch, 0), 1, x) }

// visitSlice marks arrays that are sliced from another start than zero.
func (g *visitor) visitSlice(instr *ssa.Slice) {
	if c, ok := instr.Low.(*ssa.Const); instr.Low == nil || ok && c.Int64() == 0 || moved(instr) {
		return
	}
	n := g.node(instr.X, 0)
	if !g.shift(instr.X, map[ssa.Value]bool{}) && sharesOut(instr) {
		g.shifted = append(g.shifted, n)
	}
}

// sharesOut reports whether a part of a slice may be one goroutine's share: where it starts was given to the function,
// or the part is given away.
func sharesOut(part *ssa.Slice) bool {
	_, constant := part.Low.(*ssa.Const)
	if !constant && place.Given(part.Low) {
		return true
	}
	for _, instr := range *part.Referrers() {
		switch instr.(type) {
		case *ssa.Go, *ssa.Send:
			return true
		case *ssa.Store, *ssa.MapUpdate:
			return !constant
		}
	}
	return false
}

// moved reports whether a part of a slice serves only to copy or append elements.
func moved(part *ssa.Slice) bool {
	for _, instr := range *part.Referrers() {
		call, ok := instr.(*ssa.Call)
		if _, debug := instr.(*ssa.DebugRef); debug {
			continue
		}
		if !ok || !place.IsBuiltin(call.Common(), "append") && !place.IsBuiltin(call.Common(), "copy") ||
			call.Call.Args[0] == part && call.Call.Value.Name() == "append" {
			return false
		}
	}
	return true
}

// shift marks the arrays made in this function that a slice may lie in, and reports whether these are all.
func (g *visitor) shift(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	i, made := g.objOf[v]
	if made {
		g.objs[i].Flags |= facts.ObjShifted
	}
	switch v := v.(type) {
	case *ssa.Slice:
		return g.shift(v.X, seen)
	case *ssa.ChangeType:
		return g.shift(v.X, seen)
	case *ssa.Phi:
		all := true
		for _, e := range v.Edges {
			all = g.shift(e, seen) && all
		}
		return all
	case *ssa.Call:
		if place.IsBuiltin(v.Common(), "append") {
			return g.shift(v.Call.Args[0], seen)
		}
	case *ssa.Const:
		return true
	}
	return made
}

// visitStore stores a value into memory; contained variables take it when they are read (L4), and so do captured ones
// if only this function sees it (L27).
func (g *visitor) visitStore(instr *ssa.Store) {
	p := g.addr(instr.Addr)
	if p.local != nil || g.hidden(instr) {
		return
	}
	over := g.overwritten(instr)
	switch {
	case !p.collapsed && len(over) == 0:
		g.storeValue(p.base, p.off, instr.Val)
		return
	case !p.collapsed:
		for i := range g.layout.Size(instr.Val.Type()) {
			if over[uint32(i)] == nil {
				g.store(p.base, p.off+uint32(i), g.node(instr.Val, i))
			}
		}
		return
	}
	for i := range g.layout.Size(instr.Val.Type()) {
		g.store(p.base, p.off, g.node(instr.Val, i))
	}
}

// visitUnOp asks for the address of a load and the channel of a receive.
func (g *visitor) visitUnOp(instr *ssa.UnOp) {
	switch instr.Op {
	case token.MUL:
		g.addr(instr.X)
	case token.ARROW:
		g.node(instr.X, 0)
	}
}
