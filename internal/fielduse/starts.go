// This file is what starts goroutines: go statements, and calls of what a model says to start what it is given.

package fielduse

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// Started are the function values that an instruction starts as goroutines: a go statement's, or those that a model
// says.
func (r *Package) Started(i ssa.Instruction) []ssa.Value {
	switch c := i.(type) {
	case *ssa.Go:
		return []ssa.Value{c.Call.Value}
	case *ssa.Call:
		return source.Started(r.Flow.Model(c), &c.Call)
	}
	return nil
}

// Starts are the instructions of the package that start a function as a goroutine.
func (r *Package) Starts(fn *ssa.Function) []ssa.CallInstruction {
	if r.starts == nil {
		r.starts = map[*ssa.Function][]ssa.CallInstruction{}
		for _, f := range r.Flow.Source.Funcs {
			for _, b := range f.Blocks {
				for _, i := range b.Instrs {
					r.noteStart(i)
				}
			}
		}
	}
	return r.starts[source.Origin(fn)]
}

// noteStart notes what an instruction starts; functions that clients stand for come more than once.
func (r *Package) noteStart(i ssa.Instruction) {
	for _, v := range r.Started(i) {
		fn := function(v)
		if c := i.(ssa.CallInstruction); fn != nil && !slices.Contains(r.starts[fn], c) {
			r.starts[fn] = append(r.starts[fn], c)
		}
	}
}

// function is the function that a value stands for: itself, the literal of a closure, or the method of a method value;
// nil if it is not known.
func function(v ssa.Value) *ssa.Function {
	switch x := v.(type) {
	case *ssa.Function:
		return source.Origin(x)
	case *ssa.MakeClosure:
		fn := x.Fn.(*ssa.Function)
		if m, ok := fn.Object().(*types.Func); ok && fn.Parent() == nil && fn.Synthetic != "" {
			return source.Origin(fn.Prog.FuncValue(m)) // a method value
		}
		return source.Origin(fn)
	}
	return nil
}

// OnlyStarts are the instructions that start a function as a goroutine; nil if others call it, or may.
func (r *Package) OnlyStarts(fn *ssa.Function) []ssa.CallInstruction {
	starts := r.Starts(fn)
	other := func(i ssa.Instruction) bool {
		c, ok := i.(ssa.CallInstruction)
		return !ok || !slices.Contains(starts, c)
	}
	if fn.Parent() == nil {
		if slices.ContainsFunc(r.Callers(fn), func(c ssa.CallInstruction) bool { return other(c) }) {
			return nil
		}
		return starts
	}
	if m := place.Closure(fn); m == nil || slices.ContainsFunc(*m.Referrers(), other) {
		return nil
	}
	return starts
}
