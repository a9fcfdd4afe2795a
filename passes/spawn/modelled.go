// This file applies calls of functions that a model stands for (E7 to E9).

package spawn

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/counts"
	"github.com/syncvet/syncvet/passes/internal/gate"
	"github.com/syncvet/syncvet/passes/source"
)

// modelled applies what a row says: its operation, its callbacks, or both.
func (k *skeleton) modelled(p facts.PointID, row *models.Row, instr ssa.CallInstruction) facts.PointID {
	if row.Serves {
		p = k.after(p, k.event(facts.EventServe, instr))
	}
	args := source.Arguments(instr.Common())
	if row.Object >= len(args) && row.Sync < models.SyncIdle && row.Sync != models.SyncNone {
		return k.callbacks(p, instr)
	}
	object := func(op facts.EventOp) event { return k.object(op, args[row.Object], instr) }
	switch row.Sync {
	case models.SyncNone:
		return k.callbacks(p, instr)
	case models.SyncLock, models.SyncRLock, models.SyncUnlock, models.SyncRUnlock:
		if s, ok := k.r.Locks.Site(instr); ok {
			return k.after(p, k.numbered(facts.EventLock, int(s), instr))
		}
	case models.SyncTryLock, models.SyncTryRLock, models.SyncAtomicRead, models.SyncEnded:
		// where the result is known: see edge
	case models.SyncAdd:
		return k.added(p, args[0], args[1], instr)
	case models.SyncDone:
		return k.after(p, object(facts.EventDone))
	case models.SyncWait:
		return k.after(k.after(p, object(facts.EventWait)), object(facts.EventGroupWait)) // (E8)
	case models.SyncOnce:
		return k.once(p, object, instr)
	case models.SyncGroupGo:
		return k.group(p, object(facts.EventGroupGo), instr)
	case models.SyncGroupWait:
		return k.after(p, object(facts.EventGroupWait))
	case models.SyncAtomicWrite, models.SyncAtomicRMW:
		return k.update(p, object(facts.EventAtomicWrite), row, instr)
	case models.SyncCondWait:
		return k.after(p, object(facts.EventCondWait))
	case models.SyncCondSignal:
		return k.after(p, object(facts.EventCondSignal))
	case models.SyncPut:
		return k.after(p, object(facts.EventPoolPut))
	case models.SyncGet:
		return k.callbacks(k.after(p, object(facts.EventPoolGet)), instr)
	case models.SyncIdle:
		return k.after(p, k.event(facts.EventIdle, instr))
	case models.SyncYield:
		return k.after(p, k.event(facts.EventYield, instr))
	case models.SyncSend:
		return k.after(p, k.channel(facts.EventSend, args[row.Object], instr))
	case models.SyncParallel:
		return k.after(p, object(facts.EventParallel))
	case models.SyncExit:
		e := k.event(facts.EventExit, instr)
		if row.Goexit && k.isGoroutine() {
			p = k.runDefers(p, instr.Block())
			e.Flags |= facts.EventLocal
		}
		return k.after(p, e)
	}
	return p
}

// callbacks applies the calls that a model makes; those that it joins are a group of their own (E9).
func (k *skeleton) callbacks(p facts.PointID, instr ssa.CallInstruction) facts.PointID {
	group := k.r.flow.Group(k.fn, instr)
	if _, started := instr.(*ssa.Go); group == 0 || started {
		return k.until(k.repeated(p, instr), instr)
	}
	e := k.event(facts.EventGroupGo, instr)
	e.Addr = group
	e.Flags |= facts.EventLocal | depth(k.r.flow.Model(instr))
	p = k.group(p, e, instr)
	if k.parallel(instr) {
		return p
	}
	e.Op = facts.EventGroupWait
	return k.after(p, e)
}

// repeated applies the calls of a model. A function that it calls many times, and that starts goroutines, is called in
// a loop (E75).
func (k *skeleton) repeated(p facts.PointID, instr ssa.CallInstruction) facts.PointID {
	row := k.r.flow.Model(instr)
	if row == nil || len(row.Callbacks) != 1 {
		return k.calls(p, instr)
	}
	cb, args := row.Callbacks[0], source.Arguments(instr.Common())
	if cb.Self == models.SelfOnce || cb.Run != models.RunInline || cb.Arg >= len(args) {
		return k.calls(p, instr)
	}
	fn := source.FunctionOf(args[cb.Arg])
	if fn == nil || !k.r.src.Spawns(fn) {
		return k.calls(p, instr)
	}
	head := k.join(p)
	foot := k.calls(head, instr)
	k.all[head].preds = append(k.all[head].preds, foot)
	return foot
}

// until is behind the last call of a function that a model calls until it returns true (E50).
func (k *skeleton) until(p facts.PointID, instr ssa.CallInstruction) facts.PointID {
	row := k.r.flow.Model(instr)
	if row == nil || len(row.Callbacks) != 1 || !row.Callbacks[0].Until {
		return p
	}
	for _, i := range k.r.flow.Calls(k.fn, instr) {
		e := k.numbered(facts.EventOutcome, i, instr)
		e.N = 1
		return k.after(p, e)
	}
	return p
}

