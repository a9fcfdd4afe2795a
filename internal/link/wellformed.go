// This file checks that the sections of a unit fit together: archives may come from anywhere.

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// consistent checks that numbers of one section that mean things of another are in range; archives may come from
// anywhere.
func (u *Unit) consistent() bool {
	nodes, calls, objs, sites, points := uint32(0), 0, 0, 0, 1
	if u.Flow != nil {
		nodes, calls, objs = u.Flow.Nodes, len(u.Flow.Calls), len(u.Flow.Objs)
	}
	if u.Locks != nil {
		sites = len(u.Locks.Sites)
		for i := range u.Locks.Sites {
			if uint32(max(u.Locks.Sites[i].Addr, u.Locks.Sites[i].Box)) > nodes {
				return false
			}
		}
	}
	if u.Spawn != nil {
		points = len(u.Spawn.Points)
		if len(u.Spawn.Calls) != calls && len(u.Spawn.Calls) != 0 {
			return false
		}
		for i := range u.Spawn.Points {
			if !eventInRange(&u.Spawn.Points[i].Event, nodes, calls, sites) {
				return false
			}
		}
		for _, s := range u.Spawn.Sites {
			if int(s.Call) >= calls || !allBelow(s.Objs, objs) || !allBelow(s.Calls, calls) {
				return false
			}
		}
	}
	if u.Accesses != nil {
		for i := range u.Accesses.List {
			a := &u.Accesses.List[i]
			if uint32(a.Addr) > nodes || int(a.Point) >= points || !allBelow(a.Guards, sites) ||
				int(a.Test) > len(u.Accesses.Tests) {
				return false
			}
		}
		if !valuesInRange(u.Accesses, nodes, calls) {
			return false
		}
		for _, c := range u.Accesses.Conds {
			if uint32(c.Addr) > nodes || c.Call && int(c.Index) >= calls || !c.Call && int(c.Index) >= len(u.Accesses.List) {
				return false
			}
		}
	}
	return true
}

// valuesInRange checks what is said of numbers. A slot of a parameter that there is not has no known number.
func valuesInRange(a *facts.Accesses, nodes uint32, calls int) bool {
	term := func(t facts.Term) bool {
		return uint32(t.Addr) <= nodes && (t.Kind != facts.TermParam || 0 <= t.N && t.N < maxSlots)
	}
	for k, t := range a.Tests {
		if int(t.Outer) > k || !term(t.X) || !term(t.Y) {
			return false
		}
	}
	for _, b := range a.Behind {
		if int(b.Call) >= calls || int(b.Test) > len(a.Tests) {
			return false
		}
	}
	for _, g := range a.Given {
		if int(g.Call) >= calls || !term(g.Value) {
			return false
		}
	}
	for _, r := range a.Returned {
		if r.Slot >= maxSlots || int(r.Test) > len(a.Tests) || !term(r.Value) {
			return false
		}
	}
	for _, n := range slices.Concat(a.Opened, a.Selected) {
		if uint32(n) > nodes {
			return false
		}
	}
	for _, x := range a.Sized {
		if uint32(x.Addr) > nodes || !term(x.Value) {
			return false
		}
	}
	for _, x := range a.Counted {
		if !term(x.Value) {
			return false
		}
	}
	for _, x := range a.Initials {
		if uint32(x.Addr) > nodes || !term(x.Value) {
			return false
		}
	}
	return true
}

func eventInRange(e *facts.Event, nodes uint32, calls, sites int) bool {
	switch e.Op {
	case facts.EventCall, facts.EventGo:
		return int(e.Index) < calls
	case facts.EventGroupGo:
		return int(e.Index) < calls && uint32(e.Addr) <= nodes
	case facts.EventLock, facts.EventEach:
		return int(e.Index) < sites
	case facts.EventEvery:
		return uint32(e.Addr) <= nodes && e.N >= -int64(nodes) && e.N <= int64(calls)
	}
	return uint32(e.Addr) <= nodes
}

func allBelow(xs []uint32, n int) bool {
	for _, x := range xs {
		if int(x) >= n {
			return false
		}
	}
	return true
}
