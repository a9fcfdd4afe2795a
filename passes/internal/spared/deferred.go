// This file finds deferred waits that are reached whenever there is anything to wait for (E22).

package spared

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// NoOp reports whether all that a deferred call does is to wait for, or close, objects that this activation made, and
// whether the call is deferred on every way on which these are used. Where it was not deferred then, running it would
// make no difference.
func (f *Function) NoOp(d *ssa.Defer) bool {
	objects, ok := f.waitedFor(d)
	if !ok || len(objects) == 0 {
		return false
	}
	at := f.avoiding(d.Block())
	for _, o := range objects {
		for _, use := range f.usesOf(o, d) {
			b := use.Block()
			if b != d.Block() && !d.Block().Dominates(b) && at[b.Index] {
				return false
			}
		}
	}
	return true
}

// waitedFor are the channels and groups that a deferred call acts on; ok is false if it does more, or if they are not
// this activation's.
func (f *Function) waitedFor(d *ssa.Defer) (objects []ssa.Value, ok bool) {
	if obj, acts := f.waitsOn(&d.Call); acts {
		return []ssa.Value{obj}, obj != nil && obj.Parent() == f.fn
	}
	fn := d.Call.StaticCallee()
	if fn == nil || fn.Blocks == nil || place.Closure(fn) == nil || fn.Parent() != f.fn {
		return nil, false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			obj, acts := f.action(instr)
			if !acts {
				continue
			}
			if obj == nil || obj.Parent() != f.fn {
				return nil, false
			}
			objects = append(objects, obj)
		}
	}
	return objects, true
}

// action is what an instruction of a deferred function waits for or closes; acts with a nil object if it synchronises
// in another way.
func (f *Function) action(instr ssa.Instruction) (obj ssa.Value, acts bool) {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.Select, *ssa.Go, *ssa.Defer:
		return nil, true
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return f.made(instr.X), true
		}
	case *ssa.Call:
		if obj, acts := f.waitsOn(&instr.Call); acts {
			return obj, true
		}
		if _, builtin := instr.Call.Value.(*ssa.Builtin); builtin {
			return nil, false
		}
		if row, ok := f.pkg.src.Model(&instr.Call); ok {
			return nil, row != nil && (row.Sync != models.SyncNone || len(row.Callbacks) > 0)
		}
		return nil, f.pkg.talk.Synchronises(&instr.Call)
	}
	return nil, false
}

// waitsOn is what a call closes or waits for.
func (f *Function) waitsOn(c *ssa.CallCommon) (obj ssa.Value, acts bool) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() != "close" {
			return nil, false
		}
		return f.made(c.Args[0]), true
	}
	row, ok := f.pkg.src.Model(c)
	if !ok || row == nil || row.Sync != models.SyncWait || row.Object >= len(c.Args) {
		return nil, false
	}
	if a := place.Variable(c.Args[row.Object]); a != nil {
		return a, true
	}
	return nil, true
}

// made is the statement that makes a channel: the value itself, or the only one that its variable holds. Nil if it is
// not known.
func (f *Function) made(ch ssa.Value) ssa.Value {
	if load, ok := ch.(*ssa.UnOp); ok {
		if a := place.Variable(load.X); a != nil {
			ch = f.pkg.locks.Places.Stored(a)
		}
	}
	m, ok := ch.(*ssa.MakeChan)
	if !ok {
		return nil
	}
	return m
}

// usesOf are the instructions of the function that use an object or a variable that holds it, but for those that make
// it and that defer the call.
func (f *Function) usesOf(o ssa.Value, d *ssa.Defer) []ssa.Instruction {
	var uses []ssa.Instruction
	for _, instr := range *o.Referrers() {
		switch instr := instr.(type) {
		case *ssa.Store:
			if a, ok := instr.Addr.(*ssa.Alloc); ok && instr.Val == o {
				uses = append(uses, f.usesOf(a, d)...)
				continue
			}
		case *ssa.DebugRef, *ssa.Defer:
			continue
		case *ssa.MakeClosure:
			if instr == d.Call.Value {
				continue
			}
		}
		if s, ok := instr.(*ssa.Store); ok && s.Addr == o {
			continue // the variable is set
		}
		uses = append(uses, instr)
	}
	return uses
}

// avoiding marks the blocks from which a return can be reached without passing a block.
func (f *Function) avoiding(b *ssa.BasicBlock) []bool {
	at := make([]bool, len(f.fn.Blocks))
	for changed := true; changed; {
		changed = false
		for _, x := range slices.Backward(f.fn.Blocks) {
			if x == b || at[x.Index] {
				continue
			}
			if branch.Returns(x) || slices.ContainsFunc(x.Succs, func(s *ssa.BasicBlock) bool { return at[s.Index] }) {
				at[x.Index], changed = true, true
			}
		}
	}
	return at
}
