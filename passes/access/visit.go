// This file finds the accesses that instructions make (A1): one method per kind.

package access

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// visit records the accesses of one instruction.
func (c *collector) visit(instr ssa.Instruction) {
	switch instr := instr.(type) {
	case ssa.CallInstruction: // *ssa.Call, *ssa.Go, *ssa.Defer
		c.call(instr)
	case *ssa.Convert:
		c.convert(instr)
	case *ssa.Lookup:
		c.lookup(instr)
	case *ssa.MapUpdate:
		c.access(accessSite{kind: facts.MapWrite, instr: instr, addr: instr.Map, pos: instr.Pos()})
	case *ssa.Next:
		c.next(instr)
	case *ssa.Store:
		c.store(instr)
	case *ssa.UnOp:
		c.unOp(instr)
	// new memory is its maker's
	case *ssa.Alloc, *ssa.MakeChan, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.MakeMap, *ssa.MakeSlice:
	// addresses, nothing is touched yet
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice, *ssa.SliceToArrayPointer, *ssa.Range:
	case *ssa.BinOp, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Extract, *ssa.Field, *ssa.Index, *ssa.MultiConvert,
		*ssa.Phi,
		*ssa.TypeAssert: // values
	case *ssa.Send:
		c.channel(facts.Read, instr, instr.Chan)
	case *ssa.Select:
		c.selects(instr)
	case *ssa.DebugRef, *ssa.If, *ssa.Jump, *ssa.Panic, *ssa.Return, *ssa.RunDefers: // control
	default:
		panic(fmt.Sprintf("unexpected instruction %T", instr))
	}
}

// unOp is a load; a receive is none.
func (c *collector) unOp(instr *ssa.UnOp) {
	if instr.Op == token.MUL {
		if !onlyCounted(instr) {
			c.access(accessSite{kind: facts.Read, instr: instr, addr: instr.X, typ: instr.Type(), pos: loadPos(instr)})
		}
	}
}

// store writes, unless it is the store that returning a named result means, which compilers leave out (A16).
func (c *collector) store(instr *ssa.Store) {
	if place.StoresBack(instr) {
		return
	}
	c.access(accessSite{kind: facts.Write, instr: instr, addr: instr.Addr, typ: instr.Val.Type(), pos: storePos(instr)})
}

// channel touches the state of a channel, which sends need to be open (A15).
func (c *collector) channel(kind facts.AccessKind, instr ssa.Instruction, ch ssa.Value) {
	c.access(accessSite{kind: kind, instr: instr, addr: ch, pos: position(instr, ch)})
}

// selects touches the channels that a select may send to.
func (c *collector) selects(instr *ssa.Select) {
	for _, s := range instr.States {
		if s.Dir == types.SendOnly {
			c.access(accessSite{kind: facts.Read, instr: instr, addr: s.Chan, pos: s.Pos})
		}
	}
}

// convert reads the bytes that become a string.
func (c *collector) convert(instr *ssa.Convert) {
	if s, ok := instr.X.Type().Underlying().(*types.Slice); ok {
		c.access(accessSite{kind: facts.Read, instr: instr, addr: instr.X, typ: s.Elem(), pos: instr.Pos()})
	}
}

// lookup reads a map; a string's bytes never change.
func (c *collector) lookup(instr *ssa.Lookup) {
	if source.IsMap(instr.X) {
		c.access(accessSite{kind: facts.MapRead, instr: instr, addr: instr.X, pos: instr.Pos()})
	}
}

// next reads a map at each step.
func (c *collector) next(instr *ssa.Next) {
	rng := instr.Iter.(*ssa.Range)
	if !instr.IsString && source.IsMap(rng.X) {
		c.access(accessSite{kind: facts.MapRead, instr: instr, addr: rng.X, pos: rng.Pos()})
	}
}

// call is what builtins and models touch; other calls touch what their callees do.
func (c *collector) call(instr ssa.CallInstruction) {
	c.streams(instr)
	if b, ok := instr.Common().Value.(*ssa.Builtin); ok {
		c.builtin(b, instr)
	} else if row := c.r.flow.Model(instr); row != nil {
		c.modelled(row, instr)
		c.selections(row, instr)
	} else if g, ok := instr.(*ssa.Go); ok {
		c.selected(g, g.Call.Value)
		for _, arg := range g.Call.Args {
			c.selected(g, arg)
		}
	}
}

// builtin is what a builtin touches.
func (c *collector) builtin(b *ssa.Builtin, instr ssa.CallInstruction) {
	args := instr.Common().Args
	switch b.Name() {
	case "len", "cap":
		if source.IsMap(args[0]) {
			c.access(accessSite{kind: facts.MapRead, instr: instr, addr: args[0], pos: instr.Pos()})
		}
	case "close":
		c.channel(facts.Write, instr, args[0])
	case "delete":
		c.access(accessSite{kind: facts.MapWrite, instr: instr, addr: args[0], pos: instr.Pos()})
	case "clear":
		if source.IsMap(args[0]) {
			c.access(accessSite{kind: facts.MapWrite, instr: instr, addr: args[0], pos: instr.Pos()})
		} else {
			c.elements(facts.Write, instr, args[0])
		}
	case "append":
		kind := facts.AppendWrite
		switch {
		case c.r.locks.Places.Full(args[0]):
			kind = facts.Read
		case c.r.cut.short(args[0]):
			kind = facts.AppendOver
		}
		c.elements(kind, instr, args[0])
		if len(args) > 1 {
			c.elements(facts.Read, instr, args[1])
		}
	case "copy":
		c.exchange(facts.Write, instr, args[0], args[1])
		c.exchange(facts.Read, instr, args[1], args[0])
	}
	// The others compute, or end the goroutine: min, max, complex, real, imag, print, println, panic, recover, unsafe.*,
	// ssa:*.
}

// elements touches the elements of a slice; a string's bytes never change.
func (c *collector) elements(kind facts.AccessKind, instr ssa.CallInstruction, x ssa.Value) {
	c.exchange(kind, instr, x, nil)
}

// exchange touches as many elements of a slice as another one has.
func (c *collector) exchange(kind facts.AccessKind, instr ssa.CallInstruction, x, with ssa.Value) {
	if s, ok := source.Core(x.Type()).(*types.Slice); ok {
		c.access(accessSite{kind: kind, instr: instr, addr: x, typ: s.Elem(), pos: instr.Pos(), with: with})
	}
}

// position is an instruction's position, or that of an operand if it has none.
func position(instr ssa.Instruction, v ssa.Value) token.Pos {
	if p := instr.Pos(); p.IsValid() {
		return p
	}
	return v.Pos()
}

// loadPos is where a load is written: one that copies the receiver of a method has the position of the call.
func loadPos(instr *ssa.UnOp) token.Pos {
	if !instr.Pos().IsValid() {
		for _, use := range *instr.Referrers() {
			if call, ok := use.(ssa.CallInstruction); ok && call.Pos().IsValid() {
				return call.Pos()
			}
		}
	}
	return position(instr, instr.X)
}

// storePos is where a store is written: implicit ones have the position of what is stored to.
func storePos(instr *ssa.Store) token.Pos { return position(instr, instr.Addr) }

// onlyCounted reports whether a loaded array is not used: a loop over its indices, or len, asks for its type only
// (spec, "Length and capacity", "For statements").
func onlyCounted(load *ssa.UnOp) bool {
	_, array := load.Type().Underlying().(*types.Array)
	return array && len(*load.Referrers()) == 0
}
