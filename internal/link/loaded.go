// This file reports where a function has loaded a value from, and what all places of one kind hold.

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// LoadedFrom reports whether a function has only loaded what a node holds, from places all of which are as wanted.
func (t *Tracer) LoadedFrom(i *Instance, n facts.Node, wanted func(pointsto.Node) bool) bool {
	return t.loadedFrom(i, n, wanted, map[facts.Node]bool{})
}

// loadedFrom passes over the nodes that were looked at before.
func (t *Tracer) loadedFrom(
	i *Instance, n facts.Node, wanted func(pointsto.Node) bool, seen map[facts.Node]bool,
) bool {
	if seen[n] {
		return true
	}
	seen[n] = true
	defs := t.Definitions(i.Unit)
	return len(defs.Cons[n]) > 0 && len(defs.Results[n]) == 0 && !slices.ContainsFunc(defs.Cons[n], func(k int) bool {
		switch c := &i.Unit.Flow.Cons[k]; c.Op {
		case facts.ConCopy:
			return !t.loadedFrom(i, c.Src, wanted, seen)
		case facts.ConLoad:
			return slices.ContainsFunc(t.L.Sets.PointsTo(nil, i.Node(c.Src)), func(at pointsto.Node) bool {
				return !wanted(at + pointsto.Node(c.Off))
			})
		}
		return true
	})
}

// HeldByAll reports whether the field that an address was loaded from, of each of many objects, holds one thing that is
// there once in a run, if anything.
func (l *Link) HeldByAll(s Source) bool {
	in, _, _ := l.ObjectAt(s.Slot)
	o, _, _ := l.ObjectAt(s.Target)
	if o == nil || !l.Single(o) || in.Decl.Kind != facts.ObjNew || l.Single(in) {
		return false
	}
	held := l.Sets.PointsTo(nil, s.Slot)
	return len(held) == 1 && held[0] == s.Target
}
