// This file is the events of instructions (E1): one method per kind.

package spawn

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// instr applies one instruction to a point.
func (k *skeleton) instr(p facts.PointID, instr ssa.Instruction) facts.PointID {
	switch instr := instr.(type) {
	case *ssa.Send:
		return k.after(p, k.telling(k.channel(facts.EventSend, instr.Chan, instr), instr, instr.X))
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			e := k.telling(k.channel(facts.EventRecv, instr.X, instr), instr, nil)
			if _, ok := branch.Drain(instr); ok {
				e.Flags |= facts.EventDrain
			}
			return k.after(p, e)
		}
	case *ssa.Select:
		return k.selects(p, instr)
	case *ssa.Store:
		return k.flagStore(p, instr)
	case *ssa.RunDefers:
		return k.runDefers(p, instr.Block())
	case *ssa.Defer: // its effect is at RunDefers
		if n := k.maybe[instr]; n != 0 {
			return k.after(p, k.decided(n, instr))
		}
		if e, ok := k.owed(instr); ok {
			p = k.after(p, e)
			for _, ctx := range place.Contexts(k.fn) {
				got := k.channel(facts.EventOwed, ctx, instr)
				got.Flags |= facts.EventGot
				p = k.after(p, got)
			}
		}
	case ssa.CallInstruction:
		return k.call(p, instr)
	}
	return p
}

// event starts an event of an instruction.
func (k *skeleton) event(op facts.EventOp, instr ssa.Instruction) event {
	e := event{pos: instr.Pos()}
	e.Op = op
	if _, ok := instr.(*ssa.Defer); ok {
		e.Flags |= facts.EventDeferred
	}
	if k.graph.Cyclic(instr.Block()) {
		e.Flags |= facts.EventInLoop
	}
	return e
}

// channel is an event on a channel.
func (k *skeleton) channel(op facts.EventOp, ch ssa.Value, instr ssa.Instruction) event {
	e := k.event(op, instr)
	e.Addr = k.r.flow.Value(k.fn, ch, 0)
	e.name = place.Holder(ch)
	if k.isNil(ch) {
		e.Flags |= facts.EventConst
	}
	if op == facts.EventRecvClosed && k.returnedChannel(ch) {
		e.Flags |= facts.EventReturned
	}
	return local(e, k.localChannel(ch))
}

// isNil reports whether a channel is nil for sure: the constant, or what is in a variable that is never set.
func (k *skeleton) isNil(ch ssa.Value) bool {
	switch x := ch.(type) {
	case *ssa.Const:
		return x.Value == nil
	case *ssa.UnOp:
		addr := x.X
		for {
			f, ok := addr.(*ssa.FreeVar)
			if !ok {
				break
			}
			if addr = place.Binding(f); addr == nil {
				return false
			}
		}
		a, ok := addr.(*ssa.Alloc)
		return ok && x.Op == token.MUL && k.r.Locks.Places.Unset(a)
	}
	return false
}

// object is an event on a synchronisation object in memory.
func (k *skeleton) object(op facts.EventOp, addr ssa.Value, instr ssa.Instruction) event {
	e := k.event(op, instr)
	e.Addr, e.Off, _ = k.r.flow.Addr(k.fn, addr)
	e.name, _ = place.Name(addr)
	return local(e, k.localObject(addr))
}

// numbered is an event that stands for a call or a lock site.
func (k *skeleton) numbered(op facts.EventOp, index int, instr ssa.Instruction) event {
	e := k.event(op, instr)
	e.Index = uint32(index)
	return e
}

// call applies a call, deferred call or go statement.
func (k *skeleton) call(p facts.PointID, instr ssa.CallInstruction) facts.PointID {
	c := instr.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "close" {
			p = k.after(p, k.channel(facts.EventClose, c.Args[0], instr))
		}
		return p
	}
	if row, ok := k.r.src.Model(c); ok {
		p = k.unseen(p, row, instr)
		if _, started := instr.(*ssa.Go); row == nil || started && row.Sync.Waits() {
			return p // (E18)
		}
		return k.modelled(p, row, instr)
	}
	if _, plain := instr.(*ssa.Call); plain && !k.synchronises(c) {
		return p
	}
	return k.calls(p, instr) // deferred calls are events all, since they do not happen where they stand
}

