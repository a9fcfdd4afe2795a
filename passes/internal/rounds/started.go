// This file finds variables that count how many goroutines a function has started: n++ beside the go statement (E14).

package rounds

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
)

// startCounts numbers, from one, the values that tell how often a go statement has run: variables that are zero before
// its loop and grow by one where it runs, and only there. What one holds behind the loop has the same number on all
// ways.
func (f *Function) startCounts() map[ssa.Value]uint32 {
	if f.starts != nil {
		return f.starts
	}
	f.starts = map[ssa.Value]uint32{}
	number := uint32(0)
	for _, b := range f.fn.Blocks {
		if !f.graph.Cyclic(b) || !slices.ContainsFunc(b.Instrs, isGo) {
			continue
		}
		for _, instr := range b.Instrs {
			sum, ok := instr.(*ssa.BinOp)
			if !ok || !branch.AddsOne(sum) {
				continue
			}
			number++
			for v := range branch.Counter(sum) {
				f.starts[v] = number
			}
		}
	}
	return f.starts
}

// StartedBy is the number under which a block counts how often it runs; zero if it does not.
func (f *Function) StartedBy(b *ssa.BasicBlock) uint32 {
	for _, instr := range b.Instrs {
		if sum, ok := instr.(*ssa.BinOp); ok && branch.AddsOne(sum) {
			if n := f.startCounts()[sum.X]; n != 0 {
				return n
			}
		}
	}
	return 0
}

func isGo(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.Go)
	return ok
}
