// This file says what helps against a race. What helps for certain is an edit (internal/fix).

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

// A scene is what the source of a race shows that its pairs do not.
type scene struct {
	beside
	care   [2]string              // how each end that reads holds a lock: text to append
	closes [2]bool                // whether what each end reads is what its statement closes
	bare   [2][]report.Pos        // for each end, the other places of the race at which no lock is held
	shared func(lock string) bool // reports whether a lock can be held for reading
}

// advice is what helps, given what the source shows. The variable of a foreign package can be guarded where it is used
// only.
func advice(f *report.Finding, r *evidence.Evidence, b *scene, foreign bool) string {
	x, y := &f.Accesses[0], &f.Accesses[1]
	switch atomic := func(a *report.Access) bool { return strings.HasPrefix(a.Kind, "atomic ") }; {
	case atomic(x) != atomic(y):
		plain := x
		if atomic(x) {
			plain = y
		}
		return "make the " + plain.Kind + " at " + report.Near(plain.Pos, f.Pos) + " atomic, too"
	case x.Kind == "close" || y.Kind == "close":
		return closing(f)
	case len(shared(x, y)) > 0:
		return "none where the two hold one lock; where they do not, guard the variable by a lock that all who have it share"
	case foreign && (f.Via != "" || x.Pos.Pkg == f.Variable.Pkg || y.Pos.Pkg == f.Variable.Pkg):
		return "its package does not guard it: give each goroutine its own, or hold one lock of yours around both uses, " +
			"if neither waits for the other"
	}
	for _, text := range []string{earlier(f, r), lockUp(f, r, b), behind(f, r), awaited(f)} {
		if text != "" {
			return text
		}
	}
	both := everywhere(f, b)
	switch {
	case len(locks(x)) > 0 && len(locks(y)) > 0:
		return "hold one and the same lock" + both
	case f.Variable.Kind == "captured":
		return "give each goroutine its own variable, or declare a mutex beside it and hold it" + both
	case b.mutex != "" && b.atomic != "" && asleep(r, b.mutex) == nil:
		return "make it an " + b.atomic + ", or hold " + b.mutex + ", which lies beside it," + both
	case b.mutex != "" && asleep(r, b.mutex) == nil:
		return "hold " + b.mutex + ", which lies beside it," + both
	case f.Variable.Kind == "map":
		return "declare a mutex beside the map and hold it" + both + ", or make it a sync.Map"
	case f.Variable.Kind == "slice":
		return "hold one lock" + both + ", or give each goroutine elements of its own"
	case b.atomic != "":
		return "make it an " + b.atomic + ", or declare a mutex beside it and hold it" + both
	case f.Variable.Kind == "pointee":
		return "hold one lock" + both + ", or give each goroutine a copy of its own"
	}
	return "declare a mutex beside it and hold it" + both
}

// everywhere are the places at which a new lock is to be held: both accesses, and the race's others that hold none.
func everywhere(f *report.Finding, b *scene) string {
	x, y := report.Near(f.Accesses[0].Pos, f.Pos), report.Near(f.Accesses[1].Pos, f.Pos)
	both := " at " + x + " and " + y
	if x == y {
		both = " at " + x
	}
	var more []string
	for k := range b.bare {
		for _, p := range b.bare[k] {
			if at := report.Near(p, f.Pos); at != x && at != y && !slices.Contains(more, at) {
				more = append(more, at)
			}
		}
	}
	if len(more) > 0 {
		both += "; likewise at " + places(x, more)
	}
	return both
}

// asleep is a wait for another goroutine during which a lock is held, by the lock's name; nil if there is none.
func asleep(r *evidence.Evidence, lock string) *evidence.Event {
	for k := range r.Asleep {
		if s := &r.Asleep[k]; linked.LockName(s.Lock) == lock {
			return &s.Event
		}
	}
	return nil
}

// closing is the advice against a close beside a send.
func closing(f *report.Finding) string {
	x, y := &f.Accesses[0], &f.Accesses[1]
	if y.Kind == "close" {
		x, y = y, x
	}
	at, other := report.Near(x.Pos, f.Pos), report.Near(y.Pos, f.Pos)
	if y.Kind == "close" {
		return "close the channel at one place only, or in a sync.Once at both"
	}
	return "wait for the goroutines that " + y.Kind + " at " + other + " before the close at " + at +
		", or close another channel there, and let a select at " + other + " receive from it"
}

