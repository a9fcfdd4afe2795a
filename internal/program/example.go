// This file gives the counterexamples of a race: pairs of call paths (Chord, section 2.3).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// A Pair is two call paths that may be in progress at once, and what is done at their ends.
type Pair struct {
	Paths    [2][]Frame
	Accesses [2]facts.Access
	At       [2]Position
}

// counterexamples are the kept pairs of a verdict, each pair of paths once. One pair says no more than the race itself.
func (d *detector) counterexamples(v *verdict) []Pair {
	var list []Pair
	for k := range v.kept {
		var p Pair
		for side := range v.kept[k] {
			c := &v.kept[k][side]
			e := d.end(c, d.chain(c))
			p.Paths[side], p.Accesses[side], p.At[side] = e.Path, e.Access, e.Pos
		}
		if !slices.ContainsFunc(list, p.same) {
			list = append(list, p)
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// An endKey is what makes one end of a counterexample differ from others: the access, and what starts its goroutine, whichever instance it is.
type endKey struct {
	unit   unitID
	access uint32
	site   instID
	call   uint32
	root   originID // of roots: the origin; else 0
}

// keep remembers a pair of a group, unless there is one like it.
func (d *detector) keep(v *verdict, x, y *candidate) {
	if len(v.kept) == maxKept {
		return
	}
	a, b := d.endKey(x), d.endKey(y)
	for k := range v.kept {
		p, q := d.endKey(&v.kept[k][0]), d.endKey(&v.kept[k][1])
		if p == a && q == b || p == b && q == a {
			return
		}
	}
	v.kept = append(v.kept, [2]candidate{*x, *y})
}

func (d *detector) endKey(c *candidate) endKey {
	o := d.l.origins[c.origin]
	k := endKey{unit: d.l.insts[c.inst].unit.id, access: c.access, site: o.site, call: o.call}
	if o.parent == 0 {
		k.root = o.id
	}
	return k
}

// same tells whether two pairs look alike, whichever side is the first.
func (p *Pair) same(q Pair) bool {
	alike := func(i, j int) bool { return p.At[i] == q.At[j] && slices.Equal(p.Paths[i], q.Paths[j]) }
	return alike(0, 0) && alike(1, 1) || alike(0, 1) && alike(1, 0)
}
