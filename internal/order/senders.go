// This file is what lies in a field of an object, or is pointed to from there: channels with those who send on them, and
// WaitGroups.

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// Senders lists the origins that send on each channel, once for each send.
type Senders map[link.ObjID][]link.OriginID

// SendersOf finds those of a link.
func SendersOf(l *Order) Senders {
	s := Senders{}
	for id := 1; id < len(l.Ordered.Funcs); id++ {
		points := l.Ordered.Funcs[id].Points
		for k := range points {
			e := &points[k].Event
			if e.Op != hb.OpSend {
				continue
			}
			for _, o := range e.Objs {
				if int(o) < len(l.Syncs) {
					ch := l.Syncs[o].Obj
					s[ch] = append(s[ch], l.Insts[id].Origin)
				}
			}
		}
	}
	return s
}

// Each reports whether all channels in a slot are known, and something holds of those who send on each.
func (s Senders) Each(l *Order, at Location, holds func([]link.OriginID) bool) bool {
	list := l.Sets.PointsTo(nil, l.Objects[at.Obj].Base+pointsto.Node(at.Off))
	return len(list) > 0 && !slices.ContainsFunc(list, func(n pointsto.Node) bool {
		o, id, _ := l.ObjectAt(n)
		return o == nil || o.Decl.Flags&facts.ObjCarrier == 0 && (o.Decl.Kind != facts.ObjChan || !holds(s[id]))
	})
}

// SyncsIn lists the WaitGroups that a field of an object may be: itself, or what it points to.
func SyncsIn(l *Order, at Location) []SyncKey {
	list := []SyncKey{{Obj: at.Obj, Off: at.Off}}
	for _, n := range l.Sets.PointsTo(nil, l.Objects[at.Obj].Base+pointsto.Node(at.Off)) {
		if o, id, off := l.ObjectAt(n); o != nil {
			list = append(list, SyncKey{Obj: id, Off: off})
		}
	}
	return list
}
