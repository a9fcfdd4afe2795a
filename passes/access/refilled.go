// This file finds writes that fill memory again which was sent (A34).

package access

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/refill"
)

// refilled is the flag of a write by a builtin that fills sent memory again from its first element on.
func (c *collector) refilled(t *accessSite) facts.AccessFlags {
	call, ok := t.instr.(*ssa.Call)
	if !ok || !t.kind.Writes() {
		return 0
	}
	if c.refill.Again(call, t.addr) {
		over := t.kind == facts.AppendOver || t.kind == facts.Write && !place.IsBuiltin(&call.Call, "append")
		if _, builtin := call.Call.Value.(*ssa.Builtin); builtin && over {
			return facts.AccessRefilled
		}
	}
	if load, ok := t.addr.(*ssa.UnOp); ok && t.kind == facts.AppendOver && c.r.kept()[variableOf(load.X, c.fn)] {
		return facts.AccessRefilled
	}
	return 0
}

// kept lists the variables of the package that are set to the empty start of what was sent from them.
func (r *pack) kept() map[cutVariable]bool {
	if r.keeps == nil {
		r.keeps = map[cutVariable]bool{}
		for _, fn := range r.Source.Funcs {
			if fn.Blocks == nil {
				continue
			}
			for _, addr := range r.refillOf(fn).Kept() {
				r.keeps[variableOf(addr, fn)] = true
			}
		}
		delete(r.keeps, cutVariable{})
	}
	return r.keeps
}

// refillOf says where a function fills sent memory again.
func (r *pack) refillOf(fn *ssa.Function) *refill.Function {
	f, ok := r.refills[fn]
	if !ok {
		f = refill.New(fn, r.tells)
		r.refills[fn] = f
	}
	return f
}

// tells reports whether others may have told something when a call returns.
func (r *pack) tells(c *ssa.Call) bool {
	if _, modelled := r.Source.Model(&c.Call); modelled {
		return r.talk.Communicating(c)
	}
	return r.talk.CallsTalker(c) || r.talk.Synchronises(&c.Call)
}

// refills are the conditions of a call that is given sent memory.
func (c *collector) refills(call ssa.CallInstruction) []facts.Cond {
	for _, arg := range call.Common().Args {
		if c.refill.Again(call, arg) {
			return []facts.Cond{{Kind: facts.CondRefilled}}
		}
	}
	return nil
}
