// This file numbers the conditions of one function.

package cond

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
)

// A Function is the conditions of one function.
type Function struct {
	pkg     *Package             // what all functions of the package share
	fn      *ssa.Function        // the function
	graph   *branch.Graph        // its control flow
	defers  []*ssa.Defer         // in source order
	numbers map[string]int64     // conditions that several branches test, by number (E15); nil: none was looked for
	alone   map[int64]bool       // of these, those that one branch tests (E39)
	maybe   map[*ssa.Defer]int64 // deferred calls that may not run, by the number of the condition that says so (E15)
}

// Of finds the conditions of a function that have numbers, given its defer statements. Functions that neither
// communicate nor take locks as their parameters say have none.
func (p *Package) Of(fn *ssa.Function, defers []*ssa.Defer) *Function {
	f := &Function{pkg: p, fn: fn, graph: p.locks.Flow.Graph(fn), defers: defers}
	if communicates := p.talk.Communicates(fn); communicates || f.locksByParameter() {
		f.numbers = f.find(communicates)
		f.maybe = f.findMaybe()
	}
	return f
}

// Test is the number under which a condition has the given value, negated if the numbered one has the other; alone says
// that no other branch tests it. Zero: it has no number.
func (f *Function) Test(cond ssa.Value, value bool) (n int64, alone bool) {
	if len(f.numbers) == 0 {
		return 0, false
	}
	name, negated := f.Name(cond)
	n = f.numbers[name]
	if name == "" || n == 0 {
		return 0, false
	}
	alone = f.alone[n]
	if value == negated {
		n = -n
	}
	return n, alone
}

// Maybe is the number of the condition that reports whether a deferred call runs; zero: it surely does.
func (f *Function) Maybe(d *ssa.Defer) int64 { return f.maybe[d] }

// find numbers the conditions outside loops that two branches or more test, here or, if they are settled, in
// functions that capture what they are about; and those about parameters that decide whether a lock is taken. Functions
// that do not communicate have only these.
func (f *Function) find(communicates bool) map[string]int64 {
	times := map[string]int{}
	elsewhere := f.pkg.agreedIn(f.fn)
	numbers := map[string]int64{}
	f.alone = map[int64]bool{}
	for _, b := range f.fn.DomPreorder() {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !f.graph.Reached(b) {
			continue
		}
		name, _ := f.Name(cond.Cond)
		several := communicates && (times[name] == 1 || elsewhere[name] > 0)
		if times[name]++; name == "" {
			continue
		}
		alone := communicates && numbers[name] == 0 && !several && !f.decidesLock(cond) && f.decidesWait(cond)
		if numbers[name] == 0 && (several || alone || f.decidesLock(cond)) {
			numbers[name] = int64(len(numbers)) + 1
		}
		if n := numbers[name]; n != 0 {
			f.alone[n] = alone
		}
	}
	return numbers
}

// findMaybe numbers the defer statements outside loops that do not dominate every return: whether they were reached
// decides what runs at the end.
func (f *Function) findMaybe() map[*ssa.Defer]int64 {
	maybe := map[*ssa.Defer]int64{}
	for _, d := range f.defers {
		if f.graph.Cyclic(d.Block()) {
			continue
		}
		for _, b := range f.fn.Blocks {
			if branch.Returns(b) && f.graph.Reached(b) && branch.MayFollow(d.Block(), b) &&
				!d.Block().Dominates(b) {
				maybe[d] = int64(len(f.numbers) + len(maybe) + 1)
				break
			}
		}
	}
	return maybe
}

// Name names a condition such that equal names have equal values within one activation, and reports whether the value
// at hand is its negation; empty if it has none: it is computed in a loop, or anew from memory.
func (f *Function) Name(v ssa.Value) (name string, negated bool) { return compared(v, f.operand) }

// operand names a value of the activation that is computed once: outside loops.
func (f *Function) operand(v ssa.Value) string {
	if name, _ := f.pkg.settled(v); name != "" {
		return name
	}
	switch x := v.(type) {
	case *ssa.Const:
		return x.String()
	case *ssa.Parameter:
		return x.Name()
	case *ssa.FreeVar:
		return "" // an address
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return f.variableRead(x)
		}
	}
	if instr, ok := v.(ssa.Instruction); ok && !f.graph.Cyclic(instr.Block()) {
		return v.Name()
	}
	return ""
}

// variableRead names a read of a variable that is stored to once, or of a field that never changes, or the value
// itself.
func (f *Function) variableRead(x *ssa.UnOp) string {
	addr := x.X
	if f.graph.Cyclic(x.Block()) {
		return ""
	}
	if a, ok := addr.(*ssa.Alloc); ok && f.pkg.locks.Places.Stored(a) != nil {
		return "*" + a.Name()
	}
	if f, ok := addr.(*ssa.FreeVar); ok {
		return "*" + f.Name() // approximation: captured conditions do not change while the function runs
	}
	if field, ok := addr.(*ssa.FieldAddr); ok && f.pkg.locks.Places.FinalField(field) {
		n := f.pkg.locks.Number(f.fn, x)
		again := func(i ssa.Instruction) bool { return f.graph.Cyclic(i.Block()) }
		if !slices.ContainsFunc(f.pkg.locks.Deps(f.fn, n), again) {
			return fmt.Sprint("#", n)
		}
	}
	return x.Name()
}

// Agreements are the conditions of a function that others agree on, in order of their numbers here.
func (f *Function) Agreements() []facts.Settled {
	var list []facts.Settled
	family := f.pkg.agreedIn(f.fn)
	for _, b := range f.fn.DomPreorder() {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		name, owner := f.pkg.settledCondition(cond.Cond)
		s := facts.Settled{Test: uint32(f.numbers[name]), Cond: family[name]}
		if owner == nil || s.Test == 0 || s.Cond == 0 {
			continue
		}
		s.Up = uint32(nesting(f.fn) - nesting(owner))
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}
