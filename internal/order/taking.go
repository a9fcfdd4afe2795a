// This file reports whether a load takes what it finds out of a container: then who loaded it owns it.

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
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
	if ts.Deletes(load) || ts.Detaches(load) {
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
