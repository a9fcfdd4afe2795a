// This file is the race detection proper: Chord's stages over the linked program, from original pairs to unlocked ones (R1-R7).

package races

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A Detector looks for races in one link.
type Detector struct {
	*explain.Paths
	Stages   Stages
	groups   []*group               // of pairs, in the order found
	seen     map[RaceKey]*group     // the same by cause
	Doubted  map[facts.Symbol]bool  // variables with pairs of low confidence, shown or not
	Muted    map[directive.Key]bool // directives that cover races found
	Rules    []int                  // by row of the table: pairs that it ruled out, or made low
	off      []bool                 // rows that are switched off
	current  pair                   // the pair that is looked at
	way      way
	buf      []pointsto.Node
	kinds    map[link.UnitID]uint64             // memo of kindsIn; nil until asked
	counted  map[waitKey][]counting             // memo of waitedFor; nil until asked
	rounds   map[link.OriginID][]*round         // memo of roundsOf; nil until asked
	starters map[link.OriginID][]*link.Instance // who starts each origin, for startersOf; nil until asked
	sent     map[link.ObjID]bool                // channels that somebody sends on; nil until asked

	onces   map[link.OriginID]bool    // memo of runsOnce; nil until asked
	heard   map[[2]link.OriginID]bool // memo of hears; nil until asked
	members [][]link.InstID           // memo of byOrigin; nil until asked

	activations map[link.InstID]*activation // by function; nil: nothing can be said about it
}

// NewDetector is the detector before any pair was looked at.
func NewDetector(l *order.Order, see explain.View, muted map[directive.Key]bool) *Detector {
	d := &Detector{Paths: &explain.Paths{L: l, View: see}, Stages: Stages{Accesses: l.Touches}, Rules: make([]int, len(table)), off: make([]bool, len(table)), Muted: muted, seen: map[RaceKey]*group{}, Doubted: map[facts.Symbol]bool{},
		way: way{known: map[wayKey]*provenance{}, sent: map[wayKey]bool{}, placed: map[placing][]placer{}, takes: map[link.Taker]bool{}}, activations: map[link.InstID]*activation{}}
	for _, id := range strings.Split(see.Without, ",") {
		for k := range table {
			d.off[k] = d.off[k] || table[k].ID == id
		}
	}
	return d
}

// Detect looks at all pairs.
func (d *Detector) Detect() {
	if len(d.L.Shared) == 0 {
		return
	}
	d.L.Cfg.Enter(link.Ordering)
	d.L.Solve()
	d.L.Cfg.Enter(link.Pairing)
	for _, loc := range d.L.Keys {
		d.location(loc)
	}
}

// location looks at the pairs on one location, origin by origin: accesses of one origin never pair.
func (d *Detector) location(loc order.Location) {
	if !slices.ContainsFunc(d.L.Shared[loc], d.L.Writes) {
		return
	}
	d.L.Forget()
	byOrigin := d.ends(loc)
	left := maxPairs
	for x := range byOrigin {
		for y := x + 1; y < len(byOrigin); y++ {
			a, b := byOrigin[x], byOrigin[y]
			d.Stages.Original += len(a) * len(b)
			if !d.L.Comparable(a[0].Origin, b[0].Origin) {
				continue
			}
			if left = d.across(loc, a, b, left); left < 0 {
				d.Stages.Capped++
				return
			}
		}
	}
}

// across looks at the pairs of two origins, of which as many may be looked at as are left, and returns how many are left then: negative if
// that was not enough. Writes come first, so that the pairs of reads (row 0 of the table), about half of all, are only counted.
func (d *Detector) across(loc order.Location, a, b []end, left int) int {
	writes := slices.IndexFunc(b, func(e end) bool { return !e.Kind.Writes() })
	for i := range a {
		for j := range b {
			if j == writes && !a[i].Kind.Writes() && !d.off[0] {
				d.Rules[0] += min(len(b)-j, left)
				left -= len(b) - j
				break
			}
			if left--; left < 0 {
				return left
			}
			d.look(d.pair(loc, &a[i], &b[j]))
		}
		if left < 0 {
			return left
		}
	}
	return left
}

// Bounds on the pairs of one location: an abstract object that so many places touch is a merged one, and says little. What
// is cut off is counted in Stages.Capped (fewer races).
const (
	maxPairs   = 4096 // pairs looked at
	maxPerSide = 24   // signatures of one origin
)

