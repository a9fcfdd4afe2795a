// This file is who puts an address where, and from where calls lead to a function.

package link

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Placing is a question: who puts what an address leads to into a slot?
type Placing struct {
	Slot   pointsto.Node // of an object
	Target pointsto.Node // the address; zero: whatever it is
}

// A Storing is a store constraint in an instance.
type Storing struct {
	Inst InstID // where it runs
	Con  int    // index into its unit's Flow.Cons
}

// StoresOf lists the stores that may put an address into a slot. The list must not be changed.
func (t *Tracer) StoresOf(at Placing) []Storing {
	list, known := t.placed[at]
	if known {
		return list
	}
	if t.placed == nil {
		t.placed, t.all = map[Placing][]Storing{}, t.L.allStores()
	}
	_, _, off := t.L.ObjectAt(at.Slot)
	for _, s := range t.all {
		i := t.L.Insts[s.Inst]
		c := &i.Unit.Flow.Cons[s.Con]
		if c.Off <= off && t.L.Sets.Has(i.Node(c.Dst), at.Slot-pointsto.Node(c.Off)) &&
			(at.Target == 0 || t.L.Sets.Has(i.Node(c.Src), at.Target)) {
			list = append(list, s)
		}
	}
	t.placed[at] = list
	return list
}

// Setters lists the stores that may write to a slot of an object, whatever they put there. The list must not be
// changed.
func (t *Tracer) Setters(slot pointsto.Node) []Storing {
	if o, _, _ := t.L.ObjectAt(slot); o.Decl.Kind == facts.ObjVar {
		return t.Stores[slot]
	}
	return t.StoresOf(Placing{Slot: slot})
}

// allStores lists the stores of a link.
func (l *Link) allStores() []Storing {
	var list []Storing
	for _, i := range l.Insts[1:] {
		if i.Unit.Flow == nil {
			continue
		}
		for k := range i.Unit.Flow.Cons {
			if i.Unit.Flow.Cons[k].Op == facts.ConStore {
				list = append(list, Storing{i.ID, k})
			}
		}
	}
	return list
}

// Values are the sources of an address that a store puts somewhere, whoever has called its function.
func (t *Tracer) Values(s Storing, target pointsto.Node) []Source {
	return t.Trace(ReachingDef{Inst: s.Inst, Node: t.L.Insts[s.Inst].Unit.Flow.Cons[s.Con].Src, Target: target})
}

// Callers are the instances from which calls may lead to one, itself among them; nil if there are too many.
func (t *Tracer) Callers(id InstID) map[InstID]bool {
	seen, known := t.callers[id]
	if known {
		return seen
	}
	seen = map[InstID]bool{id: true}
	for work := []InstID{id}; len(work) > 0 && seen != nil; {
		i := t.L.Insts[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, e := range i.In {
			if !e.Spawn && !seen[e.From] {
				seen[e.From] = true
				work = append(work, e.From)
			}
		}
		if len(seen) > maxCallers {
			seen = nil
		}
	}
	if t.callers == nil {
		t.callers = map[InstID]map[InstID]bool{}
	}
	t.callers[id] = seen
	return seen
}
