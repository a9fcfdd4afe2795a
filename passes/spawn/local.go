// This file finds the synchronisation objects that are known by name, not through memory (E12).

package spawn

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// localObject reports whether an address means an object that the activation at hand made, or that the one made which
// started the function as a goroutine.
func (k *skeleton) localObject(addr ssa.Value) bool {
	for {
		f, ok := addr.(*ssa.FieldAddr)
		if !ok {
			break
		}
		addr = f.X
	}
	a, ok := k.given(addr).(*ssa.Alloc)
	return ok && k.near(a.Parent()) && !k.r.forgotten(a)
}

// localChannel is the same for a channel, which may be in a variable that holds no other.
func (k *skeleton) localChannel(ch ssa.Value) bool {
	ch = k.given(ch)
	if load, ok := ch.(*ssa.UnOp); ok {
		a, ok := k.given(load.X).(*ssa.Alloc)
		if !ok {
			return false
		}
		if ch = k.r.Locks.Places.Stored(a); ch == nil || ch.Parent() != a.Parent() {
			return false
		}
	}
	m, ok := ch.(*ssa.MakeChan)
	return ok && k.near(m.Parent())
}

// returnedChannel reports whether a channel is what the only call of some function in this one has returned, which
// makes a new one each time.
func (k *skeleton) returnedChannel(ch ssa.Value) bool {
	if load, ok := ch.(*ssa.UnOp); ok && load.Op == token.MUL {
		if a, ok := load.X.(*ssa.Alloc); ok && a.Parent() == k.fn {
			ch = k.r.Locks.Places.Stored(a)
		}
	}
	result := 0
	if x, ok := ch.(*ssa.Extract); ok {
		ch, result = x.Tuple, x.Index
	}
	call, ok := ch.(*ssa.Call)
	return ok && call.Parent() == k.fn && k.r.callIsNew(call, result, map[*ssa.Function]bool{}) && k.calledOnce(call)
}

// calledOnce reports whether a function has one static call of what a call calls.
func (k *skeleton) calledOnce(call *ssa.Call) bool {
	g := call.Call.StaticCallee()
	for _, b := range k.fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && c != ssa.CallInstruction(call) && c.Common().StaticCallee() == g {
				return false
			}
		}
	}
	return g != nil
}

// near reports whether a function is the one at hand, or the one that starts it as a goroutine.
func (k *skeleton) near(maker *ssa.Function) bool {
	return maker == k.fn || maker == k.fn.Parent() && k.start() != nil
}

// given is what a captured variable or parameter of a function literal was given where it was started as a goroutine.
func (k *skeleton) given(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.FreeVar:
		if k.start() != nil {
			return place.Binding(x)
		}
	case *ssa.Parameter:
		at, ok := k.start().(*ssa.Go)
		if !ok {
			return v
		}
		for i, p := range k.fn.Params {
			if p == x && i < len(at.Call.Args) {
				return at.Call.Args[i]
			}
		}
	}
	return v
}

// start is the only use of a function literal: a go statement, or a call by which a model starts a goroutine. Nil for
// others.
func (k *skeleton) start() ssa.CallInstruction {
	refs := k.fn.Referrers()
	if c := place.Closure(k.fn); c != nil {
		refs = c.Referrers()
	}
	if refs == nil || len(*refs) != 1 {
		return nil
	}
	switch at := (*refs)[0].(type) {
	case *ssa.Go:
		return at
	case *ssa.Call:
		if row := k.r.flow.Model(at); row != nil && row.Sync == models.SyncGroupGo {
			return at
		}
	}
	return nil
}

// forgotten reports whether a variable may be made anew in a loop before everything that it counts was waited for.
func (r *Result) forgotten(a *ssa.Alloc) bool {
	b := a.Block()
	if !r.flow.Graph(a.Parent()).Cyclic(b) {
		return false
	}
	if r.waits(a, b, a) {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{}
	for work := []*ssa.BasicBlock{b}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range x.Succs {
			if s == b {
				return true
			}
			if !seen[s] && !r.waits(a, s, nil) {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// waits reports whether a block waits for what a variable counts, after an instruction if one is given.
func (r *Result) waits(a *ssa.Alloc, b *ssa.BasicBlock, after ssa.Instruction) bool {
	for _, instr := range b.Instrs {
		if instr == after {
			after = nil
		}
		call, ok := instr.(*ssa.Call)
		if !ok || after != nil {
			continue
		}
		row := r.flow.Model(call)
		if row == nil || row.Sync != models.SyncWait && row.Sync != models.SyncGroupWait {
			continue
		}
		if args := source.Arguments(&call.Call); row.Object < len(args) && source.Root(args[row.Object]) == ssa.Value(a) {
			return true
		}
	}
	return false
}

// local marks an event whose object is known by name.
func local(e event, known bool) event {
	if known {
		e.Flags |= facts.EventLocal
	}
	return e
}
