// This file applies an edit to a link whose call graph stays as it is: sections are read again, constraints inside functions are
// taken back and added, and the points-to sets follow (U2-U4).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// rework makes the link be that of the edited packages. It reports false if it cannot; then the link is of no more use.
func (l *linker) rework(e *edit) bool {
	flows := map[*unit]*alignment{}
	old := map[*unit]flowOf{}
	for _, u := range e.flows {
		a, ok := l.alignUnit(u, e.moved[u.pkg])
		if !ok {
			return false
		}
		flows[u], old[u] = a, flowOf{u.flow, u.names.flow}
	}
	if len(flows) > 0 && !l.editable() {
		return false
	}
	for _, u := range l.units[1:] {
		if q := e.moved[u.pkg]; q != nil {
			u.pkg, u.info = q, &q.Source.Units[u.index]
			l.load(u)
		}
	}
	if len(l.notes) > 0 {
		return false
	}
	l.redeclare(old, flows)
	if len(flows) == 0 {
		return true
	}
	for _, i := range l.insts[1:] {
		if a := flows[i.unit]; a != nil {
			l.editInstance(i, old[i.unit], a)
		}
	}
	l.g.becauseOfNothing()
	d, ok := l.g.live.Update()
	return ok && !l.g.callsChange(d)
}

// unsettle forgets what was computed from accesses, locks, skeletons and points-to sets.
func (l *linker) unsettle() {
	l.solved = nil
	for k := range l.objects {
		o := &l.objects[k]
		o.owners, o.wrote, o.sharing = originSet{}, false, unknownSharing
	}
}

// editable tells whether the points-to sets can change by a difference; the live solver takes over if it has not yet.
func (l *linker) editable() bool {
	if l.g.rec == nil {
		return false
	}
	if l.g.live != nil {
		return true
	}
	ids := l.g.goLive(l.match)
	for _, i := range l.insts[1:] {
		for k := range i.stated {
			i.stated[k][0], i.stated[k][1] = ids[i.stated[k][0]], ids[i.stated[k][1]]
		}
	}
	return true
}

// alignUnit compares a unit's pointer flow with its next version.
func (l *linker) alignUnit(u *unit, q *facts.Package) (*alignment, bool) {
	f, names, err := q.Flow(u.index)
	if err != nil || f == nil || u.flow == nil {
		return nil, false
	}
	now := flowOf{f, names}
	a, ok := align(flowOf{u.flow, u.names.flow}, now)
	if !ok {
		return nil, false
	}
	for k, from := range a.objs {
		if from < 0 && !l.fits(now, &f.Objs[k]) {
			return nil, false
		}
	}
	s, _, err := q.Spawn(u.index)
	return a, err == nil && a.sameSites(u.spawn, s) && a.keepsCopies(now, s)
}

// keepsCopies tells whether nothing new is said of what has iteration copies.
func (a *alignment) keepsCopies(now flowOf, s *facts.Spawn) bool {
	for k, from := range a.cons {
		c := &now.Cons[k]
		if from >= 0 || c.Op != facts.ConAddr || s == nil {
			continue
		}
		if slices.ContainsFunc(s.Sites, func(x facts.SpawnSite) bool { return slices.Contains(x.Objs, c.Obj) }) {
			return false
		}
	}
	return true
}

// fits tells whether a new reference to something with static storage says the same of it as older ones.
func (l *linker) fits(f flowOf, d *facts.Obj) bool {
	n, ok := l.statics[f.names.Symbol(d.Sym)]
	if !ok || d.Kind != facts.ObjGlobal && d.Kind != facts.ObjFunc {
		return true
	}
	o, _, _ := l.objectAt(n)
	return o.decl.Kind == d.Kind && o.decl.Size == d.Size && o.decl.Flags == d.Flags
}

// noSite is the site of an object whose allocation is gone: nothing points to it any more.
const noSite = ^uint32(0)

// redeclare points the objects at their allocation sites as read again.
func (l *linker) redeclare(old map[*unit]flowOf, flows map[*unit]*alignment) {
	moved := map[*unit][]uint32{} // by old site
	for u, a := range flows {
		moved[u] = a.sitesNow(len(old[u].Objs))
	}
	for k := range l.objects[1:] {
		o := &l.objects[k+1]
		if o.inst == 0 || o.site == noSite {
			continue
		}
		u := l.insts[o.inst].unit
		if to := moved[u]; to != nil {
			o.site = to[o.site]
		}
		if o.site != noSite {
			o.decl = &u.flow.Objs[o.site]
		}
	}
}

// sitesNow gives the new number of each of the n old allocation sites.
func (a *alignment) sitesNow(n int) []uint32 {
	sites := make([]uint32, n)
	for k := range sites {
		sites[k] = noSite
	}
	for k, from := range a.objs {
		if from >= 0 {
			sites[from] = uint32(k)
		}
	}
	return sites
}

// editInstance takes back an instance's constraints that are gone and adds the new ones, for the cause for which it was made.
func (l *linker) editInstance(i *instance, old flowOf, a *alignment) {
	f := i.unit.flow
	ids := i.stated
	at := make([]pointsto.Node, f.Nodes+1)
	for n := range at[1:] {
		if from := a.nodes[n+1]; from != 0 {
			at[n+1] = i.node(from)
		} else {
			at[n+1] = l.g.NewNode()
		}
	}
	for _, k := range a.gone {
		for _, id := range ids[k] {
			if id != 0 {
				l.g.live.Delete(id)
			}
		}
	}
	i.at, i.copies, i.objs = at, a.move(i.copies), a.move(i.objs)
	i.stated = make([][2]pointsto.ConID, len(f.Cons))
	copies := i.copyKeys()
	l.g.rec.now = i.cause
	for k, from := range a.cons {
		if from >= 0 {
			i.stated[k] = ids[from]
		} else {
			i.stated[k] = l.constrain(i, &f.Cons[k])
		}
	}
	if len(i.ofCopy) > len(copies) && slices.ContainsFunc(l.twins, func(t twinSite) bool { return t.inst == i.id }) {
		l.g.becauseOfAll()
		l.passSoleInto(i, slices.DeleteFunc(i.copyKeys(), func(k copyKey) bool { return slices.Contains(copies, k) }))
	}
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

// callsChange tells whether what calls are found by has changed.
func (s *solver) callsChange(d pointsto.Delta) bool {
	for _, list := range [][]pointsto.Fact{d.Appeared, d.Vanished} {
		for _, f := range list {
			if int(f.Node) < len(s.rec.watched) && s.rec.watched[f.Node] {
				return true
			}
		}
	}
	return false
}
