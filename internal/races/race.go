// This file is the race detection proper: Chord's stages over the linked program, from original pairs to unlocked ones
// (R1-R7).

package races

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/ends"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A Detector looks for races in one link.
type Detector struct {
	*ends.Rooms
	Stages    Stages                 // how many pairs came through each stage so far
	groups    []*group               // of pairs, in the order found
	seen      map[RaceKey]*group     // the same by cause
	Suspicion                        // variables with pairs of low confidence
	Muted     map[directive.Key]bool // directives that cover races found
	// where pairs stand that runs have unordered, and that other packages tell
	Elsewhere map[evidence.Places]bool
	Rules     []int           // by row of the table: pairs that it ruled out, or made low
	off       []bool          // rows that are switched off
	current   pair            // the pair that is looked at
	spent     int             // work done so far, in pairs that a cheap rule rules out
	alike     *order.Likeness // of the pairs looked at so far
	waits     *explain.Waits  // nil until a race is put into words
	buf       []ends.End      // memory for the ends of one location
}

// NewDetector is the detector before any pair was looked at.
func NewDetector(l *order.Order, see explain.View, muted map[directive.Key]bool) *Detector {
	d := &Detector{
		Rooms: ends.NewRooms(&explain.Paths{L: l, View: see}), Stages: Stages{Accesses: l.Touches},
		Rules: make([]int, len(table)), off: make([]bool, len(table)),
		Muted: muted, seen: map[RaceKey]*group{}, Suspicion: NewSuspicion(), Elsewhere: map[evidence.Places]bool{},
		alike: order.NewLikeness(),
	}
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
	if rest, all := d.lookFirst(); all {
		d.lookLater(rest)
	}
	d.L.Spent += d.spent
}

// lookFirst looks at the first pairs of each two accesses (L9), and gives the locations that have others. It reports
// whether the budget allowed it.
func (d *Detector) lookFirst() (rest []*order.Choice, all bool) {
	for k, loc := range d.L.Keys {
		if d.spent > d.pairBudget() {
			d.leaveOut(d.L.Keys[k:])
			return nil, false
		}
		if !d.off[insideRow] && d.Insides.Hidden(loc) || d.L.Foreign(loc.Obj) {
			continue
		}
		few := d.alike.FirstFew(d.L, loc)
		if d.location(few); few.Left {
			rest = append(rest, few.Rest())
		}
	}
	return rest, true
}

// lookLater looks at the pairs that were like many others, as far as the budget goes for these: that of the link, and
// what the link and all other pairs have left of the package's.
func (d *Detector) lookLater(rest []*order.Choice) {
	before := d.spent
	for k := range rest {
		if d.spent > d.pairBudget() || d.L.MaxLater > 0 && d.spent-before > d.L.MaxLater ||
			d.L.Cfg.Left > 0 && d.work() > d.L.Cfg.Left {
			d.Stages.Capped += len(rest) - k
			return
		}
		d.location(rest[k])
	}
}

// work is what the link and the pairs looked at so far have cost, in steps of looking at pairs.
func (d *Detector) work() int { return order.Work(d.L) + d.spent + d.L.Traced().Steps/trailSteps }

// pairBudget is how much work may be spent on pairs: a quarter where another budget of the link is exceeded, since all
// that is found is of low confidence then (L6). A program under edit has no such bound: its answer must not depend on
// who asked before.
func (d *Detector) pairBudget() int {
	switch {
	case d.L.Cfg.Editable:
		return math.MaxInt
	case len(d.L.Over) > 0:
		return d.L.Cfg.MaxPairs / 4
	}
	return d.L.Cfg.MaxPairs
}

