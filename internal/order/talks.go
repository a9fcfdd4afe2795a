// This file finds goroutines that a test talks to over connections: who asks and waits for the answer is ordered with
// who answers, though no token shows it (R43).

package order

import (
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
)

// What an origin does with what lies outside the program.
const (
	hears  uint8 = 1 << iota // it reads from it, or accepts connections
	speaks                   // it writes to it
	tells                    // it sends on a channel
)

// Talks are what the goroutines of a link do over connections.
type Talks struct {
	*link.Link
	does []uint8 // by origin; nil until asked
}

// Converses reports whether a test, in its own goroutine, talks over a connection, and another goroutine of its tree
// hears what is said and answers: it reads from one itself, or stems from a goroutine that does, and writes to one or
// sends on a channel. Approximation: which connection it is, and whether the answer comes after what the goroutine has
// done, is not asked (fewer races).
func (l *Talks) Converses(test, other link.OriginID) bool {
	t, o := l.Origins[test], l.Origins[other]
	return o.Tree == t.Tree && l.ofTest(test) && !l.ofTest(other) && l.talk(test)&(hears|speaks) != 0 &&
		l.answers(other)
}

// Asked reports whether two goroutines answer over connections to a test that asks, in its own goroutine only: one
// request after the other. Approximation: as for Converses.
func (l *Talks) Asked(x, y link.OriginID) bool {
	tree := l.Origins[x].Tree
	if l.Origins[y].Tree != tree || l.Origins[tree].Kind != link.RootTest || l.ofTest(x) || l.ofTest(y) ||
		l.talk(tree)&(hears|speaks) == 0 || !l.answers(x) || !l.answers(y) {
		return false
	}
	for id := range l.Origins[1:] {
		o := l.Origins[id+1]
		if o.Parent != 0 && o.Tree == tree && l.ofTest(o.Parent) && !l.ofTest(o.ID) &&
			l.talk(o.ID)&(hears|speaks) != 0 &&
			l.Insts[o.Site].Unit.Flag(facts.InTest) && !l.stems(x, o.ID) && !l.stems(y, o.ID) {
			return false // another one may ask at the same time
		}
	}
	return true
}

// stems reports whether an origin is another one, or stems from it.
func (l *Talks) stems(id, from link.OriginID) bool {
	for ; id != 0; id = l.Origins[id].Parent {
		if id == from {
			return true
		}
	}
	return false
}

// answers reports whether an origin hears what is said to it over a connection, or stems from one that does and speaks
// or tells somebody.
func (l *Talks) answers(id link.OriginID) bool {
	if l.talk(id)&hears != 0 {
		return true
	}
	if l.talk(id)&(speaks|tells) == 0 {
		return false
	}
	for o := l.Origins[id]; o.Parent != 0; o = l.Origins[o.Parent] {
		if !l.ofTest(o.Parent) && l.talk(o.Parent)&hears != 0 {
			return true
		}
	}
	return false
}

// talk is what an origin does with what lies outside the program.
func (l *Talks) talk(id link.OriginID) uint8 {
	if l.does == nil {
		l.find()
	}
	return l.does[id]
}

// ofTest reports whether an origin is a test's own goroutine, or that of a subtest.
func (l *Talks) ofTest(id link.OriginID) bool {
	o := l.Origins[id]
	for ; o.Parent != 0; o = l.Origins[o.Parent] {
		i := l.Insts[o.Site]
		if i.Unit.Names.Flow.Symbol(i.Unit.Flow.Calls[o.Call].API).Pkg != "testing" {
			return false
		}
	}
	return o.Kind == link.RootTest
}

// findTalks finds what each origin does with what lies outside.
func (l *Talks) find() {
	l.does = make([]uint8, len(l.Origins))
	for _, i := range l.Insts[1:] {
		talk := &l.does[i.Origin]
		if s := i.Unit.Spawn; s != nil {
			for k := range s.Points {
				if s.Points[k].Event.Op == facts.EventSend {
					*talk |= tells
				}
			}
		}
		if i.Unit.Flow == nil {
			continue
		}
		i.Unanswered(l.Link, func(c *facts.Call) {
			if s := i.Unit.Names.Flow.Symbol(c.Callee); s.Kind == facts.SymMethod {
				*talk |= talking(s.Name)
			}
		})
		for k := range i.Unit.Flow.Calls {
			if s := i.Unit.Names.Flow.Symbol(i.Unit.Flow.Calls[k].Callee); s.Pkg == "net" && s.Kind == facts.SymFunc {
				if _, method, ok := strings.Cut(s.Name, ")."); ok {
					*talk |= talking(method)
				}
			}
		}
	}
}

// talking is what a method does with a connection, as package net names them.
func talking(method string) uint8 {
	switch {
	case strings.HasPrefix(method, "Read"), strings.HasPrefix(method, "Accept"):
		return hears
	case strings.HasPrefix(method, "Write"):
		return speaks
	}
	return 0
}
