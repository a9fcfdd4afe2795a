// This file says which variable a condition tests.

package gate

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A tests answers for the conditions of one function.
type tests struct {
	fn    *ssa.Function // the function
	flow  *flow.Result  // what the passes before know
	locks *locks.Result // and which locks are held
}

// clear is the variable that a Condition with the given truth value has found to be zero; else nil.
func (f *tests) clear(cond ssa.Value, value bool) ssa.Value {
	switch x := cond.(type) {
	case *ssa.UnOp:
		switch {
		case x.Op == token.NOT:
			return f.clear(x.X, !value)
		case x.Op == token.MUL && !value:
			return x.X
		}
	case *ssa.Call:
		if !value {
			return f.operand(x, models.SyncAtomicRead)
		}
	case *ssa.BinOp:
		if equal := x.Op == token.EQL && value || x.Op == token.NEQ && !value; equal && place.IsZero(x.Y) {
			return f.clear(place.Bits(x.X), false)
		}
	}
	return nil
}

// before is the only block from which control goes to another one, nil if there are several. Calls that never return
// lead nowhere.
func (f *tests) before(b *ssa.BasicBlock) *ssa.BasicBlock {
	var only *ssa.BasicBlock
	for _, p := range b.Preds {
		switch {
		case slices.ContainsFunc(p.Instrs, func(i ssa.Instruction) bool { return f.synchronises(i, models.SyncExit) }):
		case only != nil:
			return nil
		default:
			only = p
		}
	}
	return only
}

// tested is the variable that a Condition with the given truth value proves to have been written, or to be taken; else
// nil.
func (f *tests) tested(cond ssa.Value, value bool) ssa.Value {
	switch x := cond.(type) {
	case *ssa.UnOp:
		switch x.Op {
		case token.NOT:
			return f.tested(x.X, !value)
		case token.MUL:
			if value {
				return f.variable(x)
			}
		}
	case *ssa.Call:
		return f.updated(x)
	case *ssa.BinOp:
		if addr := f.counter(x); addr != nil {
			return addr
		}
		return f.compared(x, value)
	}
	return nil
}

// counter is, of the two variables that a comparison loads atomically, the one that the function does not change
// itself, if it changes the other: two goroutines count against each other, and the comparison says how far the other
// one is.
func (f *tests) counter(x *ssa.BinOp) ssa.Value {
	loads := f.loads(x, nil)
	if len(loads) != 2 {
		return nil
	}
	switch a, b := f.changes(loads[0]), f.changes(loads[1]); {
	case a && !b:
		return loads[1]
	case b && !a:
		return loads[0]
	}
	return nil
}

// loads adds the variables that a number is computed from by atomic loads.
func (f *tests) loads(v ssa.Value, list []ssa.Value) []ssa.Value {
	switch x := v.(type) {
	case *ssa.Convert:
		return f.loads(x.X, list)
	case *ssa.BinOp:
		return f.loads(x.Y, f.loads(x.X, list))
	case *ssa.Call:
		if addr := f.operand(x, models.SyncAtomicRead); addr != nil {
			return append(list, addr)
		}
	}
	return list
}

// changes reports whether the function stores to a variable of that name atomically.
func (f *tests) changes(addr ssa.Value) bool {
	name, _ := place.Name(addr)
	return slices.ContainsFunc(f.fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			call, ok := i.(*ssa.Call)
			if !ok {
				return false
			}
			for _, op := range []models.SyncOp{models.SyncAtomicWrite, models.SyncAtomicRMW} {
				if to := f.operand(call, op); to != nil {
					n, _ := place.Name(to)
					return n == name
				}
			}
			return false
		})
	})
}

// compared is the variable that a comparison tests. That it has its zero value proves nothing.
func (f *tests) compared(x *ssa.BinOp, value bool) ssa.Value {
	for _, side := range [2][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
		v, other := side[0], side[1]
		if whole, ok := place.Bits(v).(*ssa.Call); ok && whole != v {
			addr := f.operand(whole, models.SyncAtomicRead)
			equal := (x.Op == token.EQL) == value
			if (x.Op == token.EQL || x.Op == token.NEQ) && addr != nil && place.IsZero(other) != equal {
				return addr
			}
			continue
		}
		equal := x.Op == token.EQL && value || x.Op == token.NEQ && !value
		call, isCall := v.(*ssa.Call)
		if isCall {
			if addr := f.updated(call); addr != nil && !(equal && isFirst(call, other)) {
				return addr
			}
		}
		if x.Op == token.EQL || x.Op == token.NEQ {
			if equal == place.IsZero(other) {
				continue
			}
		}
		if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
			if addr := f.variable(load); addr != nil {
				return addr
			}
		}
		if isCall {
			if addr := f.seen(call, other); addr != nil {
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
func (f *tests) variable(load *ssa.UnOp) ssa.Value {
	if len(f.locks.Held(load)) == 0 && !f.alone(load) {
		return nil
	}
	return load.X
}

// alone reports whether an instruction comes after a wait for all other goroutines, and the function has not done
// anything since then that might wake one.
func (f *tests) alone(at ssa.Instruction) bool {
	seen := map[*ssa.BasicBlock]bool{}
	for b := at.Block(); b != nil && !seen[b]; b = f.before(b) {
		seen[b] = true
		instrs := b.Instrs
		if b == at.Block() {
			instrs = instrs[:slices.Index(instrs, at)]
		}
		for _, i := range slices.Backward(instrs) {
			if f.synchronises(i, models.SyncIdle) {
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
func (f *tests) synchronises(i ssa.Instruction, op models.SyncOp) bool {
	call, ok := i.(*ssa.Call)
	if !ok {
		return false
	}
	row := f.flow.Model(call)
	return row != nil && row.Sync == op
}

// updated is the object of an atomic operation that reads and writes, else nil: its result says who came first.
func (f *tests) updated(call *ssa.Call) ssa.Value { return f.operand(call, models.SyncAtomicRMW) }

// seen is the object of an atomic load compared with what is no constant number: such a value orders by rule (E3) of
// passes/spawn.
func (f *tests) seen(call *ssa.Call, other ssa.Value) ssa.Value {
	if k, ok := other.(*ssa.Const); ok && k.Value != nil {
		return nil
	}
	return f.operand(call, models.SyncAtomicRead)
}

// operand is the object of a call that a model says synchronises so.
func (f *tests) operand(call *ssa.Call, op models.SyncOp) ssa.Value {
	row := f.flow.Model(call)
	if row == nil || row.Sync != op {
		return nil
	}
	if args := source.Arguments(&call.Call); row.Object < len(args) && source.IsPointer(args[row.Object]) {
		return args[row.Object]
	}
	return nil
}
