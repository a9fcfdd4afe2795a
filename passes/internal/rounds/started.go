// This file finds variables that count how many goroutines a function has started (n++ beside the go statement, E14),
// and how much it has sent (E76).

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
	if f.starts == nil {
		f.starts = f.countedBeside(func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, isGo) })
	}
	return f.starts
}

// countedBeside numbers such variables of some blocks in loops.
func (f *Function) countedBeside(wanted func(*ssa.BasicBlock) bool) map[ssa.Value]uint32 {
	found := map[ssa.Value]uint32{}
	number := uint32(0)
	for _, b := range f.fn.Blocks {
		if !f.graph.Cyclic(b) || !wanted(b) {
			continue
		}
		for _, instr := range b.Instrs {
			sum, ok := instr.(*ssa.BinOp)
			if !ok || !branch.AddsOne(sum) {
				continue
			}
			number++
			for v := range branch.Counter(sum) {
				found[v] = number
			}
		}
	}
	return found
}

// StartedBy is the number under which a block counts how often it runs; zero if it does not.
func (f *Function) StartedBy(b *ssa.BasicBlock) uint32 { return numberOf(b, f.startCounts()) }

// numberOf is the number of the variable that a block raises.
func numberOf(b *ssa.BasicBlock, counts map[ssa.Value]uint32) uint32 {
	for _, instr := range b.Instrs {
		if sum, ok := instr.(*ssa.BinOp); ok && branch.AddsOne(sum) {
			if n := counts[sum.X]; n != 0 {
				return n
			}
		}
	}
	return 0
}

// sendCounts are the same for sends, in blocks without a go statement (E76).
func (f *Function) sendCounts() map[ssa.Value]uint32 {
	if f.sends == nil {
		f.sends = f.countedBeside(func(b *ssa.BasicBlock) bool {
			return slices.ContainsFunc(b.Instrs, isSend) && !slices.ContainsFunc(b.Instrs, isGo)
		})
	}
	return f.sends
}

// StartedName names how often a block runs that counts it as one that starts goroutines; empty if it does not.
func (f *Function) StartedName(b *ssa.BasicBlock) string { return startedName(f.StartedBy(b)) }

// SentName names how often a block runs that counts it as one that sends; empty if it does not.
func (f *Function) SentName(b *ssa.BasicBlock) string { return sentName(numberOf(b, f.sendCounts())) }

func isSend(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.Send)
	return ok
}

func isGo(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.Go)
	return ok
}
