// This file tells which accesses cannot race: locks, goroutines that start or end between them, channels (G8).

package guards

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/models"
)

// handsOut reports whether a container is returned that is only written with the lock, by a function that holds it: it
// lasts until the return only.
func (c *claim) handsOut() bool {
	x, t := c.x, c.t
	return x.leak && t.related && t.writes && !t.unlockedWrites &&
		(x.state.must.has(t.class, false) || x.state.seen.has(t.class, false))
}

// letGo reports whether an access reads a plain variable in a function that has surely held the lock before, in another
// function than the writes, which all hold it, and as many accesses at least are with the lock as without.
func (c *claim) letGo() bool {
	x, t := c.x, c.t
	return x.kind == facts.Read && !x.leak && c.y.kind.Writes() && x.f != c.y.f && x.state.seen.has(t.class, false) &&
		t.related && t.writes && !t.unlockedWrites && !t.local && len(t.unlocked) <= len(t.held)
}

// kept reports whether an access goes to an object that its function has looked up with the lock, in a container from
// which it takes nothing, and others find the object there with the lock.
func (c *claim) kept() bool {
	x, t := c.x, c.t
	return !x.leak && x.kind.Writes() && c.a.beside(x, t.class) && c.a.beside(c.y, t.class) &&
		x.seen.has(t.class, false) &&
		!objects.Deletes(x.f.fn)
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

// joined reports whether x comes after a wait for goroutines, and y is in one. Where x is in a goroutine, too, its
// function itself waits for those of the object, or a function on the way to x, which only one goroutine runs, for
// those that it has started.
func (c *claim) joined() bool {
	a, x, r := c.a, c.x, c.rootOf(c.y)
	if r.kind != Goroutine {
		return false
	}
	if by := c.rootOf(x); by.kind == Goroutine {
		started := func(f *function, at ssa.Instruction) bool {
			return r.in == f && slices.ContainsFunc(a.meeting(f).waits, func(w ssa.Instruction) bool {
				return (notAfter(r.site, w) || comesBefore(r.site, w)) && comesBefore(w, at)
			})
		}
		return !by.multi && a.onPath(x, started) || slices.ContainsFunc(a.meeting(x.f).waits, func(w ssa.Instruction) bool {
			return comesBefore(w, x.instr) && objects.Besides(w, x.instr)
		})
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
			objects.OfFirst(x) && a.spawn.Waits(x)
	case *ssa.UnOp:
		return x.Op == token.ARROW && len(*x.Referrers()) == 0
	}
	return false
}

// onPath asks about an access, then about each call on the way to it.
func (a *code) onPath(x *instance, ask func(*function, ssa.Instruction) bool) bool {
	f, k, instr := x.f, x.ctx, x.instr
	for range valueSteps {
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
