// This file finds operations on the nil channel (W26).

package waits

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// blocksOnNil reports whether an instance operates on the nil channel, or on one as good as that (W26).
func (w *waiting) blocksOnNil(i *link.Instance) bool {
	if w.nils == nil {
		w.nils = make([]bool, len(w.l.Insts))
		for _, x := range w.l.Insts[1:] {
			w.nils[x.ID] = w.usesNil(x)
		}
	}
	return w.nils[i.ID]
}

// usesNil is the same, not remembered.
func (w *waiting) usesNil(i *link.Instance) bool {
	if i.Unit.Spawn == nil || w.secondary(i) {
		return false
	}
	for k := range i.Unit.Spawn.Points {
		e := &i.Unit.Spawn.Points[k].Event
		if !onChannel[e.Op] {
			continue
		}
		if e.Flags&facts.EventConst != 0 || mute(w, i, e) {
			return true
		}
		if keys, unseen := w.objects(i, e.Addr, e.Off); e.Addr != 0 && len(keys) == 0 && !unseen && w.isNil(i, e.Addr) {
			return true
		}
	}
	return false
}

// isNil reports whether a channel is nil for sure: it is loaded from memory that is known, and to which nothing is ever
// stored. What nobody sends in a message is not nil: no message ever comes. Nor is what nobody puts into a map: who
// operates on it has found it.
func (w *waiting) isNil(i *link.Instance, addr facts.Node) bool {
	for k := range i.Unit.Flow.Cons {
		c := &i.Unit.Flow.Cons[k]
		if c.Dst != addr || c.Op != facts.ConLoad {
			if c.Dst == addr {
				return false
			}
			continue
		}
		known := false
		for _, a := range w.l.Sets.PointsTo(nil, i.Node(c.Src)) {
			o, id, at := w.l.ObjectAt(a)
			if o == nil || o.Decl.Kind == facts.ObjChan || o.Decl.Kind == facts.ObjMap || w.all.Open[id] ||
				at+c.Off >= o.Decl.Size || w.storedTo(a+pointsto.Node(c.Off)) {
				return false
			}
			known = true
		}
		return known
	}
	return false
}

// storedTo reports whether something is stored to a place in memory, though it may not be known what: an argument of
// callers who are not in view.
func (w *waiting) storedTo(at pointsto.Node) bool {
	if w.stored == nil {
		w.stored = map[pointsto.Node]bool{}
		for _, i := range w.l.Insts[1:] {
			if i.Unit.Flow == nil {
				continue
			}
			for k := range i.Unit.Flow.Cons {
				if c := &i.Unit.Flow.Cons[k]; c.Op == facts.ConStore && c.Src != 0 {
					for _, a := range w.l.Sets.PointsTo(nil, i.Node(c.Dst)) {
						w.stored[a+pointsto.Node(c.Off)] = true
					}
				}
			}
		}
	}
	return w.stored[at]
}
