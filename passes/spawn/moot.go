// This file finds deferred waits that are reached whenever there is anything to wait for (E22).

package spawn

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// moot reports whether all that a deferred call does is to wait for, or close, objects that this activation made, and
// whether the call is deferred on every way on which these are used. Where it was not deferred then, running it would
// make no difference.
func (k *skeleton) moot(d *ssa.Defer) bool {
	objects, ok := k.waitedFor(d)
	if !ok || len(objects) == 0 {
		return false
	}
	at := k.avoiding(d.Block())
	for _, o := range objects {
		for _, use := range k.usesOf(o, d) {
			b := use.Block()
			if b != d.Block() && !d.Block().Dominates(b) && at[b.Index] {
				return false
			}
		}
	}
	return true
}

// asksOthers reports whether a condition compares how many values are in a channel's buffer; whether a channel is left
// that the function forgets when it is over; or, where the function communicates, how far a count has come that it
// moves itself, or what an atomic update returns. What a guarded variable was before the function set it says what
// others have done, too.
func (k *skeleton) asksOthers(cond ssa.Value, at *ssa.BasicBlock) bool {
	asked, _ := branch.Positive(cond)
	if load, ok := asked.(*ssa.UnOp); ok && k.r.flagsOf().ReadsGuarded(load) && k.overwritten(load, at) {
		return true
	}
	test, ok := cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	if v, _, ok := branch.Asked(cond, true); ok && place.IsChan(v.Type()) && k.forgets(v) {
		return true
	}
	if _, _, ok := k.countTestOf(cond); ok && k.r.communicates(k.fn) {
		return true
	}
	return slices.ContainsFunc([]ssa.Value{test.X, test.Y}, func(v ssa.Value) bool {
		call, ok := v.(*ssa.Call)
		if !ok {
			return false
		}
		b, ok := call.Call.Value.(*ssa.Builtin)
		if row := k.r.flow.Model(call); !ok || b.Name() != "len" {
			return row != nil && row.Sync == models.SyncAtomicRMW && k.r.communicates(k.fn)
		}
		return place.IsChan(call.Call.Args[0].Type())
	})
}

// forgets reports whether a value is read from a variable that the function itself sets to nil.
func (k *skeleton) forgets(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool {
			again, ok := e.(*ssa.Phi)
			return place.IsNil(e) || ok && slices.ContainsFunc(again.Edges, place.IsNil)
		})
	case *ssa.UnOp:
		for _, b := range k.fn.Blocks {
			for _, instr := range b.Instrs {
				if s, ok := instr.(*ssa.Store); ok && v.Op == token.MUL && place.IsNil(s.Val) && k.sameAddr(s.Addr, v.X) {
					return true
				}
			}
		}
	}
	return false
}

// sameLoad reports whether two values are one, or are loaded from one variable, by name or through one pointer.
func (k *skeleton) sameLoad(x, y ssa.Value) bool {
	a, ok := x.(*ssa.UnOp)
	b, also := y.(*ssa.UnOp)
	if !ok || !also || a.Op != token.MUL || b.Op != token.MUL {
		return x == y
	}
	return k.sameAddr(a.X, b.X)
}

func (k *skeleton) sameAddr(x, y ssa.Value) bool {
	f, ok := x.(*ssa.FieldAddr)
	g, also := y.(*ssa.FieldAddr)
	if !ok || !also {
		return x == y || k.r.Locks.Number(k.fn, x) == k.r.Locks.Number(k.fn, y)
	}
	return f.Field == g.Field && k.sameAddr(f.X, g.X)
}

// waitedFor are the channels and groups that a deferred call acts on; ok is false if it does more, or if they are not
// this activation's.
func (k *skeleton) waitedFor(d *ssa.Defer) (objects []ssa.Value, ok bool) {
	if obj, acts := k.waitsOn(&d.Call); acts {
		return []ssa.Value{obj}, obj != nil && obj.Parent() == k.fn
	}
	fn := d.Call.StaticCallee()
	if fn == nil || fn.Blocks == nil || place.Closure(fn) == nil || fn.Parent() != k.fn {
		return nil, false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			obj, acts := k.action(instr)
			if !acts {
				continue
			}
			if obj == nil || obj.Parent() != k.fn {
				return nil, false
			}
			objects = append(objects, obj)
		}
	}
	return objects, true
}

// action is what an instruction of a deferred function waits for or closes; acts with a nil object if it synchronises
// in another way.
func (k *skeleton) action(instr ssa.Instruction) (obj ssa.Value, acts bool) {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.Select, *ssa.Go, *ssa.Defer:
		return nil, true
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			return k.made(instr.X), true
		}
	case *ssa.Call:
		if obj, acts := k.waitsOn(&instr.Call); acts {
			return obj, true
		}
		if _, builtin := instr.Call.Value.(*ssa.Builtin); builtin {
			return nil, false
		}
		if row, ok := k.r.src.Model(&instr.Call); ok {
			return nil, row != nil && (row.Sync != models.SyncNone || len(row.Callbacks) > 0)
		}
		return nil, k.synchronises(&instr.Call)
	}
	return nil, false
}

// waitsOn is what a call closes or waits for.
func (k *skeleton) waitsOn(c *ssa.CallCommon) (obj ssa.Value, acts bool) {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() != "close" {
			return nil, false
		}
		return k.made(c.Args[0]), true
	}
	row, ok := k.r.src.Model(c)
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
func (k *skeleton) made(ch ssa.Value) ssa.Value {
	if load, ok := ch.(*ssa.UnOp); ok {
		if a := place.Variable(load.X); a != nil {
			ch = k.r.Locks.Places.Stored(a)
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
func (k *skeleton) usesOf(o ssa.Value, d *ssa.Defer) []ssa.Instruction {
	var uses []ssa.Instruction
	for _, instr := range *o.Referrers() {
		switch instr := instr.(type) {
		case *ssa.Store:
			if a, ok := instr.Addr.(*ssa.Alloc); ok && instr.Val == o {
				uses = append(uses, k.usesOf(a, d)...)
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
func (k *skeleton) avoiding(b *ssa.BasicBlock) []bool {
	at := make([]bool, len(k.fn.Blocks))
	for changed := true; changed; {
		changed = false
		for _, x := range slices.Backward(k.fn.Blocks) {
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
