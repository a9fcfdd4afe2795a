// Package rounds tells how often things happen in a function, as far as its source says: numbers and lengths that it
// fixes (passes/spawn E30), loops that count, and variables that count go statements (E14).
package rounds

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// A Function answers for one function.
type Function struct {
	fn     *ssa.Function  // the function
	graph  *branch.Graph  // its control flow
	places *place.Package // what variables hold

	starts map[ssa.Value]uint32 // memo of startCounts; nil: not asked
	sends  map[ssa.Value]uint32 // memo of sendCounts; nil: not asked
	shared *sharing             // memo of sharedCounts; nil: not asked
	bounds map[string]uint32    // what loops count up to, by number (E25)
	values []ssa.Value          // numbers of rounds and of goroutines that are no constants, see facts.Counted
}

// A sharing is which go statements count in which variable, by number.
type sharing struct {
	starts map[*ssa.BasicBlock]uint32 // of the blocks with the statements
	totals map[ssa.Value]uint32       // of what the variables hold at last
}

// New answers for a function.
func New(fn *ssa.Function, graph *branch.Graph, places *place.Package) *Function {
	return &Function{fn: fn, graph: graph, places: places}
}

// Number is the integer or truth value that a value has whenever it is computed, if the function's source fixes it
// (E30).
func (f *Function) Number(v ssa.Value) (int64, bool) { return f.fixed(v, maxNumberDepth) }

// NumberOf is the number by which facts.Counted speaks of a value that is not constant.
func (f *Function) NumberOf(v ssa.Value) int64 {
	f.values = append(f.values, v)
	return int64(len(f.values))
}

// Values are the numbers of rounds and goroutines of the function that are no constants, in the order of their numbers,
// from one.
func (f *Function) Values() []ssa.Value { return f.values }

// fixed is number, as deep as that.
func (f *Function) fixed(v ssa.Value, depth int) (int64, bool) {
	if n, ok := place.Constant(v); ok || depth == 0 {
		return n, ok
	}
	switch x := f.content(v).(type) {
	case *ssa.Const:
		return place.Constant(x)
	case *ssa.Convert:
		return f.fixed(x.X, depth-1)
	case *ssa.BinOp:
		a, okA := f.fixed(x.X, depth-1)
		b, okB := f.fixed(x.Y, depth-1)
		if okA && okB {
			return computed(x.Op, a, b)
		}
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && (b.Name() == "len" || b.Name() == "cap") {
			if _, isSlice := x.Call.Args[0].Type().Underlying().(*types.Slice); isSlice || b.Name() == "len" {
				return f.length(x.Call.Args[0], depth-1)
			}
		}
		if size := f.Room(x); size != nil {
			return f.fixed(size, depth-1)
		}
	}
	return 0, false
}

// Room is the size with which a channel was made, if a call asks how much room it has.
func (f *Function) Room(x *ssa.Call) ssa.Value {
	if !place.IsBuiltin(&x.Call, "cap") {
		return nil
	}
	if m, ok := f.content(x.Call.Args[0]).(*ssa.MakeChan); ok {
		return m.Size
	}
	return nil
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
func (f *Function) content(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	if a, ok := load.X.(*ssa.Alloc); ok {
		if s := f.places.Stored(a); s != nil {
			return s
		}
	}
	return v
}
