// This file is the roots of a link under edit.

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// reroot makes the roots be those of the packages.
func (l *Live) reroot(groups []rootGroup, now []Package) {
	init := l.roots[0]
	first := initialisers(now)
	l.entriesOf(init, first)
	type key struct {
		kind     RootKind
		sym      facts.Symbol
		parallel bool
	}
	old := map[key]*origin{}
	for _, o := range l.roots[1:] {
		old[key{o.kind, o.root, o.parallel}] = o
	}
	l.roots = []*origin{init}
	for _, g := range groups {
		for _, f := range g.funcs {
			k := key{g.kind, f, g.parallel}
			if o := old[k]; o != nil {
				delete(old, k)
				l.roots = append(l.roots, o)
				l.entriesOf(o, []facts.Symbol{f})
			} else {
				l.addRoot(g, f)
			}
		}
	}
	for _, o := range old {
		l.g.kill(&o.life)
	}
}

// entriesOf makes a root run functions, in their order.
func (l *Live) entriesOf(o *origin, list []facts.Symbol) {
	old := o.entries
	o.entries = nil
	for _, f := range list {
		at := slices.IndexFunc(old, func(i instID) bool { return l.insts[i].unit.sym == f && !l.insts[i].cut })
		if at >= 0 {
			o.entries = append(o.entries, old[at])
		} else {
			l.addEntry(o, f)
		}
	}
	for _, i := range old {
		if !slices.Contains(o.entries, i) && !l.insts[i].cut {
			l.insts[i].cut = true
			delete(l.instIDs, l.insts[i].key)
			l.g.kill(&l.insts[i].life)
		}
	}
}

// sameRoots tells whether the roots are those of the packages.
func (l *Live) sameRoots(groups []rootGroup, now []Package) bool {
	n := 1
	for _, g := range groups {
		for _, f := range g.funcs {
			if n >= len(l.roots) || l.roots[n].root != f || l.roots[n].kind != g.kind || l.roots[n].parallel != g.parallel {
				return false
			}
			n++
		}
	}
	return n == len(l.roots) && slices.EqualFunc(initialisers(now), l.roots[0].entries, func(f facts.Symbol, i instID) bool { return l.insts[i].unit.sym == f })
}
