// This file recognises goroutines that are started once: behind a test of a variable that is set before the start (L15).

package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/internal/place"
)

// startedOnce is the place on whose test it depends whether a statement runs, if that is set between the test and the statement: it
// runs once for each object, until somebody resets the place. Nil if there is none.
func startedOnce(instr ssa.Instruction) ssa.Value {
	at := instr.Block()
	for b := at.Idom(); b != nil; b = b.Idom() {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || b.Succs[0].Dominates(at) == b.Succs[1].Dominates(at) {
			continue
		}
		for _, addr := range tested(cond.Cond, 3) {
			if setBetween(b, instr, addr) {
				return addr
			}
		}
	}
	return nil
}

// tested are the places whose values decide a condition.
func tested(v ssa.Value, steps int) []ssa.Value {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return []ssa.Value{v.X}
		}
		if steps > 0 && v.Op == token.NOT {
			return tested(v.X, steps-1)
		}
	case *ssa.BinOp:
		if steps > 0 {
			return append(tested(v.X, steps-1), tested(v.Y, steps-1)...)
		}
	}
	return nil
}

// setBetween tells whether a place is written on every way from a test to a statement.
func setBetween(test *ssa.BasicBlock, instr ssa.Instruction, addr ssa.Value) bool {
	for b := instr.Block(); b != nil && b != test; b = b.Idom() {
		for _, i := range b.Instrs {
			if i == instr {
				break
			}
			if st, ok := i.(*ssa.Store); ok && samePlace(st.Addr, addr) {
				return true
			}
		}
	}
	return false
}

// samePlace tells whether two addresses are the same variable, or the same field of what the same value points to.
func samePlace(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, ok := a.(*ssa.FieldAddr)
	y, also := b.(*ssa.FieldAddr)
	if ok && also {
		return x.Field == y.Field && samePlace(x.X, y.X)
	}
	l, ok := a.(*ssa.UnOp)
	m, also := b.(*ssa.UnOp)
	if ok && also {
		v := place.Variable(l.X)
		return l.Op == token.MUL && m.Op == token.MUL && v != nil && v == place.Variable(m.X)
	}
	return false
}
