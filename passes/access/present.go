// This file finds what is set wherever a goroutine is started, or it is read: a test has found it so, or it has been
// set since (A42).

package access

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// present are the variables that were tested under a lock before a goroutine is started, or before they are read, and
// are set there: where the test has found one unset, something was stored there, or it was tested again, on every way.
func (c *conditions) present(at ssa.Instruction) []facts.Cond {
	load, reads := at.(*ssa.UnOp)
	if _, starts := at.(*ssa.Go); !starts && (!reads || load.Op != token.MUL) {
		return nil
	}
	var list []facts.Cond
	for b := at.Block().Idom(); b != nil; b = b.Idom() {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		for k, s := range b.Succs {
			addr := c.gate.Unset(cond.Cond, k == 0)
			if addr == nil || reads && !place.SamePlace(load.X, addr) || comesUnset(b, s, at, addr) {
				continue
			}
			if n, off, ok := c.r.flow.Addr(c.fn, addr); ok {
				list = append(list, facts.Cond{Kind: facts.CondPresent, Addr: n, Off: off})
			}
		}
	}
	return list
}

// comesUnset reports whether control may come from the begin of a block to an instruction without a store of something
// to a place, and not by way of the test.
func comesUnset(test, from *ssa.BasicBlock, to ssa.Instruction, addr ssa.Value) bool {
	seen := map[*ssa.BasicBlock]bool{test: true}
	var comes func(b *ssa.BasicBlock) bool
	comes = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, instr := range b.Instrs {
			if instr == to {
				return true
			}
			if s, ok := instr.(*ssa.Store); ok && place.SamePlace(s.Addr, addr) && something(s.Val) {
				return false
			}
		}
		for _, s := range b.Succs {
			if comes(s) {
				return true
			}
		}
		return false
	}
	return comes(from)
}

// something reports whether a value is surely not zero, or what a function gives that gives nothing else on any way, or
// a pointer that a function of the standard library gives.
func something(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return place.NotZero(v)
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && !place.NotZero(ret.Results[0]) {
			return false
		}
	}
	return fn.Blocks != nil || source.IsPointer(v) && isStandard(fn, call.Parent())
}

// isStandard reports whether a function belongs to the standard library, and is no method; user is one that does not.
func isStandard(fn, user *ssa.Function) bool {
	if fn.Signature.Recv() != nil || fn.Pkg == nil || user.Pkg == nil {
		return false
	}
	root, _, _ := strings.Cut(fn.Pkg.Pkg.Path(), "/")
	own, _, _ := strings.Cut(user.Pkg.Pkg.Path(), "/")
	return root != own && !strings.Contains(root, ".")
}
