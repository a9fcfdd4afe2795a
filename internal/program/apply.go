// This file applies an edit to a link: sections are read again, what is gone is taken back, what is new is stated, and the points-to sets,
// calls and goroutines follow (U2-U4).

package program

import (
	"cmp"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// rework makes the link be that of the edited packages, after what is gone has been taken out. It says why if it cannot; then the link is of no
// more use.
func (l *Live) rework(e *edit, again []siteKey, groups []rootGroup, now []Package) (cause string) {
	l.redeclare(e)
	if e.step < Resolved {
		return ""
	}
	for _, i := range l.insts[1:] {
		if r := e.flows[i.unit]; r != nil {
			l.editInstance(i, r)
		}
	}
	l.reroot(groups, now)
	for _, s := range again {
		l.call(l.insts[s.inst], s.call)
	}
	switch {
	case !l.follow(), len(l.over) > len(l.linked), len(l.notes) > 0:
		return overBounds
	case l.ordering != "":
		return l.ordering
	}
	l.arrange()
	l.weigh()
	if l.g.live.NumNodes() > 3*l.size()+10_000 {
		return "rubbish"
	}
	l.multiplicity()
	if slices.ContainsFunc(l.twins, func(t twinSite) bool { return len(l.insts[t.inst].ofCopy) > 0 && l.hasSole(l.insts[t.inst]) }) {
		return soleGoroutine
	}
	return ""
}

// overBounds says that an update took more steps, instances or bytes than it may.
const overBounds = "bounds or damage"

// goLive has the live solver take over, if it has not yet. It may take so many bytes.
func (l *Live) goLive(bytes int) {
	if l.g.live == nil {
		l.stateOften()
		l.g.goLive(pointsto.Options{Match: l.match, Memory: bytes, Workers: l.cfg.Workers})
		l.g.live.Settle()
		l.watches = nil
	}
	l.g.rec.rank = nil
}

// size is the number of nodes that a link of its size has.
func (l *Live) size() int {
	n := 2*len(l.handled) + 2*len(l.reasons)
	for _, i := range l.insts[1:] {
		if i.unit.flow != nil {
			n += int(i.unit.flow.Nodes) + 2*len(i.ofCopy)
		}
	}
	for k := range l.objects[1:] {
		n += int(l.objects[k+1].decl.Size)
	}
	return n
}

// unsettle forgets what was computed from accesses, locks, skeletons and points-to sets.
func (l *Live) unsettle() {
	l.over = maps.Clone(l.linked)
}

// takeOut takes out the calls that are gone or have to be made again, and the instances of functions that are replaced; what is left
// gets the numbers that calls and sites have in the new version. It returns the calls to be made again, and those that are new.
func (l *Live) takeOut(e *edit) (again []siteKey) {
	out := map[siteKey]bool{} // by old number
	for _, i := range l.insts[1:] {
		r := e.flows[i.unit]
		if e.replaced[i.unit] {
			i.cut, i.gone = true, true
			l.g.kill(&i.life)
		}
		if r != nil {
			for _, k := range r.lost {
				out[siteKey{i.id, uint32(k)}] = true
			}
		}
	}
	if len(e.flows)+len(e.replaced) == 0 {
		return nil
	}
	for _, d := range l.handled {
		if r := e.flows[d.unit]; e.replaced[d.unit] || r != nil && !r.signature {
			out[siteKey{d.inst, d.call}] = true
		}
	}
	later := map[*revision][]int{} // by old call: the new one
	for _, r := range e.flows {
		later[r] = inverse(r.calls, len(r.old.Calls))
	}
	number := func(i *instance, k uint32) (uint32, bool) {
		if r := e.flows[i.unit]; r != nil {
			to := later[r][k]
			return uint32(max(to, 0)), to >= 0
		}
		return k, true
	}
	for s := range out {
		if k, ok := number(l.insts[s.inst], s.call); ok && !e.replaced[l.insts[s.inst].unit] {
			again = append(again, siteKey{s.inst, k})
		}
	}
	for _, i := range l.insts[1:] {
		if r := e.flows[i.unit]; r != nil {
			for k, from := range r.calls {
				if from < 0 {
					again = append(again, siteKey{i.id, uint32(k)})
				}
			}
		}
	}
	l.renumberCalls(e, out, number)
	slices.SortFunc(again, func(a, b siteKey) int { return cmp.Or(cmp.Compare(a.inst, b.inst), cmp.Compare(a.call, b.call)) })
	return again
}

// inverse turns a table from new to old numbers around; -1 is for what is in no new version.
func inverse(from []int, n int) []int {
	to := make([]int, n)
	for k := range to {
		to[k] = -1
	}
	for k, f := range from {
		if f >= 0 {
			to[f] = k
		}
	}
	return to
}

// renumberCalls gives calls and sites the numbers of the new version, without those that are taken out.
func (l *Live) renumberCalls(e *edit, out map[siteKey]bool, number func(*instance, uint32) (uint32, bool)) {
	sites := map[*revision][]int{}
	for _, r := range e.flows {
		sites[r] = inverse(r.objs, len(r.old.Objs))
	}
	l.rewrite(&mapping{
		inst:   func(i instID) instID { return i },
		origin: func(o originID) originID { return o },
		call: func(id instID, k uint32) (uint32, bool) {
			i := l.insts[id]
			if i.cut || out[siteKey{id, k}] {
				return 0, false
			}
			return number(i, k)
		},
		site: func(id instID, s uint32) (uint32, bool) {
			i := l.insts[id]
			if r := e.flows[i.unit]; r != nil && !i.cut {
				to := sites[r][s]
				return uint32(max(to, 0)), to >= 0
			}
			return s, !i.cut
		},
		lives: func(*life) bool { return true },
	})
}

// reread loads what is to be read elsewhere.
func reread(l *library, e *edit) {
	l.views, l.told, l.places, l.types, l.degrees = e.lib.views, e.lib.told, e.lib.places, e.lib.types, e.lib.degrees
	for sym := range l.widths {
		if e.lib.degrees != nil {
			l.widths[sym] = e.lib.degree(sym)
		}
	}
	for _, u := range e.moved {
		at, ok := l.places[u.sym]
		if u.pkg, u.index, u.info = at.pkg, at.index, nil; ok {
			u.info = &at.pkg.Source.Units[at.index]
		}
		u.prelude, u.flow, u.locks, u.spawn, u.accesses, u.perSpawn, u.owned, u.forced, u.sites = false, nil, nil, nil, nil, nil, nil, nil, nil
		l.load(u)
	}
}

// noSite is the site of an object whose allocation is gone: nothing points to it any more.
const noSite = ^uint32(0)

// redeclare points the objects at their allocation sites as read again.
func (l *Live) redeclare(e *edit) {
	moved := map[*unit][]int{} // by old site
	for u, r := range e.flows {
		moved[u] = inverse(r.objs, len(r.old.Objs))
	}
	for k := range l.objects[1:] {
		o := &l.objects[k+1]
		if o.inst == 0 || o.site == noSite || e.replaced[l.insts[o.inst].unit] {
			continue
		}
		u := l.insts[o.inst].unit
		if to := moved[u]; to != nil {
			if at := to[o.site]; at >= 0 {
				o.site = uint32(at)
			} else {
				o.site = noSite
			}
		}
		if o.site != noSite {
			o.decl = &u.flow.Objs[o.site]
		}
	}
}

// editInstance takes back an instance's constraints that are gone and adds the new ones.
func (l *Live) editInstance(i *instance, r *revision) {
	f, ids := i.unit.flow, i.stated
	at := make([]pointsto.Node, f.Nodes+1)
	for n := range at[1:] {
		if from := r.nodes[n+1]; from != 0 {
			at[n+1] = i.node(from)
		} else {
			at[n+1] = l.g.NewNode()
		}
	}
	for _, k := range r.gone {
		l.g.takeBack(ids[k][:])
	}
	i.at, i.copies, i.objs = at, r.move(i.copies), r.move(i.objs)
	i.stated = make([][2]pointsto.ConID, len(f.Cons))
	before := l.g.in(&i.life)
	defer l.g.in(before)
	for k, from := range r.cons {
		if from >= 0 && (!r.stores || f.Cons[k].Op != facts.ConStore) {
			i.stated[k] = ids[from]
			continue
		}
		if from >= 0 {
			l.g.takeBack(ids[from][:])
		}
		i.stated[k] = l.constrain(i, &f.Cons[k])
	}
	for _, t := range l.twins {
		if t.inst == i.id {
			l.copyAgain(i, t)
		}
	}
}

// copyAgain states anew what a spawn site's second iteration copies are.
func (l *Live) copyAgain(i *instance, t twinSite) {
	l.g.takeBack(t.life.cons)
	t.life.cons = nil
	l.otherCopies(i, i.unit.perSpawn[t.call], t.life)
}

// move gives the objects of new allocation sites that were there before.
func (a *alignment) move(objs []pointsto.Node) []pointsto.Node {
	if objs == nil {
		return nil
	}
	moved := make([]pointsto.Node, len(a.objs))
	for k, from := range a.objs {
		if from >= 0 {
			moved[k] = objs[from]
		}
	}
	return moved
}
