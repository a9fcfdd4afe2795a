// This file is the roots of a link under edit.

package relink

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
)

// reroot makes the roots be those of the packages.
func (l *Live) reroot(groups []link.RootGroup, now []link.Package) {
	init := l.Roots[0]
	first := link.Initialisers(now)
	l.entriesOf(init, first)
	type key struct {
		kind     link.RootKind // why it is one
		sym      facts.Symbol  // where it begins
		parallel bool          // it may run beside others of its group
	}
	old := map[key]*link.Origin{}
	for _, o := range l.Roots[1:] {
		old[key{o.Kind, o.Root, o.Parallel}] = o
	}
	l.Roots = []*link.Origin{init}
	for _, g := range groups {
		for _, f := range g.Funcs {
			k := key{g.Kind, f, g.Parallel}
			if o := old[k]; o != nil {
				delete(old, k)
				l.Roots = append(l.Roots, o)
				l.entriesOf(o, []facts.Symbol{f})
			} else {
				l.AddRoot(g, f)
			}
		}
	}
	for _, o := range old {
		l.Sets.Kill(&o.Life)
	}
}

// entriesOf makes a root run functions, in their order.
func (l *Live) entriesOf(o *link.Origin, list []facts.Symbol) {
	old := o.Entries
	o.Entries = nil
	for _, f := range list {
		at := slices.IndexFunc(old, func(i link.InstID) bool { return l.Insts[i].Unit.Sym == f && !l.Insts[i].Cut })
		if at >= 0 {
			o.Entries = append(o.Entries, old[at])
		} else {
			l.AddEntry(o, f)
		}
	}
	for _, i := range old {
		if !slices.Contains(o.Entries, i) && !l.Insts[i].Cut {
			l.Insts[i].Cut = true
			delete(l.InstIDs, l.Insts[i].Key)
			l.Sets.Kill(&l.Insts[i].Life)
		}
	}
}

// sameRoots reports whether the roots are those of the packages.
func (l *Live) sameRoots(groups []link.RootGroup, now []link.Package) bool {
	n := 1
	for _, g := range groups {
		for _, f := range g.Funcs {
			if n >= len(l.Roots) || l.Roots[n].Root != f || l.Roots[n].Kind != g.Kind || l.Roots[n].Parallel != g.Parallel {
				return false
			}
			n++
		}
	}
	return n == len(l.Roots) &&
		slices.EqualFunc(
			link.Initialisers(now),
			l.Roots[0].Entries,
			func(f facts.Symbol, i link.InstID) bool { return l.Insts[i].Unit.Sym == f },
		)
}
