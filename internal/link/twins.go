// This file is the other instances of goroutines that are started more than once, and the iteration copies that belong
// to them (O3).

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// TwinAll gives twins to what a spawn site starts.
func (l *Linker) TwinAll(at SiteKey) {
	for _, o := range l.Origins[1:] {
		if o.Parent != 0 && !o.Cut && o.Copy == 1 && o.Site == at.Inst && o.Call == at.Call {
			l.twin(o, nil)
		}
	}
}

// Twinned reports whether a spawn site has been given twins.
func (l *Linker) Twinned(i InstID, k uint32) bool {
	return slices.ContainsFunc(l.Twins, func(t TwinSite) bool { return t.Inst == i && t.Call == k })
}

// forces reports whether a call's results belong to a spawn site that has twins.
func (t TwinSite) forces(i *Instance, k uint32) bool {
	return t.Inst == i.ID && i.Unit.PerSpawn[t.Call] != nil && slices.Contains(i.Unit.PerSpawn[t.Call].Calls, k)
}

// site is the life of a spawn site's running more than once.
func (l *Linker) site(i InstID, k uint32) *Liveness {
	if l.Sets.Rec == nil {
		return &Liveness{}
	}
	s := l.Sites[SiteKey{i, k}]
	if s == nil {
		s = &Liveness{}
		l.Sets.born(s)
		l.Sites[SiteKey{i, k}] = s
	}
	return s
}

// twin gives an origin its other instance, and the spawning function the other copies of what each instance gets (O3),
// because another part of the link exists; nil: it is known that the site runs more than once.
func (l *Linker) twin(o *Origin, because *Liveness) {
	o.Multi = true
	if o.Parent == 0 || len(o.Entries) == 0 || l.Insts[o.Site].Gone {
		return
	}
	site := l.site(o.Site, o.Call)
	if because != nil {
		l.Sets.keepOnce(site, because, pointsto.Guard{})
	}
	if o.Twin != 0 {
		return
	}
	i := l.Insts[o.Site]
	if !l.Twinned(i.ID, o.Call) {
		l.Twins = append(l.Twins, TwinSite{i.ID, o.Call, site})
		l.OtherCopies(i, i.Unit.PerSpawn[o.Call], site)
		if l.Sets.Rec != nil {
			defer l.TwinAll(SiteKey{i.ID, o.Call})
		}
	}
	if l.Origins[o.Parent].IterationClone && !o.Rejoined {
		return // two of them would be two other instances, which are not compared (O4)
	}
	callee := o.Callee
	if (starting{l}).ownCopy(i, o.Call, callee) == 1 {
		obj, _, _ := l.ObjectAt(callee)
		callee = i.Copies[l.HeapContexts[obj.HeapContext].Index]
	}
	t := starting{l}.startOrigin(i, o.Call, l.Insts[o.Entries[0]].Unit, callee, o.actuals, 2, &o.Life, l.Sets.is(site))
	if t == nil {
		return
	}
	t.Multi = true
	o.Twin, t.Twin = t.ID, o.ID
}

// OtherCopies makes the second iteration copy of everything a spawn site gets anew.
func (l *Linker) OtherCopies(i *Instance, s *facts.SpawnSite, site *Liveness) {
	if s == nil {
		return
	}
	before := l.Sets.In(site)
	defer l.Sets.In(before)
	for k := range i.Unit.Flow.Cons {
		c := &i.Unit.Flow.Cons[k]
		if c.Op == facts.ConAddr && slices.Contains(s.Objs, c.Obj) {
			other := making{l}.object(i, c.Obj, 2)
			l.Sets.Add(pointsto.Constraint{Op: pointsto.Addr, Dst: i.Node(c.Dst), Src: other, Off: c.Off})
		}
	}
	for _, e := range slices.Clone(i.Forced) {
		if slices.Contains(s.Calls, e.Call) {
			calling{l}.enterFlavor(
				e.Dispatch,
				e.unit,
				e.actuals,
				making{l}.heapContextOf(HeapContext{Owner: i.ID, Call: true, Index: i.Unit.Flow.FirstCall(e.Call), Copy: 2}),
				site,
			)
		}
	}
}

// addTwins gives twins to the spawn sites that turned out to run more than once, and reports whether there were any.
func (l *Linker) addTwins() bool {
	n := len(l.Origins)
	for id := 1; id < n; id++ {
		o := l.Origins[id]
		if o.Parent != 0 && o.Twin == 0 && !l.once(l.Insts[o.Site]) {
			l.twin(o, nil)
		}
	}
	return len(l.Origins) > n
}
