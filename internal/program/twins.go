// This file is the other instances of goroutines that are started more than once, and the iteration copies that belong to them (O3).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A twinSite is a spawn site that runs more than once.
type twinSite struct {
	inst instID
	call uint32
	life *life // as long as it does
}

// twinned tells whether a spawn site has been given twins.
func (l *linker) twinned(i instID, k uint32) bool {
	return slices.ContainsFunc(l.twins, func(t twinSite) bool { return t.inst == i && t.call == k })
}

// forces tells whether a call's results belong to a spawn site that has twins.
func (t twinSite) forces(i *instance, k uint32) bool {
	return t.inst == i.id && i.unit.perSpawn[t.call] != nil && slices.Contains(i.unit.perSpawn[t.call].Calls, k)
}

// site is the life of a spawn site's running more than once.
func (l *linker) site(i instID, k uint32) *life {
	if l.g.rec == nil {
		return &life{}
	}
	s := l.sites[siteKey{i, k}]
	if s == nil {
		s = &life{}
		l.g.born(s)
		l.sites[siteKey{i, k}] = s
	}
	return s
}

// twin gives an origin its other instance, and the spawning function the other copies of what each instance gets (O3), because another
// part of the link exists; nil: it is known that the site runs more than once.
func (l *linker) twin(o *origin, because *life) {
	o.multi = true
	if o.parent == 0 || len(o.entries) == 0 || l.insts[o.site].gone {
		return
	}
	site := l.site(o.site, o.call)
	if because != nil {
		l.g.keepOnce(site, because, pointsto.Guard{})
	}
	if o.twin != 0 {
		return
	}
	i := l.insts[o.site]
	if !l.twinned(i.id, o.call) {
		l.twins = append(l.twins, twinSite{i.id, o.call, site})
		l.otherCopies(i, i.unit.perSpawn[o.call], site)
		if l.g.rec != nil {
			defer l.twinAll(siteKey{i.id, o.call})
		}
	}
	callee := o.callee
	if l.ownCopy(i, o.call, callee) == 1 {
		obj, _, _ := l.objectAt(callee)
		callee = i.copies[l.flavors[obj.flavor].index]
	}
	t := l.startOrigin(i, o.call, l.insts[o.entries[0]].unit, callee, o.actuals, 2, &o.life, l.g.is(site))
	if t == nil {
		return
	}
	t.multi = true
	o.twin, t.twin = t.id, o.id
}

// otherCopies makes the second iteration copy of everything a spawn site gets anew.
func (l *linker) otherCopies(i *instance, s *facts.SpawnSite, site *life) {
	if s == nil {
		return
	}
	before := l.g.in(site)
	defer l.g.in(before)
	for k := range i.unit.flow.Cons {
		c := &i.unit.flow.Cons[k]
		if c.Op == facts.ConAddr && slices.Contains(s.Objs, c.Obj) {
			l.g.Add(pointsto.Constraint{Op: pointsto.Addr, Dst: i.node(c.Dst), Src: l.object(i, c.Obj, 2), Off: c.Off})
		}
	}
	for _, e := range slices.Clone(i.forced) {
		if slices.Contains(s.Calls, e.call) {
			l.enterFlavor(e.dispatch, e.unit, e.actuals, l.flavorOf(flavor{owner: i.id, call: true, index: e.call, copy: 2}), site)
		}
	}
}

// addTwins gives twins to the spawn sites that turned out to run more than once, and tells whether there were any.
func (l *linker) addTwins() bool {
	n := len(l.origins)
	for id := 1; id < n; id++ {
		o := l.origins[id]
		if o.parent != 0 && o.twin == 0 && !l.once(l.insts[o.site]) {
			l.twin(o, nil)
		}
	}
	return len(l.origins) > n
}
