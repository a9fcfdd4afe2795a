// This file finds where the cases of a select are told apart.

package branch

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Cases calls see for each condition that tests whether case i of a select happened.
func Cases(s *ssa.Select, see func(i int, cond *ssa.If)) {
	for _, instr := range *s.Referrers() {
		x, ok := instr.(*ssa.Extract)
		if !ok || x.Index != 0 {
			continue
		}
		for _, instr := range *x.Referrers() {
			eq, ok := instr.(*ssa.BinOp)
			if !ok || eq.Op != token.EQL {
				continue
			}
			n, ok := eq.Y.(*ssa.Const)
			if !ok || n.Value == nil || n.Value.Kind() != constant.Int {
				continue
			}
			for _, instr := range *eq.Referrers() {
				if cond, ok := instr.(*ssa.If); ok {
					see(int(n.Int64()), cond)
				}
			}
		}
	}
}

// lastTest is the block that tests for the last case of a select after all others have been tested one after another;
// nil if some are not tested so.
func lastTest(s *ssa.Select) *ssa.BasicBlock {
	tests := make([]*ssa.BasicBlock, len(s.States))
	Cases(s, func(i int, cond *ssa.If) {
		if i >= 0 && i < len(tests) {
			tests[i] = cond.Block()
		}
	})
	for i, b := range tests {
		switch {
		case b == nil:
			return nil
		case i == 0 && b != s.Block(), i > 0 && (len(b.Preds) != 1 || b.Preds[0] != tests[i-1] || tests[i-1].Succs[1] != b):
			return nil
		}
	}
	return tests[len(tests)-1]
}

// CaseBody is where the body of a case of a select begins, nil if no condition tests the case.
func CaseBody(s *ssa.Select, i int) (body *ssa.BasicBlock) {
	Cases(s, func(k int, cond *ssa.If) {
		if b := cond.Block().Succs[0]; body == nil && k == i && len(b.Preds) == 1 {
			body = b
		}
	})
	return body
}

// Received is which part of what a select gives holds the value that case i, a receive, has received.
func Received(s *ssa.Select, i int) int {
	n := 2 // behind the case's number, and whether the channel is open
	for _, st := range s.States[:i] {
		if st.Dir == types.RecvOnly {
			n++
		}
	}
	return n
}
