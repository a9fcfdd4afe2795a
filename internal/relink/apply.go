// This file applies an edit to a link: sections are read again, what is gone is taken back, what is new is stated, and
// the points-to sets, calls and goroutines follow (U2-U4).

package relink

import (
	"cmp"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// Rework makes the link be that of the edited packages, after what is gone has been taken out. It says why if it
// cannot; then the link is of no more use.
func (l *Live) Rework(e *Edit, again []link.SiteKey, groups []link.RootGroup, now []link.Package) (cause string) {
	l.redeclare(e)
	if e.Step < Resolved {
		return ""
	}
	for _, i := range l.Insts[1:] {
		if r := e.flows[i.Unit]; r != nil {
			l.editInstance(i, r)
		}
	}
	l.reroot(groups, now)
	for _, s := range again {
		l.Call(l.Insts[s.Inst], s.Call)
	}
	switch {
	case !l.follow(), len(l.Over) > len(l.Linked), len(l.Notes) > 0:
		return OverBounds
	case l.Ordering != "":
		return l.Ordering
	}
	l.renumber()
	l.weigh()
	if l.Sets.Live.NumNodes() > 3*l.size()+10_000 {
		return "rubbish"
	}
	l.Multiplicity()
	if slices.ContainsFunc(
		l.Twins,
		func(t link.TwinSite) bool { return len(l.Insts[t.Inst].OfCopy) > 0 && l.HasSole(l.Insts[t.Inst]) },
	) {
		return link.SoleGoroutine
	}
	return ""
}

// OverBounds says that an update took more steps, instances or bytes than it may.
const OverBounds = "bounds or damage"

// GoLive has the live solver take over, if it has not yet. It may take so many bytes.
func (l *Live) GoLive(bytes int) {
	if l.Sets.Live == nil {
		l.StateOften()
		l.Sets.GoLive(pointsto.Options{Match: l.Match, Memory: bytes, Workers: l.Cfg.Workers})
		l.Sets.Live.Settle()
		l.Watches = nil
	}
	l.Sets.Rec.Rank = nil
}

// size is the number of nodes that a link of its size has.
func (l *Live) size() int {
	n := 2*len(l.Handled) + 2*len(l.Reasons)
	for _, i := range l.Insts[1:] {
		if i.Unit.Flow != nil {
			n += int(i.Unit.Flow.Nodes) + 2*len(i.OfCopy)
		}
	}
	for k := range l.Objects[1:] {
		n += int(l.Objects[k+1].Decl.Size)
	}
	return n
}

// Unsettle forgets what was computed from accesses, locks, skeletons and points-to sets.
func (l *Live) Unsettle() {
	l.Over = maps.Clone(l.Linked)
}

// TakeOut takes out the calls that are gone or have to be made again, and the instances of functions that are replaced;
// what is left gets the numbers that calls and sites have in the new version. It returns the calls to be made again,
// and those that are new.
func (l *Live) TakeOut(e *Edit) (again []link.SiteKey) {
	out := map[link.SiteKey]bool{} // by old number
	for _, i := range l.Insts[1:] {
		r := e.flows[i.Unit]
		if e.replaced[i.Unit] {
			i.Cut, i.Gone = true, true
			l.Sets.Kill(&i.Life)
		}
		if r != nil {
			for _, k := range r.lost {
				out[link.SiteKey{Inst: i.ID, Call: uint32(k)}] = true
			}
		}
	}
	if len(e.flows)+len(e.replaced) == 0 {
		return nil
	}
	for _, d := range l.Handled {
		if r := e.flows[d.Unit]; e.replaced[d.Unit] || r != nil && !r.signature {
			out[link.SiteKey{Inst: d.Inst, Call: d.Call}] = true
		}
	}
	later := map[*revision][]int{} // by old call: the new one
	for _, r := range e.flows {
		later[r] = inverse(r.calls, len(r.old.Calls))
	}
	number := func(i *link.Instance, k uint32) (uint32, bool) {
		if r := e.flows[i.Unit]; r != nil {
			to := later[r][k]
			return uint32(max(to, 0)), to >= 0
		}
		return k, true
	}
	for s := range out {
		if k, ok := number(l.Insts[s.Inst], s.Call); ok && !e.replaced[l.Insts[s.Inst].Unit] {
			again = append(again, link.SiteKey{Inst: s.Inst, Call: k})
		}
	}
	for _, i := range l.Insts[1:] {
		if r := e.flows[i.Unit]; r != nil {
			for k, from := range r.calls {
				if from < 0 {
					again = append(again, link.SiteKey{Inst: i.ID, Call: uint32(k)})
				}
			}
		}
	}
	l.renumberCalls(e, out, number)
	slices.SortFunc(
		again,
		func(a, b link.SiteKey) int { return cmp.Or(cmp.Compare(a.Inst, b.Inst), cmp.Compare(a.Call, b.Call)) },
	)
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
func (l *Live) renumberCalls(e *Edit, out map[link.SiteKey]bool, number func(*link.Instance, uint32) (uint32, bool)) {
	sites := map[*revision][]int{}
	for _, r := range e.flows {
		sites[r] = inverse(r.objs, len(r.old.Objs))
	}
	l.rewrite(&mapping{
		inst:   func(i link.InstID) link.InstID { return i },
		origin: func(o link.OriginID) link.OriginID { return o },
		call: func(id link.InstID, k uint32) (uint32, bool) {
			i := l.Insts[id]
			if i.Cut || out[link.SiteKey{Inst: id, Call: k}] {
				return 0, false
			}
			return number(i, k)
		},
		site: func(id link.InstID, s uint32) (uint32, bool) {
			i := l.Insts[id]
			if r := e.flows[i.Unit]; r != nil && !i.Cut {
				to := sites[r][s]
				return uint32(max(to, 0)), to >= 0
			}
			return s, !i.Cut
		},
		lives: func(*link.Liveness) bool { return true },
	})
}

// Reread loads what is to be read elsewhere.
func Reread(l *link.Library, e *Edit) {
	l.Views, l.Told, l.Places, l.Types, l.Degrees = e.Lib.Views, e.Lib.Told, e.Lib.Places, e.Lib.Types, e.Lib.Degrees
	for sym := range l.Widths {
		if e.Lib.Degrees != nil {
			l.Widths[sym] = e.Lib.Degree(sym)
		}
	}
	for _, u := range e.moved {
		at, ok := l.Places[u.Sym]
		if u.Pkg, u.Index, u.Info = at.Pkg, at.Index, nil; ok {
			u.Info = &at.Pkg.Source.Units[at.Index]
		}
		u.Synthetic, u.Flow, u.Locks, u.Spawn, u.Accesses = false, nil, nil, nil, nil
		u.PerSpawn, u.Owned, u.Forced, u.Sites = nil, nil, nil, nil
		l.Load(u)
	}
}

// noSite is the site of an object whose allocation is gone: nothing points to it any more.
const noSite = ^uint32(0)

// redeclare points the objects at their allocation sites as read again.
func (l *Live) redeclare(e *Edit) {
	moved := map[*link.Unit][]int{} // by old site
	for u, r := range e.flows {
		moved[u] = inverse(r.objs, len(r.old.Objs))
	}
	for k := range l.Objects[1:] {
		o := &l.Objects[k+1]
		if o.Inst == 0 || o.Site == noSite || e.replaced[l.Insts[o.Inst].Unit] {
			continue
		}
		u := l.Insts[o.Inst].Unit
		if to := moved[u]; to != nil {
			if at := to[o.Site]; at >= 0 {
				o.Site = uint32(at)
			} else {
				o.Site = noSite
			}
		}
		if o.Site != noSite {
			o.Decl = &u.Flow.Objs[o.Site]
		}
	}
}

// editInstance takes back an instance's constraints that are gone and adds the new ones.
func (l *Live) editInstance(i *link.Instance, r *revision) {
	f, ids := i.Unit.Flow, i.Stated
	at := make([]pointsto.Node, f.Nodes+1)
	for n := range at[1:] {
		if from := r.nodes[n+1]; from != 0 {
			at[n+1] = i.Node(from)
		} else {
			at[n+1] = l.Sets.NewNode()
		}
	}
	for _, k := range r.gone {
		l.Sets.TakeBack(ids[k][:])
	}
	i.At, i.Copies, i.Objs = at, r.move(i.Copies), r.move(i.Objs)
	i.Stated = make([][2]pointsto.ConID, len(f.Cons))
	before := l.Sets.In(&i.Life)
	defer l.Sets.In(before)
	for k, from := range r.cons {
		if from >= 0 && (!r.stores || f.Cons[k].Op != facts.ConStore) {
			i.Stated[k] = ids[from]
			continue
		}
		if from >= 0 {
			l.Sets.TakeBack(ids[from][:])
		}
		i.Stated[k] = l.Constrain(i, &f.Cons[k])
	}
	for _, t := range l.Twins {
		if t.Inst == i.ID {
			l.copyAgain(i, t)
		}
	}
}

// copyAgain states anew what a spawn site's second iteration copies are.
func (l *Live) copyAgain(i *link.Instance, t link.TwinSite) {
	l.Sets.TakeBack(t.Life.Cons)
	t.Life.Cons = nil
	l.OtherCopies(i, i.Unit.PerSpawn[t.Call], t.Life)
}

// move gives the objects of new allocation sites that were there before.
func (a *matching) move(objs []pointsto.Node) []pointsto.Node {
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

// weigh sums up what the instances that exist take.
func (l *Live) weigh() int {
	l.Weight = 0
	for _, i := range l.Insts[1:] {
		l.Weight += i.Unit.Bytes()
	}
	return l.Weight
}
