// This file reports whether a load takes what it finds out of a container: then who loaded it owns it.

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// Takings knows which loads of a link take something out.
type Takings struct {
	*Order
	known map[link.Taker]bool // memo of TakesOut
	buf   []pointsto.Node     // of overlap
}

// TakingsOf are those of a link.
func TakingsOf(l *Order) *Takings { return &Takings{Order: l, known: map[link.Taker]bool{}} }

// TakesOut reports whether the function that loads from a container also removes from it: it deletes what it finds
// (passes/access A23), or otherwise from the map and puts nothing new into it; or it sets what it loaded from, or what
// that was loaded from, to nil or to what it found there.
func (ts *Takings) TakesOut(load link.Taker) bool {
	takes, ok := ts.known[load]
	if !ok {
		takes = ts.taking(load)
		ts.known[load] = takes
	}
	return takes
}

func (ts *Takings) taking(load link.Taker) bool {
	i := ts.Insts[load.Inst]
	if ts.Deletes(load) || ts.Detaches(load) || ts.takenByCaller(i, load.Node) {
		return true
	}
	x := ts.Traced().Definitions(i.Unit)
	var from []facts.Node
	for level := range maxLevels {
		for _, k := range i.Unit.Flow.Cons {
			if k.Op == facts.ConLoad && k.Src == load.Node && k.Off == load.Off {
				from = append(from, k.Dst)
			}
		}
		if level == 0 && ts.keeps(i, load, from) {
			return false
		}
		if ts.removes(i, load, from) {
			return true
		}
		up := slices.IndexFunc(x.Cons[load.Node], func(k int) bool { return i.Unit.Flow.Cons[k].Op == facts.ConLoad })
		if up < 0 {
			return false
		}
		c := &i.Unit.Flow.Cons[x.Cons[load.Node][up]]
		from = append(from, load.Node)
		load.Node, load.Off = c.Src, c.Off
	}
	return false
}

// takenByCaller reports whether who calls a function that looks something up in a map, in a context of its own, calls
// another one behind it that deletes from there, both under one lock, and nothing that he calls puts anything in.
func (ts *Takings) takenByCaller(i *link.Instance, table facts.Node) bool {
	if len(i.In) != 1 || i.In[0].Spawn || ts.Insts[i.In[0].From].Unit.Spawn == nil {
		return false
	}
	caller := ts.Insts[i.In[0].From]
	found, deleted := caller.Unit.After(i.In[0].Call).At, false
	for _, e := range caller.Out {
		if e.Spawn || e.To == i.ID {
			continue
		}
		writes, puts := ts.changes(ts.Insts[e.To], i, table)
		if puts {
			return false
		}
		at := caller.Unit.After(e.Call).At
		deleted = deleted || writes && Reaches(caller.Unit.Spawn, found, at) && ts.underOne(caller, found, at)
	}
	return deleted
}

// changes reports whether an instance writes to a map that another one knows, and whether it puts something in.
func (ts *Takings) changes(x, i *link.Instance, table facts.Node) (writes, puts bool) {
	if x.Unit.Accesses == nil || x.Unit.Flow == nil {
		return false, false
	}
	same := func(n facts.Node) bool {
		ts.buf = ts.Sets.PointsTo(ts.buf[:0], x.Node(n))
		return slices.ContainsFunc(ts.buf, func(at pointsto.Node) bool {
			o, _, _ := ts.ObjectAt(at)
			return o != nil && o.Decl.Kind == facts.ObjMap && ts.Sets.Has(i.Node(table), at)
		})
	}
	for k := range x.Unit.Accesses.List {
		a := &x.Unit.Accesses.List[k]
		writes = writes || a.Kind == facts.MapWrite && same(a.Addr)
	}
	return writes, writes && slices.ContainsFunc(x.Unit.Flow.Cons, func(c facts.Con) bool {
		return c.Op == facts.ConStore && same(c.Dst)
	})
}