// leaveOut says that the pairs on some locations are not looked at, and which these are: by the variable or type they
// lie in, or by who made that.
func (d *Detector) leaveOut(left []order.Location) {
	var names []string
	for _, loc := range left {
		o := &d.L.Objects[loc.Obj]
		name := cmp.Or(o.Sym.Name, o.Typ.Name)
		if name == "" && o.Inst != 0 {
			name = "what " + d.L.Insts[o.Inst].Unit.Sym.Name + " makes"
		}
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	d.L.Note(
		"budget",
		fmt.Sprintf(
			"races: too many pairs: %d of %d variables are left out: in %s",
			len(left),
			len(d.L.Keys),
			link.FirstNames(names),
		),
	)
}

// location looks at the chosen pairs on one location, origin by origin: accesses of one origin never pair.
func (d *Detector) location(chosen *order.Choice) {
	loc := chosen.Location
	if !slices.ContainsFunc(d.L.Shared[loc], d.L.Writes) {
		return
	}
	d.L.Forget()
	byOrigin := d.ends(loc)
	n := 0
	for x := range byOrigin {
		for y := x + 1; y < len(byOrigin); y++ {
			a, b := byOrigin[x], byOrigin[y]
			if chosen.First() {
				d.Stages.Original += len(a) * len(b)
			}
			if !d.L.Comparable(a[0].Origin, b[0].Origin) {
				continue
			}
			if n = d.across(a, b, n, chosen); n > chosen.Bound() {
				d.Stages.Capped++
				return
			}
		}
	}
}

// across looks at the chosen pairs of two origins, which are numbered from n on, and returns the number of the next
// pair: more than the choice's bound if that ended it. Writes come first, so that the pairs of reads (row 0 of the
// table), about half of all, are only counted.
func (d *Detector) across(a, b []ends.End, n int, chosen *order.Choice) int {
	writes := slices.IndexFunc(b, func(e ends.End) bool { return !e.Kind.Writes() })
	for i := range a {
		for j := range b {
			if j == writes && !a[i].Kind.Writes() && !d.off[0] {
				if n += len(b) - j; chosen.First() {
					d.Rules[0] += len(b) - j
				}
				break
			}
			if n++; n > chosen.Bound() {
				return n
			}
			if chosen.Takes(n, d.number(chosen, &a[i]), d.number(chosen, &b[j])) {
				d.spent++
				d.look(d.pair(chosen.Location, &a[i], &b[j]))
			}
		}
	}
	return n
}

// number is the number of an end's access, among those of its location's site.
func (d *Detector) number(chosen *order.Choice, c *ends.End) uint32 {
	if c.Number == 0 {
		c.Number = chosen.Number(d.L, &c.Candidate)
	}
	return c.Number
}

// ends expands the touches of a location into their states, keeps one per signature, and sorts them by origin; writes
// come first.
func (d *Detector) ends(loc order.Location) [][]ends.End {
	var list [][]order.Candidate
	at := map[link.OriginID]int{}
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
			list[k] = order.InstancesOf(d.L).Expand(list[k], i, t.Index, a)
		}
	}
	return d.endsOf(loc, list)
}

// endsOf are candidates, those of one origin together, as ends of pairs on a location. They are good until the ends of
// another one are asked for.
func (d *Detector) endsOf(loc order.Location, list [][]order.Candidate) [][]ends.End {
	n := 0
	for _, group := range list {
		n += len(group)
	}
	all := slices.Grow(d.buf[:0], n)
	d.buf = all
	var byOrigin [][]ends.End
	for _, group := range list {
		if len(group) == 0 {
			continue
		}
		first := len(all)
		for k := range group {
			all = append(all, ends.NewEnd(d.Paths, loc, &group[k]))
		}
		byOrigin = append(byOrigin, all[first:len(all):len(all)])
	}
	return byOrigin
}

// look takes one pair through the table.
func (d *Detector) look(p *pair) {
	if d.ruledOut(p, 0, firstDoubt) && met(p) != evidence.Unordered {
		return
	}
	d.report(p)
}

// pair makes the pair of two ends, in place of the one before.
func (d *Detector) pair(loc order.Location, x, y *ends.End) *pair {
	d.current = pair{d: d.Rooms, loc: loc, x: x, y: y, doubts: d.current.doubts[:0]}
	return &d.current
}
