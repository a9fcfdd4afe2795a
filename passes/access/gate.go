// This file finds the variable whose value decides that an access happens (A13).

package access

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// gate is the address of the variable that the nearest deciding branch before a block tested, nil if there is none.
func (c *collector) gate(b *ssa.BasicBlock) ssa.Value {
	if addr, ok := c.gates[b]; ok {
		return addr
	}
	var addr ssa.Value
	if p := b.Idom(); p != nil {
		if cond, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If); ok && c.before(b) == p && p.Succs[0] != p.Succs[1] {
			addr = c.tested(cond.Cond, p.Succs[0] == b)
		}
		if addr == nil {
			addr = c.gate(p)
		}
	}
	c.gates[b] = addr
	return addr
}

// stillTested is that the nearest deciding branch before a call tested a variable under a lock that is still held
// (A20).
func (c *collector) stillTested(call ssa.Instruction) []facts.Cond {
	return c.underLock(call, facts.CondTested, c.tested)
}

// stillClear is that a branch before the locking of a lock found a variable to be zero under another lock that is still
// held (A20).
func (c *collector) stillClear(instr ssa.Instruction) []facts.Cond {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return nil
	}
	if _, locks := c.r.locks.Site(call); !locks {
		return nil
	}
	return c.underLock(call, facts.CondClear, c.clear)
}

// clear is the variable that a condition with the given truth value has found to be zero; else nil.
func (c *collector) clear(cond ssa.Value, value bool) ssa.Value {
	switch x := cond.(type) {
	case *ssa.UnOp:
		switch {
		case x.Op == token.NOT:
			return c.clear(x.X, !value)
		case x.Op == token.MUL && !value:
			return x.X
		}
	case *ssa.Call:
		if !value {
			return c.operand(x, models.SyncAtomicRead)
		}
	case *ssa.BinOp:
		if equal := x.Op == token.EQL && value || x.Op == token.NEQ && !value; equal && place.IsZero(x.Y) {
			return c.clear(x.X, false)
		}
	}
	return nil
}

// underLock is a condition on the variable that the nearest branch before an instruction has tested in a certain way,
// under a lock that is still held.
func (c *collector) underLock(
	instr ssa.Instruction,
	kind facts.CondKind,
	tested func(cond ssa.Value, value bool) ssa.Value,
) []facts.Cond {
	held := c.r.locks.Held(instr)
	if len(held) == 0 {
		return nil
	}
	for b := instr.Block(); b.Idom() != nil; b = b.Idom() {
		cond, value := branch.Behind(b)
		if cond == nil {
			continue
		}
		addr := tested(cond.Cond, value)
		if addr == nil ||
			!slices.ContainsFunc(c.r.locks.Held(cond), func(s uint32) bool { return slices.Contains(held, s) }) {
			continue
		}
		if n, off, ok := c.r.flow.Addr(c.fn, addr); ok {
			return []facts.Cond{{Kind: kind, Addr: n, Off: off}}
		}
	}
	return nil
}

// before is the only block from which control goes to another one, nil if there are several. Calls that never return
// lead nowhere.
func (c *collector) before(b *ssa.BasicBlock) *ssa.BasicBlock {
	var only *ssa.BasicBlock
	for _, p := range b.Preds {
		switch {
		case slices.ContainsFunc(p.Instrs, func(i ssa.Instruction) bool { return c.synchronises(i, models.SyncExit) }):
		case only != nil:
			return nil
		default:
			only = p
		}
	}
	return only
}

// A spin is a loop that waits for the value of an atomic variable.
type spin struct {
	addr  ssa.Value
	after map[*ssa.BasicBlock]bool // blocks that control may reach when it has ended
}

// waitedFor is the variable that a loop before a block may have waited for, nil if there is no such loop (A19).
func (c *collector) waitedFor(b *ssa.BasicBlock) ssa.Value {
	for k := range c.spins {
		if c.spins[k].after[b] {
			return c.spins[k].addr
		}
	}
	return nil
}

// findSpins finds the function's waiting loops.
func (c *collector) findSpins() {
	for _, b := range c.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		for k, s := range b.Succs {
			if addr := c.polled(cond.Cond); addr != nil && idles(b, s) {
				x := spin{addr, map[*ssa.BasicBlock]bool{}}
				x.reach(b.Succs[1-k])
				c.spins = append(c.spins, x)
				break
			}
		}
	}
}

// idles reports whether control comes back from a block to the test on every way, or panics, without changing memory
// itself.
func idles(test, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{test: true}
	for work := []*ssa.BasicBlock{b}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		if seen[b] = true; len(seen) > maxIdle+1 || slices.ContainsFunc(b.Instrs, works) {
			return false
		}
		work = append(work, b.Succs...)
	}
	return true
}

// works reports whether an instruction does more than to compute or to call.
func works(i ssa.Instruction) bool {
	switch i.(type) {
	case *ssa.Store, *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.Select, *ssa.Return:
		return true
	}
	return false
}

// reach adds what control may reach from a block on.
func (x *spin) reach(b *ssa.BasicBlock) {
	if !x.after[b] {
		x.after[b] = true
		for _, s := range b.Succs {
			x.reach(s)
		}
	}
}

// polled is the object of the atomic load in a condition, nil if there is none.
func (c *collector) polled(cond ssa.Value) ssa.Value {
	switch x := cond.(type) {
	case *ssa.Call:
		return c.operand(x, models.SyncAtomicRead)
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return c.polled(x.X)
		}
	case *ssa.BinOp:
		if addr := c.polled(x.X); addr != nil {
			return addr
		}
		return c.polled(x.Y)
	}
	return nil
}

