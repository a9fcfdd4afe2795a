// This file counts receives from channels that come from elsewhere (E25).

package collect

import (
	"github.com/syncvet/syncvet/passes/internal/rounds"

	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// findCounts notes how often channels that the function did not make have been received from, behind each receive.
func (f *finder) findCounts() []Collection {
	receives := map[string][]*ssa.UnOp{}
	var order []string
	for _, b := range f.fn.DomPreorder() {
		if !f.graph.Reached(b) {
			continue
		}
		for _, instr := range b.Instrs {
			r, ok := instr.(*ssa.UnOp)
			if !ok || r.Op != token.ARROW || f.local.Channel(f.fn, r.X) {
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
	for _, name := range order {
		if name != "" {
			found = append(found, f.counts(receives[name])...)
		}
	}
	return found
}

// counts are the places behind receives from one channel of which each comes behind the one before.
func (f *finder) counts(receives []*ssa.UnOp) []Collection {
	var found []Collection
	sum := &rounds.Tally{}
	var last *ssa.BasicBlock
	for _, r := range receives {
		b := r.Block()
		known, bound, ok := f.rounds.Times(b)
		if !ok || last != nil && !last.Dominates(b) {
			break
		}
		last = b
		sum.Add(known, bound)
		f.received = append(f.received, f.rounds.Numbered(sum))
		c := Collection{Ch: r.X, At: r, Pos: r, Count: len(f.received)}
		if l := f.rounds.LoopOf(b); l != nil {
			c.At, c.Exits = nil, f.rounds.Exits(l)
		}
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
