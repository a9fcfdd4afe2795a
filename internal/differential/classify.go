// This file tells which stated approximation explains that a race is not reported (D5). Each class is proved from the
// program's plan; what no class explains is missed.

package differential

import (
	"slices"
	"strings"
)

// A class is an approximation that a doc.go names: what it is called there, and for which races of a plan it holds.
type class struct {
	name  string                            // the package and number of the rule that states it, and what it is about
	low   bool                              // it lowers the confidence: the race is reported with low confidence
	holds func(p *plan, v int, x pair) bool // whether it explains a racing pair of a place
}

// classes are tried in this order; each racing pair of a place must be explained by one.
var classes = []class{
	{"program R11: an element by a pointer that was handed on, or of an array that is sliced", true, byPointer},
	{"program R12: one end inside the function of a Once", true, inOnce},
	{"program R7, K3: an object that a loop makes for each goroutine, known through a collection", true, manyObjects},
	{"program R9: one end behind a test of a flag that the other one's goroutine sets", true, behindFlag},
	{"locks K6: an RLocker that is handed on counts as the lock itself", false, behindRLocker},
}

// classify names the approximations by which a race on a place is not reported, if each of its racing pairs is
// explained by one.
func classify(p *plan, t truth, v int, low bool) (Verdict, string) {
	var names []string
	for _, x := range t.races {
		if x.a.Place != v {
			continue
		}
		k := slices.IndexFunc(classes, func(c class) bool { return (low || !c.low) && c.holds(p, v, x) })
		if k < 0 {
			return Missed, ""
		}
		if !slices.Contains(names, classes[k].name) {
			names = append(names, classes[k].name)
		}
	}
	return Approximated, strings.Join(names, "; ")
}

// byPointer reports whether an end does not select its element itself, or whether the array is sliced anywhere.
func byPointer(p *plan, v int, x pair) bool {
	l := &looks[p.Places[v].Kind]
	if k := p.Places[v].Kind; k != placeElem && k != placeArray && k != placeSlots {
		return false
	}
	sliced := false
	p.each(func(a *action) {
		sliced = sliced || a.Op == opAccess && a.Place == v && strings.Contains(l.text(a), ":]")
	})
	return sliced || l.handsOn(x.a) || l.handsOn(x.b)
}

// text is how an access is written.
func (l *look) text(a *action) string { return l.statement(a.Write, a.Form, "x", "i") }

// handsOn reports whether an access is made by a function that is given a pointer to the element, or the whole slice.
func (l *look) handsOn(a *action) bool {
	text := l.text(a)
	return strings.Contains(text, "(&x[") || strings.Contains(text, "@sum(")
}

// manyObjects reports whether a place is an object for each copy of a thread, and an end finds it in the collection of
// all.
func manyObjects(p *plan, v int, x pair) bool {
	return p.Places[v].Kind == placeOwn && (p.thread(x.a) != p.Places[v].Thread || p.thread(x.b) != p.Places[v].Thread)
}

// inOnce reports whether one end, not both, is in the function of a Once.
func inOnce(p *plan, _ int, x pair) bool { return (p.thread(x.a) < 0) != (p.thread(x.b) < 0) }

// thread is the thread that an action is written in; -1 if it is in the function of a Once.
func (p *plan) thread(a *action) int {
	in := -1
	p.bodies(func(t int, list *[]*action) {
		if slices.Contains(*list, a) {
			in = t
		}
	})
	return in
}

// around lists the actions that an action is written in.
func (p *plan) around(a *action) []*action {
	var list []*action
	p.each(func(b *action) {
		if b.contains(a) {
			list = append(list, b)
		}
	})
	return list
}

// contains reports whether an action is inside another one.
func (a *action) contains(b *action) bool {
	return slices.ContainsFunc(a.Body, func(x *action) bool { return x == b || x.contains(b) })
}

// behindFlag reports whether an end stands behind a test of a flag that the thread of the other end sets.
func behindFlag(p *plan, _ int, x pair) bool { return p.tests(x.a, x.b) || p.tests(x.b, x.a) }

// tests reports whether an action happens only if a flag is seen that the thread of another action sets.
func (p *plan) tests(a, b *action) bool {
	return slices.ContainsFunc(p.around(a), func(g *action) bool {
		set := false
		p.each(func(s *action) {
			set = set || g.Op == opGuard && s.Op == opStore && s.Sync == g.Sync && p.thread(s) == p.thread(b)
		})
		return set
	})
}

// behindRLocker reports whether a lock keeps the ends apart if its RLocker, where that is handed to a function, is
// taken for the lock.
func behindRLocker(p *plan, _ int, x pair) bool {
	for _, a := range p.around(x.a) {
		for _, b := range p.around(x.b) {
			if a.Op == opLock && b.Op == opLock && a.Sync == b.Sync && a.Read && b.Read && (handedOn(a) || handedOn(b)) {
				return true
			}
		}
	}
	return false
}

// handedOn reports whether a lock is taken by a function that is given it.
func handedOn(a *action) bool {
	return choice(a.Form, 8, lockForms) == 1 || choice(a.Form, 8, lockForms) == 2
}
