// This file gives the counterexamples of a race: pairs of call paths (Chord, section 2.3).

package races

import (
	"slices"

	"github.com/syncvet/syncvet/internal/ends"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/order"
)

// counterexamples are pairs of a group, of each two accesses one, the best ones first: some, and all of which one
// access is new. One pair says no more than the race itself.
func (d *Detector) counterexamples(g *group) []evidence.Pair {
	var list []evidence.Pair
	shown := map[ends.EndKey]bool{}
	for _, p := range d.ranked(g) {
		a, b := d.endKey(&p.x), d.endKey(&p.y)
		if shown[a] && shown[b] && len(list) >= maxKept {
			continue
		}
		shown[a], shown[b] = true, true
		if x := d.example(p); !slices.ContainsFunc(list, x.Same) {
			list = append(list, x)
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// example gives a pair with its call paths.
func (d *Detector) example(g *graded) evidence.Pair {
	var p evidence.Pair
	for side, c := range []*order.Candidate{&g.x, &g.y} {
		e := d.End(c, d.Chain(c))
		p.Paths[side], p.Accesses[side], p.At[side] = e.Path, e.Last().Access, e.Last().Pos
	}
	return p
}

func (d *Detector) endKey(c *order.Candidate) ends.EndKey {
	o := d.L.Origins[c.Origin]
	k := ends.EndKey{Unit: d.L.Insts[c.Inst].Unit.ID, Access: c.Access, Site: o.Site, Call: o.Call}
	if o.Parent == 0 {
		k.Root = o.ID
	}
	return k
}
