// This file is what models claim that functions touch (A10).

package access

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// modelled is what a row says.
func (c *collector) modelled(row *models.Row, instr ssa.CallInstruction) {
	args := source.Arguments(instr.Common())
	if kind, ok := atomic(row.Sync); ok && row.Object < len(args) && source.IsPointer(args[row.Object]) {
		c.access(accessSite{kind: kind, instr: instr, addr: args[row.Object], pos: instr.Pos()})
	}
	for _, i := range row.Reads {
		c.argument(facts.Read, instr, args, i)
	}
	for _, i := range row.Writes {
		c.argument(facts.Write, instr, args, i)
	}
	if row.Shows != nil {
		parts := c.r.flow.Parts(c.fn, instr)
		for i := range parts {
			p := &parts[i]
			c.access(accessSite{kind: p.Access, instr: instr, addr: p.Operand, pos: instr.Pos(), flags: facts.AccessModel,
				part: p})
		}
	}
}

// atomic is how an atomic operation touches its object. Locking and a Once's Do do, too: whoever overwrites a mutex or
// Once races with it (A15).
func atomic(op models.SyncOp) (facts.AccessKind, bool) {
	switch op {
	case models.SyncAtomicRead, models.SyncLock, models.SyncRLock, models.SyncOnce:
		return facts.AtomicRead, true
	case models.SyncAtomicWrite, models.SyncAtomicRMW:
		return facts.AtomicWrite, true
	}
	return 0, false
}

// argument touches what an argument points to; of a variadic list, what its elements point to.
func (c *collector) argument(kind facts.AccessKind, instr ssa.CallInstruction, args []ssa.Value, i int) {
	if i >= len(args) {
		return
	}
	if sig := instr.Common().Signature(); sig.Variadic() && i == len(args)-1 {
		for _, x := range place.Listed(args[i]) {
			c.pointee(kind, instr, place.Unboxed(x))
		}
		return
	}
	c.pointee(kind, instr, place.Unboxed(args[i]))
}

// pointee touches what a pointer points to, a slice's elements, or a map.
func (c *collector) pointee(kind facts.AccessKind, instr ssa.CallInstruction, x ssa.Value) {
	t := accessSite{kind: kind, instr: instr, addr: x, pos: instr.Pos(), flags: facts.AccessModel}
	switch u := source.Core(x.Type()).(type) {
	case *types.Pointer:
		t.typ = u.Elem()
	case *types.Slice:
		t.typ = u.Elem()
	case *types.Map:
		if t.kind = facts.MapRead; kind == facts.Write {
			t.kind = facts.MapWrite
		}
	default:
		return
	}
	c.access(t)
}

// streams touches the bytes that a method of an interface is given if it is that of a Reader or Writer of package io:
// whoever implements it, the contract says that Read may write to all of them, and that Write reads them (A30).
func (c *collector) streams(instr ssa.CallInstruction) {
	call := instr.Common()
	if !call.IsInvoke() || len(call.Args) != 1 {
		return
	}
	sig := call.Method.Signature()
	if sig.Results().Len() != 2 || !types.Identical(sig.Params().At(0).Type(), bytesType) ||
		!types.Identical(sig.Results().At(0).Type(), types.Typ[types.Int]) {
		return
	}
	switch call.Method.Name() {
	case "Read":
		c.pointee(facts.Write, instr, call.Args[0])
	case "Write":
		c.pointee(facts.Read, instr, call.Args[0])
	}
}

// bytesType is []byte.
var bytesType = types.NewSlice(types.Typ[types.Byte])
