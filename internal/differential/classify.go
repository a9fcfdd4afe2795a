// This file tells which stated approximation explains that a race is not reported (D5). Each class is proved from the program's
// plan; what no class explains is missed.

package differential

import (
	"slices"
	"strings"
)

// A class is a rule of internal/program by which races get low confidence.
type class struct {
	name  string
	holds func(p *plan, v int, races []pair) bool
}

// classes are tried in this order.
var classes = []class{
	{"(R5) elements by a pointer that was handed on, or of an array that is sliced elsewhere", byPointer},
	{"(R7) one of many objects of one allocation, each made in another round of a loop", manyObjects},
}

// classify names the approximation by which a race on a place is not reported, if one does.
func classify(p *plan, t truth, v int, low bool) (Verdict, string) {
	races := slices.DeleteFunc(slices.Clone(t.races), func(x pair) bool { return x.a.Place != v })
	for _, c := range classes {
		if low && c.holds(p, v, races) {
			return Approximated, c.name
		}
	}
	return Missed, ""
}

// byPointer tells whether each racing pair has an end that does not select its element itself.
func byPointer(p *plan, v int, races []pair) bool {
	l := &looks[p.Places[v].Kind]
	if !slices.Contains([]string{"[]int", "[3]int"}, l.typ) || p.Places[v].Kind == placeAppend {
		return false
	}
	sliced := false
	p.each(func(a *action) {
		sliced = sliced || a.Op == opAccess && a.Place == v && strings.Contains(l.text(a), ":]")
	})
	return sliced || !slices.ContainsFunc(races, func(x pair) bool { return !l.handsOn(x.a) && !l.handsOn(x.b) })
}

// text is how an access is written.
func (l *look) text(a *action) string { return l.statement(a.Write, a.Form, "x", "i") }

// handsOn tells whether an access is made by a function that is given a pointer or the whole slice.
func (l *look) handsOn(a *action) bool { return strings.Contains(l.text(a), "(&x[") }

// manyObjects tells whether a place is an object for each copy of a thread.
func manyObjects(p *plan, v int, _ []pair) bool { return p.Places[v].Kind == placeOwn }
