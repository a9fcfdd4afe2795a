// This file finds the objects that a function makes or is given.

package ownership

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// findRoots numbers the roots (W1).
func (a *analysis) findRoots() {
	for i, p := range a.fn.Params {
		if i < facts.MaskBits && a.flow.Layout.HasPointers(p.Type()) {
			a.addRoot(p)
		}
	}
	a.params = 1<<len(a.roots) - 1
	for _, b := range a.fn.Blocks {
		for _, instr := range b.Instrs {
			a.name(instr, b)
			if v, ok := instr.(ssa.Value); ok && a.makes(v) {
				a.addRoot(v)
				a.classify(v, b)
			}
		}
	}
}

// classify notes what is special about a root.
func (a *analysis) classify(v ssa.Value, b *ssa.BasicBlock) {
	i, ok := a.bit[v]
	if !ok {
		return
	}
	if a.graph.Cyclic(b) {
		a.renewed |= 1 << i
	}
	if call, ok := v.(*ssa.Call); ok && a.flow.Model(call) != nil {
		a.whole |= 1 << i
	}
	if a.received(v) {
		a.shared |= 1 << i
	}
}

func (a *analysis) addRoot(v ssa.Value) {
	if len(a.roots) < facts.MaskBits {
		a.bit[v] = len(a.roots)
		a.roots = append(a.roots, v)
	}
}

// makes reports whether an instruction makes a root.
func (a *analysis) makes(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return a.flow.Layout.HasPointers(source.Deref(v.Type())) || !a.flow.Source.NonEscaping(v)
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeClosure:
		return true
	case *ssa.Call:
		return isAppendToNil(v) || a.grows[v] || v.Call.Signature().Results().Len() == 1 && a.fresh(v, 0)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && a.fresh(call, v.Index) || a.received(v)
	case *ssa.UnOp:
		return a.received(v)
	}
	return false
}

// received reports whether a value is a message with pointers in it.
func (a *analysis) received(v ssa.Value) bool {
	if !a.flow.Layout.HasPointers(v.Type()) {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.ARROW && !v.CommaOk
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.UnOp:
			return t.Op == token.ARROW && v.Index == 0
		case *ssa.Select:
			return v.Index >= 2
		}
	}
	return false
}

// fresh reports whether result k of a call is new and nobody else's.
func (a *analysis) fresh(call *ssa.Call, k int) bool {
	if !a.flow.Layout.HasPointers(call.Call.Signature().Results().At(k).Type()) {
		return false
	}
	if row, ok := a.flow.Source.Model(&call.Call); ok {
		return row != nil && row.Fresh && len(row.Retains) == 0
	}
	g := call.Call.StaticCallee()
	return g != nil && k < facts.MaskBits && a.flow.Fresh(g)&(1<<k) != 0
}
