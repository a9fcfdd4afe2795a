// This file finds the mutex operations of a function (K1).

package locks

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A site is one mutex operation.
type site struct {
	op    facts.LockOp
	try   bool // takes effect only where its result is true
	addr  facts.Node
	off   uint32
	name  facts.Symbol
	base  uint32
	instr ssa.CallInstruction
	moves bool // its base is computed anew in a cycle (K4)
}

// findSites collects the sites of own unit i.
func (r *Result) findSites(i int) {
	fn := r.Flow.Source.Funcs[i]
	if r.Flow.Source.Pkg.Source.Units[i].Flags&(facts.Root|facts.Syncs) != facts.Syncs {
		return
	}
	var u *unit
	var graph *branch.Graph
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			s, ok := r.site(call)
			if !ok {
				continue
			}
			if u == nil {
				graph = r.Flow.Graph(fn)
				u = &unit{fn: fn, graph: graph, at: map[ssa.CallInstruction]uint32{}}
			}
			s.base = r.numbersOf(i).Base(mutex(call))
			for _, d := range r.numbersOf(i).Deps(s.base) {
				s.moves = s.moves || d.Parent() == fn && graph.Cyclic(d.Block())
			}
			u.at[call] = uint32(len(u.sites))
			u.sites = append(u.sites, s)
		}
	}
	if u != nil {
		u.hold(nil)
		r.units[i] = u
	}
}

// ops are the mutex operations among the models.
var ops = map[models.SyncOp]site{
	models.SyncLock:     {op: facts.Lock},
	models.SyncRLock:    {op: facts.RLock},
	models.SyncUnlock:   {op: facts.Unlock},
	models.SyncRUnlock:  {op: facts.RUnlock},
	models.SyncTryLock:  {op: facts.Lock, try: true},
	models.SyncTryRLock: {op: facts.RLock, try: true},
}

// site makes a site of a call if it is a mutex operation that somebody else can see.
func (r *Result) site(call ssa.CallInstruction) (site, bool) {
	row := r.Flow.Model(call)
	if row == nil {
		return site{}, false
	}
	s, ok := ops[row.Sync]
	if _, spawned := call.(*ssa.Go); !ok || spawned {
		return site{}, false
	}
	addr := mutex(call)
	s.addr, s.off, ok = r.Flow.Addr(call.Parent(), addr)
	s.instr = call
	s.name, _ = place.Name(addr)
	if reader(call) {
		s.op = map[facts.LockOp]facts.LockOp{facts.Lock: facts.RLock, facts.Unlock: facts.RUnlock}[s.op]
	}
	return s, ok
}

// mutex is the address that a mutex operation acts on.
func mutex(call ssa.CallInstruction) ssa.Value {
	v, _ := place.Mutex(source.Arguments(call.Common())[0])
	return v
}

// reader tells whether an operation goes through an RLocker made on the spot (K6).
func reader(call ssa.CallInstruction) bool {
	x, ok := source.Arguments(call.Common())[0].(*ssa.Call)
	return ok && place.IsRLocker(x)
}
