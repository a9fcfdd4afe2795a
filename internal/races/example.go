// This file gives the counterexamples of a race: pairs of call paths (Chord, section 2.3).

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A Pair is two call paths that may be in progress at once, and what is done at their ends.
type Pair struct {
	Paths    [2][]explain.Frame
	Accesses [2]facts.Access
	At       [2]link.Position
}

// counterexamples are the kept pairs of a verdict, each pair of paths once. One pair says no more than the race itself.
func (d *Detector) counterexamples(v *verdict) []Pair {
	var list []Pair
	for k := range v.kept {
		var p Pair
		for side := range v.kept[k] {
			c := &v.kept[k][side]
			e := d.End(c, d.Chain(c))
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
	unit   link.UnitID
	access uint32
	site   link.InstID
	call   uint32
	root   link.OriginID // of roots: the origin; else 0
}

// keep remembers a pair of a group, unless there is one like it.
func (d *Detector) keep(v *verdict, x, y *order.Candidate) {
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
	v.kept = append(v.kept, [2]order.Candidate{*x, *y})
}

func (d *Detector) endKey(c *order.Candidate) endKey {
	o := d.L.Origins[c.Origin]
	k := endKey{unit: d.L.Insts[c.Inst].Unit.ID, access: c.Access, site: o.Site, call: o.Call}
	if o.Parent == 0 {
		k.root = o.ID
	}
	return k
}

// same reports whether two pairs look alike, whichever side is the first.
func (p *Pair) same(q Pair) bool {
	alike := func(i, j int) bool { return p.At[i] == q.At[j] && slices.Equal(p.Paths[i], q.Paths[j]) }
	return alike(0, 0) && alike(1, 1) || alike(0, 1) && alike(1, 0)
}
