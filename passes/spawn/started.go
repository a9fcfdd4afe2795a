// This file finds variables that count how many goroutines a function has started: n++ beside the go statement (E14).

package spawn

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
)

// counterNames names the values that tell how often a go statement has run: variables that are zero before its loop and
// grow by one where it runs, and only there. What one holds behind the loop has the same name on all ways.
func (k *skeleton) counterNames() map[ssa.Value]string {
	if k.counters != nil {
		return k.counters
	}
	k.counters = map[ssa.Value]string{}
	for _, b := range k.fn.Blocks {
		if !k.graph.Cyclic(b) || !slices.ContainsFunc(b.Instrs, isGo) {
			continue
		}
		for _, instr := range b.Instrs {
			if sum, ok := instr.(*ssa.BinOp); ok && branch.AddsOne(sum) {
				if set := branch.Counter(sum); set != nil {
					for v := range set {
						k.counters[v] = "started " + sum.Name()
					}
				}
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
	name := k.counterNames()[k.asMany(bound)]
	return uint32(1 + slices.Index(k.countedNames(), name))
}

// countedStart is the number under which a go statement is counted; zero if it is not.
func (k *skeleton) countedStart(g *ssa.Go) uint32 {
	return uint32(1 + slices.Index(k.countedNames(), k.startedName(g.Block())))
}

// countedNames are the names of counters, in order.
func (k *skeleton) countedNames() []string {
	return slices.Compact(slices.Sorted(maps.Values(k.counterNames())))
}

// startedName names how often a block runs that starts a goroutine and counts it; empty if it does not count.
func (k *skeleton) startedName(b *ssa.BasicBlock) string {
	for _, instr := range b.Instrs {
		if sum, ok := instr.(*ssa.BinOp); ok && branch.AddsOne(sum) {
			if name := k.counterNames()[sum.X]; name != "" {
				return name
			}
		}
	}
	return ""
}

func isGo(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.Go)
	return ok
}
