// This file applies instructions to points (E1): one method per kind.

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

// instr applies one instruction to a point.
func (k *skeleton) instr(p facts.PointID, instr ssa.Instruction) facts.PointID {
	switch instr := instr.(type) {
	case *ssa.Send:
		return k.after(p, k.telling(k.channel(facts.EventSend, instr.Chan, instr), instr, instr.X))
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			if made(instr) {
				return k.endless(p, instr)
			}
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
		if n := k.cond.Maybe(instr); n != 0 {
			return k.after(p, decided(n, instr))
		}
		if e, ok := k.owed(instr); ok {
			p = k.after(p, e)
			for _, ctx := range place.Contexts(k.fn) {
				got := k.channel(facts.EventOwed, ctx, instr)
				got.Flags |= facts.EventGot
				p = k.after(p, got)
			}
		}
	case *ssa.Return:
		return atEnd(k, p, instr.Block())
	case *ssa.Call:
		if slices.Contains(k.late, instr) {
			return p // its effect is at the returns
		}
		return k.call(p, instr)
	case ssa.CallInstruction:
		return k.call(p, instr)
	}
	return p
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
	if _, plain := instr.(*ssa.Call); plain && !k.r.talk.Synchronises(c) {
		return p
	}
	return k.calls(p, instr) // deferred calls are events all, since they do not happen where they stand
}

// unseen marks the channels, and what holds channels or leads to code that may, that a call gives to library code which
// a model stands for (E17); each value once.
func (k *skeleton) unseen(p facts.PointID, row *models.Row, instr ssa.CallInstruction) facts.PointID {
	if row != nil && (row.Known ||
		row.Sync != models.SyncNone && row.Sync != models.SyncReset && row.Sync != models.SyncSend) {
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
		if k.gone[a] || fromTesting(t) || !reachesType(t, reachSteps, leads) && !(reflects(c) && types.IsInterface(t)) {
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

// flagStore is the event of a store to a guarded variable.
func (k *skeleton) flagStore(p facts.PointID, s *ssa.Store) facts.PointID {
	f := k.r.counts.Flags()
	if k.r.counts.Moves(s) {
		p = k.after(p, k.object(facts.EventMoves, s.Addr, s))
	}
	if !f.Guarded(f.Variable(s.Addr)) || len(f.Held(s, s.Addr)) == 0 && (!place.Composes(s) || place.IsZero(s.Val)) {
		return p
	}
	e := withConstant(k.object(facts.EventAtomicWrite, s.Addr, s), s.Val)
	e.Flags |= facts.EventGuarded
	if e.Flags&facts.EventConst != 0 && e.N != 0 && f.Takes(s) {
		e.Flags |= facts.EventTaken
	}
	return k.after(p, e)
}
