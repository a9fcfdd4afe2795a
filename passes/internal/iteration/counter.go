// This file recognises the counters of loops that start goroutines (A8).

package iteration

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// oneToOne strips additions of constants and conversions of integers.
func oneToOne(v ssa.Value) ssa.Value {
	for {
		if x, ok := v.(*ssa.Convert); ok && isInteger(x.X) && isInteger(x) {
			v = x.X
			continue
		}
		b, ok := v.(*ssa.BinOp)
		if !ok {
			return v
		}
		_, cx := b.X.(*ssa.Const)
		_, cy := b.Y.(*ssa.Const)
		switch {
		case cy && (b.Op == token.ADD || b.Op == token.SUB):
			v = b.X
		case cx && b.Op == token.ADD:
			v = b.Y
		default:
			return v
		}
	}
}

func isInteger(v ssa.Value) bool {
	b, ok := v.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// counter is the header of the loop that a go statement is in, if the value is that loop's counter there; else nil.
func counter(v ssa.Value, site ssa.Instruction) *ssa.BasicBlock {
	switch x := oneToOne(v).(type) {
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return iteration(x.X, site)
		}
	case *ssa.Phi:
		if advances(x) && onlyLoop(x.Block(), site.Block()) {
			return x.Block()
		}
	}
	return nil
}

// advances reports whether a phi is itself plus some amount in each further iteration.
func advances(phi *ssa.Phi) bool {
	back := 0
	for i, e := range phi.Edges {
		if !phi.Block().Dominates(phi.Block().Preds[i]) {
			continue
		}
		if b, ok := e.(*ssa.BinOp); !ok || b.X != ssa.Value(phi) || !steps(b) {
			return false
		}
		back++
	}
	return back > 0
}

// steps reports whether an operation adds or subtracts a constant other than zero, or an amount that is not known.
func steps(b *ssa.BinOp) bool {
	n, ok := place.Int(b.Y)
	return (!ok || n != 0) && (b.Op == token.ADD || b.Op == token.SUB)
}

// iteration is the header of the loop, if an address is of a variable that each iteration has anew, and that holds the
// counter from when the goroutine starts on; else nil.
func iteration(addr ssa.Value, site ssa.Instruction) *ssa.BasicBlock {
	switch x := addr.(type) {
	case *ssa.Alloc: // the variable of a range loop, or i := i
		stores, ok := storesTo(x)
		if !ok || len(stores) != 1 || !stores[0].Block().Dominates(site.Block()) {
			return nil
		}
		if h := counter(stores[0].Val, site); h != nil && h.Dominates(x.Block()) {
			return h
		}
	case *ssa.Phi: // the variable of a for loop: a copy of the last iteration's, advanced
		if !onlyLoop(x.Block(), site.Block()) || !onlyLoaded(x) {
			return nil
		}
		for _, e := range x.Edges {
			if a, ok := e.(*ssa.Alloc); !ok || !copied(a, x) {
				return nil
			}
		}
		return x.Block()
	}
	return nil
}

// copied reports whether an iteration's variable is stored to only when it is made: its first value, or the last
// iteration's and that plus a constant.
func copied(a *ssa.Alloc, phi *ssa.Phi) bool {
	stores, ok := storesTo(a)
	if !ok {
		return false
	}
	for _, s := range stores {
		if s.Block() != a.Block() {
			return false
		}
	}
	if !phi.Block().Dominates(a.Block()) {
		return len(stores) == 1
	}
	if len(stores) != 2 || !loads(stores[0].Val, phi) {
		return false
	}
	next, ok := stores[1].Val.(*ssa.BinOp)
	return ok && steps(next) && loads(next.X, a)
}

// loads reports whether a value was loaded from an address.
func loads(v, addr ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && load.X == addr
}

// storesTo are the stores to a variable in the function that declares it; false if others store to it, or its address
// is used otherwise than for loads and captures that only load.
func storesTo(a *ssa.Alloc) (list []*ssa.Store, ok bool) {
	for _, instr := range *a.Referrers() {
		switch instr := instr.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Phi: // the next iteration's
			if !onlyLoaded(instr) {
				return nil, false
			}
		case *ssa.FieldAddr:
			if !onlyLoaded(instr) {
				return nil, false
			}
		case *ssa.Store:
			if instr.Val == ssa.Value(a) {
				return nil, false
			}
			list = append(list, instr)
		case *ssa.MakeClosure:
			if !onlyLoadedIn(a, instr) {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return list, true
}

// onlyLoaded reports whether an address serves for loads only, in closures too.
func onlyLoaded(addr ssa.Value) bool {
	for _, instr := range *addr.Referrers() {
		switch instr := instr.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr:
			if !onlyLoaded(instr) {
				return false
			}
		case *ssa.MakeClosure:
			if !onlyLoadedIn(addr, instr) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func onlyLoadedIn(addr ssa.Value, c *ssa.MakeClosure) bool {
	for i, b := range c.Bindings {
		if b == addr && !onlyLoaded(c.Fn.(*ssa.Function).FreeVars[i]) {
			return false
		}
	}
	return true
}

// onlyLoop reports whether the loop with a header is the only one that the site is in, but for loops that wait in each
// iteration for what they have started.
func onlyLoop(header, site *ssa.BasicBlock) bool {
	inside := false
	for _, b := range header.Parent().Blocks {
		for _, s := range b.Succs {
			if !s.Dominates(b) || !inLoop(s, b, site) {
				continue
			}
			switch {
			case s == header:
				inside = true
			case !waitsOnWay(site, s):
				return false
			}
		}
	}
	return inside
}

// waitsOnWay reports whether every way from a block to another passes a call that waits for goroutines.
func waitsOnWay(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	for work := slices.Clone(from.Succs); len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == to {
			return false
		}
		if !seen[x] && !slices.ContainsFunc(x.Instrs, isWait) {
			work = append(work, x.Succs...)
		}
		seen[x] = true
	}
	return true
}

// isWait reports whether an instruction waits for all goroutines that something counts.
func isWait(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	obj, ok := call.Call.StaticCallee().Object().(*types.Func)
	if !ok {
		return false
	}
	row := models.Lookup(obj.FullName())
	return row != nil && (row.Sync == models.SyncWait || row.Sync == models.SyncGroupWait)
}

// inLoop reports whether a block lies in the natural loop of the edge from latch back to head.
func inLoop(head, latch, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{head: true}
	for work := []*ssa.BasicBlock{latch}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		if x == b {
			return true
		}
		seen[x] = true
		work = append(work, x.Preds...)
	}
	return b == head
}
