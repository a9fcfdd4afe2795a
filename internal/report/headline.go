// This file words the headline: the one line that must stand on its own (P1).

package report

import (
	"fmt"
	"slices"
	"strings"
)

// Headline is the finding in one line without position and final stop; the rule's id stands at its end.
func Headline(f *Finding) string {
	tail := ": " + relation(f) + " (" + f.Rule + ")"
	head := "data race on "
	room := max(headlineMax-len(head)-len(tail), nameMin)
	line := head + shorten(oneLine(f.Variable.Name), room) + tail
	if len(line) > headlineMax && f.Via != "" { // without what leads there
		line = head + oneLine(f.Variable.Name) + ": " + f.both() + " (" + f.Rule + ")"
	}
	if len(line) > headlineMax && f.Guard != nil {
		line = head + oneLine(f.Variable.Name) + ": " + f.unguarded() + " (" + f.Rule + ")"
	}
	if len(line) > headlineMax {
		keep := " (" + f.Rule + ")"
		line = shorten(strings.TrimSuffix(line, keep), headlineMax-len(keep)) + keep
	}
	return line
}

// both names the two accesses, without what leads to them.
func (f *Finding) both() string {
	x, y := &f.Accesses[0], &f.Accesses[1]
	if x.Kind == y.Kind && place(x.Pos) == place(y.Pos) {
		return x.Kind + " at " + near(x.Pos, f.Pos) + " is not ordered with itself"
	}
	return x.Kind + " at " + near(x.Pos, f.Pos) + " and " + y.Kind + " at " + near(y.Pos, f.Pos) + " are not ordered"
}

// LineVia is Line for a claim with what leads to it, which is left out where it does not fit.
func LineVia(via, claim, rule string) string {
	if text := via + " leads to " + claim; len(text)+len(rule)+len(" ()") <= headlineMax {
		claim = text
	}
	return Line(claim, rule)
}

// Line makes a headline of a text that is none yet: one line, not too long, with the rule's id at its end.
func Line(text, rule string) string {
	keep := " (" + rule + ")"
	return shorten(oneLine(text), headlineMax-len(keep)) + keep
}

// relation says how the two accesses stand to each other.
func relation(f *Finding) string {
	first, second, same := &f.Accesses[0], &f.Accesses[1], f.self()
	switch {
	case f.Guard != nil && f.Guard.rare() &&
		slices.ContainsFunc(second.Locks, func(l Lock) bool { return l.Name == f.Guard.Name }):
		at := near(second.Pos, f.Pos)
		return first.Kind + " here without " + f.Guard.Name + ", which the " + second.Kind + " at " + at + " holds"
	case f.Guard != nil && sameLine(first.Pos, second.Pos) && first.Kind == second.Kind:
		return first.Kind + " here without " + f.Guard.text()
	case f.Guard != nil:
		return first.Kind + " here without " + f.Guard.text() + "; " + second.Kind + " at " + near(second.Pos, f.Pos)
	case f.Via == "" && !same && sameLine(first.Pos, second.Pos) && first.Kind == second.Kind:
		return first.Kind + " here is not ordered with itself in another goroutine"
	case f.Via == "" && !same && sameLine(first.Pos, second.Pos):
		return first.Kind + " here and " + second.Kind + " on the same line are not ordered"
	case f.Via == "" && same:
		return first.Kind + " here is not ordered with itself in another goroutine"
	case f.Via == "":
		return first.Kind + " here and " + second.Kind + " at " + near(second.Pos, f.Pos) + " are not ordered"
	case same, sameLine(first.Pos, second.Pos) && first.Kind == second.Kind:
		return leads(f) + ", not ordered with itself"
	case sameLine(first.Pos, second.Pos):
		return leads(f) + ", not ordered with " + second.Kind + " on the same line"
	}
	return leads(f) + ", not ordered with " + second.Kind + " at " + near(second.Pos, f.Pos)
}

// sameLine reports whether two places stand on one line.
func sameLine(a, b Pos) bool { return place(a) == place(b) && a.known() }

// rare reports whether a guard is held at less than half of the accesses: then their number persuades nobody.
func (g *Guard) rare() bool { return 2*g.Held < g.Total }

// text says which guard is held where.
func (g *Guard) text() string {
	if g.Name == "" {
		return fmt.Sprintf("sync/atomic, used at %d of %d accesses", g.Held, g.Total)
	}
	if g.Held == 0 { // nothing but a directive says so
		return g.Name + ", which is said to guard it"
	}
	return fmt.Sprintf("%s, held at %d of %d accesses", g.Name, g.Held, g.Total)
}

// unguarded is the shortest claim about an access without its guard.
func (f *Finding) unguarded() string {
	name := f.Guard.Name
	if name == "" {
		name = "sync/atomic"
	}
	return f.Accesses[0].Kind + " here without " + name
}

// explained says in a sentence why a lock is taken for the guard of a variable.
func (g *Guard) explained(f *Finding) string {
	name := f.Variable.Name
	name = name[strings.LastIndexByte(name, ' ')+1:]
	held := fmt.Sprintf("%d of the %d", g.Held, g.Total)
	if g.Held == g.Total {
		held = fmt.Sprintf("all %d", g.Total)
	}
	return fmt.Sprintf("%s seems to guard %s: "+
		"it is held at %s accesses (those before others have the object are not counted)",
		g.Name, name, held)
}

// self reports whether a finding is about one access, made by two instances of one goroutine.
func (f *Finding) self() bool {
	return endKey(&f.Accesses[0]) == endKey(&f.Accesses[1]) && place(f.Accesses[0].Pos) == place(f.Accesses[1].Pos) &&
		place(f.Accesses[0].Origin.Pos) == place(f.Accesses[1].Origin.Pos)
}

// sameAccess are the words for the second access of such a finding.
const sameAccess = "same access, in another instance of the goroutine"

// leads says what stands at the primary position and which access it leads to.
func leads(f *Finding) string {
	via := f.Via
	if !strings.HasSuffix(via, " here") {
		via += " here"
	}
	a := &f.Accesses[0]
	return via + " leads to " + a.Kind + " at " + near(a.Pos, f.Pos)
}

// oneLine folds white space, line breaks included.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// gap stands for what is cut out of a line.
const gap = "..."

// shorten cuts out the middle of s if it is longer than limit bytes: between words, if there are such near by.
func shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	half := max((limit-len(gap))/2, 0)
	head, tail := strings.ToValidUTF8(s[:half], ""), strings.ToValidUTF8(s[len(s)-half:], "")
	if k := strings.LastIndexByte(head, ' '); k > half/2 {
		head = head[:k+1]
	}
	if k := strings.IndexByte(tail, ' '); k >= 0 && k < half/2 {
		tail = tail[k:]
	}
	return head + gap + tail
}
