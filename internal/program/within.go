// This file asks how two accesses are ordered within one activation of a function that runs several times (O6).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
)

// maxTops bounds how many functions around an access are tried.
const maxTops = 4

// maxTouches bounds the accesses of a location that are looked at for those that a candidate stands for.
const maxTouches = 1000

// around lists activations that make an object, that nobody else reaches before they end, and that one of two accesses belongs to.
func (d *detector) around(o *object, x, y *candidate) []*activation {
	if o.inst == 0 || o.decl.Kind == facts.ObjParam || o.decl.Kind == facts.ObjUnknown {
		return nil
	}
	var list []*activation
	tried := map[instID]bool{}
	for _, c := range [2]*candidate{x, y} {
		chain := d.chain(c)
		for k := len(chain) - 1; k >= 0 && len(tried) < maxTops; k-- {
			top := chain[k].inst
			i := d.l.insts[top]
			if tried[top] || chain[k].start || i.once == atMostOnce && !d.l.solved.Multiple(hb.OriginID(i.origin)) || i.unit.flow == nil || !d.l.stems(d.l.insts[o.inst].origin, i.origin) {
				continue
			}
			tried[top] = true
			if a := d.activation(top); a != nil && a.private(d.l.objAt[o.base]) {
				list = append(list, a)
			}
		}
	}
	return list
}

// orderedInActivation tells whether two accesses of an object that each activation of a function makes for itself are ordered, or
// locked, within one activation: two activations do not meet there.
func (d *detector) orderedInActivation(loc location, x, y *candidate) bool {
	if len(d.l.shared[loc]) > maxTouches {
		return false
	}
	return slices.ContainsFunc(d.around(&d.l.objects[loc.obj], x, y), func(a *activation) bool { return d.orderedIn(a, loc, x, y) })
}

// orderedIn asks one activation.
func (d *detector) orderedIn(a *activation, loc location, x, y *candidate) bool {
	if a.elsewhere(&d.l.objects[loc.obj]) || a.foreign(x.inst) || a.foreign(y.inst) {
		return true // a mirror image: the ends belong to two activations
	}
	if !a.ordered() {
		return false
	}
	xs, before := d.placesIn(a, loc, x)
	ys, after := d.placesIn(a, loc, y)
	if len(xs) == 0 || len(ys) == 0 || before && after {
		return false
	}
	if d.l.origins[x.origin].twin == y.origin && a.result.Serial(a.numbers.origins[hb.OriginID(x.origin)]) {
		return true
	}
	for _, p := range xs {
		for _, q := range ys {
			prot, _ := a.result.CommonLock(p, q)
			if prot != hb.Must && a.result.Ordered(p, q) == hb.None {
				return false
			}
		}
	}
	return !a.result.Incomplete
}

// placesIn are the places in an activation of all accesses that a candidate stands for. What may happen outside comes after its end, where
// it returns the object; after tells that there is such an access.
func (d *detector) placesIn(a *activation, loc location, c *candidate) (list []hb.Place, after bool) {
	for _, t := range d.l.shared[loc] {
		if !d.standsFor(c, t) {
			continue
		}
		i := d.l.insts[t.inst]
		access := &i.unit.accesses.List[t.index]
		if a.runs[t.inst] {
			list = append(list, a.states(i, access)...)
		}
		if !a.runs[t.inst] || a.outside[t.inst] {
			after = true
			if a.exit != 0 {
				list = append(list, a.end())
			}
		}
	}
	return list, after
}

// standsFor tells whether a candidate stands for a touch in one of the states of its function.
func (d *detector) standsFor(c *candidate, t touch) bool {
	i := d.l.insts[t.inst]
	if i.origin != c.origin {
		return false
	}
	a := &i.unit.accesses.List[t.index]
	return slices.ContainsFunc(d.l.solved.Entries(hb.OriginID(i.origin), hb.FuncID(i.id)), func(e hb.Entry) bool {
		s := d.l.solved.At(hb.OriginID(i.origin), hb.FuncID(i.id), e, hb.PointID(a.Point)+1)
		return s != 0 && d.signature(i, s, a) == c.signature
	})
}

// oneOfActivation tells whether two ends that touch an object belong to one activation of a function, which makes one such object and lets
// no other activation reach it.
func (d *detector) oneOfActivation(o *object, x, y *candidate) bool {
	return slices.ContainsFunc(d.around(o, x, y), func(a *activation) bool {
		within := func(c *candidate) bool { return a.runs[c.inst] && !a.outside[c.inst] }
		return within(x) && within(y) && !a.elsewhere(o) && a.extent().single(o)
	})
}
