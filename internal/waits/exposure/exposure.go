// This file finds the objects that code which is not seen may get hold of, and what it may do to them (W1).

package exposure

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// An Access is what code that is not seen may do to objects.
type Access struct {
	Open []bool // by object: operate on it, or on what it holds
	Full []bool // by object: the same, and not only receive from it
}

// A Finder finds out which objects code that is not seen may get hold of.
type Finder struct {
	L      *link.Link      // the link, solved
	Hidden map[string]bool // packages of which some functions are models: what they do to their own objects is not seen
	Whole  bool            // all code that there is is in view
	Test   bool            // package-level variables of tests live within the run of one function
	buf    []pointsto.Node // for points-to sets
}

// Of reports, for each object of a link of one function, whether code that is not seen may get hold of it (W1).
func Of(l *link.Link) []bool {
	w := &Finder{L: l, Hidden: map[string]bool{}}
	return w.Opened(w.Leaking).Open
}

// Opened finds the objects that code which is not seen may get hold of: what is passed to it, what a client of an
// exported function gets or gave, given what it receives from each instance and which of it are channels to receive
// from, and, unless the program is whole, package-level variables (W1). Who gets a context cannot end it: its cancel
// function can.
func (w *Finder) Opened(leaks func(i *link.Instance) (shown, lent []facts.Node)) Access {
	var shown, lent []pointsto.Node
	for _, i := range w.L.Insts[1:] {
		nodes, channels := leaks(i)
		for _, n := range nodes {
			shown = append(shown, i.Node(n))
		}
		for _, n := range channels {
			lent = append(lent, i.Node(n))
		}
	}
	by := Access{Open: w.spread(append(slices.Clone(shown), lent...), nil)}
	if by.Full = by.Open; len(lent) > 0 {
		by.Full = w.spread(shown, lent)
	}
	return by
}

// spread finds the objects that code which is not seen may get hold of by what nodes hold; of channels that are lent
// what they hold.
func (w *Finder) spread(nodes, lent []pointsto.Node) []bool {
	open := make([]bool, len(w.L.Objects))
	var work []link.ObjID
	add := func(id link.ObjID) {
		if !open[id] {
			open[id] = true
			work = append(work, id)
		}
	}
	for id := 1; id < len(w.L.Objects); id++ {
		switch o := &w.L.Objects[id]; o.Decl.Kind {
		case facts.ObjUnknown, facts.ObjParam:
			add(link.ObjID(id))
		case facts.ObjGlobal:
			if !w.Whole && (!w.Test || o.Decl.Flags&facts.ObjInTest == 0) {
				add(link.ObjID(id))
			}
		}
	}
	shown := func(id link.ObjID) {
		if w.L.Objects[id].Decl.Flags&facts.ObjSealed == 0 {
			add(id)
		}
	}
	held := func(o *link.Object) {
		for s := range o.Decl.Size {
			if s == 1 && o.Decl.Kind == facts.ObjFunc && o.Sym.Pkg == "" { // the function that was made with a channel
				w.Each(o.Base+pointsto.Node(s), add)
			}
			w.Each(o.Base+pointsto.Node(s), shown)
		}
	}
	for _, n := range nodes {
		w.Each(n, shown)
	}
	for _, n := range lent {
		for _, id := range w.objectsOf(n) {
			if o := &w.L.Objects[id]; o.Decl.Kind == facts.ObjChan {
				held(o)
			} else {
				shown(id)
			}
		}
	}
	for id := 1; id < len(w.L.Objects); id++ {
		if o := &w.L.Objects[id]; o.Inst != 0 && w.Hidden[w.L.Insts[o.Inst].Unit.Sym.Pkg] {
			add(link.ObjID(id))
		}
	}
	for len(work) > 0 {
		o := &w.L.Objects[work[len(work)-1]]
		work = work[:len(work)-1]
		held(o)
	}
	return open
}

// objectsOf are the objects that a node points to.
func (w *Finder) objectsOf(n pointsto.Node) (list []link.ObjID) {
	w.Each(n, func(id link.ObjID) { list = append(list, id) })
	return list
}

// Leaking are the nodes of an instance that code which is not seen receives; apart those that are channels of a type
// from which one can only receive.
func (w *Finder) Leaking(i *link.Instance) (list, lent []facts.Node) {
	if i.Unit.Flow == nil {
		return nil, nil
	}
	seen := map[uint32]bool{}
	for _, e := range i.Out {
		to := w.L.Insts[e.To].Unit
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
		if w.L.Cut[link.SiteKey{Inst: i.ID, Call: uint32(k)}] {
			list = append(append(list, c.Recv), c.Args...)
		}
	}
	if i.Unit.Spawn != nil {
		for k := range i.Unit.Spawn.Points {
			if e := &i.Unit.Spawn.Points[k].Event; e.Op == facts.EventUnseen {
				list = append(list, e.Addr)
				if pkg := i.Unit.Names.Spawn.Symbol(e.Name).Pkg; pkg != i.Unit.Sym.Pkg {
					w.Hidden[pkg] = true
				}
			}
		}
	}
	return list, lent
}

// client reports whether an instance is called by the client that is imagined of an exported function, or by whoever
// calls a fragment's: its results go there.
func (w *Finder) client(i *link.Instance) bool {
	if w.L.Within != "" && w.L.Origins[i.Origin].Parent == 0 && w.L.IsEntry(i) {
		return true
	}
	return slices.ContainsFunc(i.In, func(e link.Edge) bool { return w.L.Insts[e.From].Unit.Flag(facts.Root) })
}

// strewn are the nodes of an instance that are stored or sent where the link knows no object: in what a fragment's
// parameters point to, or what came by a way that is not followed.
func (w *Finder) strewn(i *link.Instance) []facts.Node {
	var list []facts.Node
	for k := range i.Unit.Flow.Cons {
		if c := &i.Unit.Flow.Cons[k]; c.Op == facts.ConStore && w.nowhere(i.Node(c.Dst)) {
			list = append(list, c.Src)
		}
	}
	return list
}

// nowhere reports whether nothing is known of what a node points to.
func (w *Finder) nowhere(n pointsto.Node) bool {
	found := false
	w.Each(n, func(link.ObjID) { found = true })
	return !found
}

// Each calls f for each object that a node points to.
func (w *Finder) Each(n pointsto.Node, f func(link.ObjID)) {
	if n == 0 {
		return
	}
	w.buf = w.L.Sets.PointsTo(w.buf[:0], n)
	for _, a := range w.buf {
		if o, id, _ := w.L.ObjectAt(a); o != nil {
			f(id)
		}
	}
}
