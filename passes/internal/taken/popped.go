// This file recognises elements that are taken out of a slice in a variable: the slice that the variable gets next does
// not hold them any more.

package taken

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// An element is one element of a slice that was loaded from a variable.
type element struct {
	f     *Function // in which it is
	of    *ssa.UnOp // the load of the slice
	index ssa.Value // of the element
}

// pops reports whether a load finds an element of a slice, and control always comes to where the variable that holds
// the slice gets it without that element, before a lock is taken or released.
func (f *Function) pops(load *ssa.UnOp) bool {
	at, ok := load.X.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	of, ok := at.X.(*ssa.UnOp)
	if !ok || of.Op != token.MUL {
		return false
	}
	if _, local := of.X.(*ssa.Alloc); local {
		return false
	}
	e := element{f, of, at.Index}
	w := postdominated{onto: func(cond ssa.Value) int { return notNil(load, cond) }}
	w.at = func(instr ssa.Instruction) verdict {
		switch instr := instr.(type) {
		case *ssa.Store:
			if f.samePlace(instr.Addr, of.X) {
				return verdictOf(e.missing(instr.Val))
			}
		case ssa.CallInstruction:
			return f.unlessLocks(instr)
		}
		return open
	}
	return w.behind(load)
}

// samePlace reports whether two addresses are the same variable.
func (f *Function) samePlace(x, y ssa.Value) bool {
	return f.locks.Number(f.fn, x) == f.locks.Number(f.fn, y) && samePath(x, y)
}

// missing reports whether a slice is what the element's was, without the element: what lies before it, what lies
// behind it, or both put together.
func (e *element) missing(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Slice:
		return e.before(v) || e.behind(v)
	case *ssa.Call:
		if place.IsBuiltin(&v.Call, "append") {
			head, ok := v.Call.Args[0].(*ssa.Slice)
			tail, too := v.Call.Args[1].(*ssa.Slice)
			return ok && too && e.before(head) && e.behind(tail)
		}
		if fn := v.Call.StaticCallee(); fn != nil && fn.Origin() != nil && fn.Origin().String() == "slices.Delete" {
			return e.same(v.Call.Args[0]) && e.equal(v.Call.Args[1], e.index) && e.next(v.Call.Args[2])
		}
	}
	return false
}

// before reports whether a slice is what lies before the element.
func (e *element) before(s *ssa.Slice) bool {
	return e.same(s.X) && (s.Low == nil || place.IsZero(s.Low)) && s.High != nil && e.equal(s.High, e.index)
}

// behind reports whether a slice is what lies behind the element.
func (e *element) behind(s *ssa.Slice) bool {
	return e.same(s.X) && s.Low != nil && e.next(s.Low) && s.High == nil
}

// same reports whether a slice is what the element's was: loaded from the same variable.
func (e *element) same(s ssa.Value) bool {
	load, ok := s.(*ssa.UnOp)
	return ok && load.Op == token.MUL && e.f.samePlace(load.X, e.of.X)
}

// next reports whether a number is the index behind the element's.
func (e *element) next(v ssa.Value) bool {
	if sum, ok := v.(*ssa.BinOp); ok && sum.Op == token.ADD {
		one, known := place.Int(sum.Y)
		return known && one == 1 && e.equal(sum.X, e.index)
	}
	n, ok := place.Int(v)
	index, known := place.Int(e.index)
	return ok && known && n == index+1
}

// equal reports whether two numbers are computed in one way from what is the same.
func (e *element) equal(x, y ssa.Value) bool {
	if e.f.sameValue(x, y) {
		return true
	}
	switch x := x.(type) {
	case *ssa.Const:
		a, ok := place.Int(x)
		b, too := place.Int(y)
		return ok && too && a == b
	case *ssa.BinOp:
		b, ok := y.(*ssa.BinOp)
		return ok && x.Op == b.Op && e.equal(x.X, b.X) && e.equal(x.Y, b.Y)
	case *ssa.Call:
		b, ok := y.(*ssa.Call)
		return ok && place.IsBuiltin(&x.Call, "len") && place.IsBuiltin(&b.Call, "len") &&
			e.f.sameValue(x.Call.Args[0], b.Call.Args[0])
	}
	return false
}
