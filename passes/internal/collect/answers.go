// This file finds where a function has received as many answers as it has sent questions (passes/spawn E76).

package collect

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/internal/rounds"
)

// findAnswers compares what the function receives from each channel that it has made with what it sends on the others.
func (f *finder) findAnswers(answers []ssa.Value, receives map[ssa.Value][]*ssa.UnOp) (found []Collection) {
	sends := map[ssa.Value][]*ssa.Send{}
	var questions []ssa.Value
	for _, b := range f.fn.DomPreorder() {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Send)
			if !ok || !f.local.Channel(f.fn, s.Chan) {
				continue
			}
			if c := f.variable(s.Chan); c != nil {
				if sends[c] == nil {
					questions = append(questions, c)
				}
				sends[c] = append(sends[c], s)
			}
		}
	}
	for _, a := range answers {
		for _, q := range questions {
			for _, byCounter := range []bool{false, true} {
				if at, ok := f.collected(a, receives[a], f.asked(q, sends[q], byCounter), nil); ok {
					at.Asked = sends[q][0].Chan
					found = append(found, at)
					break
				}
			}
		}
	}
	return found
}

// asked counts the messages that are sent on a channel: by the loops that send them or, if asked for so, by the variable
// with which the function counts them.
func (f *finder) asked(q ssa.Value, sends []*ssa.Send, byCounter bool) *rounds.Tally {
	all := &rounds.Tally{}
	for _, s := range sends {
		known, bound, ok := f.timesOf(q, s.Block(), nil)
		if n := f.rounds.SentBy(s.Block()); byCounter && n != 0 {
			known, bound, ok = 0, rounds.SentName(n), true
		}
		all.Wrong = all.Wrong || !ok
		all.Add(known, bound)
	}
	return all
}
