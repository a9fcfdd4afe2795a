// This file is what a row of the rule table says, and how doubts make a grade.

package races

import (
	"slices"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/rule"
)

// A Rule is a row of the table: one reason why a pair is no race, or may be none.
type Rule struct {
	ID      string           // unique; a letter behind the number tells the rows of one rule of doc.go apart
	Effect  Effect           // what follows for a pair of which it holds
	Title   string           // what holds then, in words
	Objects Objects          // pairs on which objects it is asked about
	Errs    string           // which way it errs; empty for doubts (fewer races), and if it follows from the memory model
	Archive string           // programs of testdata that are judged in another way without it, with spaces between them
	Stage   stage            // where in the funnel it stands; zero for doubts
	Which   bool             // it doubts which object, lock or element it is
	Calls   bool             // it is about when users call, not about how what is there synchronises
	holds   func(*pair) bool // reports whether it holds of a pair
}

// An Effect is what follows for a pair of which a rule holds.
type Effect = rule.Effect

// The effects that rows of this table have.
const (
	Impossible = rule.Impossible
	Ordered    = rule.Ordered
	Excluded   = rule.Excluded
	OneOwner   = rule.OneOwner
	Low        = rule.Low
	Half       = rule.Half
	Mild       = rule.Mild
	Beside     = rule.Beside
	Slight     = rule.Slight
)

// Objects are those on which pairs are asked about by a rule.
type Objects uint8

// The objects.
const (
	anyObject Objects = iota
	exactObject
	oneOfMany // one of the many of its allocation site (K4)
)

// Suffix says so behind a title.
func (o Objects) Suffix() string {
	switch o {
	case exactObject:
		return " (an object known exactly)"
	case oneOfMany:
		return " (one of many objects)"
	}
	return ""
}

// appliesTo reports whether a pair is on an object that the rule is about.
func (r *Rule) appliesTo(p *pair) bool {
	return r.Objects == anyObject || (r.Objects == exactObject) == p.exactly()
}

// grade is what doubts leave of a pair's confidence (R7).
func grade(doubts []*Rule) evidence.Confidence {
	var n [rule.Effects]int
	for _, r := range doubts {
		n[r.Effect]++
	}
	some := n[Half] + n[Mild] + min(n[Slight], 1)
	switch {
	case n[Low] > 0, n[Half] > 1, n[Beside] > 0 && some+n[Beside] > 1, some > 2:
		return evidence.Low
	case len(doubts) > 0:
		return evidence.Medium
	}
	return evidence.High
}

// GradeOf is what the doubts of a race leave of its confidence.
func GradeOf(doubts []evidence.Doubt) evidence.Confidence { return grade(rulesOf(doubts)) }

// doubt is what a race says of a rule.
func (r *Rule) doubt() evidence.Doubt { return evidence.Doubt{ID: r.ID, Title: r.Title} }

// doubtsOf are rules as a race says them.
func doubtsOf(rules []*Rule) []evidence.Doubt {
	var list []evidence.Doubt
	for _, r := range rules {
		list = append(list, r.doubt())
	}
	return list
}

// rulesOf are the rows of the table that doubts come from.
func rulesOf(doubts []evidence.Doubt) []*Rule {
	var list []*Rule
	for _, d := range doubts {
		list = append(list, &table[row(d.ID)])
	}
	return list
}

// idle reports whether a light doubt cannot change the grade that heavier ones make.
func (r *Rule) idle(doubts []*Rule) bool {
	return (r.Effect == Mild || r.Effect == Slight) && grade(doubts) == evidence.Low
}

// Harmless reports whether a pair of which the rule holds could not race, whoever makes its accesses: two reads, or two
// atomic ones.
func (r *Rule) Harmless() bool { return r.Stage == conflicting }

// which reports whether one of some doubts is which object, lock or element a pair is about.
func which(doubts []*Rule) bool {
	return slices.ContainsFunc(doubts, func(r *Rule) bool { return r.Which })
}
