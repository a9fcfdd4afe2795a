// This file finds waits during which a lock is held, and what they wait for: who has to come there must not want that
// lock.

package guards

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/source"
)

// A Sleep is a wait for somebody else.
type Sleep struct {
	Pos  token.Pos
	What facts.EventOp // EventWait, EventRecv or EventSend
}

// A sleeper is a wait in a function, of what a field or variable holds.
type sleeper struct {
	Sleep
	f     *function
	state state
	key   any
}

// sleeps notes waits: receives, sends and waits for a WaitGroup, not selects, which may have a way out.
func (a *analysis) sleeps(f *function, instr ssa.Instruction, s state) {
	op, v := awaits(a.code, instr)
	if v == nil {
		return
	}
	if key := a.lockKey(v, 8); key != nil {
		a.sleepers = append(a.sleepers, sleeper{Sleep{instr.Pos(), op}, f, s, key})
	}
}

// awaits is what an instruction waits for, and how; nil for those that do not.
func awaits(a *code, instr ssa.Instruction) (facts.EventOp, ssa.Value) {
	switch i := instr.(type) {
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			return facts.EventRecv, i.X
		}
	case *ssa.Send:
		return facts.EventSend, i.Chan
	case *ssa.Call:
		if row := a.flow.Model(i); row != nil && row.Sync == models.SyncWait {
			return facts.EventWait, source.Arguments(i.Common())[row.Object]
		}
	}
	return 0, nil
}

// asleep is a wait during which a lock of a class is held for what is done by who comes to an access; nil if there is
// none.
func (a *analysis) asleep(x *instance, class int) *Sleep {
	f, k := x.f, x.ctx
	for range maxPath {
		c := &f.contexts[k]
		if c.from == nil || a.spawns(f, k) {
			break
		}
		f, k = c.from, c.ctx
	}
	var wakes map[any]map[facts.EventOp]bool // found when they are asked for
	for n := range a.sleepers {
		s := &a.sleepers[n]
		held := s.state.must.has(class, false)
		for _, c := range s.f.contexts {
			held = held || c.key.may.has(class, false) && !s.state.gone.has(class, false)
		}
		if !held || s.f == x.f {
			continue
		}
		if wakes == nil {
			wakes = map[any]map[facts.EventOp]bool{}
			a.wakes(f, wakes, map[*function]bool{})
		}
		if wakes[s.key][s.What] {
			return &s.Sleep
		}
	}
	return nil
}

// wakes notes which waits a function and those that it calls let go on, by what holds the channel or WaitGroup.
func (a *analysis) wakes(f *function, to map[any]map[facts.EventOp]bool, seen map[*function]bool) {
	if seen[f] || len(seen) > maxWakers {
		return
	}
	seen[f] = true
	note := func(op facts.EventOp, v ssa.Value) {
		if key := a.lockKey(v, 8); key != nil {
			if to[key] == nil {
				to[key] = map[facts.EventOp]bool{}
			}
			to[key][op] = true
		}
	}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					note(facts.EventSend, i.X)
				}
			case *ssa.Send:
				note(facts.EventRecv, i.Chan)
			case *ssa.Select:
				for _, s := range i.States {
					op := facts.EventSend
					if s.Send != nil {
						op = facts.EventRecv
					}
					note(op, s.Chan)
				}
			case ssa.CallInstruction:
				if b, ok := i.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
					note(facts.EventRecv, i.Common().Args[0])
				} else if row := a.flow.Model(i); row != nil && row.Sync == models.SyncDone {
					note(facts.EventWait, source.Arguments(i.Common())[row.Object])
				}
			}
		}
	}
	for _, e := range f.edges {
		if e.to != nil && !e.spawn {
			a.wakes(e.to, to, seen)
		}
	}
}
