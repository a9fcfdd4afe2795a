// This file finds the methods by which a type says that it is a lock (K10): whatever their bodies do to keep others
// out, atomics, tickets, conditions, channels, callers rely on it.

package locks

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// declaredOps are the methods of locks, by name.
var declaredOps = map[string]facts.LockOp{
	"Lock": facts.Lock, "TryLock": facts.Lock, "Unlock": facts.Unlock,
	"RLock": facts.RLock, "TryRLock": facts.RLock, "RUnlock": facts.RUnlock,
}

// declares says what a function does to the lock that its receiver is by its methods, and for which outcome of it
// (facts.Outcome), counted from one; zero for all. The operation is zero for all other functions.
func (r *Result) declares(fn *ssa.Function) (op facts.LockOp, outcome uint32) {
	op = declaredOps[fn.Name()]
	named := receiver(fn)
	if op == 0 || named == nil || fn.Synthetic != "" || !r.declared(named) {
		return 0, 0
	}
	if op == facts.Unlock || op == facts.RUnlock {
		return op, 0
	}
	results := fn.Signature.Results()
	for k := range results.Len() {
		switch t := types.Unalias(results.At(k).Type()); {
		case types.Identical(t, types.Typ[types.Bool]):
			return op, uint32(2*k+1) + 1
		case place.IsError(t):
			return op, uint32(2*k) + 1
		}
	}
	return op, 0
}

// receiver is the type that a method is declared for; nil for other functions.
func receiver(fn *ssa.Function) *types.Named {
	recv := fn.Signature.Recv()
	if recv == nil {
		return nil
	}
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	return named
}

// declared reports whether a type of the package is a lock by its methods: it has Lock and Unlock, or RLock and
// RUnlock, the one that locks waits, and they are not seen to hold a mutex in its place.
func (r *Result) declared(t *types.Named) bool {
	t = t.Origin()
	v, ok := r.types[t]
	if !ok {
		v = r.isLock(t)
		r.types[t] = v
	}
	return v
}

func (r *Result) isLock(t *types.Named) bool {
	pairs, plain := 0, true
	for _, names := range [][2]string{{"Lock", "Unlock"}, {"RLock", "RUnlock"}} {
		lock, unlock := r.method(t, names[0]), r.method(t, names[1])
		if lock == nil || unlock == nil || !pair(lock.Signature, unlock.Signature) {
			continue
		}
		if !r.stops(lock, stopDepth) {
			return false
		}
		pairs++
		plain = plain && r.leaves(lock, declaredOps[names[0]])
	}
	return pairs > 0 && !plain
}

// method is a method that a type declares itself, with a body in the package.
func (r *Result) method(t *types.Named, name string) *ssa.Function {
	for m := range t.Methods() {
		if fn := r.bodies[m]; m.Name() == name && fn != nil && len(fn.Blocks) > 0 {
			return fn
		}
	}
	return nil
}

// pair reports whether two signatures are those of methods that lock and unlock their receiver, and not something in
// it. What the first takes bounds the wait, or is not asked for where it is unlocked; it gives at most whether it has
// locked, and a token, which the second may take.
func pair(lock, unlock *types.Signature) bool {
	for p := range lock.Params().Variables() {
		if s := p.Type().String(); unlock.Params().Len() > 0 && s != "context.Context" && s != "time.Duration" {
			return false
		}
	}
	if lock.Results().Len() > 2 {
		return false
	}
	switch n := unlock.Params().Len(); {
	case n == 0:
		return true
	case n > 1 || lock.Results().Len() == 0:
		return false
	}
	return types.Identical(unlock.Params().At(0).Type(), lock.Results().At(0).Type())
}

// leaves reports whether a function leaves a mutex locked at every return.
func (r *Result) leaves(fn *ssa.Function, op facts.LockOp) bool {
	u := r.unit(fn)
	if u == nil {
		return false
	}
	for _, s := range u.net() {
		if u.sites[s].Op == op {
			return true
		}
	}
	return false
}

// leavesSome reports whether a function leaves a mutex locked at some return.
func (r *Result) leavesSome(fn *ssa.Function) bool {
	u := r.unit(fn)
	return u != nil && slices.ContainsFunc(u.may().exits, func(s *state) bool { return len(s.held) > 0 })
}

// halts are the operations at which a function waits until others have come so far. One that takes a mutex and gives
// it back keeps nobody out when it has returned.
var halts = map[models.SyncOp]bool{
	models.SyncWait: true, models.SyncGroupWait: true, models.SyncCondWait: true, models.SyncYield: true,
}

// stops reports whether a function, or one that it calls by name, so deep, may have to wait: for a channel or a
// condition, in a loop, or for a mutex that it leaves locked.
func (r *Result) stops(fn *ssa.Function, deep int) bool {
	if r.leavesSome(fn) {
		return true
	}
	graph := r.Flow.Graph(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Send:
				return true
			case *ssa.UnOp:
				if x.Op == token.ARROW {
					return true
				}
			case *ssa.Select:
				if x.Blocking {
					return true
				}
			case *ssa.Call:
				if m := r.Flow.Model(x); graph.Cyclic(b) || m != nil && halts[m.Sync] {
					return true
				}
				g := x.Common().StaticCallee()
				if g != nil && deep > 0 && len(g.Blocks) > 0 && r.bodies[g.Object()] == g && r.stops(g, deep-1) {
					return true
				}
			}
		}
	}
	return false
}
