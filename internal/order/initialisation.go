// This file is the order of initialisation: what a package imports is initialised before it (Go specification, Program
// initialization).

package order

import (
	"slices"

	"github.com/syncvet/syncvet/internal/link"
)

// InitialisedBefore reports whether x belongs to the initialisation of packages that those import whose initialisation
// starts y's goroutine, or one that it stems from (S6).
func (l *Order) InitialisedBefore(x, y *Candidate) bool {
	if init := l.Origins[x.Origin]; init.Kind != link.RootInit || init.Parent != 0 {
		return false
	}
	o := l.Origins[y.Origin]
	for o.Parent != 0 && o.Parent != x.Origin {
		o = l.Origins[o.Parent]
	}
	if o.Parent == 0 {
		return false
	}
	first, then := l.initialisers(x.Inst), l.initialisers(o.Site)
	return len(first) > 0 && len(then) > 0 && !slices.ContainsFunc(then, func(i link.InstID) bool {
		info := l.Insts[i].Unit.Info
		return info == nil ||
			slices.ContainsFunc(first, func(i link.InstID) bool { return !slices.Contains(info.After, l.Insts[i].Unit.Sym) })
	})
}

// initialisers are the entries of initialisation that lead to an instance by calls.
func (l *Order) initialisers(id link.InstID) []link.InstID {
	list, known := l.entries[id]
	if known {
		return list
	}
	seen := map[link.InstID]bool{id: true}
	for work := []link.InstID{id}; len(work) > 0; {
		i := l.Insts[work[len(work)-1]]
		work = work[:len(work)-1]
		if l.IsEntry(i) {
			list = append(list, i.ID)
		}
		for _, e := range i.In {
			if !e.Spawn && !seen[e.From] {
				seen[e.From] = true
				work = append(work, e.From)
			}
		}
	}
	if l.entries == nil {
		l.entries = map[link.InstID][]link.InstID{}
	}
	l.entries[id] = list
	return list
}
