// This file tells which functions read pointers from an object: what is kept there comes back to nobody else (W2).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// reads remembers what functions read.
type reads struct {
	l    *order.Order                 // the link that is looked at
	objs map[link.InstID][]link.ObjID // by instance: what it reads pointers from, sorted
}

// any reports whether some function of a tree reads pointers from an object.
func (r *reads) any(tree map[link.InstID]bool, id link.ObjID) bool {
	for i := range tree {
		list, known := r.objs[i]
		if !known {
			list = r.from(r.l.Insts[i])
			r.objs[i] = list
		}
		if _, found := slices.BinarySearch(list, id); found {
			return true
		}
	}
	return false
}

// from lists what an instance reads pointers from.
func (r *reads) from(i *link.Instance) []link.ObjID {
	if i.Unit.Flow == nil {
		return nil
	}
	var list []link.ObjID
	for k := range i.Unit.Flow.Cons {
		c := &i.Unit.Flow.Cons[k]
		if c.Op != facts.ConLoad {
			continue
		}
		for _, a := range r.l.Sets.PointsTo(nil, i.Node(c.Src)) {
			if o, id, _ := r.l.ObjectAt(a); o != nil {
				list = append(list, id)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