// tested is the variable that a condition with the given truth value proves to have been written, or to be taken; else
// nil.
func (c *collector) tested(cond ssa.Value, value bool) ssa.Value {
	switch x := cond.(type) {
	case *ssa.UnOp:
		switch x.Op {
		case token.NOT:
			return c.tested(x.X, !value)
		case token.MUL:
			if value {
				return c.variable(x)
			}
		}
	case *ssa.Call:
		return c.updated(x)
	case *ssa.BinOp:
		if addr := c.counter(x); addr != nil {
			return addr
		}
		return c.compared(x, value)
	}
	return nil
}

// counter is, of the two variables that a comparison loads atomically, the one that the function does not change
// itself, if it changes the other: two goroutines count against each other, and the comparison says how far the other
// one is.
func (c *collector) counter(x *ssa.BinOp) ssa.Value {
	loads := c.loads(x, nil)
	if len(loads) != 2 {
		return nil
	}
	switch a, b := c.changes(loads[0]), c.changes(loads[1]); {
	case a && !b:
		return loads[1]
	case b && !a:
		return loads[0]
	}
	return nil
}

// loads adds the variables that a number is computed from by atomic loads.
func (c *collector) loads(v ssa.Value, list []ssa.Value) []ssa.Value {
	switch x := v.(type) {
	case *ssa.Convert:
		return c.loads(x.X, list)
	case *ssa.BinOp:
		return c.loads(x.Y, c.loads(x.X, list))
	case *ssa.Call:
		if addr := c.operand(x, models.SyncAtomicRead); addr != nil {
			return append(list, addr)
		}
	}
	return list
}

// changes reports whether the function stores to a variable of that name atomically.
func (c *collector) changes(addr ssa.Value) bool {
	name, _ := place.Name(addr)
	return slices.ContainsFunc(c.fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			call, ok := i.(*ssa.Call)
			if !ok {
				return false
			}
			for _, op := range []models.SyncOp{models.SyncAtomicWrite, models.SyncAtomicRMW} {
				if to := c.operand(call, op); to != nil {
					n, _ := place.Name(to)
					return n == name
				}
			}
			return false
		})
	})
}

// compared is the variable that a comparison tests. That it has its zero value proves nothing.
func (c *collector) compared(x *ssa.BinOp, value bool) ssa.Value {
	for _, side := range [2][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
		v, other := side[0], side[1]
		equal := x.Op == token.EQL && value || x.Op == token.NEQ && !value
		call, isCall := v.(*ssa.Call)
		if isCall {
			if addr := c.updated(call); addr != nil && !(equal && isFirst(call, other)) {
				return addr
			}
		}
		if x.Op == token.EQL || x.Op == token.NEQ {
			if equal == place.IsZero(other) {
				continue
			}
		}
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
			if addr := c.variable(load); addr != nil {
				return addr
			}
		}
		if isCall {
			if addr := c.seen(call, other); addr != nil {
				return addr
			}
		}
	}
	return nil
}

// isFirst reports whether the result of an atomic addition is what it adds: it found zero.
func isFirst(call *ssa.Call, result ssa.Value) bool {
	args := call.Call.Args
	n, ok := place.Int(result)
	if !ok || len(args) != 2 {
		return false
	}
	delta, ok := place.Int(args[1])
	return ok && n == delta
}

// variable is the address that a load reads while a lock is held, or while nobody else runs, else nil.
func (c *collector) variable(load *ssa.UnOp) ssa.Value {
	if len(c.r.locks.Held(load)) == 0 && !c.alone(load) {
		return nil
	}
	return load.X
}

// alone reports whether an instruction comes after a wait for all other goroutines, and the function has not done
// anything since then that might wake one.
func (c *collector) alone(at ssa.Instruction) bool {
	seen := map[*ssa.BasicBlock]bool{}
	for b := at.Block(); b != nil && !seen[b]; b = c.before(b) {
		seen[b] = true
		instrs := b.Instrs
		if b == at.Block() {
			instrs = instrs[:slices.Index(instrs, at)]
		}
		for _, i := range slices.Backward(instrs) {
			if c.synchronises(i, models.SyncIdle) {
				return true
			}
			switch i := i.(type) {
			case ssa.CallInstruction, *ssa.Send, *ssa.Select, *ssa.RunDefers:
				return false
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					return false
				}
			}
		}
	}
	return false
}

// synchronises reports whether an instruction is a call that a model says synchronises so.
func (c *collector) synchronises(i ssa.Instruction, op models.SyncOp) bool {
	call, ok := i.(*ssa.Call)
	if !ok {
		return false
	}
	row := c.r.flow.Model(call)
	return row != nil && row.Sync == op
}

// updated is the object of an atomic operation that reads and writes, else nil: its result says who came first.
func (c *collector) updated(call *ssa.Call) ssa.Value { return c.operand(call, models.SyncAtomicRMW) }

// seen is the object of an atomic load compared with what is no constant number: such a value orders by rule (E3) of
// passes/spawn.
func (c *collector) seen(call *ssa.Call, other ssa.Value) ssa.Value {
	if k, ok := other.(*ssa.Const); ok && k.Value != nil {
		return nil
	}
	return c.operand(call, models.SyncAtomicRead)
}

// operand is the object of a call that a model says synchronises so.
func (c *collector) operand(call *ssa.Call, op models.SyncOp) ssa.Value {
	row := c.r.flow.Model(call)
	if row == nil || row.Sync != op {
		return nil
	}
	if args := source.Arguments(&call.Call); row.Object < len(args) && isPointer(args[row.Object]) {
		return args[row.Object]
	}
	return nil
}