// depth says for whom the group's waiter waits besides its members.
func depth(row *models.Row) facts.EventFlags {
	switch row.Callbacks[0].Run {
	case models.RunNested:
		return facts.EventNested
	case models.RunBubble:
		return facts.EventBubble
	}
	return 0
}

// group starts the callbacks as goroutines of a group.
func (k *skeleton) group(p facts.PointID, e event, instr ssa.CallInstruction) facts.PointID {
	for _, i := range k.r.flow.Calls(k.fn, instr) {
		e.Index = uint32(i)
		p = k.after(p, e)
	}
	return p
}

// parallel reports whether a function that a model runs is seen to call t.Parallel.
func (k *skeleton) parallel(instr ssa.CallInstruction) bool {
	for _, a := range source.Arguments(instr.Common()) {
		if fn := source.FunctionOf(a); fn != nil && k.r.callsParallel(fn) {
			return true
		}
	}
	return false
}

func (r *pack) callsParallel(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if row := r.flow.Model(call); row != nil && row.Sync == models.SyncParallel {
					return true
				}
			}
		}
	}
	return false
}

// once runs the function or does not (E7).
func (k *skeleton) once(p facts.PointID, object func(facts.EventOp) event, instr ssa.CallInstruction) facts.PointID {
	q := k.after(p, object(facts.EventOnceBegin))
	q = k.callbacks(q, instr)
	q = k.after(q, object(facts.EventOnceEnd))
	return k.after(k.join(p, q), object(facts.EventOnceDone))
}

// added is WaitGroup.Add: of each part of a sum for itself.
func (k *skeleton) added(p facts.PointID, group, count ssa.Value, instr ssa.CallInstruction) facts.PointID {
	for _, part := range k.summands(count, maxSummands) {
		p = k.after(p, k.add(group, part, instr))
	}
	return p
}

// summands are the numbers that make up one, as far as it is a sum of constants that raise it, and others.
func (k *skeleton) summands(count ssa.Value, depth int) []ssa.Value {
	x, ok := count.(*ssa.BinOp)
	if _, known := k.rounds.Number(count); known || !ok || x.Op != token.ADD || depth == 0 {
		return []ssa.Value{count}
	}
	for _, part := range [2]ssa.Value{x.X, x.Y} {
		if n, known := k.rounds.Number(part); known && n <= 0 {
			return []ssa.Value{count}
		}
	}
	return append(k.summands(x.X, depth-1), k.summands(x.Y, depth-1)...)
}

// add is WaitGroup.Add: Done if the constant is -1.
func (k *skeleton) add(group, count ssa.Value, instr ssa.CallInstruction) event {
	e := k.object(facts.EventAdd, group, instr)
	if n, ok := k.rounds.Number(count); ok {
		e.N, e.Flags = n, e.Flags|facts.EventConst
	} else {
		e.N = k.rounds.NumberOf(count)
		if unfollowed(count, map[*ssa.Function]bool{}) {
			e.Flags |= facts.EventVague
		}
	}
	if e.N == -1 && e.Flags&facts.EventConst != 0 {
		return k.object(facts.EventDone, group, instr)
	} else if c := k.r.Owned(instr, group); c.Owned && c.If == 0 {
		e.Flags |= facts.EventOwn
	} else if len(k.r.Locks.Held(instr)) > 0 && gate.New(k.r.Locks, k.fn).StillUnset(instr) {
		e.Flags |= facts.EventOpen
	}
	return e
}

// unfollowed reports whether a number is computed in a way that is not followed: by branches, or by another function
// that does not just return a length or a variable.
func unfollowed(count ssa.Value, seen map[*ssa.Function]bool) bool {
	switch x := count.(type) {
	case *ssa.Phi:
		return true
	case *ssa.Call:
		if _, builtin := x.Call.Value.(*ssa.Builtin); builtin {
			return false
		}
		fn := x.Call.StaticCallee()
		if fn == nil || len(fn.Blocks) == 0 || seen[fn] {
			return true
		}
		seen[fn] = true
		return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			return ok && len(ret.Results) == 1 && unfollowed(ret.Results[0], seen)
		})
	}
	return counts.Computed(count)
}

// update is an atomic write; a CompareAndSwap whose result is tested writes on an edge only (E3). What a row says is
// retained is the value written; others write what they compute.
func (k *skeleton) update(p facts.PointID, e event, row *models.Row, instr ssa.CallInstruction) facts.PointID {
	call, ok := instr.(*ssa.Call)
	if ok && (place.IsCompareAndSwap(call) || isTruthSwap(call)) && tested(call) {
		return p // see knownCall
	}
	if args := source.Arguments(instr.Common()); len(row.Retains) == 1 && row.Retains[0] < len(args) {
		e = withConstant(e, args[row.Retains[0]])
	}
	p = k.after(p, e)
	if ok {
		if addr, _, ok := k.r.counts.AtomicallyAdded(call); ok && k.r.counts.Ended()[k.r.counts.Flags().Known(addr)] {
			return k.after(p, k.object(facts.EventMoves, addr, instr))
		}
	}
	return p
}
