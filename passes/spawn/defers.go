// This file is deferred calls and recovery (E5, E6).

package spawn

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// deferred are the defer statements of a function, in source order.
func deferred(fn *ssa.Function, graph *branch.Graph) (list []*ssa.Defer) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if d, ok := instr.(*ssa.Defer); ok && graph.Reached(b) {
				list = append(list, d)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *ssa.Defer) int { return int(a.Pos()) - int(b.Pos()) })
	return list
}

// runDefers applies what may have been deferred when control reaches a block, last one first.
func (k *skeleton) runDefers(p facts.PointID, at *ssa.BasicBlock) facts.PointID {
	if r := slices.IndexFunc(k.defers, recovers); r >= 0 {
		p = k.after(p, decided(-facts.Panicking, k.defers[r]))
	}
	for _, d := range slices.Backward(k.defers) {
		if !branch.MayFollow(d.Block(), at) || branch.Settled(d, at) {
			continue
		}
		if n := k.cond.Maybe(d); n != 0 {
			var moot facts.EventFlags
			if k.spared.NoOp(d) {
				moot = facts.EventMoot
			}
			p = k.join(k.found(p, -n, moot, d), k.run(k.found(p, n, 0, d), d))
			continue
		}
		q := k.run(p, d)
		if q != p && (k.graph.Cyclic(d.Block()) || !d.Block().Dominates(at)) {
			q = k.join(p, q)
		}
		p = q
	}
	return p
}

// isGoroutine reports whether the function is a literal that go statements start, and nobody calls.
func (k *skeleton) isGoroutine() bool {
	m := place.Closure(k.fn)
	return m != nil && !slices.ContainsFunc(*m.Referrers(), func(i ssa.Instruction) bool {
		_, started := i.(*ssa.Go)
		_, debug := i.(*ssa.DebugRef)
		return !started && !debug
	})
}

// run applies one deferred call.
func (k *skeleton) run(p facts.PointID, d *ssa.Defer) facts.PointID {
	k.runs[d] = append(k.runs[d], p)
	return k.call(p, d)
}

// owed is the event of a deferred Done or close in a function that has no way out (E35).
func (k *skeleton) owed(d *ssa.Defer) (event, bool) {
	if k.wayOut() {
		return event{}, false
	}
	if place.IsBuiltin(&d.Call, "close") {
		return k.channel(facts.EventOwed, d.Call.Args[0], d), true
	}
	if row := k.r.flow.Model(d); row != nil && row.Sync == models.SyncDone {
		return k.object(facts.EventOwed, source.Arguments(d.Common())[row.Object], d), true
	}
	return event{}, false
}

// wayOut reports whether the function may return.
func (k *skeleton) wayOut() bool {
	return slices.ContainsFunc(k.defers, recovers) || slices.ContainsFunc(k.fn.Blocks, func(b *ssa.BasicBlock) bool {
		return branch.Returns(b) && b != k.fn.Recover && k.graph.Reached(b)
	})
}

// recovered lets a function that recovers return through its recover block: a panic comes from anywhere after a Defer,
// and runs what was deferred until then.
func (k *skeleton) recovered() {
	b := k.fn.Recover
	if b == nil || !slices.ContainsFunc(k.defers, recovers) {
		return
	}
	var p facts.PointID // after the later deferred calls
	panicked := false   // there are some, and a panic may come from somewhere
	for i, d := range slices.Backward(k.defers) {
		from := k.panics(d, k.defers[i+1:])
		if panicked {
			from = append(from, p)
		}
		if len(from) == 0 {
			continue
		}
		q := k.run(k.after(k.join(from...), decided(facts.Panicking, d)), d)
		if panicked && !d.Block().Dominates(k.defers[i+1].Block()) {
			q = k.join(p, q)
		}
		p, panicked = q, true
	}
	if !panicked {
		return
	}
	k.seen[b.Index] = true
	k.in[b.Index] = p
	k.block(b)
}

// panics are the points from which a panic finds a call deferred, and none of the later ones for sure.
func (k *skeleton) panics(d *ssa.Defer, later []*ssa.Defer) []facts.PointID {
	var list []facts.PointID
	for _, b := range k.fn.Blocks {
		if !k.seen[b.Index] || b != d.Block() && !branch.MayFollow(d.Block(), b) {
			continue
		}
		p := k.in[b.Index]
		marks := k.marks[b.Index]
		for i, instr := range b.Instrs {
			if _, over := instr.(*ssa.RunDefers); over {
				break
			}
			from := []facts.PointID{p}
			if len(marks) > 0 && marks[0].after == i {
				p, marks = marks[0].point, marks[1:]
				if _, call := instr.(ssa.CallInstruction); call {
					from = append(from, p) // whatever of the callee was done
				}
			}
			pushed := b != d.Block() || k.graph.Cyclic(b) || deferredBefore(instr, []*ssa.Defer{d})
			if pushed && mayPanic(instr) && !deferredBefore(instr, later) {
				list = append(list, from...)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// mayPanic reports whether an instruction can panic: those that surely cannot are listed.
func mayPanic(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Alloc, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.DebugRef, *ssa.Defer, *ssa.Extract, *ssa.Field, *ssa.Go,
		*ssa.If,
		*ssa.Jump, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.Next, *ssa.Phi, *ssa.Range, *ssa.Return:
		return false
	case *ssa.UnOp:
		return instr.Op == token.MUL && !isVariable(instr.X)
	case *ssa.Store:
		return !isVariable(instr.Addr)
	case *ssa.BinOp:
		switch instr.Op {
		case token.ADD, token.SUB, token.MUL, token.AND, token.OR, token.XOR, token.AND_NOT:
			return false
		}
		return types.IsInterface(instr.X.Type()) || instr.Op == token.QUO || instr.Op == token.REM ||
			instr.Op == token.SHL || instr.Op == token.SHR
	}
	return true
}

// isVariable reports whether an address is of a variable, and so not nil.
func isVariable(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar, *ssa.Global:
		return true
	}
	return false
}

// deferredBefore reports whether one of some calls is surely deferred when an instruction runs.
func deferredBefore(instr ssa.Instruction, calls []*ssa.Defer) bool {
	for _, d := range calls {
		if d.Block() != instr.Block() && d.Block().Dominates(instr.Block()) {
			return true
		}
		if d.Block() == instr.Block() &&
			slices.Index(d.Block().Instrs, ssa.Instruction(d)) <= slices.Index(d.Block().Instrs, instr) {
			return true
		}
	}
	return false
}

// recovers reports whether a deferred function calls recover.
func recovers(d *ssa.Defer) bool {
	fn := d.Call.StaticCallee()
	return fn != nil && branch.Recovers(fn)
}
