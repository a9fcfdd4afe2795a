// This file finds channels that are closed in two steps: behind a look at an atomic variable which is set only
// afterwards (T100), or at the channel itself (T101). Who comes in between closes, too.

package fieldwaits

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// checkedFirst are the closes of that kind that a goroutine, or what a timer calls, comes to, and an exported function
// does, too.
func checkedFirst(r *finder, l *locks.Result) []lonely {
	var list []lonely
	for name, u := range r.All() {
		if u.Astray || u.Tests || u.Made == 0 {
			continue
		}
		for _, x := range u.Of(fielduse.Closes) {
			call := x.Instr.(ssa.CallInstruction)
			c := &coming{finder: r, locks: l, seen: map[*ssa.Function]bool{}}
			unit, own := r.Flow.Source.UnitOf(call.Parent())
			asked := asksOpen(call, name)
			if !own || !asked && !inTwoSteps(call) || decides(call, swaps) || !c.to(call) {
				continue
			}
			switch {
			case c.started != nil && (c.exported != nil || asked && c.beside):
			case asked && c.exported != nil && hasLock(call):
				c.started = call
			default:
				continue
			}
			other, _ := r.Flow.Source.UnitOf(c.started.Parent())
			list = append(list, lonely{
				What: facts.TakeClose, Unit: unit, Name: name, At: r.Place(call.Pos()),
				Also: fielduse.Spot{Unit: other, At: r.Place(c.started.Pos())},
			})
		}
	}
	return list
}

// inTwoSteps reports whether control comes to a call where a load of an atomic truth value has found it unset, and a
// store, which the load is followed by, sets it in the same function.
func inTwoSteps(call ssa.CallInstruction) bool {
	return decides(call, func(cond ssa.Value) bool {
		v, _ := branch.Positive(cond)
		load, ok := v.(*ssa.Call)
		if !ok || !isAtomic(load, "Load") {
			return false
		}
		for _, b := range call.Parent().Blocks {
			for _, instr := range b.Instrs {
				s, ok := instr.(*ssa.Call)
				if ok && isAtomic(s, "Store") && sameField(s.Call.Args[0], load.Call.Args[0]) && branch.Precedes(load, s) {
					return true
				}
			}
		}
		return false
	})
}

// asksOpen reports whether control comes to a close only where the channel, in a field, was asked without waiting and
// found open, in the same function or by one that says so.
func asksOpen(call ssa.CallInstruction, field facts.Symbol) bool {
	asks := func(s *ssa.Select) bool {
		return !s.Blocking && len(s.States) == 1 && s.States[0].Dir == types.RecvOnly &&
			fielduse.HolderField(s.States[0].Chan) == field
	}
	return decides(call, func(cond ssa.Value) bool {
		v, _ := branch.Positive(cond)
		if x, ok := v.(*ssa.Call); ok {
			f := x.Call.StaticCallee()
			return f != nil && len(x.Call.Args) == 1 && fielduse.AnyInstr(f, func(i ssa.Instruction) bool {
				s, ok := i.(*ssa.Select)
				return ok && asks(s)
			})
		}
		s := branch.SelectTested(v)
		return s != nil && asks(s)
	})
}

// hasLock reports whether the struct that holds the channel of a close has a mutex, too: several goroutines are meant
// to use it.
func hasLock(call ssa.CallInstruction) bool {
	load, ok := call.Common().Args[0].(*ssa.UnOp)
	if !ok {
		return false
	}
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	s, ok := source.Deref(at.X.Type()).Underlying().(*types.Struct)
	for k := 0; ok && k < s.NumFields(); k++ {
		t := source.Deref(s.Field(k).Type())
		if fielduse.IsSync(t, "Mutex") || fielduse.IsSync(t, "RWMutex") {
			return true
		}
	}
	return false
}

