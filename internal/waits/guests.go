// This file puts users of a library's type into a scope: they call its methods, any two at a time, and nobody has
// written them yet (W14).

package waits

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/link"
)

// users are those who call methods of a type in a scope that is its client's.
type users struct{ *scope }

// visits is what a client does when it has made a value: users make two calls at once.
func (b *automaton) visits() blocking.PointID {
	first := blocking.Point{Op: blocking.Branch, Site: pick(b)}
	list := users{b.s}.different()
	for k, g := range list {
		second := blocking.Point{Op: blocking.Branch, Choices: []blocking.PointID{0}, Site: pick(b)}
		for _, h := range list[k:] {
			if h != g || !g.once {
				second.Choices = append(second.Choices, b.add(calls(users{b.s}.guestProc(h), 0)))
			}
		}
		first.Choices = append(first.Choices, b.add(calls(users{b.s}.guestProc(g), b.add(second))))
	}
	if len(first.Choices) == 0 {
		return 0
	}
	return b.add(first)
}

// pick is a site of a choice of calls, in an automaton.
func pick(b *automaton) uint32 {
	b.s.sites = append(b.s.sites, site{frame: 1, pick: true})
	return uint32(len(b.s.sites) - 1)
}

// calls makes a user's call.
func calls(p blocking.ProcID, next blocking.PointID) blocking.Point {
	return blocking.Point{Op: blocking.Spawn, Proc: p, Next: next}
}

// visitors are the calls that have to do with the scope's objects.
func (s users) visitors() []guest {
	return slices.DeleteFunc(slices.Clone(s.guests), func(g guest) bool { return !s.relevant[g.inst] })
}

// different are those of them that are not made early, but for all but one of those that do the same to the objects:
// two of these are as good as that one twice.
func (s users) different() (list []guest) {
	type sort struct {
		does      string // to the scope's objects, spelled
		once, own bool   // as in guest
	}
	seen := map[sort]bool{}
	for _, g := range s.visitors() {
		if g.early {
			continue
		}
		p := s.guestProc(g)
		if s.failed {
			return list
		}
		if k := (sort{blocking.Spell(s.sys.Procs[p].Points), g.once, g.own}); !seen[k] || g.once {
			seen[k] = true
			list = append(list, g)
		}
	}
	return list
}

// guestProc is the process of a user's call.
func (s users) guestProc(g guest) blocking.ProcID {
	return s.proc(procKey{entry: g.inst, from: 1, call: g.call})
}

// isGuest gives the call of a user that a process runs.
func (s users) isGuest(p blocking.ProcID) (guest, bool) {
	k := s.bodies[p]
	at := slices.IndexFunc(s.guests, func(g guest) bool { return k.from == 1 && g.call == k.call && g.inst == k.entry })
	if at < 0 {
		return guest{}, false
	}
	return s.guests[at], true
}

// later is a process of users who come later: they make two calls, whichever help. Calls that make objects of the scope
// are left out: theirs are others.
func (s users) later() blocking.ProcID {
	first := blocking.Point{Op: blocking.Branch, Choices: []blocking.PointID{0}}
	second := blocking.Point{Op: blocking.Branch, Choices: []blocking.PointID{0}}
	points := make([]blocking.Point, 3)
	for _, g := range s.visitors() {
		if g.own {
			continue // it has objects of its own
		}
		spawn := blocking.Point{Op: blocking.Spawn, Proc: s.guestProc(g), Next: 2}
		points = append(points, spawn)
		first.Choices = append(first.Choices, blocking.PointID(len(points)-1))
		spawn.Next = 0
		points = append(points, spawn)
		second.Choices = append(second.Choices, blocking.PointID(len(points)-1))
	}
	points[1], points[2] = first, second
	s.sys.Procs = append(s.sys.Procs, blocking.Proc{Points: points})
	s.bodies = append(s.bodies, procKey{entry: s.root.ID})
	return blocking.ProcID(len(s.sys.Procs) - 1)
}

// onlyReceives reports whether a method does nothing but receive once, and return what it has got: whether there is
// another message to come its users know.
func onlyReceives(u *link.Unit) bool {
	if u.Spawn == nil || len(u.Spawn.Points) != 2 || len(u.Flow.Calls) > 0 {
		return false
	}
	e := &u.Spawn.Points[1].Event
	return e.Op == facts.EventRecv && e.Flags&facts.EventSelect == 0 && len(u.Flow.Results) > 0
}

// ends reports whether a method's name says that it ends the life of a value.
func ends(method facts.Symbol) bool {
	name := method.Name[strings.LastIndexByte(method.Name, '.')+1:]
	return slices.ContainsFunc(
		[]string{"Close", "Stop", "Shutdown", "Wait", "Done", "Cancel", "Quit", "Exit", "Drain"},
		func(p string) bool { return strings.HasPrefix(name, p) },
	)
}
