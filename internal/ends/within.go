// This file asks how two accesses are ordered within one activation of a function that runs several times (O6).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/activation"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// An activations room knows what is ordered within one activation of a function (O6).
type activations struct {
	*explain.Paths
	known map[link.InstID]*activation.Activation // by function; nil: nothing can be said about it
}

// of gives the activation of a function; nil if nothing can be said about it.
func (as *activations) of(top link.InstID) *activation.Activation {
	a, ok := as.known[top]
	if !ok && len(as.known) < maxActivations {
		a = activation.New(as.L, top)
		as.known[top] = a
	}
	return a
}

// around lists activations that make an object, that nobody else reaches before they end, and that one of two accesses
// belongs to.
func (as *activations) around(o *link.Object, x, y *End) []*activation.Activation {
	if o.Inst == 0 || o.Decl.Kind == facts.ObjParam || o.Decl.Kind == facts.ObjUnknown {
		return nil
	}
	var list []*activation.Activation
	var tried [maxTops]link.InstID
	n := 0
	for _, c := range [2]*End{x, y} {
		for _, top := range as.topsOf(o, c) {
			if n == maxTops || slices.Contains(tried[:n], top) {
				continue
			}
			tried[n] = top
			n++
			if a := as.of(top); a != nil && a.Private(as.L.ObjAt[o.Base]) {
				list = append(list, a)
			}
		}
	}
	return list
}

// topsOf lists the innermost functions around an access that run several times and may make the object that it touches.
func (as *activations) topsOf(o *link.Object, c *End) []link.InstID {
	maker := as.L.Insts[o.Inst].Origin
	if c.topsFor == maker {
		return c.tops
	}
	c.tops, c.topsFor = nil, maker
	chain := c.Chain()
	for k := len(chain) - 1; k >= 0 && len(c.tops) < maxTops; k-- {
		top := chain[k].Inst
		i := as.L.Insts[top]
		if slices.Contains(c.tops, top) || chain[k].Start ||
			i.Once == link.AtMostOnce && !as.L.Solved.Multiple(hb.OriginID(i.Origin)) || i.Unit.Flow == nil ||
			!as.L.Stems(maker, i.Origin) {
			continue
		}
		c.tops = append(c.tops, top)
	}
	return c.tops
}

// OrderedInActivation reports whether two accesses of an object that each activation of a function makes for itself are
// ordered, or locked, within one activation: two activations do not meet there.
func (as *activations) OrderedInActivation(loc order.Location, x, y *End) bool {
	if len(as.L.Shared[loc]) > MaxTouches {
		return false
	}
	return slices.ContainsFunc(
		as.around(&as.L.Objects[loc.Obj], x, y),
		func(a *activation.Activation) bool { return as.orderedIn(a, loc, x, y) },
	)
}

// orderedIn asks one activation.
func (as *activations) orderedIn(a *activation.Activation, loc order.Location, x, y *End) bool {
	if a.Elsewhere(&as.L.Objects[loc.Obj]) || a.Foreign(x.Inst) || a.Foreign(y.Inst) {
		return true // a mirror image: the ends belong to two activations
	}
	if !a.Ordered() {
		return false
	}
	xs, before := as.placesIn(a, loc, x)
	ys, after := as.placesIn(a, loc, y)
	if len(xs) == 0 || len(ys) == 0 || before && after {
		return false
	}
	if as.L.Origins[x.Origin].Twin == y.Origin && a.Order().Serial(a.Origin(x.Origin)) {
		return true
	}
	for _, p := range xs {
		for _, q := range ys {
			prot := a.Order().CommonLock(p, q)
			if prot != hb.Must && a.Order().Ordered(p, q) == hb.None {
				return false
			}
		}
	}
	return !a.Order().Incomplete
}

// placesIn are the places in an activation of all accesses that a candidate stands for. What may happen outside comes
// after its end, where it returns the object; after tells that there is such an access.
func (as *activations) placesIn(a *activation.Activation, loc order.Location, c *End) (list []hb.Place, after bool) {
	for _, t := range as.L.Shared[loc] {
		if !as.standsFor(c, t) {
			continue
		}
		i := as.L.Insts[t.Inst]
		access := &i.Unit.Accesses.List[t.Index]
		if a.Runs(t.Inst) {
			list = append(list, a.States(i, access)...)
		}
		if !a.Runs(t.Inst) || a.Around(t.Inst) {
			after = true
			if end, ok := a.End(); ok {
				list = append(list, end)
			}
		}
	}
	return list, after
}

// standsFor reports whether a candidate stands for a touch in one of the states of its function.
func (as *activations) standsFor(c *End, t order.AccessInstance) bool {
	i := as.L.Insts[t.Inst]
	if i.Origin != c.Origin {
		return false
	}
	a := &i.Unit.Accesses.List[t.Index]
	return slices.ContainsFunc(as.L.Solved.Entries(hb.OriginID(i.Origin), hb.FuncID(i.ID)), func(e hb.Entry) bool {
		s := as.L.Solved.At(hb.OriginID(i.Origin), hb.FuncID(i.ID), e, hb.PointID(a.Point)+1)
		return s != 0 && order.InstancesOf(as.L).SignatureOf(i, s, a) == c.Signature
	})
}

// oneOfActivation reports whether two ends that touch an object belong to one activation of a function, which makes one
// such object and lets no other activation reach it.
func (as *activations) oneOfActivation(o *link.Object, x, y *End) bool {
	return slices.ContainsFunc(as.around(o, x, y), func(a *activation.Activation) bool {
		within := func(c *End) bool { return a.Runs(c.Inst) && !a.Around(c.Inst) }
		return within(x) && within(y) && !a.Elsewhere(o) && a.Extent().Single(o)
	})
}
