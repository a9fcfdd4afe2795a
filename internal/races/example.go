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

// counterexamples are pairs of a group, of each two accesses one, the best ones first: some, and all of which one
// access is new. One pair says no more than the race itself.
func (d *Detector) counterexamples(g *group) []Pair {
	var list []Pair
	shown := map[endKey]bool{}
	for _, p := range d.ranked(g) {
		a, b := d.endKey(&p.x), d.endKey(&p.y)
		if shown[a] && shown[b] && len(list) >= maxKept {
			continue
		}
		shown[a], shown[b] = true, true
		if x := d.example(p); !slices.ContainsFunc(list, x.same) {
			list = append(list, x)
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// example gives a pair with its call paths.
func (d *Detector) example(g *graded) Pair {
	var p Pair
	for side, c := range []*order.Candidate{&g.x, &g.y} {
		e := d.End(c, d.Chain(c))
		p.Paths[side], p.Accesses[side], p.At[side] = e.Path, e.Access, e.Pos
	}
	return p
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
