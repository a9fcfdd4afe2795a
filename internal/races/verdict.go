// This file is the way from a pair to a verdict: the rules of the table are asked in order, and the doubts that are
// left make the grade.

package races

import (
	"slices"

	"github.com/syncvet/syncvet/internal/ends"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/order"
)

// A Verdict is what the table says of a pair.
type Verdict struct {
	Rule   *Rule   // that rules the pair out; nil if none does
	Once   bool    // the location has static storage
	Mixed  bool    // one of the accesses is atomic
	Doubts []*Rule // that hold of a pair which no rule rules out, in the order of the table
}

// Confidence is how certain a pair is that no rule rules out.
func (v *Verdict) Confidence() evidence.Confidence { return grade(v.Doubts) }

// Judge asks the whole table about two accesses of a location: it is for those who want to know all reasons.
func (d *Detector) Judge(loc order.Location, x, y *order.Candidate) Verdict {
	d.L.Solve()
	a, b := ends.NewEnd(d.Paths, loc, x), ends.NewEnd(d.Paths, loc, y)
	p := d.pair(loc, &a, &b)
	for k := range table {
		r := &table[k]
		switch {
		case d.off[k] || !r.appliesTo(p) || !r.holds(p):
		case !r.Effect.Doubt():
			return Verdict{Rule: r}
		default:
			p.doubts = append(p.doubts, r)
		}
	}
	mixed := a.Kind.Atomic() || b.Kind.Atomic()
	return Verdict{Once: d.L.Objects[loc.Obj].Inst == 0, Mixed: mixed, Doubts: slices.Clone(p.doubts)}
}

// doubts are all doubts about a pair that no rule rules out.
func (d *Detector) doubts(p *pair) []*Rule {
	var list []*Rule
	for k := firstDoubt; k < firstSearch; k++ {
		if r := &table[k]; !d.off[k] && r.appliesTo(p) && r.holds(p) {
			list = append(list, r)
		}
	}
	return list
}

// ruledOut reports whether one of the rules from one number up to another rules a pair out.
func (d *Detector) ruledOut(p *pair, from, to int) bool {
	for k := from; k < to; k++ {
		if r := &table[k]; !d.off[k] && r.holds(p) {
			d.Rules[k]++
			return true
		}
		if k+1 == to || table[k+1].Stage != table[k].Stage {
			d.Stages.pass(table[k].Stage, p)
		}
	}
	return false
}

// grade asks about doubts until nothing that is left can change the grade.
func (d *Detector) grade(p *pair) evidence.Confidence {
	p.doubts = p.doubts[:0]
	if met(p) == evidence.Unordered {
		return evidence.High
	}
	for k := firstDoubt; k < firstSearch; k++ {
		r := &table[k]
		if d.off[k] || r.idle(p.doubts) || !r.appliesTo(p) || !r.holds(p) {
			continue
		}
		p.doubts = append(p.doubts, r)
		if grade(p.doubts) == evidence.Low {
			d.Rules[k]++
			d.spent += k - firstDoubt
			return evidence.Low
		}
	}
	d.spent += firstSearch - firstDoubt
	return grade(p.doubts)
}

// pass counts a pair that no rule of a stage rules out.
func (s *Stages) pass(at stage, p *pair) {
	switch at {
	case conflicting:
		s.Reachable++
	case aliasing:
		s.Aliasing++
	case kinds:
		s.Shared++
	case ordering:
		s.Unordered++
	case locking:
		if p.protection() == hb.NoLock {
			s.Unlocked++
		}
	}
}