// swaps reports whether a condition is that a CompareAndSwap has succeeded, or not: one of several comes there.
func swaps(cond ssa.Value) bool {
	v, _ := branch.Positive(cond)
	call, ok := v.(*ssa.Call)
	return ok && place.IsCompareAndSwap(call)
}

// isAtomic reports whether a call is of a method of atomic.Bool.
func isAtomic(call *ssa.Call, name string) bool {
	f := call.Call.StaticCallee()
	return f != nil && f.Name() == name && f.Signature.Recv() != nil &&
		place.IsNamed(source.Deref(f.Signature.Recv().Type()), "sync/atomic", "Bool")
}

// sameField reports whether two addresses are of one field of one value.
func sameField(a, b ssa.Value) bool {
	x, ok := a.(*ssa.FieldAddr)
	y, also := b.(*ssa.FieldAddr)
	return ok && also && x.Field == y.Field && x.X == y.X
}

// A coming is the search for who comes to a call with no lock held.
type coming struct {
	*finder
	locks    *locks.Result          // the locks that are held
	seen     map[*ssa.Function]bool // functions looked at
	started  ssa.Instruction        // in a function that runs as a goroutine
	exported ssa.Instruction        // in an exported function
	beside   bool                   // two functions that one function starts as goroutines come there
}

// to follows the callers of a call's function; false if one of them holds a lock, or the way is not followed.
func (c *coming) to(call ssa.CallInstruction) bool {
	fn := call.Parent()
	if c.seen[fn] || c.IsTest(fn) {
		return true
	}
	c.seen[fn] = true
	if len(c.locks.Held(call)) > 0 || len(c.seen) > maxComing || stopsFirst(fn) || decides(call, foundTaken) {
		return false
	}
	switch {
	case c.runs(fn):
		if c.started != nil {
			c.beside = c.beside || startedBeside(c.finder, c.started.Parent(), fn)
		}
		c.started = call
	case fn.Parent() == nil && fn.Object() != nil && fn.Object().Exported():
		c.exported = call
	}
	return !slices.ContainsFunc(c.Callers(fn), func(up ssa.CallInstruction) bool {
		_, started := up.(*ssa.Go)
		return !started && !c.to(up)
	})
}

// startedBeside reports whether a function starts two others as goroutines.
func startedBeside(r *finder, a, b *ssa.Function) bool {
	return slices.ContainsFunc(r.Starts(a), func(x ssa.CallInstruction) bool {
		return slices.ContainsFunc(r.Starts(b), func(y ssa.CallInstruction) bool { return x.Parent() == y.Parent() })
	})
}

// runs reports whether a function is started as a goroutine, and nobody else calls it, or as a callback of a model.
func (c *coming) runs(fn *ssa.Function) bool {
	return len(c.OnlyStarts(fn)) > 0 || slices.ContainsFunc(c.Starts(fn), func(at ssa.CallInstruction) bool {
		_, byGo := at.(*ssa.Go)
		return !byGo
	})
}

// stopsFirst reports whether a function asks a timer that it stops whether that has been in time.
func stopsFirst(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			call, ok := i.(*ssa.Call)
			if !ok || len(*call.Referrers()) == 0 {
				return false
			}
			f := call.Call.StaticCallee()
			return f != nil && f.String() == "(*time.Timer).Stop"
		})
	})
}

// foundTaken reports whether a condition asks about what a function has found in a map from which it deletes: one of
// several finds it.
func foundTaken(cond ssa.Value) bool {
	v, _ := branch.Positive(cond)
	if x, ok := v.(*ssa.BinOp); ok {
		v = x.X
	}
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	switch x := v.(type) {
	case *ssa.Lookup:
		return deletes(x.Parent())
	case *ssa.Call:
		return deletes(x.Call.StaticCallee())
	}
	return false
}

// deletes reports whether a function deletes from a map.
func deletes(fn *ssa.Function) bool {
	return fn != nil && slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			call, ok := i.(*ssa.Call)
			return ok && place.IsBuiltin(&call.Call, "delete")
		})
	})
}
