// Package spared finds waits that a function leaves out only where there is nothing to wait for: behind a test
// (passes/spawn E26), or because it has not deferred them (E22).
package spared

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/internal/cond"
	"github.com/syncvet/syncvet/passes/internal/handed"
	"github.com/syncvet/syncvet/passes/internal/talk"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A Package answers for the functions of one package.
type Package struct {
	// what the passes before know, and what instructions wait for
	locks *locks.Result
	flow  *flow.Result
	src   *source.Result
	talk  *talk.Package

	starting *starts // nil until asked for
}

// New answers for a package.
func New(l *locks.Result, t *talk.Package) *Package {
	return &Package{locks: l, flow: l.Flow, src: l.Flow.Source, talk: t}
}

// A Function answers for one function.
type Function struct {
	pkg   *Package       // what all functions of the package share
	fn    *ssa.Function  // the function
	graph *branch.Graph  // its control flow
	cond  *cond.Function // the names of its conditions
}

// Of answers for a function whose conditions are known.
func (p *Package) Of(fn *ssa.Function, c *cond.Function) *Function {
	return &Function{pkg: p, fn: fn, graph: p.flow.Graph(fn), cond: c}
}

// NothingToWaitFor reports whether the edge to a branch's successor i does no more than leave out waits for what nobody
// was started for: the channel is nil, the goroutines are started behind the same condition, or where the field that is
// tested has been set.
func (f *Function) NothingToWaitFor(cond *ssa.If, i int) bool {
	waits, after := cond.Block().Succs[1-i], cond.Block().Succs[i]
	if len(waits.Preds) != 1 || !f.leftOut(waits, after) {
		return false
	}
	objects := f.waitedBehind(waits, after)
	if len(objects) == 0 {
		return false
	}
	if ch := unsetChannel(cond.Cond, i); ch != nil &&
		slices.ContainsFunc(objects, func(v ssa.Value) bool { return f.pkg.locks.SameLoad(f.fn, v, ch) }) {
		return true
	}
	return !slices.ContainsFunc(objects, func(v ssa.Value) bool {
		return !f.startedBehind(v, cond, i, waits) && !f.startedWithFlag(v, cond.Cond, i) && !f.notHanded(v, cond, i)
	})
}

// leftOut reports whether what lies behind one successor of a branch has no counterpart behind the other one: control
// comes there from here, too, or returns at once.
func (f *Function) leftOut(waits, after *ssa.BasicBlock) bool {
	if branch.Reaches(after, waits) {
		return false
	}
	return len(after.Preds) > 1 && branch.Reaches(waits, after) || f.pkg.endsAtOnce(after)
}

// endsAtOnce reports whether a block returns and does nothing before but let go of locks and run what was deferred.
func (p *Package) endsAtOnce(b *ssa.BasicBlock) bool {
	return branch.Returns(b) && !slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
		switch x := instr.(type) {
		case *ssa.Return, *ssa.RunDefers, *ssa.DebugRef, *ssa.FieldAddr:
			return false
		case *ssa.UnOp:
			_, global := x.X.(*ssa.Global)
			return x.Op != token.MUL || !global
		case *ssa.Call:
			row := p.flow.Model(x)
			return row == nil || row.Sync != models.SyncUnlock && row.Sync != models.SyncRUnlock
		}
		return true
	})
}

// unsetChannel is the channel that a condition finds nil on the way to successor i; nil if it does not.
func unsetChannel(cond ssa.Value, i int) ssa.Value {
	v := foundUnset(cond, i == 0)
	if v == nil {
		return nil
	}
	if _, ok := v.Type().Underlying().(*types.Chan); !ok {
		return nil
	}
	return v
}

// foundUnset is the value that is false, zero or nil if a condition has an outcome; nil if it says no such thing.
func foundUnset(cond ssa.Value, outcome bool) ssa.Value {
	cond, sense := branch.Positive(cond)
	outcome = outcome == sense
	test, ok := cond.(*ssa.BinOp)
	if !ok {
		if outcome {
			return nil
		}
		return cond
	}
	v, c := test.X, test.Y
	if _, ok := v.(*ssa.Const); ok {
		v, c = c, v
	}
	n, isNumber := place.Constant(c)
	if !place.IsNil(c) && (!isNumber || n != 0) || test.Op != token.EQL && test.Op != token.NEQ ||
		(test.Op == token.EQL) != outcome {
		return nil
	}
	return v
}

