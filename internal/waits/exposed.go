// This file finds the objects that code which is not seen may get hold of, and what it may do to them (W1).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// Exposed reports, for each object of a link of one function, whether code that is not seen may get hold of it (W1).
func Exposed(d *explain.Paths) []bool {
	w := newWaiting(d)
	return exposer{w}.opened(exposer{w}.leaking).open
}

// An exposer finds out which objects code that is not seen may get hold of.
type exposer struct{ *waiting }

// follows reports whether what happens to an object is known: code that is not seen does not come to it, or only
// receives from a channel to which nobody sends, or from which nobody else receives.
func (w *waiting) follows(by access, k order.SyncKey) bool {
	const both = doesSend | doesRecv
	return !by.open[k.Obj] || !by.full[k.Obj] && w.kinds[k]&both != both
}

// opened finds the objects that code which is not seen may get hold of: what is passed to it, what a client of an
// exported function gets or gave, given what it receives from each instance and which of it are channels to receive
// from, and, unless the program is whole, package-level variables (W1). Who gets a context cannot end it: its cancel
// function can.
func (w exposer) opened(leaks func(i *link.Instance) (shown, lent []facts.Node)) access {
	var shown, lent []pointsto.Node
	for _, i := range w.l.Insts[1:] {
		nodes, channels := leaks(i)
		for _, n := range nodes {
			shown = append(shown, i.Node(n))
		}
		for _, n := range channels {
			lent = append(lent, i.Node(n))
		}
	}
	by := access{open: w.spread(append(slices.Clone(shown), lent...), nil)}
	if by.full = by.open; len(lent) > 0 {
		by.full = w.spread(shown, lent)
	}
	return by
}

// spread finds the objects that code which is not seen may get hold of by what nodes hold; of channels that are lent
// what they hold.
func (w exposer) spread(nodes, lent []pointsto.Node) []bool {
	open := make([]bool, len(w.l.Objects))
	var work []link.ObjID
	add := func(id link.ObjID) {
		if !open[id] {
			open[id] = true
			work = append(work, id)
		}
	}
	for id := 1; id < len(w.l.Objects); id++ {
		switch o := &w.l.Objects[id]; o.Decl.Kind {
		case facts.ObjUnknown, facts.ObjParam:
			add(link.ObjID(id))
		case facts.ObjGlobal:
			if !w.closed && (w.entry == 0 || o.Decl.Flags&facts.ObjInTest == 0) {
				add(link.ObjID(id))
			}
		}
	}
	shown := func(id link.ObjID) {
		if w.l.Objects[id].Decl.Flags&facts.ObjSealed == 0 {
			add(id)
		}
	}
	held := func(o *link.Object) {
		for s := range o.Decl.Size {
			if s == 1 && o.Decl.Kind == facts.ObjFunc && o.Sym.Pkg == "" { // the function that was made with a channel
				w.each(o.Base+pointsto.Node(s), add)
			}
			w.each(o.Base+pointsto.Node(s), shown)
		}
	}
	for _, n := range nodes {
		w.each(n, shown)
	}
	for _, n := range lent {
		for _, id := range w.objectsOf(n) {
			if o := &w.l.Objects[id]; o.Decl.Kind == facts.ObjChan {
				held(o)
			} else {
				shown(id)
			}
		}
	}
	for id := 1; id < len(w.l.Objects); id++ {
		if o := &w.l.Objects[id]; o.Inst != 0 && w.hidden[w.l.Insts[o.Inst].Unit.Sym.Pkg] {
			add(link.ObjID(id))
		}
	}
	for len(work) > 0 {
		o := &w.l.Objects[work[len(work)-1]]
		work = work[:len(work)-1]
		held(o)
	}
	return open
}

// objectsOf are the objects that a node points to.
func (w exposer) objectsOf(n pointsto.Node) (list []link.ObjID) {
	w.each(n, func(id link.ObjID) { list = append(list, id) })
	return list
}

// leaking are the nodes of an instance that code which is not seen receives; apart those that are channels of a type
// from which one can only receive.
func (w exposer) leaking(i *link.Instance) (list, lent []facts.Node) {
	if i.Unit.Flow == nil {
		return nil, nil
	}
	seen := map[uint32]bool{}
	for _, e := range i.Out {
		to := w.l.Insts[e.To].Unit
		seen[e.Call] = seen[e.Call] || to.Flow != nil || to.Flag(facts.EffectFree)
	}
	if w.client(i) {
		for k, n := range i.Unit.Flow.Results {
			if k < facts.MaskBits && i.Unit.Flow.Lent>>k&1 != 0 {
				lent = append(lent, n)
			} else {
				list = append(list, n)
			}
		}
	}
	list = append(list, w.strewn(i)...)
	for k := range i.Unit.Flow.Calls {
		c := &i.Unit.Flow.Calls[k]
		if !seen[uint32(k)] {
			list = append(list, c.Args...)
		}
		if w.l.Cut[link.SiteKey{Inst: i.ID, Call: uint32(k)}] {
			list = append(append(list, c.Recv), c.Args...)
		}
	}
	if i.Unit.Spawn != nil {
		for k := range i.Unit.Spawn.Points {
			if e := &i.Unit.Spawn.Points[k].Event; e.Op == facts.EventUnseen {
				list = append(list, e.Addr)
				if pkg := i.Unit.Names.Spawn.Symbol(e.Name).Pkg; pkg != i.Unit.Sym.Pkg {
					w.hidden[pkg] = true
				}
			}
		}
	}
	return list, lent
}

// client reports whether an instance is called by the client that is imagined of an exported function, or by whoever
// calls a fragment's: its results go there.
func (w exposer) client(i *link.Instance) bool {
	if w.l.Within != "" && w.l.Origins[i.Origin].Parent == 0 && w.l.IsEntry(i) {
		return true
	}
	return slices.ContainsFunc(i.In, func(e link.Edge) bool { return w.l.Insts[e.From].Unit.Flag(facts.Root) })
}

// strewn are the nodes of an instance that are stored or sent where the link knows no object: in what a fragment's
// parameters point to, or what came by a way that is not followed.
func (w exposer) strewn(i *link.Instance) []facts.Node {
	var list []facts.Node
	for k := range i.Unit.Flow.Cons {
		if c := &i.Unit.Flow.Cons[k]; c.Op == facts.ConStore && w.nowhere(i.Node(c.Dst)) {
			list = append(list, c.Src)
		}
	}
	return list
}

// nowhere reports whether nothing is known of what a node points to.
func (w exposer) nowhere(n pointsto.Node) bool {
	found := false
	w.each(n, func(link.ObjID) { found = true })
	return !found
}
