// This file finds variables that count how many goroutines a function has started: n++ beside the go statement (E14).

package spawn

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
)

// startCounts numbers, from one, the values that tell how often a go statement has run: variables that are zero before
// its loop and grow by one where it runs, and only there. What one holds behind the loop has the same number on all
// ways.
func (k *skeleton) startCounts() map[ssa.Value]uint32 {
	if k.counters != nil {
		return k.counters
	}
	k.counters = map[ssa.Value]uint32{}
	number := uint32(0)
	for _, b := range k.fn.Blocks {
		if !k.graph.Cyclic(b) || !slices.ContainsFunc(b.Instrs, isGo) {
			continue
		}
		for _, instr := range b.Instrs {
			sum, ok := instr.(*ssa.BinOp)
			if !ok || !branch.AddsOne(sum) {
				continue
			}
			number++
			for v := range branch.Counter(sum) {
				k.counters[v] = number
			}
		}
	}
	return k.counters
}

// startsNumber is the number of what a loop counts up to, or down from, if that is how many goroutines were started;
// zero for others.
func (k *skeleton) startsNumber(bound ssa.Value) uint32 {
	if bound == nil {
		return 0
	}
	return k.startCounts()[k.asMany(bound)]
}

// startedBy is the number under which a block counts how often it runs; zero if it does not.
func (k *skeleton) startedBy(b *ssa.BasicBlock) uint32 {
	for _, instr := range b.Instrs {
		if sum, ok := instr.(*ssa.BinOp); ok && branch.AddsOne(sum) {
			if n := k.startCounts()[sum.X]; n != 0 {
				return n
			}
		}
	}
	return 0
}

// countedStart is the number under which a go statement is counted, if a loop asks for it (E42); else zero.
func (k *skeleton) countedStart(g *ssa.Go) uint32 {
	if n := k.startedBy(g.Block()); n != 0 {
		for _, l := range k.loops {
			if l.starts == n {
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
