// This file finds who wakes those who wait for a condition without its lock, when a channel or context has ended that
// they ask under the lock (T81).

package wakes

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// An asking is what somebody learns of that it has ended, a channel or context: the variable, or the field, that holds
// it; nil if that is not known.
type asking any

// unheard are the wake-ups by goroutines that have learnt of the end of a channel or context and hold no lock, where a
// loop around a wait asks for that end: they come between the question and the wait.
func (r *wakeups) unheard(name facts.Symbol, u *fielduse.Uses, loops []*waitLoop) []Lost {
	var list []Lost
	for _, x := range u.Of(fielduse.Signals) {
		fn := x.Instr.Parent()
		if r.IsTest(fn) || r.Flow.Graph(fn).Cyclic(x.Instr.Block()) || r.mayLock(fn) {
			continue
		}
		heard := r.heard(fn, x.Instr)
		for _, l := range loops {
			if slices.ContainsFunc(heard, func(e asking) bool { return slices.Contains(r.asked(l), e) }) {
				list = append(list, r.lost(Lost{Kind: Unlocked, Cond: name}, x.Instr, []*waitLoop{l}))
				break
			}
		}
	}
	return list
}

// mayLock reports whether a function locks something, or calls what might do so.
func (r *wakeups) mayLock(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			row := r.Flow.Model(c)
			if _, builtin := c.Common().Value.(*ssa.Builtin); builtin || endOf(i) != nil {
				continue
			}
			if row == nil || row.Sync == models.SyncLock {
				return true
			}
		}
	}
	return false
}

// heard are the ends that a goroutine which begins with a function has waited for before an instruction.
func (r *wakeups) heard(fn *ssa.Function, at ssa.Instruction) []asking {
	var list []asking
	refs := fn.Referrers()
	if c := place.Closure(fn); c != nil {
		refs = c.Referrers()
	}
	if refs == nil {
		return nil
	}
	for _, ref := range *refs {
		switch x := ref.(type) {
		case *ssa.Go, *ssa.DebugRef:
		case *ssa.Call:
			g := x.Call.StaticCallee()
			if g == nil || g.String() != "context.AfterFunc" {
				return nil
			}
			list = append(list, endingOf(x.Call.Args[0]))
		default:
			return nil
		}
	}
	for b := at.Block(); b != nil; b = b.Idom() {
		for _, i := range b.Instrs {
			if i == at {
				break
			}
			if x, ok := i.(*ssa.UnOp); ok {
				if e := endingOf(x.X); e != nil && endsBy(x) {
					list = append(list, e)
				}
			}
		}
	}
	return slices.DeleteFunc(list, func(e asking) bool { return e == nil })
}

// endsBy reports whether an instruction is a receive.
func endsBy(x *ssa.UnOp) bool {
	_, ok := x.X.Type().Underlying().(*types.Chan)
	return ok
}

// asked are the ends that a loop around a wait asks for without waiting for them.
func (r *wakeups) asked(l *waitLoop) []asking {
	var list []asking
	in := branch.Around(l.wait.Block())
	for _, b := range l.wait.Parent().Blocks {
		if !in[b] {
			continue
		}
		list = append(list, asks(b)...)
		for _, i := range b.Instrs {
			c, ok := i.(*ssa.Call)
			if !ok {
				continue
			}
			g := c.Call.StaticCallee()
			if g == nil {
				continue
			}
			if _, own := r.Flow.Source.UnitOf(g); !own {
				continue
			}
			for _, b := range g.Blocks {
				list = append(list, slices.DeleteFunc(asks(b), notField)...)
			}
		}
	}
	return list
}

// notField reports whether what is asked is no field, but something of a function's own.
func notField(e asking) bool {
	_, field := e.(facts.Symbol)
	return !field
}

// asks are the ends that a block asks for.
func asks(b *ssa.BasicBlock) (list []asking) {
	for _, i := range b.Instrs {
		if x, ok := i.(*ssa.Select); ok && !x.Blocking {
			for _, s := range x.States {
				if e := endingOf(s.Chan); e != nil && s.Dir == types.RecvOnly {
					list = append(list, e)
				}
			}
		} else if e := endOf(i); e != nil {
			list = append(list, e)
		}
	}
	return list
}

// endOf is the context that an instruction asks for its channel or error; nil: none.
func endOf(i ssa.Instruction) asking {
	c, ok := i.(*ssa.Call)
	if !ok || !c.Call.IsInvoke() || c.Call.Value.Type().String() != "context.Context" {
		return nil
	}
	if name := c.Call.Method.Name(); name != "Done" && name != "Err" {
		return nil
	}
	return endingOf(c.Call.Value)
}

// endingOf is what holds a channel or context.
func endingOf(v ssa.Value) asking {
	if f := fielduse.LoadedField(v); f != (facts.Symbol{}) {
		return f
	}
	switch x := v.(type) {
	case *ssa.ChangeType:
		return endingOf(x.X)
	case *ssa.Call:
		return endOf(x)
	case *ssa.UnOp:
		if a := place.Variable(x.X); a != nil {
			return a
		}
	case *ssa.FreeVar:
		if b := place.Binding(x); b != nil {
			return endingOf(b)
		}
	case *ssa.Parameter:
		return x
	}
	return nil
}
