// This file says what helps against a race, where its form shows it. What helps for certain is an edit (internal/fix).

package racecheck

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
)

// advice is what helps; empty if the form of the race does not show it.
func advice(f *report.Finding) string {
	x, y := &f.Accesses[0], &f.Accesses[1]
	switch atomic := func(a *report.Access) bool { return strings.HasPrefix(a.Kind, "atomic ") }; {
	case atomic(x) != atomic(y):
		plain := x
		if atomic(x) {
			plain = y
		}
		return "make the " + plain.Kind + " at " + report.Near(plain.Pos, f.Pos) + " atomic, too"
	case x.Kind == "close" || y.Kind == "close":
		return "close the channel where nobody can send any more: by the only sender, or after a Wait for all of them"
	case f.Variable.Kind == "captured" && (x.Origin.Kind == "go") != (y.Origin.Kind == "go"):
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
	case len(x.Locks) > 0 && len(y.Locks) == 0:
		return hold(x, y, f)
	case len(y.Locks) > 0 && len(x.Locks) == 0:
		return hold(y, x, f)
	case len(x.Locks) > 0 && len(y.Locks) > 0:
		return both(x, y, f)
	case len(x.Locks) == 0 && f.Variable.Kind == "map":
		return "hold one lock at all uses of the map, or make it a sync.Map"
	}
	return ""
}

// both is the advice where each access holds locks, none of them the other's: to hold the one under which the variable
// is written.
func both(x, y *report.Access, f *report.Finding) string {
	if strings.HasSuffix(x.Kind, "read") {
		x, y = y, x
	}
	if slices.ContainsFunc(x.Locks, func(l report.Lock) bool {
		return slices.ContainsFunc(y.Locks, func(m report.Lock) bool { return l.Name == m.Name })
	}) {
		return ""
	}
	if text := hold(x, y, f); text != "" {
		return "the two hold different locks: " + text
	}
	return ""
}

// hold is the advice to hold the lock of one access at the other one, if it lies beside the variable. One held for
// reading guards no write.
func hold(locked, free *report.Access, f *report.Finding) string {
	for _, lock := range locked.Locks {
		beside := owner(lock.Name) == owner(f.Variable.Name)
		if beside && (lock.Mode == "W" || strings.HasSuffix(locked.Kind, "read")) {
			return "hold " + lock.Name + " at " + report.Near(free.Pos, f.Pos) + ", too"
		}
	}
	return ""
}

// owner is the type or package that a variable belongs to: "cache.Cache" for "map cache.Cache.items".
func owner(name string) string {
	name = name[strings.LastIndexByte(name, ' ')+1:]
	return name[:max(strings.LastIndexByte(name, '.'), 0)]
}
