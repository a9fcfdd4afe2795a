// This file finds where a Done is sure to come (E34).

package spawn

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
)

// blocksAhead are the blocks of a function from which every way comes to a Done of some WaitGroup before the function
// ends, and before it comes to the block again; nil if it calls none.
func blocksAhead(r *pack, fn *ssa.Function, graph *branch.Graph) map[*ssa.BasicBlock]bool {
	var ahead map[*ssa.BasicBlock]bool
	for _, b := range fn.Blocks {
		if graph.Reached(b) && callsDone(r, b) {
			if ahead == nil {
				ahead = map[*ssa.BasicBlock]bool{}
			}
			ahead[b] = true
		}
	}
	for changed := ahead != nil; changed; {
		changed = false
		for _, b := range fn.Blocks {
			if !ahead[b] && graph.Reached(b) && leadsOnly(graph, b, ahead) {
				ahead[b], changed = true, true
			}
		}
	}
	return ahead
}

// leadsOnly reports whether control goes on from a block, and only to certain ones.
func leadsOnly(graph *branch.Graph, b *ssa.BasicBlock, to map[*ssa.BasicBlock]bool) bool {
	some := false
	for i := range b.Succs {
		if s := graph.Next(b, i); s != nil {
			if some = true; !to[s] {
				return false
			}
		}
	}
	return some
}

// callsDone reports whether a block calls the Done of a WaitGroup itself.
func callsDone(r *pack, b *ssa.BasicBlock) bool {
	for _, instr := range b.Instrs {
		if call, ok := instr.(*ssa.Call); ok {
			if row := r.flow.Model(call); row != nil && row.Sync == models.SyncDone {
				return true
			}
		}
	}
	return false
}
