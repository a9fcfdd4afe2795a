// This file recognises locks that an object can be told to do without (L24), or to take for reading only (L25).

package flow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// withoutLock reports whether the edge from a block to its successor k is there only to leave out a lock: all that the
// other successor does before it comes to the same block is to lock or unlock, the block asks a flag of the lock's own
// object whether to, or whether a field is nil, and no function that locks anything sets that field (L24); or whether
// the edge takes or releases the lock for reading, where the other one does so for writing (L25).
func (r *pack) withoutLock(b *ssa.BasicBlock, k int) bool {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	flag := asked(cond.Cond)
	if flag == nil {
		return false
	}
	field, ok := r.Places.Own(flag)
	if !ok || r.lockState()[field] {
		return false
	}
	other, here := b.Succs[1-k], b.Succs[k]
	if !aside(other) {
		return false
	}
	if aside(here) && leads(here) == leads(other) {
		return r.onlyLocks(here, place.Start(flag), forReading) && r.onlyLocks(other, place.Start(flag), forWriting)
	}
	return leads(other) == here && !merges(here) && r.onlyLocks(other, place.Start(flag), anyMode)
}

// aside reports whether a block has one way in and one way out.
func aside(b *ssa.BasicBlock) bool { return len(b.Preds) == 1 && len(b.Succs) <= 1 }

// leads is where a block with one way out goes; nil: out of the function.
func leads(b *ssa.BasicBlock) *ssa.BasicBlock {
	if len(b.Succs) == 0 {
		return nil
	}
	return b.Succs[0]
}

// merges reports whether values come together at a block.
func merges(b *ssa.BasicBlock) bool {
	_, ok := b.Instrs[0].(*ssa.Phi)
	return ok
}

// A lockMode says which operations of a lock are meant.
type lockMode uint8

const (
	anyMode    lockMode = iota // all
	forReading                 // RLock, RUnlock
	forWriting                 // Lock, Unlock
)

// has reports whether an operation is of the mode.
func (m lockMode) has(op models.SyncOp) bool {
	switch op {
	case models.SyncLock, models.SyncUnlock:
		return m != forReading
	case models.SyncRLock, models.SyncRUnlock:
		return m != forWriting
	}
	return false
}

// onlyLocks reports whether a block does nothing but lock or unlock what an object leads to, in a mode.
func (r *pack) onlyLocks(b *ssa.BasicBlock, of ssa.Value, mode lockMode) bool {
	found := false
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.FieldAddr, *ssa.UnOp, *ssa.DebugRef, *ssa.Jump, *ssa.Return:
		case ssa.CallInstruction:
			_, isGo := instr.(*ssa.Go)
			lock := r.locked(instr, mode)
			if isGo || lock == nil || place.Start(lock) != of {
				return false
			}
			found = true
		default:
			return false
		}
	}
	return found
}

// locked is the lock that a call locks or unlocks in a mode, nil if it does anything else.
func (r *pack) locked(call ssa.CallInstruction, mode lockMode) ssa.Value {
	row := r.Model(call)
	if row == nil || !mode.has(row.Sync) {
		return nil
	}
	if c := call.Common(); c.IsInvoke() {
		return c.Value
	} else if len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

// lockState is the fields that are set in functions which lock or unlock something: they may say what is locked.
func (r *pack) lockState() map[place.Field]bool {
	if r.lockFields != nil {
		return r.lockFields
	}
	r.lockFields = map[place.Field]bool{}
	for _, fn := range r.Source.Funcs {
		var set []place.Field
		locks := false
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.Store:
					if f, ok := instr.Addr.(*ssa.FieldAddr); ok {
						if key, own := r.Places.Own(f); own {
							set = append(set, key)
						}
					}
				case ssa.CallInstruction:
					locks = locks || r.locked(instr, anyMode) != nil
				}
			}
		}
		if locks {
			for _, key := range set {
				r.lockFields[key] = true
			}
		}
	}
	return r.lockFields
}

// asked is the field of which a condition tests whether it is set; nil if it tests anything else.
func asked(cond ssa.Value) *ssa.FieldAddr {
	for {
		switch x := cond.(type) {
		case *ssa.UnOp:
			if x.Op == token.NOT {
				cond = x.X
				continue
			}
			f, _ := x.X.(*ssa.FieldAddr)
			return f
		case *ssa.BinOp:
			if (x.Op == token.NEQ || x.Op == token.EQL) && place.IsNil(x.Y) {
				cond = x.X
				continue
			}
		}
		return nil
	}
}
