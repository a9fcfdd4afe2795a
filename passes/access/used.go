// This file recognises stores of nil, and loads of what is used as if it were there (A22).

package access

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
)

// presence is the flags that show whether nil is stored, or whether what is loaded is used without a test.
func presence(t *accessSite) facts.AccessFlags {
	switch t.kind {
	case facts.Write, facts.AtomicWrite:
		if v := stored(t.instr); v != nil && flow.Nillable(v.Type()) && place.IsNil(v) {
			return facts.AccessNil
		}
	case facts.Read, facts.AtomicRead:
		v, ok := t.instr.(ssa.Value)
		if ok && flow.Nillable(v.Type()) && !setBefore(t) && usedUntested(v) {
			return facts.AccessUsed
		}
	}
	return 0
}

// stored is what an instruction stores, or a call of an atomic type's method; nil if it is neither.
func stored(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case *ssa.Store:
		return x.Val
	case ssa.CallInstruction:
		if args := source.Arguments(x.Common()); len(args) == 2 {
			return args[1]
		}
	}
	return nil
}

// usedUntested reports whether a value is used somewhere in a way that panics if it is nil, and no test of a variable
// stands before that.
func usedUntested(v ssa.Value) bool {
	for _, use := range *v.Referrers() {
		if needs(use, v) && !flow.Tested(use) && !compared(v, use) {
			return true
		}
	}
	return false
}

// compared reports whether a branch that every way to an instruction passes compares a value.
func compared(v ssa.Value, at ssa.Instruction) bool {
	for _, use := range *v.Referrers() {
		x, ok := use.(*ssa.BinOp)
		if !ok {
			continue
		}
		for _, cond := range *x.Referrers() {
			if _, ok := cond.(*ssa.If); ok && cond.Block() != at.Block() && cond.Block().Dominates(at.Block()) {
				return true
			}
		}
	}
	return false
}

// needs reports whether an instruction panics if a value is nil; methods that have it for a receiver are taken to.
func needs(instr ssa.Instruction, v ssa.Value) bool {
	switch x := instr.(type) {
	case *ssa.FieldAddr:
		return x.X == v
	case *ssa.IndexAddr:
		return x.X == v
	case *ssa.UnOp:
		return x.Op == token.MUL && x.X == v
	case *ssa.Store:
		return x.Addr == v
	case *ssa.MapUpdate:
		return x.Map == v
	case *ssa.Call:
		c := &x.Call
		return c.Value == v || c.Signature().Recv() != nil && !c.IsInvoke() && len(c.Args) > 0 && c.Args[0] == v
	}
	return false
}

// setBefore reports whether the function stores to what is loaded on every way to the load.
func setBefore(t *accessSite) bool {
	for b := t.instr.Block(); b != nil; b = b.Idom() {
		for _, instr := range b.Instrs {
			if instr == t.instr {
				break
			}
			if s, ok := instr.(*ssa.Store); ok && samePlace(s.Addr, t.addr) {
				return true
			}
		}
	}
	return false
}

// samePlace reports whether two addresses are of one field of one value, or one variable.
func samePlace(a, b ssa.Value) bool {
	x, ok := a.(*ssa.FieldAddr)
	y, ok2 := b.(*ssa.FieldAddr)
	if !ok || !ok2 {
		return a == b
	}
	return x.Field == y.Field && (x.X == y.X || samePlace(loadedFrom(x.X), loadedFrom(y.X)))
}

// loadedFrom is the address that a value was loaded from, or the value.
func loadedFrom(v ssa.Value) ssa.Value {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		return u.X
	}
	return v
}
