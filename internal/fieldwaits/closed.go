// This file finds channels that two functions close without looking whether the other one has done so: a goroutine of
// the object, and a method that users call (T32).

package fieldwaits

import (
	"go/token"
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

// closedTwice are the closes by exported methods of what a goroutine of the same object closes, too (T32).
func (r *finder) closedTwice(l *locks.Result) []lonely {
	var list []lonely
	for name, u := range r.All() {
		if u.Astray || u.Tests || u.Made == 0 || u.Late || u.Asked {
			continue
		}
		c := &closing{r: r, locks: l, name: name}
		for _, x := range u.Of(fielduse.Closes) {
			call := x.Instr.(ssa.CallInstruction)
			c.from(call, call.Common().Args[0], nil)
		}
		if len(c.goroutine) == 0 {
			continue
		}
		k := slices.IndexFunc(c.methods, func(w closingCalls) bool { return !c.apart(w) })
		if k < 0 {
			continue
		}
		method := c.methods[k]
		unit, own := r.Flow.Source.UnitOf(method[0].Parent())
		end := c.goroutine[len(c.goroutine)-1]
		other, ownToo := r.Flow.Source.UnitOf(end.Parent())
		if own && ownToo {
			list = append(list, lonely{
				What: facts.TakeClose, Unit: unit, Name: name, At: r.Place(method[0].Pos()),
				Also: fielduse.Spot{Unit: other, At: r.Place(end.Pos())},
			})
		}
	}
	return list
}

// A closingCalls is a close and the calls that lead there, innermost first.
type closingCalls []ssa.CallInstruction

// A closing is the search for who closes a channel of the receiver without a test.
type closing struct {
	r         *finder        // answers for the package
	locks     *locks.Result  // the locks that are held
	name      facts.Symbol   // of the channel
	goroutine closingCalls   // from a goroutine's function
	methods   []closingCalls // from exported methods that are no goroutine's function
}

// from follows a close, or a call that leads to one, of the receiver's channel to who comes to its function.
func (c *closing) from(call ssa.CallInstruction, of ssa.Value, below closingCalls) {
	fn := call.Parent()
	_, started := call.(*ssa.Go)
	if started || len(below) == maxClosers || c.r.IsTest(fn) || fn.Signature.Recv() == nil || len(fn.Params) == 0 ||
		baseOf(of) != fn.Params[0] || c.guarded(call) {
		return
	}
	w := append(slices.Clone(below), call)
	_, deferred := call.(*ssa.Defer)
	switch runs := len(c.r.OnlyStarts(fn)) > 0; {
	case runs && c.goroutine == nil && (!deferred || slices.ContainsFunc(w, c.asks) && c.endsOtherwise(fn)):
		c.goroutine = w
	case !runs && token.IsExported(fn.Name()):
		c.methods = append(c.methods, w)
	}
	for _, up := range c.r.Callers(fn) {
		if args := up.Common().Args; len(args) > 0 && source.Origin(up.Common().StaticCallee()) == fn {
			c.from(up, args[0], w)
		}
	}
}

// apart reports whether a method closes the channel only where it does not start the goroutine that closes it, which
// nobody else starts: one call of it does not do both (T62).
func (c *closing) apart(w closingCalls) bool {
	closes := w[len(w)-1]
	starts := c.r.OnlyStarts(c.goroutine[len(c.goroutine)-1].Parent())
	return len(starts) > 0 && !slices.ContainsFunc(starts, func(start ssa.CallInstruction) bool {
		return start.Parent() != closes.Parent() || branch.MayFollow(start.Block(), closes.Block()) ||
			branch.MayFollow(closes.Block(), start.Block())
	})
}

// baseOf is the pointer whose field a value is loaded from; the value itself for others.
func baseOf(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if f, ok := load.X.(*ssa.FieldAddr); ok {
			return f.X
		}
	}
	return v
}

// guarded reports whether a condition that may show whether the channel has been closed decides whether control comes
// to a call: one that reads memory, calls something, or asks the channel. Who only looks, and holds no lock, may find
// that it is open although another one is about to close it.
func (c *closing) guarded(call ssa.CallInstruction) bool {
	return decides(call, func(cond ssa.Value) bool {
		return c.tells(cond, maxTold) && (!c.looks(cond) || c.locked(call))
	})
}

