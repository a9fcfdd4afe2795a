// This file recognises objects that a function puts into a sync.Map where it has found none, without a lock: another
// call may have put one there in between (internal/races R62).

package flow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// putUnseen reports whether a new object is stored under a key that the function has looked up before, with no lock
// taken in the function.
func putUnseen(src *source.Result, v *ssa.Alloc) bool {
	for _, r := range *v.Referrers() {
		boxed, ok := r.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		for _, r := range *boxed.Referrers() {
			put, ok := r.(*ssa.Call)
			if ok && synchronises(src, put, models.SyncPut) && slices.Index(put.Call.Args, ssa.Value(boxed)) == 2 {
				return lookedUp(src, put)
			}
		}
	}
	return false
}

// lookedUp reports whether a lookup of the same key in the same map comes before a call on every way, and no lock is
// taken before it.
func lookedUp(src *source.Result, put *ssa.Call) bool {
	looked := false
	for _, b := range put.Parent().Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if synchronises(src, call, models.SyncLock) && branch.MayFollow(b, put.Block()) {
				return false
			}
			args := call.Call.Args
			if !synchronises(src, call, models.SyncGet) || len(args) != 2 || !b.Dominates(put.Block()) {
				continue
			}
			to := put.Call.Args
			looked = looked || place.SamePointer(args[0], to[0]) && place.Unboxed(args[1]) == place.Unboxed(to[1])
		}
	}
	return looked
}

// synchronises reports whether a call is of a library function that synchronises so.
func synchronises(src *source.Result, call *ssa.Call, how models.SyncOp) bool {
	row, ok := src.Model(&call.Call)
	return ok && row != nil && row.Sync == how
}
