// This file words why nothing orders the ends of a race, and which synchronisation near by was looked at and does not.

package racecheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/linked"
	"github.com/syncvet/syncvet/internal/report"
)

// ordering says why nothing orders the ends.
func ordering(x *evidence.Evidence) report.Ordering {
	o := report.Ordering{Reason: overlap(x)}
	for _, s := range nearest(x) {
		text := nearText(x, &s)
		if len(o.Nearest) < nearMax && !slices.Contains(o.Nearest, text) {
			o.Nearest = append(o.Nearest, text)
		}
	}
	told := slices.ContainsFunc(x.Doubts, func(d evidence.Doubt) bool { return unless(x, d.ID) != "" && d.ID == "R6d" })
	if x.MayLock && !told {
		o.Nearest = append(o.Nearest, "each access holds a lock, and these may be the locks of two objects")
	}
	return o
}

// nearest are the orders that were looked at, the nearest first: in the function of the end that waits, for the other
// goroutine's end wherever that is, on the way there, elsewhere; those that wait for a third goroutine last.
func nearest(x *evidence.Evidence) []evidence.Sync {
	distance := func(s *evidence.Sync) int {
		e := &x.Ends[s.End]
		switch {
		case s.Other:
			return 4
		case s.Waits.Func == e.Last().Func:
			return 0
		case s.After:
			return 1
		case slices.ContainsFunc(e.Path, func(fr evidence.Frame) bool { return fr.Func == s.Waits.Func }):
			return 2
		}
		return 3
	}
	list := slices.DeleteFunc(slices.Clone(x.Related), func(s evidence.Sync) bool {
		return distance(&s) > 0 && s.Waits.Op == facts.EventOnceDone || s.Other && !near(x, &s)
	})
	slices.SortStableFunc(list, func(a, b evidence.Sync) int { return distance(&a) - distance(&b) })
	return list
}

// near reports whether synchronisation stands in the function of its end, or on the way there.
func near(x *evidence.Evidence, s *evidence.Sync) bool {
	_, on := x.Ends[s.End].In(s.Waits.Func)
	return on
}

// overlap says which goroutines may be at their ends at the same time.
func overlap(x *evidence.Evidence) string {
	a, b := &x.Ends[0].Goroutine, &x.Ends[1].Goroutine
	started := func(g *evidence.Goroutine) bool { return g.Site.Line != 0 }
	switch {
	case started(a) && started(b) && (a.Other || b.Other):
		return "several goroutines " + begun(a) + " can run at the same time"
	case a.Other || b.Other:
		return "several goroutines may run " + linked.FuncName(a.Entry) + " at the same time"
	case started(a) && started(b) && a.Site == b.Site:
		return "two goroutines " + begun(a) + " can run at the same time"
	case started(a) && started(b):
		return "the goroutines " + begun(a) + " and " + and(a, b) + " can run at the same time: neither waits for the other"
	case started(a):
		return running(a, &x.Ends[1])
	case started(b):
		return running(b, &x.Ends[0])
	case a.Serves || b.Serves:
		entry := a.Entry
		if !a.Serves {
			entry = b.Entry
		}
		return linked.FuncName(entry) +
			" runs until a method, a context or a channel ends it: other methods are called meanwhile"
	case x.Assumes != evidence.NoClient:
		return "nothing orders calls of " + linked.FuncName(a.Entry) + " and " + linked.FuncName(b.Entry) +
			" by two goroutines"
	}
	if a.Kind == evidence.RootTest && b.Kind == evidence.RootTest && a.Entry != b.Entry {
		return linked.FuncName(a.Entry) + " and " + linked.FuncName(b.Entry) +
			" call t.Parallel: they may run at the same time"
	}
	return "nothing is known to order " + endName(x, 0) + " and " + endName(x, 1)
}

