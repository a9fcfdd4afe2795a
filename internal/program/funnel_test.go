// This file counts what Chord's stages leave of the pairs of accesses of one field (PLDI 2006, section 2.2), for the
// tests of this package.

package program

import (
	"slices"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/races"
)

// A PairOf is two places with an access each, and the object that both touch: where it is made, and where the function
// is called that does that; zero where that does not matter.
type PairOf struct {
	At     [2]link.Position
	Object [2]link.Position
}

// A Funnel is the pairs that are left after each stage.
type Funnel struct {
	Reachable []PairOf // both places are reached, and not by the maker of an object that nobody else has yet
	Aliasing  []PairOf // with the object that both may touch
	Escaping  []PairOf // which two goroutines may touch
	Unlocked  []PairOf // by goroutines that hold no common lock there, and are not ordered
}

// FunnelOf counts for a field, "A.f".
func FunnelOf(pkgs []link.Package, field string) Funnel {
	p := New(link.Config{Own: "m"})
	p.Update(pkgs)
	p.lib = link.NewLibrary(pkgs)
	var f Funnel
	p.each(explain.View{Weakest: evidence.Low}, func(l *order.Order) {
		d := races.NewDetector(l, explain.View{Weakest: evidence.Low}, nil)
		l.Solve()
		countPairs(&f, d, field)
	})
	return f
}

// countPairs adds one link.
func countPairs(f *Funnel, d *races.Detector, field string) {
	type at struct {
		c   order.Candidate
		pos link.Position
		obj link.ObjID
	}
	var all []at
	for _, i := range d.L.Insts[1:] {
		for k := 0; i.Unit.Accesses != nil && k < len(i.Unit.Accesses.List); k++ {
			a := &i.Unit.Accesses.List[k]
			if i.Unit.Names.Access.Symbol(a.Name).Name != field {
				continue
			}
			d.L.Each(i, a, func(_ *link.Object, id link.ObjID, _ uint32) {
				for _, c := range order.InstancesOf(d.L).Expand(nil, i, uint32(k), a) {
					all = append(all, at{c, link.PositionOf(i.Unit.Names.Access, a.Pos), id})
				}
			})
		}
	}
	for i, x := range all {
		for _, y := range all[i:] {
			if !x.c.Kind.Writes() && !y.c.Kind.Writes() {
				continue
			}
			p := PairOf{At: [2]link.Position{x.pos, y.pos}}
			add(&f.Reachable, p)
			if x.obj != y.obj {
				continue
			}
			p.Object = madeAt(d, x.obj)
			add(&f.Aliasing, p)
			if !d.L.MayShare(x.obj) {
				continue
			}
			add(&f.Escaping, p)
			if !d.L.Comparable(x.c.Origin, y.c.Origin) && !d.L.Comparable(y.c.Origin, x.c.Origin) ||
				order.InstancesOf(d.L).SameGuard(&x.c, &y.c) {
				continue
			}
			prot := d.L.Solved.CommonLock(d.L.Place(&x.c), d.L.Place(&y.c))
			if prot != hb.Must && d.L.Solved.Ordered(d.L.Place(&x.c), d.L.Place(&y.c)) == hb.None {
				add(&f.Unlocked, p)
			}
		}
	}
}

// madeAt says where an object is made, whichever goroutine runs that.
func madeAt(d *races.Detector, id link.ObjID) [2]link.Position {
	o := &d.L.Objects[id]
	at := [2]link.Position{d.L.AllocPos(o)}
	if in := d.L.Insts[o.Inst].In; o.Inst != 0 && len(in) > 0 {
		at[1] = d.L.CallPos(in[0].From, in[0].Call)
	}
	return at
}

// add adds a pair that is not there yet, in either order.
func add(list *[]PairOf, p PairOf) {
	q := PairOf{[2]link.Position{p.At[1], p.At[0]}, p.Object}
	if !slices.Contains(*list, p) && !slices.Contains(*list, q) {
		*list = append(*list, p)
	}
}
