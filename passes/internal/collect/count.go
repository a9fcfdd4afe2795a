// This file counts receives from channels that come from elsewhere (E25), and answers to questions (E76).

package collect

import (
	"github.com/syncvet/syncvet/passes/internal/rounds"

	"fmt"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// findCounts notes how often channels have been received from, behind each receive: those that the function did not
// make, or of which it has not got all messages from goroutines that it gave them to.
func (f *finder) findCounts(starts []*ssa.Go, own map[ssa.Value]bool) []Collection {
	receives := map[string][]*ssa.UnOp{}
	var order []string
	for _, b := range f.fn.DomPreorder() {
		if !f.graph.Reached(b) {
			continue
		}
		for _, instr := range b.Instrs {
			r, ok := instr.(*ssa.UnOp)
			if !ok || r.Op != token.ARROW || own[f.variable(r.X)] {
				continue
			}
			name := f.channelName(r.X)
			if receives[name] == nil {
				order = append(order, name)
			}
			receives[name] = append(receives[name], r)
		}
	}
	var found []Collection
	made := 0
	for _, name := range order {
		if name == "" {
			continue
		}
		list := receives[name]
		if !f.local.Channel(f.fn, list[0].X) {
			found = append(found, f.counts(list, starts)...)
		} else if made++; made <= maxMade {
			n := len(f.received)
			if all := f.counts(list, starts); len(all) > 0 { // what the function has made itself is counted once
				last := all[len(all)-1]
				f.received = append(f.received[:n], f.received[last.Count-1])
				last.Count = n + 1
				found = append(found, last)
			}
		}
	}
	return found
}

// counts are the places behind receives from one channel of which each comes behind the one before, in a round of a
// loop around them and some go statements, or in an activation.
func (f *finder) counts(receives []*ssa.UnOp, starts []*ssa.Go) []Collection {
	for head, in := range f.graph.Loops(receives[0].Block()) {
		inside := slices.DeleteFunc(slices.Clone(starts), func(g *ssa.Go) bool { return !in[g.Block()] })
		outside := func(r *ssa.UnOp) bool { return r.CommaOk || !in[r.Block()] }
		if len(inside) == 0 || slices.ContainsFunc(receives, outside) {
			continue
		}
		round := slices.IndexFunc(f.loops, func(b blocks) bool { return maps.Equal(b, in) })
		if round < 0 {
			round = len(f.loops)
			f.loops = append(f.loops, in)
		}
		if found := f.countsIn(receives, inside, in, uint32(round)+1, head); len(found) > 0 {
			return found
		}
	}
	return f.countsIn(receives, starts, nil, 0, nil)
}

// countsIn are those places in an activation or in a round of one loop with a head.
func (f *finder) countsIn(
	receives []*ssa.UnOp, starts []*ssa.Go, in blocks, round uint32, head *ssa.BasicBlock,
) []Collection {
	var found []Collection
	sum := &rounds.Tally{}
	var last *ssa.BasicBlock
	for _, r := range receives {
		b := r.Block()
		known, bound, ok := f.rounds.Times(b, in)
		if !ok || last != nil && !last.Dominates(b) {
			break
		}
		last = b
		sum.Add(known, bound)
		c := Collection{Ch: r.X, At: r, Pos: r}
		if l := f.rounds.LoopOf(b, in); l != nil {
			c.At, c.Exits = nil, f.rounds.Exits(l)
		}
		t := f.rounds.Numbered(sum)
		leaves := func(end func(*ssa.BasicBlock) bool) bool {
			return slices.ContainsFunc(starts, func(g *ssa.Go) bool { return f.escapes(g, &c, end) })
		}
		if in != nil && leaves(isBlock(head)) {
			continue
		}
		t.Round, t.Whole = round, !leaves(f.returns)
		f.received = append(f.received, t)
		c.Count = len(f.received)
		found = append(found, c)
	}
	return found
}

// channelName names a channel that comes from elsewhere, such that channels of one name may be the same; empty if it
// has no name.
func (f *finder) channelName(ch ssa.Value) string {
	switch x := ch.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return x.Name()
	case *ssa.MakeChan:
		return "made " + x.Name()
	case *ssa.ChangeType:
		return f.channelName(x.X)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return f.place(x.X)
		}
	}
	return ""
}

// place names a variable by the path that leads to it.
func (f *finder) place(addr ssa.Value) string {
	switch x := addr.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Alloc:
		return "*" + x.Name()
	case *ssa.Global:
		return x.String()
	case *ssa.FieldAddr:
		if base := f.place(x.X); base != "" {
			return fmt.Sprint(base, ".", x.Field)
		}
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return f.place(x.X)
		}
	}
	return ""
}

// The questions of a function are what it sends on channels that it has made.
type questions struct {
	channels []ssa.Value               // in the order of the code
	sends    map[ssa.Value][]*ssa.Send // by channel
}

// add notes a send.
func (q *questions) add(c ssa.Value, s *ssa.Send) {
	if q.sends[c] == nil {
		q.channels = append(q.channels, c)
	}
	q.sends[c] = append(q.sends[c], s)
}

// findAnswers compares what the function receives from each channel that it has made with what it sends on the others,
// which is counted by the loops that send it or else by the variable with which the function counts it.
func (f *finder) findAnswers(
	asked *questions, answers []ssa.Value, receives map[ssa.Value][]*ssa.UnOp,
) (found []Collection) {
	uncounted := func(*ssa.BasicBlock) string { return "" }
	for _, a := range answers {
		for _, q := range asked.channels {
			for _, counter := range []func(*ssa.BasicBlock) string{uncounted, f.rounds.SentName} {
				all := &rounds.Tally{}
				for _, s := range asked.sends[q] {
					f.count(all, q, s.Block(), counter, nil)
				}
				if at, ok := f.collected(a, receives[a], all, nil); ok {
					at.Asked = asked.sends[q][0].Chan
					found = append(found, at)
					break
				}
			}
		}
	}
	return found
}
