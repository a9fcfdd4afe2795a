// This file computes the lengths of slices whose making is in view (E30).

package rounds

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// length is the number of elements of a slice or string: of a literal, of what is made with a constant length, or of
// what a loop has filled by appending in each of a constant number of rounds.
func (f *Function) length(v ssa.Value, depth int) (int64, bool) {
	if depth <= 0 {
		return 0, false
	}
	switch x := f.content(v).(type) {
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
				return f.fixed(x.High, depth-1)
			}
		}
	case *ssa.MakeSlice:
		return f.fixed(x.Len, depth-1)
	case *ssa.Phi:
		return f.filled(x, depth)
	case *ssa.Call:
		if place.IsBuiltin(&x.Call, "append") {
			return f.appended(x, depth)
		}
	}
	return 0, false
}

// appended is the length of what append gives: outside of loops, or behind a loop that is left at its foot only.
func (f *Function) appended(call *ssa.Call, depth int) (int64, bool) {
	a, isPhi := call.Call.Args[0].(*ssa.Phi)
	switch {
	case f.graph.Cyclic(call.Block()) && !isPhi:
		return 0, false
	case f.graph.Cyclic(call.Block()):
		return f.total(a, depth)
	}
	first, ok := f.length(call.Call.Args[0], depth-1)
	each, also := f.length(call.Call.Args[1], depth-1)
	if !ok || !also {
		return 0, false
	}
	return computed(token.ADD, first, each)
}

// filled is the length of a slice behind a loop, or of one that has the same length on every way there.
func (f *Function) filled(phi *ssa.Phi, depth int) (int64, bool) {
	if h := phi.Block(); len(f.graph.Natural(h)) > 0 {
		if branch.LessThan(h) == nil || slices.Contains(h.Preds, h) {
			return 0, false
		}
		return f.total(phi, depth)
	}
	length, known := int64(0), false
	for i, p := range phi.Block().Preds {
		if !f.graph.Enters(p, phi.Block()) {
			continue
		}
		n, ok := f.length(phi.Edges[i], depth-1)
		if !ok || known && n != length {
			return 0, false
		}
		length, known = n, true
	}
	return length, known
}

// total is the length of a slice behind a loop that is left where one block decides only, and that appends as much in
// each of a constant number of rounds; the slice is what it is at the head of the loop.
func (f *Function) total(phi *ssa.Phi, depth int) (int64, bool) {
	test, first, each, ok := f.fillsUp(phi, depth)
	if !ok {
		return 0, false
	}
	rounds, ok := f.fixed(branch.LessThan(test), depth-1)
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
func (f *Function) fillsUp(phi *ssa.Phi, depth int) (test *ssa.BasicBlock, first, each int64, ok bool) {
	h := phi.Block()
	in := f.graph.Natural(h)
	test = f.soleExit(in)
	if len(phi.Edges) != 2 || test == nil {
		return nil, 0, 0, false
	}
	for i, p := range h.Preds {
		if !in[p] {
			if first, ok = f.length(phi.Edges[i], depth-1); !ok {
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
		if each, ok = f.length(call.Call.Args[1], depth-1); !ok {
			return nil, 0, 0, false
		}
	}
	return test, first, each, true
}

// AsMany is a value that is the same number as a bound: how many rounds the loop had that has filled the slice whose
// length the bound is, with one element in each, or with what length the slice was made; itself if there is none.
func (f *Function) AsMany(bound ssa.Value) ssa.Value {
	for range maxNumberDepth {
		call, ok := bound.(*ssa.Call)
		if !ok {
			break
		}
		if b, isBuiltin := call.Call.Value.(*ssa.Builtin); !isBuiltin || b.Name() != "len" {
			break
		}
		switch x := f.content(call.Call.Args[0]).(type) {
		case *ssa.MakeSlice:
			bound = x.Len
			continue
		case *ssa.Phi:
			test, first, each, ok := f.fillsUp(x, maxNumberDepth)
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
func (f *Function) soleExit(in map[*ssa.BasicBlock]bool) *ssa.BasicBlock {
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
