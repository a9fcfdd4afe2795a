// This file hands internal/hb the locks that types are by their methods (passes/locks K10): one for each object of
// such a type, beside what its methods do inside.

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
)

// declaredSlot is the slot of an object's own lock, past the slot at which the object begins: no memory has it.
const declaredSlot = 1 << 31

// declare lets a method that locks or unlocks its receiver do so as it returns, with the outcome that says so.
func (b *orderBuilder) declare(i *link.Instance, f *hb.Func) {
	u := i.Unit
	if u.Locks == nil || u.Locks.Declares == 0 || u.Flow == nil || len(u.Flow.Params) == 0 {
		return
	}
	e := hb.Event{Op: lockOps[u.Locks.Declares], Objs: b.receiver(i, u.Flow.Params[0])}
	if len(e.Objs) == 0 {
		return
	}
	with := func(p hb.PointID, number int) bool { // whether a way out at a point may have an outcome
		k := slices.IndexFunc(f.Outcomes, func(o hb.Outcome) bool { return o.Number == number })
		return k < 0 || slices.Contains(f.Outcomes[k].Points, p) ||
			slices.ContainsFunc(f.Outcomes[k].Passed, func(x hb.Passed) bool { return x.Point == p })
	}
	moved := map[hb.PointID]hb.PointID{}
	for _, p := range f.Exits {
		if n := int(u.Locks.Outcome) - 1; n >= 0 && (!with(p, n) || with(p, n^1)) {
			continue
		}
		moved[p] = hb.PointID(len(f.Points))
		f.Points = append(f.Points, hb.Point{Preds: []hb.PointID{p}, Event: e})
	}
	move := func(list []hb.PointID) []hb.PointID {
		list = slices.Clone(list)
		for k, p := range list {
			if q, ok := moved[p]; ok {
				list[k] = q
			}
		}
		slices.Sort(list)
		return list
	}
	f.Exits, f.Outcomes = move(f.Exits), slices.Clone(f.Outcomes)
	for k := range f.Outcomes {
		o := &f.Outcomes[k]
		o.Points = move(o.Points)
		o.Passed = slices.DeleteFunc(slices.Clone(o.Passed), func(x hb.Passed) bool {
			q, ok := moved[x.Point]
			if ok {
				o.Points = append(o.Points, q) // something happens behind the call
			}
			return ok
		})
	}
}

// receiver are the locks of the objects that a method is called on.
func (b *orderBuilder) receiver(i *link.Instance, n facts.Node) []hb.ObjID {
	if i.Node(n) == 0 {
		return nil
	}
	b.buf = b.l.Sets.PointsTo(b.buf[:0], i.Node(n))
	var objs []hb.ObjID
	for _, a := range b.buf {
		o, id, at := b.l.ObjectAt(a)
		if o != nil && o.Decl.Kind != facts.ObjNever && o.Decl.Flags&facts.ObjCarrier == 0 {
			objs = append(objs, b.syncObject(SyncKey{id, at | declaredSlot}))
		}
	}
	slices.Sort(objs)
	return slices.Compact(objs)
}