// underOne reports whether a function holds one lock for writing at two points.
func (ts *Takings) underOne(i *link.Instance, a, b facts.PointID) bool {
	o, f := hb.OriginID(i.Origin), hb.FuncID(i.ID)
	for _, e := range ts.Solved.Entries(o, f) {
		s := ts.Solved.At(o, f, e, hb.PointID(a)+1)
		if s != 0 {
			return slices.ContainsFunc(ts.HeldIn(s), func(h hb.Held) bool {
				return h.Mode == hb.Write && Holds(ts.Order, i, []facts.PointID{a, b}, h.Objs)
			})
		}
	}
	return false
}

// removes reports whether the function writes the place a load reads, but nothing that is new.
func (ts *Takings) removes(i *link.Instance, load link.Taker, from []facts.Node) bool {
	if i.Unit.Accesses == nil {
		return false
	}
	for k := range i.Unit.Accesses.List {
		a := &i.Unit.Accesses.List[k]
		if !a.Kind.Writes() || a.Kind == facts.AppendWrite || a.Kind == facts.AppendOver ||
			a.Kind != facts.MapWrite && a.Off != load.Off ||
			!ts.overlap(i, load.Node, a.Addr) {
			continue
		}
		if !ts.renews(i, load, a.Kind == facts.MapWrite, from) {
			return true
		}
	}
	return false
}

// keeps reports whether the function stores back to the place a load reads the very object that it loaded, or a part of
// it: a slice that is cut short keeps its array.
func (ts *Takings) keeps(i *link.Instance, load link.Taker, from []facts.Node) bool {
	return slices.ContainsFunc(i.Unit.Flow.Cons, func(c facts.Con) bool {
		return c.Op == facts.ConStore && c.Off == load.Off && ts.overlap(i, load.Node, c.Dst) &&
			ts.copied(i, c.Src, from, map[facts.Node]bool{})
	})
}

// copied reports whether a value may be a copy of one of some others.
func (ts *Takings) copied(i *link.Instance, n facts.Node, from []facts.Node, seen map[facts.Node]bool) bool {
	if n == 0 || seen[n] {
		return false
	}
	seen[n] = true
	return slices.Contains(from, n) || slices.ContainsFunc(ts.Traced().Definitions(i.Unit).Cons[n], func(k int) bool {
		c := &i.Unit.Flow.Cons[k]
		return c.Op == facts.ConCopy && ts.copied(i, c.Src, from, seen)
	})
}

// renews reports whether the function stores to the place a load reads what does not come from what it loaded.
func (ts *Takings) renews(i *link.Instance, load link.Taker, anySlot bool, from []facts.Node) bool {
	return slices.ContainsFunc(i.Unit.Flow.Cons, func(c facts.Con) bool {
		return c.Op == facts.ConStore && (anySlot || c.Off == load.Off) && ts.overlap(i, load.Node, c.Dst) &&
			!ts.derived(i, c.Src, from, map[facts.Node]bool{})
	})
}

// overlap reports whether two nodes of an instance may point to the same place.
func (ts *Takings) overlap(i *link.Instance, a, b facts.Node) bool {
	if a == b || a == 0 || b == 0 {
		return a == b
	}
	ts.buf = ts.Sets.PointsTo(ts.buf[:0], i.Node(a))
	return slices.ContainsFunc(ts.buf, func(n pointsto.Node) bool { return ts.Sets.Has(i.Node(b), n) })
}

// derived reports whether a value is computed from one of some others.
func (ts *Takings) derived(i *link.Instance, n facts.Node, from []facts.Node, seen map[facts.Node]bool) bool {
	if n == 0 || seen[n] {
		return false
	}
	seen[n] = true
	return slices.Contains(from, n) || slices.ContainsFunc(ts.Traced().Definitions(i.Unit).Cons[n], func(k int) bool {
		return ts.derived(i, i.Unit.Flow.Cons[k].Src, from, seen)
	})
}
