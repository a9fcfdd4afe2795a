// This file computes the numbers that a function's source fixes: constants, and the lengths of slices whose making is
// in view (E30).

package spawn

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
)

// number is the integer or truth value that a value has whenever it is computed, if the function's source fixes it
// (E30).
func (k *skeleton) number(v ssa.Value) (int64, bool) { return k.fixed(v, maxNumberDepth) }

// numberOf is the number by which facts.Counted speaks of a value that is not constant.
func (k *skeleton) numberOf(v ssa.Value) int64 {
	k.counted = append(k.counted, v)
	return int64(len(k.counted))
}

// Counted are the numbers of rounds and goroutines of a function that are no constants, in the order of their
// numbers, from one.
func (r *Result) Counted(fn *ssa.Function) []ssa.Value {
	if i, ok := r.src.UnitOf(fn); ok && i < len(r.bodies) && r.bodies[i] != nil {
		return r.bodies[i].counted
	}
	return nil
}

// fixed is number, as deep as that.
func (k *skeleton) fixed(v ssa.Value, depth int) (int64, bool) {
	if n, ok := constantOf(v); ok || depth == 0 {
		return n, ok
	}
	switch x := k.content(v).(type) {
	case *ssa.Const:
		return constantOf(x)
	case *ssa.Convert:
		return k.fixed(x.X, depth-1)
	case *ssa.BinOp:
		a, okA := k.fixed(x.X, depth-1)
		b, okB := k.fixed(x.Y, depth-1)
		if okA && okB {
			return computed(x.Op, a, b)
		}
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && (b.Name() == "len" || b.Name() == "cap") {
			if _, isSlice := x.Call.Args[0].Type().Underlying().(*types.Slice); isSlice || b.Name() == "len" {
				return k.length(x.Call.Args[0], depth-1)
			}
		}
	}
	return 0, false
}

// computed is the result of an operation on two small numbers.
func computed(op token.Token, a, b int64) (int64, bool) {
	if max(a, -a, b, -b) > maxNumber {
		return 0, false
	}
	switch op {
	case token.ADD:
		return a + b, true
	case token.SUB:
		return a - b, true
	case token.MUL:
		return a * b, true
	}
	return 0, false
}

// content is the one value that a variable holds where it is read, or the value itself.
func (k *skeleton) content(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	if a, ok := load.X.(*ssa.Alloc); ok {
		if s := k.r.Locks.Places.Stored(a); s != nil {
			return s
		}
	}
	return v
}

// length is the number of elements of a slice or string: of a literal, of what is made with a constant length, or of
// what a loop has filled by appending in each of a constant number of rounds.
func (k *skeleton) length(v ssa.Value, depth int) (int64, bool) {
	if depth <= 0 {
		return 0, false
	}
	switch x := k.content(v).(type) {
	case *ssa.Const:
		switch {
		case x.Value == nil:
			return 0, true // nil
		case x.Value.Kind() == constant.String:
			return int64(len(constant.StringVal(x.Value))), true
		}
	case *ssa.Slice:
		if p, ok := x.X.Type().Underlying().(*types.Pointer); ok && x.Low == nil && x.High == nil {
			if a, ok := p.Elem().Underlying().(*types.Array); ok {
				return a.Len(), true
			}
		}
		if p, ok := x.X.Type().Underlying().(*types.Pointer); ok && x.Low == nil { // make([]T, n, m), for constants
			if _, ok := p.Elem().Underlying().(*types.Array); ok {
				return k.fixed(x.High, depth-1)
			}
		}
	case *ssa.MakeSlice:
		return k.fixed(x.Len, depth-1)
	case *ssa.Phi:
		return k.filled(x, depth)
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			return k.appended(x, depth)
		}
	}
	return 0, false
}

// appended is the length of what append gives: outside of loops, or behind a loop that is left at its foot only.
func (k *skeleton) appended(call *ssa.Call, depth int) (int64, bool) {
	a, isPhi := call.Call.Args[0].(*ssa.Phi)
	switch {
	case k.graph.Cyclic(call.Block()) && !isPhi:
		return 0, false
	case k.graph.Cyclic(call.Block()):
		return k.total(a, depth)
	}
	first, ok := k.length(call.Call.Args[0], depth-1)
	each, also := k.length(call.Call.Args[1], depth-1)
	if !ok || !also {
		return 0, false
	}
	return computed(token.ADD, first, each)
}

