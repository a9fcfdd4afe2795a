// This file finds the objects that one list literal is filled with.

package explain

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
)

// ListOf is the list that the function which makes an object has made, too, and puts the object into, which it puts
// nowhere else; zero if there is none.
func (d *Paths) ListOf(o *link.Object) link.ObjID {
	if o.Inst == 0 || o.Decl.Flags&facts.ObjOneUse == 0 {
		return 0
	}
	i := d.L.Insts[o.Inst]
	holds := map[facts.Node]bool{} // what holds its address
	for _, c := range i.Unit.Flow.Cons {
		holds[c.Dst] = holds[c.Dst] || c.Op == facts.ConAddr && &i.Unit.Flow.Objs[c.Obj] == o.Decl
	}
	for _, c := range i.Unit.Flow.Cons {
		if c.Op != facts.ConStore || !holds[c.Src] {
			continue
		}
		for _, at := range d.L.Sets.PointsTo(nil, i.Node(c.Dst)) {
			if list, id, _ := d.L.ObjectAt(at); list != nil && list.Decl.Kind == facts.ObjArray && list.Inst == o.Inst {
				return id
			}
		}
	}
	return 0
}