// earlier is the advice to write before the goroutine is started, where the function that starts it writes behind that.
func earlier(f *report.Finding, r *evidence.Evidence) string {
	for k := range r.Ends {
		e, g := &r.Ends[k], &r.Ends[1-k].Goroutine
		n := len(g.Chain)
		alone := n > 0 && !g.Callback && !g.Parallel && g.Site.Line != 0
		after := alone && g.Chain[n-1].Func == e.Last().Func && e.Last().Pos.Line > g.Site.Line
		near := after && e.Last().Pos.Line-g.Site.Line <= nearLines
		if near && e.Last().Access.Kind.Writes() && e.Last().Access.Var == facts.VarField {
			return "start the goroutine at " + linked.Short(g.Site) + " after the " + f.Accesses[k].Kind + " at " +
				report.Near(f.Accesses[k].Pos, f.Pos)
		}
	}
	return ""
}

// behind is the advice to wait first, where the function of one end waits for the other's goroutine, but too late: not
// where that stands further up, in a loop, nor where it waits for what the race is on.
func behind(f *report.Finding, r *evidence.Evidence) string {
	for k := range r.Related {
		s := &r.Related[k]
		a := &f.Accesses[s.End]
		if s.Waits.Op != facts.EventWait && f.Variable.Kind != "captured" {
			continue // such as a queue that a goroutine receives from all its life
		}
		later := s.After && s.Waits.Func == r.Ends[s.End].Last().Func && int(s.Waits.Pos.Line) > a.Pos.Line
		waits := eventText(&s.Waits)
		if later && waits != "" && !strings.Contains(f.Variable.Name, strconv.Quote(s.Waits.Name.Name)) {
			return "wait first: move the " + a.Kind + " at " + report.Near(a.Pos, f.Pos) + " behind the " + waits
		}
	}
	return ""
}

// awaited is the advice to wait for a goroutine that the function itself has started; empty if it has not.
func awaited(f *report.Finding) string {
	x, y := &f.Accesses[0], &f.Accesses[1]
	if f.Variable.Kind != "captured" || (x.Origin.Kind == "go") == (y.Origin.Kind == "go") {
		return ""
	}
	started, other := x, y
	if y.Origin.Kind == "go" {
		started, other = y, x
	}
	function, _, _ := strings.Cut(other.Func, ".func")
	if !strings.HasPrefix(started.Origin.Name, function+".func") {
		return "" // the goroutine is not its own
	}
	start, at := report.Near(started.Origin.Pos, f.Pos), report.Near(other.Pos, f.Pos)
	return "wait for the goroutine started at " + start + " before the " + other.Kind + " at " + at
}

// lockUp is the advice to hold the lock of one access at the other one; empty if there is none that guards the
// variable. Where both hold locks it is the one under which the variable is written.
func lockUp(f *report.Finding, r *evidence.Evidence, b *scene) string {
	n := [2]int{len(locks(&f.Accesses[0])), len(locks(&f.Accesses[1]))}
	switch {
	case n[0] > 0 && n[1] == 0:
		return hold(f, r, b, 0)
	case n[1] > 0 && n[0] == 0:
		return hold(f, r, b, 1)
	case n[0] == 0:
		return ""
	}
	k := 0
	if !f.Accesses[0].Writes() {
		k = 1
	}
	if text := hold(f, r, b, k); text != "" {
		return "the two hold different locks: " + text
	}
	return ""
}

// shared are the locks that are held at both accesses by their names, and would keep them apart if they were one.
func shared(x, y *report.Access) []report.Lock {
	return slices.DeleteFunc(locks(x), func(l report.Lock) bool {
		return !slices.ContainsFunc(locks(y), func(m report.Lock) bool {
			return l.Name == m.Name && (l.Mode == "W" || m.Mode == "W")
		})
	})
}

// locks are the locks held at an access: a Once excludes only itself.
func locks(a *report.Access) []report.Lock {
	return slices.DeleteFunc(slices.Clone(a.Locks), func(l report.Lock) bool { return l.Mode == report.InOnce })
}

// hold is the advice to hold the lock of end k at the other one, if it lies beside the variable. One held for reading
// guards no write.
func hold(f *report.Finding, r *evidence.Evidence, b *scene, k int) string {
	locked, free := &f.Accesses[k], &f.Accesses[1-k]
	for _, lock := range locks(locked) {
		beside := owner(lock.Name) == owner(f.Variable.Name) || around(lock.Name, f, r)
		if beside && (lock.Mode == "W" || !locked.Writes()) {
			if wait := asleep(r, lock.Name); wait != nil {
				return apart(f, b, lock.Name, eventText(wait))
			}
			h := holding{lock: lock.Name, at: report.Near(free.Pos, f.Pos), path: callsOf(r.Ends[1-k].Path), under: r.Under[1-k]}
			if !free.Writes() {
				h.reads = b.shared(lock.Name)
			}
			if free.Kind == "read" && b.closes[1-k] {
				return h.closing(report.Near(locked.Pos, f.Pos))
			}
			if free.Kind == "read" {
				h.care = b.care[1-k]
			}
			for _, p := range b.bare[1-k] {
				h.also = append(h.also, report.Near(p, f.Pos))
			}
			return h.text()
		}
	}
	return ""
}

