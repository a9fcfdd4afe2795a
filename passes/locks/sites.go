// This file finds the mutex operations of a function (K1).

package locks

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A Site is one mutex operation.
type Site struct {
	Op    facts.LockOp        // what it does; a TryLock is a Lock where it succeeded
	Try   bool                // takes effect only where its result is true
	Name  facts.Symbol        // of the mutex, as reports name it
	Instr ssa.CallInstruction // the call
	addr  facts.Node          // what points to the mutex, or to what it is part of
	off   uint32              // slots from there
	box   facts.Node          // the interface through which it is locked; zero: none (K12)
	base  uint32              // number of the base pointer, see facts.LockSite
	moves bool                // its base is computed anew in a cycle (K4)

	sorted bool  // taken in a known order with another lock of its name (T9)
	rank   uint8 // how it is taken beside another one, see facts.LockSite.Rank (T9)
	unlike bool  // compared for equality with another lock of its name (T9)
}

// ops are the mutex operations among the models.
var ops = map[models.SyncOp]Site{
	models.SyncLock:     {Op: facts.Lock},
	models.SyncRLock:    {Op: facts.RLock},
	models.SyncUnlock:   {Op: facts.Unlock},
	models.SyncRUnlock:  {Op: facts.RUnlock},
	models.SyncTryLock:  {Op: facts.Lock, Try: true},
	models.SyncTryRLock: {Op: facts.RLock, Try: true},
}

// Operation is the mutex operation that a call is, by what the table of models says of it; false: it is none. Where the
// mutex lies is left open.
func Operation(row *models.Row, call ssa.CallInstruction) (Site, bool) {
	s, ok := ops[row.Sync]
	if !ok {
		return Site{}, false
	}
	s.Instr = call
	s.Name, _ = place.Name(s.Mutex())
	if reader(call) {
		s.Op = map[facts.LockOp]facts.LockOp{facts.Lock: facts.RLock, facts.Unlock: facts.RUnlock}[s.Op]
	}
	return s, true
}

// Mutex is the address that the operation acts on, or what leads to it: the Locker of an interface.
func (s *Site) Mutex() ssa.Value {
	v, _ := place.Mutex(source.Arguments(s.Instr.Common())[0])
	return v
}

// reader reports whether an operation goes through an RLocker made on the spot (K6).
func reader(call ssa.CallInstruction) bool {
	x, ok := source.Arguments(call.Common())[0].(*ssa.Call)
	return ok && place.IsRLocker(x)
}

// locks reports whether a site locks.
func (s *Site) locks() bool { return s.Op == facts.Lock || s.Op == facts.RLock }