// unseen marks the channels, and what holds channels or leads to code that may, that a call gives to library code which
// a model stands for (E17); each value once.
func (k *skeleton) unseen(p facts.PointID, row *models.Row, instr ssa.CallInstruction) facts.PointID {
	if row != nil && row.Sync != models.SyncNone && row.Sync != models.SyncReset && row.Sync != models.SyncSend {
		return p
	}
	c := instr.Common()
	for i, a := range c.Args {
		leads := holdsChannel
		if i == 0 && c.Signature().Recv() != nil {
			leads = holdsCode
		}
		if box, ok := a.(*ssa.MakeInterface); ok && reflects(c) {
			a = box.X // the box itself is in no fact
		}
		t := a.Type()
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		if k.gone[a] || fromTesting(t) || !reachesType(t, 4, leads) && !(reflects(c) && types.IsInterface(t)) {
			continue
		}
		if k.gone == nil {
			k.gone = map[ssa.Value]bool{}
		}
		k.gone[a] = true
		e := k.channel(facts.EventUnseen, a, instr)
		if fn := c.StaticCallee(); fn != nil && fn.Object() != nil {
			e.name = source.DeclSymbol(fn.Object().(*types.Func))
		}
		p = k.after(p, e)
	}
	return p
}

// reflects reports whether a call makes a reflect.Value of what it is given: that may send, receive and select.
func reflects(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "reflect" || fn.Signature.Results().Len() != 1 {
		return false
	}
	n, ok := fn.Signature.Results().At(0).Type().(*types.Named)
	return ok && n.Obj().Name() == "Value"
}

// fromTesting reports whether a type is one of package testing: what tests are given holds nothing of theirs.
func fromTesting(t types.Type) bool {
	n, ok := t.(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "testing"
}

// holdsChannel reports whether a type is a channel.
func holdsChannel(t types.Type) bool {
	_, ok := t.Underlying().(*types.Chan)
	return ok
}

// holdsCode reports whether a type is a channel or a function: the object of a method call may call what it was given.
func holdsCode(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok || holdsChannel(t)
}

// reachesType reports whether a value of a kind can be reached from a value of a type in a few steps, through structs
// and pointers to them.
func reachesType(t types.Type, steps int, kind func(types.Type) bool) bool {
	if kind(t) {
		return true
	}
	if steps == 0 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return reachesType(u.Elem(), steps-1, kind)
	case *types.Struct:
		for i := range u.NumFields() {
			if reachesType(u.Field(i).Type(), steps-1, kind) {
				return true
			}
		}
	}
	return false
}

// synchronises reports whether a call may synchronise, spawn, or not return.
func (k *skeleton) synchronises(c *ssa.CallCommon) bool {
	g := c.StaticCallee()
	if g == nil {
		return true
	}
	f, _ := k.r.src.Flags(g)
	return f&(facts.Syncs|facts.Spawns|facts.Dynamic) != 0
}

// calls applies the calls that an instruction makes: each happens, or starts a goroutine.
func (k *skeleton) calls(p facts.PointID, instr ssa.CallInstruction) facts.PointID {
	f := k.flow()
	for _, i := range k.r.flow.Calls(k.fn, instr) {
		op := facts.EventCall
		if f.Calls[i].Flags&facts.CallGo != 0 {
			op = facts.EventGo
		}
		e := k.numbered(op, i, instr)
		if g, ok := instr.(*ssa.Go); ok && op == facts.EventGo {
			if e.Off = k.countedStart(g); e.Off != 0 {
				e.Flags |= facts.EventStarts
			}
		}
		p = k.after(p, e)
	}
	return p
}

func (k *skeleton) flow() *facts.Flow {
	i, _ := k.r.src.UnitOf(k.fn)
	return k.r.flow.Flow(i)
}

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
	case models.SyncTryLock, models.SyncTryRLock, models.SyncAtomicRead, models.SyncEnded: // where the result is known: see edge
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
		return k.calls(p, instr)
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
		fn, _ := a.(*ssa.Function)
		if c, ok := a.(*ssa.MakeClosure); ok {
			fn = c.Fn.(*ssa.Function)
		}
		if fn != nil && k.callsParallel(fn) {
			return true
		}
	}
	return false
}

