// This file finds receives that never find their channel closed, whichever channel it is (W20), and those that nobody
// ever sends to either (W26).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// unclosed reports whether a receive may mean several channels, all of them in view, and nobody closes any.
func unclosed(w *waiting, i *link.Instance, e *facts.Event) bool {
	return all(w, i, e, func(done opClass) bool { return done&(doesClose|doesSend) == doesSend })
}

// mute reports whether nobody sends on or closes any of the channels that a receive may mean, all of them in view.
func mute(w *waiting, i *link.Instance, e *facts.Event) bool {
	return all(w, i, e, func(done opClass) bool { return done&(doesClose|doesSend) == 0 })
}

// all reports whether what is done to each of the channels that a receive may mean is in view, and of some kind.
func all(w *waiting, i *link.Instance, e *facts.Event, is func(done opClass) bool) bool {
	if e.Op != facts.EventRecv || e.Flags&facts.EventConst != 0 || e.Addr == 0 {
		return false
	}
	keys, unseen := w.objects(i, e.Addr, e.Off)
	if len(keys) == 0 || unseen || slices.ContainsFunc(keys, func(k order.SyncKey) bool {
		return w.l.Objects[k.Obj].Decl.Kind != facts.ObjChan || w.all.Open[k.Obj] || !is(w.kinds[k])
	}) {
		return false
	}
	a := missingPartner{name: i.Unit.Names.Spawn.Symbol(e.Name)}
	return a.name.Name == "" || !w.absent()[a.within(i.Unit.Sym)]
}

// roomless reports whether a channel gets as much room as callers say, and they say none: where there is a test for
// nil, too, such callers get no channel (W28).
func roomless(w *waiting, k order.SyncKey) bool {
	o := &w.l.Objects[k.Obj]
	return o.Decl.Cap < 0 && w.l.Capacity(o) == 0
}