// filled is the length of a slice behind a loop, or of one that has the same length on every way there.
func (k *skeleton) filled(phi *ssa.Phi, depth int) (int64, bool) {
	if h := phi.Block(); len(k.naturalLoop(h)) > 0 {
		if branch.LessThan(h) == nil || slices.Contains(h.Preds, h) {
			return 0, false
		}
		return k.total(phi, depth)
	}
	length, known := int64(0), false
	for i, p := range phi.Block().Preds {
		if !k.leads(p, phi.Block()) {
			continue
		}
		n, ok := k.length(phi.Edges[i], depth-1)
		if !ok || known && n != length {
			return 0, false
		}
		length, known = n, true
	}
	return length, known
}

// leads reports whether control may go from a block to one that follows it.
func (k *skeleton) leads(from, to *ssa.BasicBlock) bool {
	if !k.graph.Reached(from) {
		return false
	}
	for i := range from.Succs {
		if k.graph.Next(from, i) == to {
			return true
		}
	}
	return false
}

// total is the length of a slice behind a loop that is left where one block decides only, and that appends as much in
// each of a constant number of rounds; the slice is what it is at the head of the loop.
func (k *skeleton) total(phi *ssa.Phi, depth int) (int64, bool) {
	test, first, each, ok := k.fillsUp(phi, depth)
	if !ok {
		return 0, false
	}
	rounds, ok := k.fixed(branch.LessThan(test), depth-1)
	if !ok {
		return 0, false
	}
	total, ok := computed(token.MUL, max(rounds-branch.StartOf(test), 0), each)
	if !ok {
		return 0, false
	}
	return computed(token.ADD, first, total)
}

// fillsUp finds how a loop fills a slice, which is what it is at the head of the loop: the block that alone decides
// whether the loop goes on, how many elements there are before it, and how many each round appends.
func (k *skeleton) fillsUp(phi *ssa.Phi, depth int) (test *ssa.BasicBlock, first, each int64, ok bool) {
	h := phi.Block()
	in := k.naturalLoop(h)
	test = k.soleExit(in)
	if len(phi.Edges) != 2 || test == nil {
		return nil, 0, 0, false
	}
	for i, p := range h.Preds {
		if !in[p] {
			if first, ok = k.length(phi.Edges[i], depth-1); !ok {
				return nil, 0, 0, false
			}
			continue
		}
		call, ok := phi.Edges[i].(*ssa.Call)
		if !ok || len(call.Call.Args) != 2 || call.Call.Args[0] != ssa.Value(phi) || !call.Block().Dominates(p) {
			return nil, 0, 0, false
		}
		if b, isBuiltin := call.Call.Value.(*ssa.Builtin); !isBuiltin || b.Name() != "append" {
			return nil, 0, 0, false
		}
		if each, ok = k.length(call.Call.Args[1], depth-1); !ok {
			return nil, 0, 0, false
		}
	}
	return test, first, each, true
}

// asMany is a value that is the same number as a bound: how many rounds the loop had that has filled the slice whose
// length the bound is, with one element in each, or with what length the slice was made; itself if there is none.
func (k *skeleton) asMany(bound ssa.Value) ssa.Value {
	for range maxNumberDepth {
		call, ok := bound.(*ssa.Call)
		if !ok {
			break
		}
		if b, isBuiltin := call.Call.Value.(*ssa.Builtin); !isBuiltin || b.Name() != "len" {
			break
		}
		switch x := k.content(call.Call.Args[0]).(type) {
		case *ssa.MakeSlice:
			bound = x.Len
			continue
		case *ssa.Phi:
			test, first, each, ok := k.fillsUp(x, maxNumberDepth)
			if ok && first == 0 && each == 1 && branch.StartOf(test) == 0 {
				bound = branch.LessThan(test)
				continue
			}
		}
		break
	}
	return bound
}

// soleExit is the block by which alone a loop is left, when a counter has come to a bound; nil if it is left otherwise.
func (k *skeleton) soleExit(in map[*ssa.BasicBlock]bool) *ssa.BasicBlock {
	var test *ssa.BasicBlock
	for b := range in {
		for _, s := range b.Succs {
			if in[s] {
				continue
			}
			if test != nil || branch.LessThan(b) == nil || b.Succs[1] != s {
				return nil
			}
			test = b
		}
	}
	return test
}
