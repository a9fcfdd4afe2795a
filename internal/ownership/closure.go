// This file is closures: what they capture, what calling them publishes (W6).

package ownership

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// makeClosure makes a closure that holds what it captures. Captured memory that it stores to is unclean from here on.
func (a *analysis) makeClosure(s *state, c *ssa.MakeClosure) {
	a.renew(s, c)
	self := a.view(c)
	fn := c.Fn.(*ssa.Function)
	for i, b := range c.Bindings {
		v := a.view(b)
		a.store(s, self, v)
		if a.leaks(fn.FreeVars[i]) || stores(fn.FreeVars[i], map[ssa.Value]bool{}) {
			s.unclean |= s.reach(v.roots)
		}
	}
}

// called applies a call of a value: if it is a closure made here, what that leaks is published; if it was found in a
// new object that another function has made, the object is, which the closure may know.
func (a *analysis) called(s *state, v view) {
	for i, r := range a.roots {
		if v.roots&(1<<i) == 0 {
			continue
		}
		c, ok := r.(*ssa.MakeClosure)
		if !ok {
			switch r.(type) {
			case *ssa.Call, *ssa.Extract:
				s.publish(1 << i)
			}
			continue
		}
		fn := c.Fn.(*ssa.Function)
		for k, b := range c.Bindings {
			if a.leaks(fn.FreeVars[k]) {
				s.publish(a.view(b).roots)
			}
		}
	}
}

// leaks reports whether a closure may publish what it captures as v, or what the memory there holds.
func (a *analysis) leaks(v *ssa.FreeVar) bool {
	l, ok := a.leaky[v]
	if !ok {
		l = a.published(v, map[ssa.Value]bool{})
		a.leaky[v] = l
	}
	return l
}

// published follows a value, and what is loaded through it, in a closure.
func (a *analysis) published(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, instr := range *v.Referrers() {
		if a.publishes(v, instr, seen) {
			return true
		}
	}
	return false
}

// publishes reports whether one use of v publishes it.
func (a *analysis) publishes(v ssa.Value, instr ssa.Instruction, seen map[ssa.Value]bool) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		return instr.Val == v
	case *ssa.MapUpdate:
		return instr.Key == v || instr.Value == v
	case *ssa.BinOp, *ssa.DebugRef, *ssa.If:
		return false
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Index, *ssa.Slice, *ssa.ChangeType, *ssa.Convert, *ssa.Phi,
		*ssa.Extract,
		*ssa.Lookup, *ssa.Range, *ssa.Next, *ssa.TypeAssert:
		return a.published(instr.(ssa.Value), seen)
	case *ssa.UnOp:
		return instr.Op == token.MUL && a.flow.Layout.HasPointers(instr.Type()) && a.published(instr, seen)
	case *ssa.MakeClosure:
		return a.recaptured(v, instr, seen)
	case *ssa.Go:
		return true
	case ssa.CallInstruction:
		return a.passes(v, instr)
	}
	return a.flow.Layout.HasPointers(v.Type())
}

// recaptured reports whether a closure inside the closure publishes v: not if it is only called or deferred and does
// not.
func (a *analysis) recaptured(v ssa.Value, c *ssa.MakeClosure, seen map[ssa.Value]bool) bool {
	for _, r := range *c.Referrers() {
		call, ok := r.(ssa.CallInstruction)
		if _, spawned := r.(*ssa.Go); !ok || spawned || call.Common().Value != ssa.Value(c) {
			return true
		}
	}
	for i, b := range c.Bindings {
		if b == v && a.published(c.Fn.(*ssa.Function).FreeVars[i], seen) {
			return true
		}
	}
	return false
}

// passes reports whether a call in a closure may publish v.
func (a *analysis) passes(v ssa.Value, instr ssa.CallInstruction) bool {
	c := instr.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "append" || b.Name() == "copy"
	}
	if !a.flow.Layout.HasPointers(v.Type()) {
		return false
	}
	if row, ok := a.flow.Source.Model(c); ok {
		return row != nil && len(row.Retains)+len(row.Callbacks)+len(row.Returns) > 0
	}
	g := c.StaticCallee()
	if g == nil {
		return true
	}
	for k, x := range source.Arguments(c) {
		if x == v && (k >= facts.MaskBits || a.flow.Escapes(g)&(1<<k) != 0) {
			return true
		}
	}
	return false
}

// stores reports whether a closure stores to what it captures as v.
func stores(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || v.Referrers() == nil {
		return false
	}
	seen[v] = true
	for _, instr := range *v.Referrers() {
		switch instr := instr.(type) {
		case *ssa.Store, *ssa.MapUpdate, ssa.CallInstruction:
			return true
		case *ssa.MakeClosure:
			for i, b := range instr.Bindings {
				if b == v && stores(instr.Fn.(*ssa.Function).FreeVars[i], seen) {
					return true
				}
			}
		case ssa.Value:
			if stores(instr, seen) {
				return true
			}
		}
	}
	return false
}
