// This file finds loops over collections of which each round waits for its element (E49).

package collect

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// An Every is a loop that goes over all elements of a collection and has received from a channel of each, or has called
// a function with each, when it ends.
type Every struct {
	Head *ssa.BasicBlock // the block that ends the loop, on its second way out; nil: Iter
	Iter *ssa.Call       // the call of an iterator that calls the loop's body for each element; it ends the loop
	Ch   ssa.Value       // the channel; nil: Call
	Call *ssa.Call       // the call, if there is no channel
	Over ssa.Value       // the address of the variable that holds the collection; nil if that is no memory
	Pos  ssa.Instruction // the receive or call
}

// FindEvery finds such loops of a function. A call counts if it may synchronise, as syncs says.
func FindEvery(
	fn *ssa.Function, graph *branch.Graph, places *place.Package, syncs func(*ssa.CallCommon) bool,
) (list []Every) {
	f := &finder{fn: fn, graph: graph, places: places}
	for _, b := range fn.Blocks {
		if !graph.Reached(b) {
			continue
		}
		list = append(list, f.iterated(b, syncs)...)
		if !graph.Cyclic(b) {
			continue
		}
		head := branch.Header(b, nil)
		if head == nil || !f.goesThrough(head) {
			continue
		}
		for _, instr := range b.Instrs {
			e := Every{Head: head, Pos: instr}
			switch x := instr.(type) {
			case *ssa.UnOp:
				if x.Op != token.ARROW {
					continue
				}
				e.Ch = x.X
			case *ssa.Call:
				if _, builtin := x.Call.Value.(*ssa.Builtin); builtin || !syncs(&x.Call) {
					continue
				}
				e.Call = x
			default:
				continue
			}
			var ok bool
			if e.Over, ok = f.elementOf(e.subject(), head); ok {
				list = append(list, e)
			}
		}
	}
	return list
}

// iterated are the calls in a block of iterators of package slices or maps over a collection, with a body that never
// ends the loop early, and waits for its element, or makes a call with it, on every way.
func (f *finder) iterated(b *ssa.BasicBlock, syncs func(*ssa.CallCommon) bool) (list []Every) {
	for _, instr := range b.Instrs {
		call, ok := instr.(*ssa.Call)
		if !ok || len(call.Call.Args) != 1 {
			continue
		}
		made, isMade := call.Call.Value.(*ssa.Call)
		body, isBody := call.Call.Args[0].(*ssa.MakeClosure)
		if !isMade || !isBody || !overAll(made) || !eachRound(body.Fn.(*ssa.Function), syncs) {
			continue
		}
		list = append(list, Every{Iter: call, Call: call, Over: holderOf(made.Call.Args[0]), Pos: call})
	}
	return list
}

// overAll reports whether a call makes an iterator over all elements of a slice or map.
func overAll(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	if fn == nil || len(c.Call.Args) != 1 {
		return false
	}
	fn = source.Origin(fn)
	return fn.Pkg != nil && (fn.Pkg.Pkg.Path() == "slices" || fn.Pkg.Pkg.Path() == "maps") &&
		slices.Contains([]string{"All", "Backward", "Values"}, fn.Name())
}

// eachRound reports whether the body of a loop over an iterator always asks for the next element, and has received by
// then from what belongs to the one that it has got, or called a function with it.
func eachRound(body *ssa.Function, syncs func(*ssa.CallCommon) bool) bool {
	var waits []*ssa.BasicBlock
	for _, b := range body.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.UnOp:
				if x.Op == token.ARROW && ofParameter(x.X) {
					waits = append(waits, b)
				}
			case *ssa.Call:
				e := Every{Call: x}
				if _, builtin := x.Call.Value.(*ssa.Builtin); !builtin && syncs(&x.Call) && ofParameter(e.subject()) {
					waits = append(waits, b)
				}
			}
		}
	}
	for _, b := range body.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || b == body.Recover {
			continue
		}
		if n, more := place.Constant(ret.Results[0]); !more || n == 0 ||
			!slices.ContainsFunc(waits, func(w *ssa.BasicBlock) bool { return w.Dominates(b) }) {
			return false
		}
	}
	return len(waits) > 0
}

// ofParameter reports whether a value belongs to what a function is given: a field of it, or what a method of it
// returns.
func ofParameter(v ssa.Value) bool {
	for range maxSteps {
		switch x := v.(type) {
		case *ssa.Parameter:
			return true
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Call:
			if x.Call.IsInvoke() || x.Call.StaticCallee() == nil || len(x.Call.Args) != 1 {
				return false
			}
			v = x.Call.Args[0]
		default:
			return false
		}
	}
	return false
}

// subject is what must belong to the round's element: the channel, the first argument, or the function that is called.
func (e *Every) subject() ssa.Value {
	switch {
	case e.Ch != nil:
		return e.Ch
	case !e.Call.Call.IsInvoke() && e.Call.Call.StaticCallee() != nil && len(e.Call.Call.Args) > 0:
		return e.Call.Call.Args[0]
	}
	return e.Call.Call.Value
}

// goesThrough reports whether a loop is left at its head only, once it has gone over a whole collection; and where a
// panic leaves it.
func (f *finder) goesThrough(head *ssa.BasicBlock) bool {
	in := f.graph.Natural(head)
	return len(head.Succs) == 2 && in[head.Succs[0]] && !in[head.Succs[1]] && !branch.LeftEarly(in, head)
}

// elementOf is the variable that holds the collection of which a loop takes another element in each round, to which a
// value belongs: the element itself, what a field of it holds, or what a method of it returns.
func (f *finder) elementOf(v ssa.Value, head *ssa.BasicBlock) (over ssa.Value, ok bool) {
	for range maxSteps {
		switch x := v.(type) {
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return nil, false
			}
			if a, local := x.X.(*ssa.Alloc); local {
				if v = f.places.Stored(a); v == nil {
					return nil, false
				}
				continue
			}
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Call:
			if x.Call.IsInvoke() {
				v = x.Call.Value
			} else if x.Call.StaticCallee() != nil && len(x.Call.Args) == 1 {
				v = x.Call.Args[0]
			} else {
				return nil, false
			}
		case *ssa.IndexAddr:
			return holderOf(x.X), branch.EachIndex(x, head)
		case *ssa.Extract:
			next, ok := x.Tuple.(*ssa.Next)
			if !ok || next.Block() != head || x.Index == 0 || next.IsString {
				return nil, false
			}
			return holderOf(next.Iter.(*ssa.Range).X), true
		default:
			return nil, false
		}
	}
	return nil, false
}

// holderOf is the address of the variable that a collection was loaded from; nil if it was not.
func holderOf(list ssa.Value) ssa.Value {
	if load, ok := list.(*ssa.UnOp); ok && load.Op == token.MUL {
		return load.X
	}
	return nil
}
