// This file finds the operations on locks.

package locks

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
)

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
			s.base = r.numbersOf(i).Base(s.Mutex())
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

// site makes a site of a call if it is a mutex operation that somebody else can see.
func (r *Result) site(call ssa.CallInstruction) (Site, bool) {
	row := r.Flow.Model(call)
	if row == nil {
		return Site{}, false
	}
	s, ok := Operation(row, call)
	if _, spawned := call.(*ssa.Go); !ok || spawned {
		return Site{}, false
	}
	s.addr, s.off, ok = r.Flow.Addr(call.Parent(), s.Mutex())
	if call.Common().IsInvoke() {
		s.box = r.Flow.Value(call.Parent(), call.Common().Value, 0)
	}
	return s, ok
}
