// This file tells which accesses cannot race: locks, goroutines that start or end between them, channels (G8).

package guards

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
)

// conflict reports whether two accesses may race: a write, no lock that excludes, and two goroutines that nothing
// orders (G8).
func (a *analysis) conflict(x, y *instance) bool {
	return (&claim{a: a, x: x, y: y}).decided(pairing) == 0
}

// startedAfter reports whether y runs in a goroutine that starts after x, on the way to x.
func (c *claim) startedAfter() bool {
	a, x, r := c.a, c.x, c.rootOf(c.y)
	if r.kind != Goroutine {
		return false
	}
	return a.onPath(x, func(f *function, instr ssa.Instruction) bool {
		return r.in == f && (precedes(instr, r.site) || notAfter(instr, r.site))
	})
}

// joined reports whether x comes after a wait for goroutines, and y is in one.
func (c *claim) joined() bool {
	a, x := c.a, c.x
	if c.rootOf(c.y).kind != Goroutine || c.rootOf(x).kind == Goroutine {
		return false
	}
	return a.onPath(x, func(f *function, at ssa.Instruction) bool {
		return slices.ContainsFunc(a.meeting(f).waits, func(w ssa.Instruction) bool { return comesBefore(w, at) })
	})
}

// waits reports whether an instruction waits for goroutines: itself, or by a method of what belongs to the receiver or
// first parameter of its function.
func (a *code) waits(instr ssa.Instruction) bool {
	switch x := instr.(type) {
	case *ssa.Call:
		row := a.flow.Model(x)
		return row != nil && (row.Sync == models.SyncWait || row.Sync == models.SyncGroupWait) ||
			ofFirst(x) && a.spawn.Waits(x)
	case *ssa.UnOp:
		return x.Op == token.ARROW && len(*x.Referrers()) == 0
	}
	return false
}

// ofFirst reports whether a call is that of a method of what the first parameter of its function points to, or of a
// part of it.
func ofFirst(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Signature.Recv() == nil || len(call.Call.Args) == 0 || len(call.Parent().Params) == 0 {
		return false
	}
	v := call.Call.Args[0]
	for {
		switch x := v.(type) {
		case *ssa.Parameter:
			return x == call.Parent().Params[0]
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return false
			}
			v = x.X
		default:
			return false
		}
	}
}

// onPath asks about an access, then about each call on the way to it.
func (a *code) onPath(x *instance, ask func(*function, ssa.Instruction) bool) bool {
	f, k, instr := x.f, x.ctx, x.instr
	for range 16 {
		if ask(f, instr) {
			return true
		}
		c := &f.contexts[k]
		if c.from == nil || a.spawns(f, k) {
			return false
		}
		f, k, instr = c.from, c.ctx, c.at
	}
	return false
}

// spawns reports whether a context is the start of a goroutine.
func (a *code) spawns(f *function, k int) bool {
	c := &f.contexts[k]
	return c.from.contexts[c.ctx].key.root != c.key.root
}

// precedes reports whether x is executed before y on every way to y, and not after it.
func precedes(x, y ssa.Instruction) bool {
	if _, deferred := x.(deferredCall); deferred {
		return false
	}
	return branch.Precedes(x, y)
}

// comesBefore reports whether x is executed before y on every way to y, or once in each round of a loop that counts and
// has ended by then: without a round there was nothing to wait for.
func comesBefore(x, y ssa.Instruction) bool {
	if precedes(x, y) {
		return true
	}
	if _, deferred := x.(deferredCall); deferred {
		return false
	}
	h := branch.Header(x.Block())
	if h == nil || branch.LessThan(h) == nil || !h.Dominates(y.Block()) {
		return false
	}
	in := branch.Around(h)
	return !in[y.Block()] && !branch.LeftEarly(h, in)
}

// notAfter reports whether x cannot be executed after y, in one activation of their function.
func notAfter(x, y ssa.Instruction) bool {
	if _, deferred := x.(deferredCall); deferred || x.Block() == y.Block() || x.Parent() != y.Parent() {
		return false
	}
	return !branch.Reaches(y.Block(), x.Block())
}

// handed reports whether x comes after a receive from a channel that y's function sends on or closes after y, or after
// an atomic load of what that function stores to.
func (c *claim) handed() bool {
	a, x, y := c.a, c.x, c.y
	var one, each []any // what a message, or one from each goroutine, tells
	return a.onPath(x, func(f *function, at ssa.Instruction) bool {
		return slices.ContainsFunc(a.meeting(f).takes, func(t exchange) bool {
			if !comesBefore(t.at, at) {
				return false
			}
			if one == nil {
				one, each = append([]any{}, a.given(y, false)...), a.given(y, true)
				if y.kind.Writes() {
					one = append(one, a.meeting(y.f).stores...)
				}
			}
			return slices.Contains(one, t.with) || !precedes(t.at, at) && slices.Contains(each, t.with)
		})
	})
}

// given are the channels that an access's function sends on or closes after it, and those that a caller of it in the
// same goroutine closes after the call; or sends on, too, if one message of each goroutine is received.
func (a *locking) given(y *instance, each bool) []any {
	var list []any
	sends := true
	a.onPath(y, func(f *function, at ssa.Instruction) bool {
		for _, g := range a.meeting(f).gives {
			if (sends || !g.send) && comesAfter(g.at, at) {
				list = append(list, g.with)
			}
		}
		sends = each // of a caller that goes on sending, the receiver would have to know which message it is
		return false
	})
	return list
}

// comesAfter reports whether what an instruction does may happen after another instruction of its function: a deferred
// call happens at the end, where those deferred last run first.
func comesAfter(instr, at ssa.Instruction) bool {
	_, last := instr.(*ssa.Defer)
	switch x := at.(type) {
	case deferredCall:
		return last && branch.Precedes(instr, x.Defer)
	case *ssa.Defer:
		return last && branch.Precedes(instr, x)
	}
	return last && branch.Precedes(instr, at) || branch.Precedes(at, instr) ||
		at.Block() != instr.Block() && branch.Reaches(at.Block(), instr.Block())
}

// sentOn is the channel that an instruction sends on or closes; nil for others.
func sentOn(instr ssa.Instruction) ssa.Value {
	switch x := instr.(type) {
	case *ssa.Send:
		return x.Chan
	case ssa.CallInstruction:
		if b, ok := x.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
			return x.Common().Args[0]
		}
	}
	return nil
}

// receivedFrom are the channels that an instruction may receive from.
func receivedFrom(instr ssa.Instruction) []ssa.Value {
	switch x := instr.(type) {
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return []ssa.Value{x.X}
		}
	case *ssa.Select:
		var list []ssa.Value
		for _, s := range x.States {
			if s.Dir == types.RecvOnly {
				list = append(list, s.Chan)
			}
		}
		return list
	}
	return nil
}
