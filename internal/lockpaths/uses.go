// This file finds all that a package does with a channel, WaitGroup or condition that is kept in a field which no other
// package can name (T13): then nobody else sends, receives, closes, counts or signals.

package lockpaths

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A usage is what one instruction does with such an object.
type usage uint8

const (
	sends usage = iota
	receives
	polls  // one of several cases of a select, or of one with a default: which case says selects
	ranges // a receive that goes on until the channel is closed, before something else
	closes
	adds
	dones // also the end of a goroutine that the WaitGroup starts
	waits
	condWaits
	signals
)

// A use is one operation on a field.
type use struct {
	instr ssa.Instruction
	what  usage
	sends bool // polls: the case sends
}

// uses are all operations on a field.
type uses struct {
	list []use
	made int  // how often a channel is made for it
	room bool // some such channel may have a buffer
	bare bool // some such channel has none
	// its value or address goes where it is not followed, given aside
	astray bool
	tests  bool // some operation lies in a test
	// where the channel is returned to be received from only; others may receive from it then
	given []*ssa.Return
	late  bool // it is set to nil, or elsewhere than in an object that has just been made
	asked bool // it is compared, with nil as a rule
	wide  bool // some such channel may have room for all that is sent (T29)
}

// lost reports whether others may use what the field holds.
func (u *uses) lost() bool { return u.astray || len(u.given) > 0 }

// of gives the operations of a kind.
func (u *uses) of(what usage) []use {
	var list []use
	for _, x := range u.list {
		if x.what == what {
			list = append(list, x)
		}
	}
	return list
}

// fieldUses finds the uses of all fields that hold something to wait for, by field.
func (r *Result) fieldUses() map[facts.Symbol]*uses {
	if r.used != nil {
		return r.used
	}
	r.used = map[facts.Symbol]*uses{}
	for i, fn := range r.Flow.Source.Funcs {
		test := r.Flow.Source.Pkg.Source.Units[i].Flags&facts.InTest != 0
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				r.fieldUse(instr, test)
			}
		}
	}
	return r.used
}

// fieldUse records what is done with a field whose address or value an instruction takes.
func (r *Result) fieldUse(instr ssa.Instruction, test bool) {
	switch x := instr.(type) {
	case *ssa.FieldAddr:
		name := source.FieldSymbol(x.X.Type(), x.Field)
		t := x.Type().Underlying().(*types.Pointer).Elem()
		if u := r.usesOf(name, t); u != nil {
			u.tests = u.tests || test
			u.address(r, x, t)
		}
	case *ssa.Field:
		name := source.FieldSymbol(x.X.Type(), x.Field)
		if u := r.usesOf(name, x.Type()); u != nil {
			u.tests = u.tests || test
			u.value(r, x)
		}
	}
}

// usesOf is the record of a field, nil if it holds nothing to wait for, or others can name it.
func (r *Result) usesOf(name facts.Symbol, t types.Type) *uses {
	if !r.own(name) || !waitable(t) {
		return nil
	}
	u := r.used[name]
	if u == nil {
		u = &uses{}
		r.used[name] = u
	}
	return u
}

// waitable tells whether a type is a channel, a WaitGroup or a condition.
func waitable(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Chan); ok {
		return true
	}
	return isSync(t, "WaitGroup") || isSync(t, "Cond")
}

// isSync tells whether a type is one of package sync, or a pointer to it.
func isSync(t types.Type, name string) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" && n.Obj().Name() == name
}

// address records what is done through a field's address.
func (u *uses) address(r *Result, addr *ssa.FieldAddr, t types.Type) {
	for _, instr := range *addr.Referrers() {
		switch x := instr.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			u.value(r, x)
		case *ssa.Store:
			if x.Addr != ssa.Value(addr) {
				u.astray = true
				continue
			}
			u.noteStore(addr, x.Val)
			u.stored(x.Val)
			if m, ok := x.Val.(*ssa.MakeChan); ok {
				u.wide = u.wide || r.roomy(m.Size)
			}
		case *ssa.FieldAddr: // the lock of a condition
		case ssa.CallInstruction:
			u.call(r, x, addr)
		default:
			u.astray = true
		}
	}
}

// stored records what a field is set to.
func (u *uses) stored(v ssa.Value) {
	switch x := v.(type) {
	case *ssa.MakeChan:
		u.made++
		n, ok := place.Int(x.Size)
		u.room = u.room || !ok || n > 0
		u.bare = u.bare || ok && n == 0
		u.astray = u.astray || len(*x.Referrers()) > 1+debugRefs(x)
	case *ssa.Const:
	case *ssa.ChangeType:
		u.stored(x.X)
	case *ssa.Call:
		if fn := x.Call.StaticCallee(); fn == nil || fn.String() != "sync.NewCond" {
			u.astray = true
		}
	default:
		u.astray = true
	}
}

func debugRefs(v ssa.Value) (n int) {
	for _, instr := range *v.Referrers() {
		if _, ok := instr.(*ssa.DebugRef); ok {
			n++
		}
	}
	return n
}

// value records what is done with a field's value.
func (u *uses) value(r *Result, v ssa.Value) {
	for _, instr := range *v.Referrers() {
		switch x := instr.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr:
		case *ssa.BinOp:
			u.asked = true
		case *ssa.ChangeType:
			list := handsOut(x)
			u.given, u.astray = append(u.given, list...), u.astray || list == nil
		case *ssa.Send:
			if x.X == v {
				u.astray = true
				continue
			}
			u.add(x, sends)
		case *ssa.UnOp:
			if x.Op == token.ARROW {
				u.add(x, receives)
				if r.rangesOver(x) {
					u.add(x, ranges)
				}
			} else {
				u.astray = true
			}
		case *ssa.Select:
			u.selected(x, v)
		case ssa.CallInstruction:
			u.call(r, x, v)
		default:
			u.astray = true
		}
	}
}

// selected records a case of a select.
func (u *uses) selected(s *ssa.Select, v ssa.Value) {
	for _, st := range s.States {
		if st.Send == v {
			u.astray = true
		}
		if st.Chan == v {
			u.list = append(u.list, use{s, polls, st.Dir == types.SendOnly})
		}
	}
}

// call records a call on a field's value or address.
func (u *uses) call(r *Result, call ssa.CallInstruction, v ssa.Value) {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "close":
			u.add(call, closes)
		case "len", "cap":
		default:
			u.astray = true
		}
		return
	}
	kinds := map[models.SyncOp]usage{models.SyncAdd: adds, models.SyncDone: dones, models.SyncWait: waits, models.SyncGroupGo: dones, models.SyncGroupWait: waits,
		models.SyncCondWait: condWaits, models.SyncCondSignal: signals}
	row := r.Flow.Model(call)
	if row == nil || len(c.Args) == 0 || c.Args[0] != v {
		u.astray = true
		return
	}
	what, ok := kinds[row.Sync]
	if !ok {
		u.astray = true
		return
	}
	if n, known := int64(0), false; what == adds {
		if n, known = place.Int(c.Args[1]); !known || n < 0 {
			u.add(call, dones) // it may count down
		}
	}
	u.add(call, what)
}

func (u *uses) add(instr ssa.Instruction, what usage) {
	u.list = append(u.list, use{instr: instr, what: what})
}
