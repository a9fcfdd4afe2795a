// This file recognises what a loop does with the element of each round before it starts a goroutine on that (K61).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A looped asks about the rounds of a loop that starts goroutines.
type looped struct{ *trails }

// ownRound reports whether x touches the element that a round of a loop selects, before that round starts a goroutine
// on it, and y is such a goroutine: of another round it has another element, if no object is in the list twice (K61).
func (ts looped) ownRound(loc order.Location, x, y *End) bool {
	o := ts.L.Origins[y.Origin]
	made := &ts.L.Objects[loc.Obj]
	if o.Parent != x.Origin || !(made.Decl.Flags&facts.ObjOneUse != 0 && ts.L.Single(made) || ts.kept(made)) ||
		!x.only.holds(x.onlyPath) || !y.only.holds(y.onlyPath) {
		return false
	}
	at, node := ts.inRound(x, o)
	if node == 0 || !ts.ahead(at, o) {
		return false
	}
	list := ts.sourcesOf(ts.reachingDefs(loc, x))
	t := ts.L.Traced()
	t.Apart = true
	defer func() { t.Apart = false }()
	own := ts.sourcesOf(ts.reachingDefs(loc, y))
	return len(list) > 0 && len(own) > 0 && !slices.ContainsFunc(list, func(p link.Source) bool {
		return !ts.elementOf(p, o.Site)
	}) && !slices.ContainsFunc(own, func(q link.Source) bool {
		return q.By != y.Origin || !ts.roundValue(o, node, q) || !ts.among(q, list) && !ts.setFrom(q, list)
	})
}

// inRound is where an access happens in the function that starts a goroutine, itself or by what it calls, and by which
// value of that function; zero if that is not known.
func (ts looped) inRound(x *End, o *link.Origin) (at hb.PointID, node facts.Node) {
	site := ts.L.Insts[o.Site]
	switch {
	case o.Site == x.Inst:
		return hb.PointID(x.Fact().Point) + 1, x.Fact().Addr
	case o.Site != link.InstID(x.Entry.Caller):
		return 0, 0
	}
	k := slices.Index(ts.L.Insts[x.Inst].Unit.Flow.Params, x.Fact().Addr)
	args := site.Unit.Flow.Calls[ts.L.CallAt(o.Site, x.Entry.Point)].Args
	if k < 0 || k >= len(args) {
		return 0, 0
	}
	return x.Entry.Point, args[k]
}

// ahead reports whether a point comes before a go statement on every way there.
func (ts looped) ahead(at hb.PointID, o *link.Origin) bool {
	f := &ts.L.Ordered.Funcs[o.Site]
	start := slices.IndexFunc(f.Points, func(p hb.Point) bool {
		return p.Event.Op == hb.OpGo && slices.Contains(p.Event.Origins, hb.OriginID(o.ID))
	})
	if start <= 0 {
		return false
	}
	if p := &f.Points[at]; p.Event.Op == hb.OpCall && len(p.Preds) == 1 && len(f.Next()[at]) == 0 {
		at = p.Preds[0] // a call that orders nothing lies beside the skeleton
	}
	return f.Dominates(at, hb.PointID(start))
}

// roundValue reports whether a value of the function with a go statement is what that gives its goroutine: an argument,
// or loaded from the variable that the goroutine has loaded it from.
func (ts looped) roundValue(o *link.Origin, node facts.Node, q link.Source) bool {
	site := ts.L.Insts[o.Site]
	if slices.Contains(site.Unit.Flow.Calls[o.Call].Args, node) {
		return true
	}
	v, _, _ := ts.L.ObjectAt(q.Slot)
	return v != nil && v.Decl.Kind == facts.ObjVar && slices.ContainsFunc(site.Unit.Flow.Cons, func(c facts.Con) bool {
		return c.Op == facts.ConLoad && c.Dst == node &&
			slices.ContainsFunc(ts.L.Sets.PointsTo(nil, site.Node(c.Src)), func(at pointsto.Node) bool {
				of, _, _ := ts.L.ObjectAt(at)
				return of != nil && of.Decl == v.Decl
			})
	})
}

// elementOf reports whether a source is an element of an array that an instance has loaded.
func (ts looped) elementOf(p link.Source, site link.InstID) bool {
	o, _, _ := ts.L.ObjectAt(p.Slot)
	return p.Slot != 0 && o != nil && (o.Decl.Kind == facts.ObjArray || o.Decl.Flags&facts.ObjElements != 0) &&
		p.Base.Inst == site
}

// among reports whether a source is the memory that one of others is.
func (ts looped) among(q link.Source, list []link.Source) bool {
	return slices.ContainsFunc(list, func(p link.Source) bool { return p.Slot == q.Slot })
}

// setFrom reports whether a source is a variable to which nothing is stored but what was loaded from where some sources
// were.
func (ts looped) setFrom(q link.Source, list []link.Source) bool {
	stores := ts.L.Traced().StoresOf(link.Placing{Slot: q.Slot, Target: q.Target})
	return len(stores) > 0 && !slices.ContainsFunc(stores, func(w link.Storing) bool {
		c := &ts.L.Insts[w.Inst].Unit.Flow.Cons[w.Con]
		from := ts.L.Traced().Trace(
			link.ReachingDef{Inst: w.Inst, Node: c.Src, Target: q.Target, Ctx: q.Base.Ctx.Within(w.Inst)})
		return len(from) == 0 || slices.ContainsFunc(from, func(s link.Source) bool { return !ts.among(s, list) })
	})
}
