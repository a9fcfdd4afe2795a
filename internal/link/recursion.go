// This file bounds what recursions of goroutines cost: what go statements start that lead to each other (O7).

package link

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/graph"
)

// within gives what a goroutine that a statement starts is known by if it is part of a recursion that began further up:
// its function and its target lead to each other, and so did those of a goroutine that the statement runs in, or of one
// that this stems from. In a link that is edited there are none: which of several equal ones comes first would decide.
func (l starting) within(i *Instance, k uint32, u *Unit) (key deepKey, ok bool) {
	cycle := l.cycle(u.Sym)
	if l.Sets.Rec != nil || cycle == 0 || cycle != l.cycle(i.Unit.Sym) {
		return deepKey{}, false
	}
	for o := l.Origins[i.Origin]; o.Parent != 0; o = l.Origins[o.Parent] {
		if l.cycle(o.Target.Sym) == cycle && l.cycle(l.Insts[o.Site].Unit.Sym) == cycle {
			return deepKey{o.Tree, i.Unit.ID, k, u.ID}, true
		}
	}
	return deepKey{}, false
}

// deeper finds the goroutine that one within a recursion stands for: the first one of its statement and target there.
// Other instances do not stand for first ones, since pairs of two other instances are not looked at (O4).
func (l starting) deeper(i *Instance, k uint32, u *Unit) OriginID {
	key, ok := l.within(i, k, u)
	if made := l.deep[key]; ok && len(made) >= maxWithin {
		for _, o := range made {
			if l.Origins[i.Origin].IterationClone || !l.Origins[o].IterationClone {
				l.Origins[o].Merged = true
				return o
			}
		}
	}
	return 0
}

// cycle numbers the largest sets of functions that mention each other, directly or not; zero for a function that does
// not mention itself. Calls of interface methods are no mentions.
func (l *Library) cycle(sym facts.Symbol) uint32 {
	if l.cycles == nil {
		l.cycles = l.findCycles()
	}
	return l.cycles[sym]
}

// findCycles finds these sets among the functions in view.
func (l *Library) findCycles() map[facts.Symbol]uint32 {
	var syms []facts.Symbol
	numbers := map[facts.Symbol]uint32{}
	for _, p := range l.Views {
		for k := range p.Source.Units {
			s := p.Source.Units[k].Sym
			if _, ok := numbers[s]; !ok && s.Kind == facts.SymFunc {
				numbers[s] = uint32(len(syms))
				syms = append(syms, s)
			}
		}
	}
	mentions := make(graph.Lists[uint32], len(syms))
	for k, s := range syms {
		at := l.Places[s]
		for _, x := range at.Pkg.Source.Units[at.Index].Uses {
			if n, ok := numbers[x]; ok {
				mentions[k] = append(mentions[k], n)
			}
		}
	}
	cycles, found := map[facts.Symbol]uint32{}, graph.Find(mentions, len(mentions))
	for c := range found.Len() {
		if graph.Cyclic(mentions, found, c) {
			for _, v := range found.Members(c) {
				cycles[syms[v]] = uint32(c + 1)
			}
		}
	}
	return cycles
}
