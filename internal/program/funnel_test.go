// This file counts what Chord's stages leave of the pairs of accesses of one field (PLDI 2006, section 2.2), for the tests of this package.

package program

import (
	"slices"

	"github.com/syncvet/syncvet/internal/hb"
)

// A PairOf is two places with an access each, and the object that both touch: where it is made, and where the function is called that does
// that; zero where that does not matter.
type PairOf struct {
	At     [2]Position
	Object [2]Position
}

// A Funnel is the pairs that are left after each stage.
type Funnel struct {
	Reachable []PairOf // both places are reached, and not by the maker of an object that nobody else has yet
	Aliasing  []PairOf // with the object that both may touch
	Escaping  []PairOf // which two goroutines may touch
	Unlocked  []PairOf // by goroutines that hold no common lock there, and are not ordered
}

// FunnelOf counts for a field, "A.f".
func FunnelOf(pkgs []Package, field string) Funnel {
	p := New(Config{Own: "m"})
	p.Update(pkgs)
	p.lib = newLibrary(pkgs)
	var f Funnel
	p.each(View{Weakest: Low}, func(l *Order) {
		d := newDetector(l, View{Weakest: Low}, nil)
		l.solve()
		countPairs(&f, d, field)
	})
	return f
}

// countPairs adds one link.
func countPairs(f *Funnel, d *detector, field string) {
	type at struct {
		c   candidate
		pos Position
		obj objID
	}
	var all []at
	for _, i := range d.l.insts[1:] {
		for k := 0; i.unit.accesses != nil && k < len(i.unit.accesses.List); k++ {
			a := &i.unit.accesses.List[k]
			if i.unit.names.access.Symbol(a.Name).Name != field {
				continue
			}
			d.l.each(i, a, func(_ *object, id objID, _ uint32) {
				for _, c := range d.expand(nil, i, uint32(k), a, map[signature]bool{}) {
					all = append(all, at{c, position(i.unit.names.access, a.Pos), id})
				}
			})
		}
	}
	for i, x := range all {
		for _, y := range all[i:] {
			if !x.c.kind.Writes() && !y.c.kind.Writes() {
				continue
			}
			p := PairOf{At: [2]Position{x.pos, y.pos}}
			add(&f.Reachable, p)
			if x.obj != y.obj {
				continue
			}
			p.Object = madeAt(d, x.obj)
			add(&f.Aliasing, p)
			if !d.l.mayShare(x.obj) {
				continue
			}
			add(&f.Escaping, p)
			if !d.l.comparable(x.c.origin, y.c.origin) && !d.l.comparable(y.c.origin, x.c.origin) || d.sameGuard(&x.c, &y.c) {
				continue
			}
			prot, _ := d.l.solved.CommonLock(d.l.place(&x.c), d.l.place(&y.c))
			if prot != hb.Must && d.l.solved.Ordered(d.l.place(&x.c), d.l.place(&y.c)) == hb.None {
				add(&f.Unlocked, p)
			}
		}
	}
}

// madeAt says where an object is made, whichever goroutine runs that.
func madeAt(d *detector, id objID) [2]Position {
	o := &d.l.objects[id]
	at := [2]Position{d.l.allocPos(o)}
	if in := d.l.insts[o.inst].in; o.inst != 0 && len(in) > 0 {
		at[1] = d.l.callPos(in[0].from, in[0].call)
	}
	return at
}

// add adds a pair that is not there yet, in either order.
func add(list *[]PairOf, p PairOf) {
	q := PairOf{[2]Position{p.At[1], p.At[0]}, p.Object}
	if !slices.Contains(*list, p) && !slices.Contains(*list, q) {
		*list = append(*list, p)
	}
}