// running says that a goroutine runs on while its starter, or somebody else, comes to the other end.
func running(g *evidence.Goroutine, other *evidence.End) string {
	kind, at := kindName(&other.Last().Access), linked.Short(g.Site)
	if n := len(g.Chain); n > 0 {
		by := g.Chain[n-1].Func
		if slices.ContainsFunc(other.Path, func(fr evidence.Frame) bool { return fr.Func == by }) {
			return fmt.Sprintf("%s %s at %s, and comes to the %s without waiting for it",
				linked.FuncName(by), begins(g), at, kind)
		}
	}
	return fmt.Sprintf("%s comes to the %s while the goroutine %s may still run: nothing on the way waits for it",
		comer(other), kind, begun(g))
}

// comer names who comes to an end: its function, or the one that its goroutine begins with and that one.
func comer(e *evidence.End) string {
	fn := linked.FuncName(e.Last().Func)
	if n := len(e.Path); n > 1 && !e.Path[0].Synthetic && e.Path[0].Func != e.Last().Func {
		return fmt.Sprintf("%s, by which %s is reached,", linked.FuncName(e.Path[0].Func), fn)
	}
	return fn
}

// begins says what a function does that has a goroutine started, or a function called by a library.
func begins(g *evidence.Goroutine) string {
	if g.Callback {
		return "registers the callback"
	}
	return "starts the goroutine"
}

// begun says where a goroutine begins, and in which function: "started at a.go:3 (serve)".
func begun(g *evidence.Goroutine) string {
	text := "started at "
	if g.Callback {
		text = "of the callback registered at "
	}
	text += linked.Short(g.Site)
	if n := len(g.Chain); n > 0 {
		text += " (" + linked.FuncName(g.Chain[n-1].Func) + ")"
	}
	return text
}

// and is where a second goroutine begins, behind the first.
func and(a, b *evidence.Goroutine) string {
	if !a.Callback && !b.Callback {
		return strings.TrimPrefix(begun(b), "started ")
	}
	return begun(b)
}

// nearText says of synchronisation near by why it does not order the ends.
func nearText(x *evidence.Evidence, s *evidence.Sync) string {
	here, there := endName(x, s.End), endName(x, 1-s.End)
	waits := eventText(&s.Waits)
	gives := eventText(&s.Gives)
	switch {
	case waits == "":
		return "synchronisation at " + linked.Short(s.Waits.Pos) + " is not known to order the two"
	case s.Unfit:
		return fmt.Sprintf("%s comes before %s, but an Add or Done elsewhere may let it return before %s happens",
			waits, here, there)
	case s.After:
		if at, on := x.Ends[s.End].In(s.Waits.Func); on && s.Waits.Pos.Line > at.Line {
			if at != x.Ends[s.End].Last().Pos {
				here += ", to which line " + strconv.Itoa(int(at.Line)) + " leads"
			}
			return fmt.Sprintf("%s waits for the goroutine of %s, but only after %s", waits, there, here)
		}
		return fmt.Sprintf("%s waits for the goroutine of %s, but %s can be reached without it", waits, there, here)
	case s.Waits.Op == facts.EventOnceDone:
		return fmt.Sprintf("%s waits for the Once's function only, and %s does not happen before that", waits, there)
	case gives == "":
		return fmt.Sprintf("%s comes before %s, but is not known to wait for %s", waits, here, there)
	case s.Late:
		return fmt.Sprintf("%s waits for the %s, which may come before %s: then it orders nothing", waits, gives, there)
	case s.Other:
		return fmt.Sprintf("%s waits for the %s, which the goroutine of %s does not do", waits, gives, there)
	}
	return fmt.Sprintf("%s waits for the %s, but %s need not happen before that", waits, gives, there)
}

// endName names an access of a race so that it cannot be taken for the other one, or for synchronisation.
func endName(x *evidence.Evidence, k int) string {
	kind := kindName(&x.Ends[k].Last().Access)
	switch {
	case kind == kindName(&x.Ends[1-k].Last().Access):
		return [2]string{"the first ", "the second "}[k] + kind
	case kind == "send" || kind == "close":
		return "the racing " + kind
	}
	return "the " + kind
}
