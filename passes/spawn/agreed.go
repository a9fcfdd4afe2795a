// This file finds conditions that functions agree on: about variables that are captured, and set once before anybody
// captures them (E32).

package spawn

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
)

// An agreed is the settled conditions that two branches test or more, of an outermost function and all function
// literals within, by name: numbers from one.
type agreed map[string]uint32

// agreedIn are the settled conditions of the outermost function around one.
func (r *Result) agreedIn(fn *ssa.Function) agreed {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if a, ok := r.agreed[fn]; ok {
		return a
	}
	times, a := map[string]int{}, agreed{}
	r.countSettled(fn, func(name string) {
		if times[name]++; times[name] == 2 {
			a[name] = uint32(len(a)) + 1
		}
	})
	r.agreed[fn] = a
	return a
}

// countSettled calls f with the name of each settled condition that a branch of a function tests, or of a function
// literal within it.
func (r *Result) countSettled(fn *ssa.Function, f func(name string)) {
	graph := r.flow.Graph(fn)
	for _, b := range fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if ok && graph.Reached(b) && graph.Next(b, 0) != nil && graph.Next(b, 1) != nil {
			if name, owner := r.settledCondition(cond.Cond); owner != nil {
				f(name)
			}
		}
	}
	for _, inner := range fn.AnonFuncs {
		r.countSettled(inner, f)
	}
}

// settledCondition names a condition that is about settled variables and constants only, and gives the innermost
// function that declares one of them; nil if it is none.
func (r *Result) settledCondition(cond ssa.Value) (name string, owner *ssa.Function) {
	name, _ = compared(cond, func(v ssa.Value) string {
		n, fn := r.settled(v)
		if owner == nil || fn != nil && nesting(fn) > nesting(owner) {
			owner = fn
		}
		return n
	})
	if name == "" {
		return "", nil
	}
	return name, owner
}

// settled names what is read of a variable that is captured and settled, and gives the function that declares it;
// constants belong to none.
func (r *Result) settled(v ssa.Value) (name string, owner *ssa.Function) {
	switch x := v.(type) {
	case *ssa.Const:
		return x.String(), nil
	case *ssa.UnOp:
		if x.Op != token.MUL {
			break
		}
		if a := place.Variable(x.X); a != nil && a.Heap && r.Locks.Places.Stored(a) != nil && r.setFirst(a) {
			return fmt.Sprint("*", nesting(a.Parent()), a.Parent().Name(), a.Name()), a.Parent()
		}
	}
	return "", nil
}

// setFirst reports whether the only store to a variable comes before anything else that is done with it, once in an
// activation.
func (r *Result) setFirst(a *ssa.Alloc) bool {
	var store *ssa.Store
	for _, instr := range *a.Referrers() {
		if s, ok := instr.(*ssa.Store); ok {
			store = s
		}
	}
	if store == nil || r.flow.Graph(a.Parent()).Cyclic(a.Block()) || r.flow.Graph(a.Parent()).Cyclic(store.Block()) {
		return false
	}
	return !slices.ContainsFunc(*a.Referrers(), func(instr ssa.Instruction) bool {
		_, debug := instr.(*ssa.DebugRef)
		return instr != store && !debug && !precedes(store, instr)
	})
}

// precedes reports whether an instruction comes before another one on every way there.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
}

// nesting is how many functions a function literal lies in.
func nesting(fn *ssa.Function) int {
	n := 0
	for fn.Parent() != nil {
		fn, n = fn.Parent(), n+1
	}
	return n
}

// agreements are the conditions of a function that others agree on, in order of their numbers here.
func (k *skeleton) agreements() []facts.Settled {
	var list []facts.Settled
	family := k.r.agreedIn(k.fn)
	for _, b := range k.fn.DomPreorder() {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		name, owner := k.r.settledCondition(cond.Cond)
		s := facts.Settled{Test: uint32(k.conditions[name]), Cond: family[name]}
		if owner == nil || s.Test == 0 || s.Cond == 0 {
			continue
		}
		s.Up = uint32(nesting(k.fn) - nesting(owner))
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}