// apart is the advice to guard a variable by a lock of its own: the one that is held at one end is also held during a
// wait, for ever if who is waited for wants it.
func apart(f *report.Finding, b *scene, lock, wait string) string {
	text := "declare a mutex for it alone and hold it"
	if b.atomic != "" {
		text = "make it an " + b.atomic + ", or " + text
	}
	text += everywhere(f, b) + "; not " + lock + ": it is held during the " + wait
	return text + ", which would not end if it waited for who wants the lock"
}

// around reports whether a lock belongs to a type by whose methods both goroutines come to a variable of another
// type of its package: it is the lock of what that is a part of.
func around(lock string, f *report.Finding, r *evidence.Evidence) bool {
	pkg, typ, ok := strings.Cut(owner(lock), ".")
	if home, _, _ := strings.Cut(owner(f.Variable.Name), "."); !ok || home != pkg {
		return false
	}
	method := func(fr evidence.Frame) bool {
		recv := strings.HasPrefix(fr.Func.Name, "(*"+typ+").") || strings.HasPrefix(fr.Func.Name, typ+".")
		return recv && report.PackageName(fr.Func.Pkg) == pkg
	}
	return slices.ContainsFunc(r.Ends[0].Path, method) && slices.ContainsFunc(r.Ends[1].Path, method)
}

// A callStep is a function on the way to an access, and where it is called.
type callStep struct {
	fn string // as a reader of the finding writes it
	at string // in the function before; "" for the first, and where it is not known
}

// callsOf are the steps of a path.
func callsOf(path []evidence.Frame) []callStep {
	var list []callStep
	for _, fr := range path {
		s := callStep{fn: linked.FuncName(fr.Func)}
		if fr.Call.Line != 0 {
			s.at = linked.Short(fr.Call)
		}
		list = append(list, s)
	}
	return list
}

// A holding is the advice to hold a lock at an access.
type holding struct {
	lock, at string     // what to hold, and where
	path     []callStep // how control comes to the access, outermost first
	under    int        // so many functions on the way, from the last one on, are also entered with the lock held
	reads    bool       // to hold it for reading is enough
	care     string     // how it is held
	also     []string   // other places that lack it
	// under: where the outermost of these functions is called with the lock held, as far as that is known
	callers []string
}

// text words it. Functions that some callers enter with the lock held cannot take it themselves.
func (h holding) text() string {
	if h.under == 0 || h.under > len(h.path) {
		text := "hold " + h.lock + " at " + h.at + ", too"
		if h.reads {
			text += " (RLock is enough)"
		}
		if text += h.care; len(h.also) > 0 {
			text += "; likewise at " + places(h.at, h.also)
		}
		return text
	}
	s := h.path[len(h.path)-h.under]
	if s.at == "" || h.under == len(h.path) {
		text := "lock " + h.lock + " in " + s.fn + ", and let those who call it with the lock held" + h.called(" at ")
		return text + " call a part of it that does not lock: it would block there"
	}
	return "hold " + h.lock + " around the call at " + s.at + ": other callers of " + s.fn +
		" hold it already" + h.called(", at ") + ", so it would block if it locked itself"
}

// called says behind some words where a function is called with the lock held; empty where that is not known.
func (h holding) called(words string) string {
	if len(h.callers) == 0 {
		return ""
	}
	return words + enumerate(h.callers, elsewhereMax)
}

// closing words the advice for an access that reads only to close what it has read: it changes what others wait for, so
// it takes a lock for writing, and one that nobody holds who waits for it.
func (h holding) closing(other string) string {
	return fmt.Sprintf("hold one mutex from the close at %s to the access at %s, so that it happens once: "+
		"%s only if nobody holds it while he waits for the close, else a mutex of their own", h.at, other, h.lock)
}

// places joins places, those in the file of the first by their lines alone.
func places(first string, list []string) string {
	file, _, _ := strings.Cut(first, ":")
	var here, there []string
	for _, p := range list {
		if name, line, _ := strings.Cut(p, ":"); name == file {
			here = append(here, line)
		} else {
			there = append(there, p)
		}
	}
	switch len(here) {
	case 0:
	case 1:
		here[0] = "line " + here[0]
	default:
		here[0] = "lines " + here[0]
	}
	return enumerate(append(here, there...), elsewhereMax)
}

// enumerate joins words, at most so many of them.
func enumerate(list []string, most int) string {
	switch n := len(list); {
	case n > most:
		return strings.Join(list[:most], ", ") + fmt.Sprintf(" and %d more", n-most)
	case n > 1:
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// owner is the type or package that a variable belongs to: "cache.Cache" for "map cache.Cache.items".
func owner(name string) string {
	name = name[strings.LastIndexByte(name, ' ')+1:]
	return name[:max(strings.LastIndexByte(name, '.'), 0)]
}