// asks reports whether who makes a call has looked whether the channel is closed: others may close it, too.
func (c *closing) asks(call ssa.CallInstruction) bool { return decides(call, c.looks) }

// decides reports whether a condition of some kind decides whether control comes to a call.
func decides(call ssa.CallInstruction, is func(cond ssa.Value) bool) bool {
	b := call.Block()
	for d := b.Idom(); d != nil; d = d.Idom() {
		if cond, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If); ok && !leadsBoth(d, b) && is(cond.Cond) {
			return true
		}
	}
	return false
}

// endsOtherwise reports whether a function may also return where it has not found the channel closed.
func (c *closing) endsOtherwise(fn *ssa.Function) bool {
	told := map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.Select:
				for k, st := range x.States {
					if body := branch.CaseBody(x, k); fielduse.HolderField(st.Chan) == c.name && body != nil {
						told[body] = true
					}
				}
			case *ssa.UnOp:
				told[b] = told[b] || x.Op == token.ARROW && fielduse.HolderField(x.X) == c.name
			}
		}
	}
	reached := branch.Reached(fn.Blocks[0], func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		if told[b] {
			return nil
		}
		return b.Succs
	})
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return reached[b] && !told[b] && b != fn.Recover && branch.Returns(b)
	})
}

// looks reports whether a condition is that an atomic variable has a value, or that the channel is not closed.
func (c *closing) looks(v ssa.Value) bool {
	v, _ = branch.Positive(v)
	switch x := v.(type) {
	case *ssa.Call:
		f := x.Call.StaticCallee()
		return f != nil && f.Name() == "Load" && f.Pkg != nil && f.Pkg.Pkg.Path() == "sync/atomic"
	case *ssa.BinOp:
		e, ok := x.X.(*ssa.Extract)
		if !ok || e.Index != 0 {
			return false
		}
		_, ok = e.Tuple.(*ssa.Select)
		return ok
	}
	return false
}

// locked reports whether a lock is held at a call, or where its function is called.
func (c *closing) locked(call ssa.CallInstruction) bool {
	holds := func(x ssa.CallInstruction) bool { return len(c.locks.Held(x)) > 0 }
	return holds(call) || slices.ContainsFunc(c.r.Callers(call.Parent()), holds)
}

// leadsBoth reports whether both ways out of a block lead to another one.
func leadsBoth(d, b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(d.Succs, func(s *ssa.BasicBlock) bool { return s != b && !branch.Reaches(s, b) })
}

// tells reports whether a value may show whether the channel has been closed.
func (c *closing) tells(v ssa.Value, depth int) bool {
	if depth == 0 {
		return true
	}
	switch x := v.(type) {
	case *ssa.Const, *ssa.Next:
		return false
	case *ssa.BinOp:
		if place.IsError(x.X.Type()) {
			return noted(x.X)
		}
		return c.tells(x.X, depth-1) || c.tells(x.Y, depth-1)
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return fielduse.HolderField(x.X) == c.name
		}
		return x.Op == token.MUL || c.tells(x.X, depth-1)
	case *ssa.Extract:
		switch t := x.Tuple.(type) {
		case *ssa.Select:
			return slices.ContainsFunc(t.States, func(st *ssa.SelectState) bool {
				return st.Dir == types.RecvOnly && fielduse.HolderField(st.Chan) == c.name && !t.Blocking
			})
		case *ssa.UnOp:
			return c.tells(t, depth-1)
		}
		return true
	case *ssa.Field:
		return c.tells(x.X, depth-1)
	case *ssa.Phi:
		return false
	}
	return true
}

// noted reports whether an error is loaded from a field that the same function sets: who closes leaves word there.
func noted(err ssa.Value) bool {
	f := fielduse.LoadedField(err)
	load, ok := err.(*ssa.UnOp)
	return f != (facts.Symbol{}) && ok && slices.ContainsFunc(load.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			s, ok := i.(*ssa.Store)
			return ok && place.StoredName(s.Addr) == f
		})
	})
}