// waitedBehind are the channels and WaitGroups that control waits for behind a block, before it comes to another one.
func (f *Function) waitedBehind(waits, after *ssa.BasicBlock) []ssa.Value {
	var objects []ssa.Value
	region := branch.Reached(waits, func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		return slices.DeleteFunc(slices.Clone(b.Succs), func(s *ssa.BasicBlock) bool { return s == after })
	})
	region[waits] = true
	for _, b := range f.fn.Blocks {
		if !region[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if v := f.pkg.talk.WaitsFor(instr); v != nil {
				objects = append(objects, v)
			}
		}
	}
	return objects
}

// startedBehind reports whether an object of the function is used, but for waiting, only behind the same condition with
// the outcome with which it is waited for: behind the branch's own successor, or that of a branch on an equal
// condition.
func (f *Function) startedBehind(v ssa.Value, cond *ssa.If, i int, waits *ssa.BasicBlock) bool {
	name, negated := f.cond.Name(cond.Cond)
	object := f.ownObject(v)
	if name == "" || object == nil || waits.Dominates(object.(ssa.Instruction).Block()) {
		return false
	}
	outcome := (i == 1) != negated
	behind := func(b *ssa.BasicBlock) bool {
		return waits.Dominates(b) || slices.ContainsFunc(f.fn.Blocks, func(at *ssa.BasicBlock) bool {
			other, ok := at.Instrs[len(at.Instrs)-1].(*ssa.If)
			if !ok {
				return false
			}
			same, negated := f.cond.Name(other.Cond)
			s := at.Succs[1]
			if outcome != negated {
				s = at.Succs[0]
			}
			return same == name && len(s.Preds) == 1 && s.Dominates(b)
		})
	}
	return !slices.ContainsFunc(f.uses(object), func(use ssa.Instruction) bool {
		return !behind(use.Block()) && f.pkg.talk.WaitsFor(use) == nil
	})
}

// ownObject is the variable or channel of the function that a channel or the address of a WaitGroup comes from; nil if
// it comes from elsewhere.
func (f *Function) ownObject(v ssa.Value) ssa.Value {
	if m, ok := v.(*ssa.MakeChan); ok && m.Parent() == f.fn {
		return m
	}
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	if a, ok := v.(*ssa.Alloc); ok && a.Parent() == f.fn {
		return a
	}
	return nil
}

// uses are the instructions that use a variable or channel, or what was loaded from the variable, but for the store of
// a new channel to it.
func (f *Function) uses(object ssa.Value) (list []ssa.Instruction) {
	for _, use := range *object.Referrers() {
		switch x := use.(type) {
		case *ssa.DebugRef:
			continue
		case *ssa.Store:
			if _, made := x.Val.(*ssa.MakeChan); made && x.Addr == object {
				continue
			}
		case *ssa.UnOp:
			if x.Op == token.MUL {
				list = append(list, f.uses(x)...)
				continue
			}
		}
		list = append(list, use)
	}
	return list
}

// notHanded reports whether an object of the function is known, waits aside, to function literals only that are given
// to one call, and a condition has, on the way to its successor i, a result of that call with which it has not let
// anybody have them: nobody runs them then.
func (f *Function) notHanded(v ssa.Value, cond *ssa.If, i int) bool {
	object := f.ownObject(v)
	if object == nil {
		return false
	}
	given := 0
	for _, use := range f.uses(object) {
		if f.pkg.talk.WaitsFor(use) != nil {
			continue
		}
		made, ok := use.(*ssa.MakeClosure)
		if !ok || len(*made.Referrers()) != 1 {
			return false
		}
		call, ok := (*made.Referrers())[0].(*ssa.Call)
		if !ok || !handed.NotBy(f.pkg.src, call, made, cond, i) {
			return false
		}
		given++
	}
	return given > 0
}

// startedWithFlag reports whether what lies in a field is signalled, as far as the package shows, only by goroutines
// that are started where another field, which a condition finds unset, has been set or is set next; or, where the
// condition asks for another number than zero and the field never changes, behind the same comparison.
func (f *Function) startedWithFlag(v, cond ssa.Value, i int) bool {
	q, ok := f.pkg.asked(cond, i == 0)
	if !ok {
		return false
	}
	object, ok := fieldOf(v, f.pkg)
	if !ok {
		return false
	}
	s := f.pkg.startsOf()
	return len(s.of[object]) > 0 && !s.resets(q.flag, object) &&
		!slices.ContainsFunc(s.of[object], func(g ssa.Instruction) bool { return !s.with(g, q, maxSetterDepth) })
}