func (k *skeleton) callsParallel(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if row := k.r.flow.Model(call); row != nil && row.Sync == models.SyncParallel {
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

// added is WaitGroup.Add: of an unknown number and a constant one for each.
func (k *skeleton) added(p facts.PointID, group, count ssa.Value, instr ssa.CallInstruction) facts.PointID {
	if _, known := k.number(count); !known {
		if x, ok := count.(*ssa.BinOp); ok && x.Op == token.ADD {
			if n, known := k.number(x.Y); known && n > 0 {
				p = k.after(p, k.add(group, x.Y, instr))
				count = x.X
			}
		}
	}
	return k.after(p, k.add(group, count, instr))
}

// add is WaitGroup.Add: Done if the constant is -1.
func (k *skeleton) add(group, count ssa.Value, instr ssa.CallInstruction) event {
	e := k.object(facts.EventAdd, group, instr)
	if n, ok := k.number(count); ok {
		e.N, e.Flags = n, e.Flags|facts.EventConst
	} else {
		e.N = k.numberOf(count)
	}
	if e.N == -1 && e.Flags&facts.EventConst != 0 {
		e.Op, e.N, e.Flags = facts.EventDone, 0, e.Flags&^facts.EventConst
	} else if c := k.r.Owned(instr, group); c.Owned && c.If == 0 {
		e.Flags |= facts.EventOwn
	}
	return e
}

// update is an atomic write; a CompareAndSwap whose result is tested writes on an edge only (E3). What a row says is
// retained is the value written; others write what they compute.
func (k *skeleton) update(p facts.PointID, e event, row *models.Row, instr ssa.CallInstruction) facts.PointID {
	call, ok := instr.(*ssa.Call)
	if ok && (isCompareAndSwap(call) || isTruthSwap(call)) && tested(call) {
		return p // see knownCall
	}
	if args := source.Arguments(instr.Common()); len(row.Retains) == 1 && row.Retains[0] < len(args) {
		e = withConstant(e, args[row.Retains[0]])
	}
	p = k.after(p, e)
	if ok {
		if addr, _, ok := k.atomicallyAdded(call); ok && k.r.ended()[k.r.flagsOf().Known(addr)] {
			return k.after(p, k.object(facts.EventMoves, addr, instr))
		}
	}
	return p
}

// isCompareAndSwap reports whether an update may fail: it takes an old and a new value and says whether it happened.
func isCompareAndSwap(call *ssa.Call) bool {
	res := call.Call.Signature().Results()
	if res.Len() != 1 || len(call.Call.Args) != 3 {
		return false
	}
	b, ok := res.At(0).Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// isTruthSwap reports whether an update sets a truth value to a constant and says what it was.
func isTruthSwap(call *ssa.Call) bool {
	args := call.Call.Args
	if len(args) != 2 || !place.IsBool(args[1].Type()) || !place.IsBool(call.Type()) {
		return false
	}
	_, ok := constantOf(args[1])
	return ok
}

// tested reports whether a result serves as a condition and nothing else.
func tested(v ssa.Value) bool {
	for _, instr := range *v.Referrers() {
		switch instr := instr.(type) {
		case *ssa.If, *ssa.DebugRef:
		case *ssa.UnOp:
			if !tested(instr) {
				return false
			}
		default:
			return false
		}
	}
	return len(*v.Referrers()) > 0
}

// notNil reports whether a value is surely a pointer, or the like, that is not nil.
func notNil(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.Function, *ssa.MakeInterface, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		return true
	}
	return false
}

// withConstant adds the constant that a value is, if it is one. What is not nil counts as one.
func withConstant(e event, v ssa.Value) event {
	n, ok := constantOf(v)
	if notNil(v) {
		n, ok = 1, true
	}
	if ok || place.IsNil(v) {
		e.N = n
		e.Flags |= facts.EventConst
	}
	return e
}
