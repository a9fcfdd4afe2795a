// This file finds channels that are closed while their objects stay in the container from which others take them to
// send (T36).

package fieldwaits

import (
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// keptOpen are the sends on channels of objects found in a container that somebody closes, one of them, without a sign
// that the object leaves the container (T36).
func (r *finder) keptOpen() []lonely {
	var list []lonely
	for name, u := range r.All() {
		if u.Astray || u.Tests || u.Made == 0 {
			continue
		}
		send := r.sendToFound(name, u)
		if send == nil {
			continue
		}
		for _, c := range u.Of(fielduse.Closes) {
			call := c.Instr.(ssa.CallInstruction)
			base := baseOf(call.Common().Args[0])
			fn := call.Parent()
			if r.IsTest(fn) || foundInContainer(base) || isNew(base) || signsAbove(r, fn, base.Type(), 0) {
				continue
			}
			unit, own := r.Flow.Source.UnitOf(send.Parent())
			other, ownToo := r.Flow.Source.UnitOf(fn)
			if own && ownToo && unit < r.Flow.Source.Pkg.Source.Own {
				list = append(list, lonely{
					What: facts.TakeSend, Unit: unit, Name: name, At: r.Place(operationPos(fielduse.Use{Instr: send}, name)),
					Also: fielduse.Spot{Unit: other, At: r.Place(call.Pos())},
				})
			}
			break
		}
	}
	return list
}

// sendToFound is a send, no test's, on the channel of an object that was found in a container; nil if there is none, or
// if its function recovers.
func (r *finder) sendToFound(name facts.Symbol, u *fielduse.Uses) ssa.Instruction {
	for _, x := range slices.Concat(u.Of(fielduse.Sends), u.Of(fielduse.Polls)) {
		var ch ssa.Value
		switch i := x.Instr.(type) {
		case *ssa.Send:
			ch = i.Chan
		case *ssa.Select:
			for _, s := range i.States {
				if s.Dir == types.SendOnly && fielduse.HolderField(s.Chan) == name {
					ch = s.Chan
				}
			}
		}
		fn := x.Instr.Parent()
		if ch != nil && foundInContainer(baseOf(ch)) && !fielduse.AnyInstr(fn, recovers) && !r.IsTest(fn) {
			return x.Instr
		}
	}
	return nil
}

// recovers reports whether an instruction defers a function that ends a panic.
func recovers(i ssa.Instruction) bool {
	d, ok := i.(*ssa.Defer)
	return ok && d.Call.StaticCallee() != nil && branch.Recovers(d.Call.StaticCallee())
}

// foundInContainer reports whether a value is an element of a map or slice.
func foundInContainer(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Extract:
		switch x.Tuple.(type) {
		case *ssa.Next, *ssa.Lookup:
			return true
		}
	case *ssa.Lookup:
		return true
	case *ssa.UnOp:
		_, element := x.X.(*ssa.IndexAddr)
		return element
	}
	return false
}

// isNew reports whether a value is an object that its function makes.
func isNew(v ssa.Value) bool {
	_, ok := v.(*ssa.Alloc)
	return ok
}

// signs reports whether a function, or what it calls by name, takes an object of a type out of a container, replaces a
// container of such ones, or leaves word that something has ended: a flag, an atomic, nil.
func (r *finder) signs(fn *ssa.Function, elem types.Type, depth int) bool {
	if depth > maxClosers {
		return true
	}
	return fielduse.AnyInstr(fn, func(i ssa.Instruction) bool {
		switch x := i.(type) {
		case *ssa.Store:
			if _, field := x.Addr.(*ssa.FieldAddr); field && (holds(x.Val.Type(), elem) || isSign(x.Val)) {
				return true
			}
			_, element := x.Addr.(*ssa.IndexAddr)
			return element && types.Identical(x.Val.Type(), elem)
		case *ssa.MapUpdate:
			return holds(x.Value.Type(), elem) || isSign(x.Value)
		case ssa.CallInstruction:
			return r.callSigns(x, elem, depth)
		}
		return false
	})
}

// signsAbove reports the same of a function, of the one that a literal stands in, or of one that calls it.
func signsAbove(r *finder, fn *ssa.Function, elem types.Type, depth int) bool {
	if r.signs(fn, elem, 0) {
		return true
	}
	if depth == maxAbove {
		return false
	}
	return fn.Parent() != nil && signsAbove(r, fn.Parent(), elem, depth+1) ||
		slices.ContainsFunc(r.Callers(fn), func(up ssa.CallInstruction) bool {
			return signsAbove(r, source.Origin(up.Parent()), elem, depth+1)
		})
}

// silent are the operations that leave no word.
var silent = []models.SyncOp{
	models.SyncNone, models.SyncLock, models.SyncRLock, models.SyncUnlock, models.SyncRUnlock, models.SyncOnce,
}

// callSigns reports the same of a call.
func (r *finder) callSigns(c ssa.CallInstruction, elem types.Type, depth int) bool {
	if b, ok := c.Common().Value.(*ssa.Builtin); ok {
		return (b.Name() == "delete" || b.Name() == "clear") && holds(c.Common().Args[0].Type(), elem)
	}
	if row := r.Flow.Model(c); row != nil {
		return !slices.Contains(silent, row.Sync)
	}
	g := c.Common().StaticCallee()
	if g == nil {
		return true
	}
	_, own := r.Flow.Source.UnitOf(source.Origin(g))
	return own && g != c.Parent() && r.signs(source.Origin(g), elem, depth+1)
}

// holds reports whether a type is a map or slice of elements, or keys, of a type.
func holds(t, elem types.Type) bool {
	switch c := t.Underlying().(type) {
	case *types.Map:
		return types.Identical(c.Elem(), elem) || types.Identical(c.Key(), elem)
	case *types.Slice:
		return types.Identical(c.Elem(), elem)
	}
	return false
}

// isSign reports whether a value that is stored may say that something has ended: nil, or a truth value.
func isSign(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && (c.Value == nil || c.Value.Kind() == constant.Bool)
}
