// This file finds out which instances run at most once in one run of their origin (O2).

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// Multiplicity finds out which instances run at most once in one run of their origin: entered by exactly one call that
// is in no loop, from an instance that runs at most once. Recursion counts as more than once.
func (l *Linker) Multiplicity() {
	for _, i := range l.Insts[1:] {
		i.Once = unvisited
	}
	for _, i := range l.Insts[1:] {
		l.once(i)
	}
}

// The values of instance.once.
const (
	unvisited = iota
	visiting
	many
	AtMostOnce
)

// once computes one instance's multiplicity, its callers' first.
func (l *Link) once(i *Instance) bool {
	switch i.Once {
	case visiting:
		return false
	case many, AtMostOnce:
		return i.Once == AtMostOnce
	}
	i.Once = visiting
	calls, ok := 0, true
	for _, e := range i.In {
		if e.Spawn {
			continue
		}
		from := l.Insts[e.From]
		if from.Unit.Flow.FirstCall(e.Call) != e.Call && l.once(from) {
			continue // only what one of the two has made is used
		}
		if calls++; calls > 1 || from.Unit.Flow.Calls[e.Call].Flags&facts.CallInLoop != 0 || !l.once(from) {
			ok = false
			break
		}
	}
	if calls > 0 && l.IsEntry(i) {
		ok = false
	}
	i.Once = many
	if ok {
		i.Once = AtMostOnce
	}
	return ok
}

// IsEntry reports whether an origin starts at the instance.
func (l *Link) IsEntry(i *Instance) bool { return slices.Contains(l.Origins[i.Origin].Entries, i.ID) }
