// This file recognises loops that run as often as something has happened elsewhere: those that count down what others
// have counted up, and that go over what others have collected (E28): "for active > 0 { <-done; active-- }".

package loops

import (
	"github.com/syncvet/syncvet/passes/internal/counts"

	"go/token"

	"golang.org/x/tools/go/ssa"
)

// countsDown reports whether a loop that one block decides compares a variable which it lowers, and which is raised
// outside of it.
func (f *finder) countsDown(at *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) bool {
	cond, ok := at.Instrs[len(at.Instrs)-1].(*ssa.If).Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	load, ok := cond.X.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	v := f.counts.Flags().Variable(load.X)
	if v == nil || !f.counts.Raised()[v] {
		return false
	}
	for b := range in {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && f.counts.Flags().Steps(s, token.SUB) == v {
				return true
			}
		}
	}
	return false
}

// goesOver reports whether a loop that one block decides goes over what a variable holds that others add to and take
// from, or compares its length, and waits for no condition: there, who wakes it has to see to that.
func (f *finder) goesOver(at *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) bool {
	if f.talk.WaitsIn(in) {
		return false
	}
	var list ssa.Value
	switch cond := at.Instrs[len(at.Instrs)-1].(*ssa.If).Cond.(type) {
	case *ssa.Extract:
		if next, ok := cond.Tuple.(*ssa.Next); ok {
			if over, ok := next.Iter.(*ssa.Range); ok {
				list = over.X
			}
		}
	case *ssa.BinOp:
		if list = counts.LengthOf(cond.X); list == nil {
			list = counts.LengthOf(cond.Y)
		}
	}
	return f.counts.Shared(list)
}

// asksAgain reports whether what decides a loop is the answer of a function that looks at what others fill and empty,
// and the loop waits for no condition: "for { if x, ok := q.pop(); ok { return x }; <-q.ready }".
func (f *finder) asksAgain(at *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) bool {
	return f.counts.Answers(at.Instrs[len(at.Instrs)-1].(*ssa.If).Cond) && !f.talk.WaitsIn(in)
}
