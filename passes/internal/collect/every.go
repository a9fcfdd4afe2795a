// This file finds loops over collections of which each round waits for its element (E49).

package collect

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// maxSteps bounds the way from a channel to the element that it belongs to, in instructions.
const maxSteps = 8

// An Every is a loop that goes over all elements of a collection and has received from a channel of each, or has called
// a function with each, when it ends.
type Every struct {
	Head *ssa.BasicBlock // the block that ends the loop, on its second way out
	Ch   ssa.Value       // the channel; nil: Call
	Call *ssa.Call       // the call, if there is no channel
	Over ssa.Value       // the address of the variable that holds the collection; nil if that is no memory
	Pos  ssa.Instruction // the receive or call
}

// FindEvery finds such loops of a function. A call counts if its function may synchronise, as asks says.
func FindEvery(
	fn *ssa.Function, graph *branch.Graph, places *place.Package, syncs func(*ssa.Call) bool,
) (list []Every) {
	f := &finder{fn: fn, graph: graph, places: places}
	for _, b := range fn.Blocks {
		if !graph.Reached(b) || !graph.Cyclic(b) {
			continue
		}
		head := branch.Header(b)
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
				if _, builtin := x.Call.Value.(*ssa.Builtin); builtin || !syncs(x) {
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
	return len(head.Succs) == 2 && in[head.Succs[0]] && !in[head.Succs[1]] && !branch.LeftEarly(head, in)
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
			return holderOf(x.X), f.eachIndex(x, head)
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

// eachIndex reports whether an element has the index that the head of its loop counts from the first to the last one.
func (f *finder) eachIndex(x *ssa.IndexAddr, head *ssa.BasicBlock) bool {
	less, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If).Cond.(*ssa.BinOp)
	if !ok || less.Op != token.LSS || less.X != x.Index {
		return false
	}
	n, ok := less.Y.(*ssa.Call)
	if !ok || !place.IsBuiltin(&n.Call, "len") || !place.SameLoad(n.Call.Args[0], x.X) {
		return false
	}
	if next, ok := less.X.(*ssa.BinOp); ok { // range: counts from -1, before it compares
		phi, counts := next.X.(*ssa.Phi)
		return counts && phi.Block() == head && branch.AddsOne(next)
	}
	phi, ok := less.X.(*ssa.Phi)
	return ok && phi.Block() == head && everyOne(phi, head)
}

// everyOne reports whether a counter starts at zero and is raised by one in each round.
func everyOne(phi *ssa.Phi, head *ssa.BasicBlock) bool {
	for i, p := range head.Preds {
		if !head.Dominates(p) {
			if n, ok := place.Int(phi.Edges[i]); !ok || n != 0 {
				return false
			}
			continue
		}
		next, ok := phi.Edges[i].(*ssa.BinOp)
		if !ok || !branch.AddsOne(next) || next.X != ssa.Value(phi) {
			return false
		}
	}
	return true
}
