// This file recognises variables that belong to who has taken the function value that has captured them (K6).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// takesFunction reports whether both ends know a variable by one function value, which x has taken out of a container,
// and neither has passed that on before it comes to the access.
func (ps *provenances) takesFunction(loc order.Location, x, y *End) bool {
	v := &ps.L.Objects[loc.Obj]
	if v.Inst == 0 || v.Decl.Kind != facts.ObjVar {
		return false
	}
	return slices.ContainsFunc(ps.captors(v), func(f link.ObjID) bool {
		p, q := ps.byFunction(f, loc, x), ps.byFunction(f, loc, y)
		return p != nil && q != nil && ps.takesOver(x, y, p, q) && !ps.givenAway(f, x) && !ps.givenAway(f, y)
	})
}

// captors are the function values that have captured a variable: each is made once for it, and put into one place.
func (ps *provenances) captors(v *link.Object) []link.ObjID {
	var list []link.ObjID
	i := ps.L.Insts[v.Inst]
	if i.Unit.Flow == nil {
		return nil
	}
	for k := range i.Unit.Flow.Cons {
		c := &i.Unit.Flow.Cons[k]
		if c.Op != facts.ConStore || !ps.L.Sets.Has(i.Node(c.Src), v.Base) {
			continue
		}
		for _, a := range ps.L.Sets.PointsTo(nil, i.Node(c.Dst)) {
			f, id, _ := ps.L.ObjectAt(a)
			if f != nil && f.Decl.Kind == facts.ObjFunc && f.Inst == v.Inst && f.Decl.Flags&facts.ObjOneUse != 0 &&
				f.Decl.Flags&facts.ObjInLoop == v.Decl.Flags&facts.ObjInLoop && !slices.Contains(list, id) {
				list = append(list, id)
			}
		}
	}
	return list
}

// byFunction is how an end came by a function value through which it knows the object; nil if it may know it otherwise.
func (ps *provenances) byFunction(f link.ObjID, loc order.Location, c *End) *provenance {
	t := ps.L.Traced()
	t.Whole = f
	defer func() { t.Whole = 0 }()
	p := &provenance{}
	for _, s := range ps.trails.reachingDefs(loc, c) {
		for _, src := range t.Trace(s) {
			if o, _, _ := ps.L.ObjectAt(src.Target); src.Slot != 0 && (o == nil || o.Decl.Kind != facts.ObjFunc) {
				return nil
			}
			ps.classify(p, c.Origin, src, 0)
		}
	}
	return p
}

// givenAway reports whether a function on the way to an end may have stored a function value, or given it to a call,
// since it got it there.
func (ps *provenances) givenAway(f link.ObjID, c *End) bool {
	path := ps.trails.steps(c)
	for k := 1; k < len(path); k++ {
		if ps.givenAt(f, path[k], path[k-1].Inst) {
			return true
		}
	}
	return false
}

// givenAt asks one function on the way, which calls the next one.
func (ps *provenances) givenAt(f link.ObjID, s order.Step, next link.InstID) bool {
	i := ps.L.Insts[s.Inst]
	if i.Unit.Spawn == nil || i.Unit.Flow == nil {
		return true
	}
	is := func(n facts.Node) bool { return n != 0 && ps.L.Sets.Has(i.Node(n), ps.L.Objects[f].Base) }
	var got []facts.PointID
	var given []link.Moment
	for k := range i.Unit.Flow.Calls {
		call := &i.Unit.Flow.Calls[k]
		if at := i.Unit.After(uint32(k)); slices.ContainsFunc(call.Results, is) {
			got = append(got, at.At)
		} else if slices.ContainsFunc(call.Args, is) && !leadsTo(i, uint32(k), next) {
			given = append(given, at)
		}
	}
	for k := range i.Unit.Flow.Cons {
		switch con := &i.Unit.Flow.Cons[k]; {
		case con.Op == facts.ConStore && is(con.Src):
			given = append(given, i.Unit.PointOf(con))
		case con.Op == facts.ConLoad && is(con.Dst):
			for _, a := range ps.L.Reads(link.Taker{Inst: s.Inst, Node: con.Src, Off: con.Off}) {
				got = append(got, a.Point)
			}
		}
	}
	return slices.ContainsFunc(given, func(m link.Moment) bool {
		return !m.Known || order.Leads(i.Unit.Spawn, m.At, s.At, func(_, to facts.PointID) bool {
			return !slices.Contains(got, to)
		})
	})
}

// leadsTo reports whether a call may enter an instance.
func leadsTo(i *link.Instance, call uint32, to link.InstID) bool {
	return slices.ContainsFunc(i.Out, func(e link.Edge) bool { return e.Call == call && e.To == to })
}