// ends expands the touches of a location into their states, keeps one per signature, and sorts them by origin; writes come first.
func (d *Detector) ends(loc order.Location) [][]end {
	var list [][]order.Candidate
	at := map[link.OriginID]int{}
	seen := map[order.Signature]bool{}
	for _, writes := range []bool{true, false} {
		for _, t := range d.L.Shared[loc] {
			i := d.L.Insts[t.Inst]
			a := &i.Unit.Accesses.List[t.Index]
			if a.Kind.Writes() != writes {
				continue
			}
			k, ok := at[i.Origin]
			if !ok {
				k = len(list)
				at[i.Origin] = k
				list = append(list, nil)
			}
			list[k] = d.Expand(list[k], i, t.Index, a, seen)
		}
	}
	var byOrigin [][]end
	for _, group := range list {
		if len(group) > 0 {
			byOrigin = append(byOrigin, d.endsOf(loc, group))
		}
	}
	return byOrigin
}

// endsOf are candidates as ends of pairs on a location.
func (d *Detector) endsOf(loc order.Location, list []order.Candidate) []end {
	ends := make([]end, len(list))
	for k := range list {
		ends[k] = d.end(loc, &list[k])
	}
	return ends
}

// Expand adds an access in each state in which its function is entered, unless all memory it touches is owned there.
func (d *Detector) Expand(list []order.Candidate, i *link.Instance, index uint32, a *facts.Access, seen map[order.Signature]bool) []order.Candidate {
	for _, e := range d.L.Solved.Entries(hb.OriginID(i.Origin), hb.FuncID(i.ID)) {
		if len(list) >= maxPerSide {
			break
		}
		s := d.L.Solved.At(hb.OriginID(i.Origin), hb.FuncID(i.ID), e, hb.PointID(a.Point)+1)
		if s == 0 || a.OwnIf != 0 && a.OwnIf&^d.L.Solved.Owned(s) == 0 {
			continue
		}
		sig := d.signature(i, s, a)
		if !seen[sig] {
			seen[sig] = true
			list = append(list, order.Candidate{Signature: sig, Inst: i.ID, Access: index, Entry: e})
		}
	}
	return list
}

// signature is that of an access in a state.
func (d *Detector) signature(i *link.Instance, s hb.StateID, a *facts.Access) order.Signature {
	weak := a.Flags&(facts.AccessElement|facts.AccessUnsafe|facts.AccessModel) != 0
	return order.Signature{Origin: i.Origin, State: s, Kind: a.Kind, Index: a.Index, Lo: a.Lo, Hi: a.Hi, Weak: weak, Hidden: d.hidden(i, a), Caller: d.toldOf(i)}
}

// look takes one pair through the table.
func (d *Detector) look(p *pair) {
	if d.ruledOut(p, 0, firstDoubt) {
		return
	}
	d.report(p)
}

// disjoint reports whether two element accesses of one object are to different elements (R5).
func (p *pair) disjoint() bool {
	x, y := p.x, p.y
	if p.d.L.Uses[p.loc.Obj].Shifted {
		return false
	}
	switch {
	case x.Index == facts.IndexUnique && y.Index == facts.IndexUnique:
		return p.d.L.Origins[x.Origin].Twin == y.Origin && x.Inst != 0 && p.d.sameAccess(x, y)
	case x.Index == facts.IndexNone || y.Index == facts.IndexNone || x.Index == facts.IndexUnique || y.Index == facts.IndexUnique:
		return false
	}
	xl, xh := bounds(x)
	yl, yh := bounds(y)
	return xh <= yl || yh <= xl
}

// SameGuard reports whether both accesses hold a lock that lies equally far from the accessed location in the same concrete
// object: relative must-locks, sound whatever the points-to sets say (R6). Two read locks do not exclude each other.
func (d *Detector) SameGuard(x, y *order.Candidate) bool {
	a, b := d.Access(x), d.Access(y)
	if a.Len > 1 || b.Len > 1 {
		return false
	}
	for _, g := range a.Guards {
		p := &d.L.Insts[x.Inst].Unit.Locks.Sites[g]
		for _, h := range b.Guards {
			q := &d.L.Insts[y.Inst].Unit.Locks.Sites[h]
			if int64(p.Off)-int64(a.Off) == int64(q.Off)-int64(b.Off) && (p.Op == facts.Lock || q.Op == facts.Lock) {
				return true
			}
		}
	}
	return false
}

// sameAccess reports whether two accesses are the same access of one unit in two instances.
func (d *Detector) sameAccess(x, y *end) bool {
	return d.L.Insts[x.Inst].Unit == d.L.Insts[y.Inst].Unit && x.Lo == y.Lo
}

// bounds is the half-open range of indices.
func bounds(c *end) (int64, int64) {
	if c.Index == facts.IndexConst {
		return c.Lo, c.Lo + 1
	}
	return c.Lo, c.Hi
}
