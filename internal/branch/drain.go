// This file finds loops that receive until their channel is closed, and that nothing else ends.

package branch

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Drain reports whether a receive heads a loop that only the end of its channel, or a panic, ends; after is where
// control goes then.
func Drain(recv *ssa.UnOp) (after *ssa.BasicBlock, ok bool) {
	head := recv.Block()
	cond, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If)
	if !recv.CommaOk || !ok {
		return nil, false
	}
	found, ok := cond.Cond.(*ssa.Extract)
	if !ok || found.Tuple != ssa.Value(recv) {
		return nil, false
	}
	after = head.Succs[1]
	in := map[*ssa.BasicBlock]bool{head: true}
	for work := []*ssa.BasicBlock{head.Succs[0]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if in[b] {
			continue
		}
		if in[b] = true; b == after || Returns(b) {
			return nil, false
		}
		work = append(work, b.Succs...)
	}
	return after, slices.ContainsFunc(head.Preds, func(p *ssa.BasicBlock) bool { return in[p] })
}

// Returns reports whether a block ends with a return.
func Returns(b *ssa.BasicBlock) bool {
	_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	return ok
}
