// This file finds waits behind a test that are left out only where there is nothing to wait for (E26).

package spawn

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// nothingToWaitFor reports whether the edge to a branch's successor i does no more than leave out waits for what nobody
// was started for: the channel is nil, the goroutines are started behind the same condition, or where the field that is
// tested has been set.
func (k *skeleton) nothingToWaitFor(cond *ssa.If, i int) bool {
	waits, after := cond.Block().Succs[1-i], cond.Block().Succs[i]
	if len(waits.Preds) != 1 || !k.leftOut(waits, after) {
		return false
	}
	objects := k.waitedBehind(waits, after)
	if len(objects) == 0 {
		return false
	}
	if ch := unsetChannel(cond.Cond, i); ch != nil &&
		slices.ContainsFunc(objects, func(v ssa.Value) bool { return k.sameLoad(v, ch) }) {
		return true
	}
	return !slices.ContainsFunc(objects, func(v ssa.Value) bool {
		return !k.startedBehind(v, cond, i, waits) && !k.startedWithFlag(v, cond.Cond, i)
	})
}

// leftOut reports whether what lies behind one successor of a branch has no counterpart behind the other one: control
// comes there from here, too, or returns at once.
func (k *skeleton) leftOut(waits, after *ssa.BasicBlock) bool {
	if branch.Reaches(after, waits) {
		return false
	}
	return len(after.Preds) > 1 && branch.Reaches(waits, after) || k.r.endsAtOnce(after)
}

// endsAtOnce reports whether a block returns and does nothing before but let go of locks and run what was deferred.
func (r *Result) endsAtOnce(b *ssa.BasicBlock) bool {
	return branch.Returns(b) && !slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
		switch x := instr.(type) {
		case *ssa.Return, *ssa.RunDefers, *ssa.DebugRef, *ssa.FieldAddr:
			return false
		case *ssa.UnOp:
			_, global := x.X.(*ssa.Global)
			return x.Op != token.MUL || !global
		case *ssa.Call:
			row := r.flow.Model(x)
			return row == nil || row.Sync != models.SyncUnlock && row.Sync != models.SyncRUnlock
		}
		return true
	})
}

// unsetChannel is the channel that a condition finds nil on the way to successor i; nil if it does not.
func unsetChannel(cond ssa.Value, i int) ssa.Value {
	v := foundUnset(cond, i == 0)
	if v == nil {
		return nil
	}
	if _, ok := v.Type().Underlying().(*types.Chan); !ok {
		return nil
	}
	return v
}

// foundUnset is the value that is false, zero or nil if a condition has an outcome; nil if it says no such thing.
func foundUnset(cond ssa.Value, outcome bool) ssa.Value {
	cond, sense := branch.Positive(cond)
	outcome = outcome == sense
	test, ok := cond.(*ssa.BinOp)
	if !ok {
		if outcome {
			return nil
		}
		return cond
	}
	v, c := test.X, test.Y
	if _, ok := v.(*ssa.Const); ok {
		v, c = c, v
	}
	n, isNumber := constantOf(c)
	if !place.IsNil(c) && (!isNumber || n != 0) || test.Op != token.EQL && test.Op != token.NEQ ||
		(test.Op == token.EQL) != outcome {
		return nil
	}
	return v
}

// waitedBehind are the channels and WaitGroups that control waits for behind a block, before it comes to another one.
func (k *skeleton) waitedBehind(waits, after *ssa.BasicBlock) []ssa.Value {
	var objects []ssa.Value
	region := branch.Reached(waits, func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		return slices.DeleteFunc(slices.Clone(b.Succs), func(s *ssa.BasicBlock) bool { return s == after })
	})
	region[waits] = true
	for _, b := range k.fn.Blocks {
		if !region[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if v := k.r.waitsFor(instr); v != nil {
				objects = append(objects, v)
			}
		}
	}
	return objects
}

// waitsFor is the channel or the address of the WaitGroup that an instruction waits for; nil for others.
func (r *Result) waitsFor(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return x.X
		}
	case *ssa.Call:
		if row := r.flow.Model(x); row != nil && (row.Sync == models.SyncWait || row.Sync == models.SyncGroupWait) &&
			row.Object < len(x.Call.Args) {
			return x.Call.Args[row.Object]
		}
	}
	return nil
}

// startedBehind reports whether an object of the function is used, but for waiting, only behind the same condition with
// the outcome with which it is waited for: behind the branch's own successor, or that of a branch on an equal
// condition.
func (k *skeleton) startedBehind(v ssa.Value, cond *ssa.If, i int, waits *ssa.BasicBlock) bool {
	name, negated := k.condition(cond.Cond)
	object := k.ownObject(v)
	if name == "" || object == nil || waits.Dominates(object.(ssa.Instruction).Block()) {
		return false
	}
	outcome := (i == 1) != negated
	behind := func(b *ssa.BasicBlock) bool {
		return waits.Dominates(b) || slices.ContainsFunc(k.fn.Blocks, func(at *ssa.BasicBlock) bool {
			other, ok := at.Instrs[len(at.Instrs)-1].(*ssa.If)
			if !ok {
				return false
			}
			same, negated := k.condition(other.Cond)
			s := at.Succs[1]
			if outcome != negated {
				s = at.Succs[0]
			}
			return same == name && len(s.Preds) == 1 && s.Dominates(b)
		})
	}
	return !slices.ContainsFunc(k.uses(object), func(use ssa.Instruction) bool {
		return !behind(use.Block()) && k.r.waitsFor(use) == nil
	})
}

// ownObject is the variable or channel of the function that a channel or the address of a WaitGroup comes from; nil if
// it comes from elsewhere.
func (k *skeleton) ownObject(v ssa.Value) ssa.Value {
	if m, ok := v.(*ssa.MakeChan); ok && m.Parent() == k.fn {
		return m
	}
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	if a, ok := v.(*ssa.Alloc); ok && a.Parent() == k.fn {
		return a
	}
	return nil
}

// uses are the instructions that use a variable or channel, or what was loaded from the variable, but for the store of
// a new channel to it.
func (k *skeleton) uses(object ssa.Value) (list []ssa.Instruction) {
	for _, use := range *object.Referrers() {
		switch x := use.(type) {
		case *ssa.DebugRef:
			continue
		case *ssa.Store:
			if _, made := x.Val.(*ssa.MakeChan); made && x.Addr == object {
				continue
			}
		case *ssa.UnOp:
			if x.Op == token.MUL {
				list = append(list, k.uses(x)...)
				continue
			}
		}
		list = append(list, use)
	}
	return list
}

// startedWithFlag reports whether what lies in a field is signalled, as far as the package shows, only by goroutines
// that are started where another field, which a condition finds unset, has been set or is set next; or, where the
// condition asks for another number than zero and the field never changes, behind the same comparison.
func (k *skeleton) startedWithFlag(v, cond ssa.Value, i int) bool {
	q, ok := k.r.asked(cond, i == 0)
	if !ok {
		return false
	}
	object, ok := fieldOf(v, k.r)
	if !ok {
		return false
	}
	s := k.r.startsOf()
	return len(s.of[object]) > 0 && !s.resets(q.flag, object) &&
		!slices.ContainsFunc(s.of[object], func(g ssa.Instruction) bool { return !s.with(g, q, maxSetterDepth) })
}
