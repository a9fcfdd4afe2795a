// This file counts receives from channels that come from elsewhere, and go statements: whether the goroutines started
// send as many messages is known where functions are linked (E25).

package spawn

import (
	"fmt"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// findCounts notes how often channels that the function did not make have been received from, behind each receive.
func (k *skeleton) findCounts() []collection {
	receives := map[string][]*ssa.UnOp{}
	var order []string
	for _, b := range k.fn.DomPreorder() {
		if !k.graph.Reached(b) {
			continue
		}
		for _, instr := range b.Instrs {
			r, ok := instr.(*ssa.UnOp)
			if !ok || r.Op != token.ARROW || k.localChannel(r.X) {
				continue
			}
			name := k.channelName(r.X)
			if receives[name] == nil {
				order = append(order, name)
			}
			receives[name] = append(receives[name], r)
		}
	}
	var found []collection
	for _, name := range order {
		if name != "" {
			found = append(found, k.counts(receives[name])...)
		}
	}
	return found
}

// counts are the places behind receives from one channel of which each comes behind the one before.
func (k *skeleton) counts(receives []*ssa.UnOp) []collection {
	var found []collection
	sum := &tally{}
	var last *ssa.BasicBlock
	for _, r := range receives {
		b := r.Block()
		known, bound, ok := k.times(b)
		if !ok || last != nil && !last.Dominates(b) {
			break
		}
		last = b
		sum.add(known, bound)
		k.received = append(k.received, k.tallyOf(sum))
		c := collection{ch: r.X, at: r, pos: r, count: len(k.received)}
		if l := k.loopOf(b); l != nil {
			c.at, c.exits = nil, l.exits(k)
		}
		found = append(found, c)
	}
	return found
}

// channelName names a channel that comes from elsewhere, such that channels of one name may be the same; empty if it
// has no name.
func (k *skeleton) channelName(ch ssa.Value) string {
	switch x := ch.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return x.Name()
	case *ssa.ChangeType:
		return k.channelName(x.X)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return k.place(x.X)
		}
	}
	return ""
}

// place names a variable by the path that leads to it.
func (k *skeleton) place(addr ssa.Value) string {
	switch x := addr.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Alloc:
		return "*" + x.Name()
	case *ssa.Global:
		return x.String()
	case *ssa.FieldAddr:
		if base := k.place(x.X); base != "" {
			return fmt.Sprint(base, ".", x.Field)
		}
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return k.place(x.X)
		}
	}
	return ""
}

// tallyOf numbers the bounds of loops.
func (k *skeleton) tallyOf(t *tally) facts.Tally {
	out := facts.Tally{Known: int64(t.known)}
	for _, b := range slices.Sorted(maps.Keys(t.loops)) {
		if k.bounds[b] == 0 {
			if k.bounds == nil {
				k.bounds = map[string]uint32{}
			}
			k.bounds[b] = uint32(len(k.bounds) + 1)
		}
		for range t.loops[b] {
			out.Loops = append(out.Loops, k.bounds[b])
		}
	}
	slices.Sort(out.Loops)
	return out
}

// starts counts go statements, where messages are counted.
func (k *skeleton) starts(f *facts.Flow) []facts.GoCount {
	if len(k.received) == 0 {
		return nil
	}
	var list []facts.GoCount
	for i := range f.Calls {
		if f.Calls[i].Flags&facts.CallGo == 0 {
			continue
		}
		g, ok := k.callSite(i).(*ssa.Go)
		if !ok {
			continue
		}
		if known, bound, ok := k.times(g.Block()); ok {
			t := &tally{}
			t.add(known, bound)
			list = append(list, facts.GoCount{Call: uint32(i), Tally: k.tallyOf(t)})
		}
	}
	return list
}
