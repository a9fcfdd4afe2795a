// Package cond names the conditions of functions, such that equal names have equal values within one activation, and
// numbers those that several branches test (passes/spawn E15), that functions agree on (E32), that decide which locks
// are taken (E38), or whether goroutines are waited for (E39).
package cond

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/talk"
	"github.com/syncvet/syncvet/passes/locks"
)

// A Package answers for the functions of one package.
type Package struct {
	locks  *locks.Result            // what the pass before knows
	talk   *talk.Package            // which functions communicate
	agreed map[*ssa.Function]agreed // by outermost function
}

// New answers for a package.
func New(l *locks.Result, t *talk.Package) *Package {
	return &Package{locks: l, talk: t, agreed: map[*ssa.Function]agreed{}}
}

// An agreed is the settled conditions that two branches test or more, of an outermost function and all function
// literals within, by name: numbers from one.
type agreed map[string]uint32

// agreedIn are the settled conditions of the outermost function around one.
func (p *Package) agreedIn(fn *ssa.Function) agreed {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if a, ok := p.agreed[fn]; ok {
		return a
	}
	times, a := map[string]int{}, agreed{}
	p.countSettled(fn, func(name string) {
		if times[name]++; times[name] == 2 {
			a[name] = uint32(len(a)) + 1
		}
	})
	p.agreed[fn] = a
	return a
}

// countSettled calls f with the name of each settled condition that a branch of a function tests, or of a function
// literal within it.
func (p *Package) countSettled(fn *ssa.Function, f func(name string)) {
	graph := p.locks.Flow.Graph(fn)
	for _, b := range fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if ok && graph.Reached(b) && graph.Next(b, 0) != nil && graph.Next(b, 1) != nil {
			if name, owner := p.settledCondition(cond.Cond); owner != nil {
				f(name)
			}
		}
	}
	for _, inner := range fn.AnonFuncs {
		p.countSettled(inner, f)
	}
}

// settledCondition names a condition that is about settled variables and constants only, and gives the innermost
// function that declares one of them; nil if it is none.
func (p *Package) settledCondition(cond ssa.Value) (name string, owner *ssa.Function) {
	name, _ = compared(cond, func(v ssa.Value) string {
		n, fn := p.settled(v)
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
func (p *Package) settled(v ssa.Value) (name string, owner *ssa.Function) {
	switch x := v.(type) {
	case *ssa.Const:
		return x.String(), nil
	case *ssa.UnOp:
		if x.Op != token.MUL {
			break
		}
		if a := place.Variable(x.X); a != nil && a.Heap && p.locks.Places.Stored(a) != nil && p.setFirst(a) {
			return fmt.Sprint("*", nesting(a.Parent()), a.Parent().Name(), a.Name()), a.Parent()
		}
	}
	return "", nil
}

// setFirst reports whether the only store to a variable comes before anything else that is done with it, once in an
// activation.
func (p *Package) setFirst(a *ssa.Alloc) bool {
	var store *ssa.Store
	for _, instr := range *a.Referrers() {
		if s, ok := instr.(*ssa.Store); ok {
			store = s
		}
	}
	graph := p.locks.Flow.Graph(a.Parent())
	if store == nil || graph.Cyclic(a.Block()) || graph.Cyclic(store.Block()) {
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

// compared names a condition by the names of what it compares; empty if one of these has none.
func compared(v ssa.Value, operand func(ssa.Value) string) (name string, negated bool) {
	switch x := v.(type) {
	case *ssa.UnOp:
		if x.Op == token.NOT {
			name, negated = compared(x.X, operand)
			return name, !negated
		}
	case *ssa.BinOp:
		op, swap := x.Op, false
		switch op {
		case token.NEQ:
			op, swap = token.EQL, true
		case token.GEQ:
			op, swap = token.LSS, true
		case token.GTR:
			op, swap = token.LEQ, true
		}
		a, b := operand(x.X), operand(x.Y)
		if a == "" || b == "" {
			return "", false
		}
		return fmt.Sprint(a, op, b), swap
	}
	return operand(v), false
}
