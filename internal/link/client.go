// This file is what clients of libraries prove: why two of their calls are taken to overlap (package races, C).

package link

import (
	"strings"

	"github.com/syncvet/syncvet/facts"
)

// A ClientKind is what the client of a type rests on.
type ClientKind uint8

// The kinds of clients.
const (
	NoClient    ClientKind = iota // the ends are in view
	ByGoroutine                   // the type starts goroutines
	ByHolding                     // the type holds a lock or the like
	ByPromise                     // the type's documentation promises it, and nothing in it starts a goroutine
	ByContext                     // contexts with one value may be used by several goroutines
	ByDemand                      // that of an interface which the type implements demands it
)

// ClientOf says which client an origin stems from.
func (l *Link) ClientOf(id OriginID) ClientKind {
	switch u := l.clientUnit(id); {
	case u == nil:
		return NoClient
	case !u.Flag(facts.Harness):
		return ByGoroutine
	case u.Flag(facts.Derived):
		return ByContext
	case u.Flag(facts.Demanded):
		return ByDemand
	case u.Flag(facts.Promised):
		return ByPromise
	}
	return ByHolding
}

// Promised reports whether an origin stems from the client of a type whose documentation promises that calls of its
// methods may overlap, whether something in it starts goroutines or not.
func (l *Link) Promised(id OriginID) bool {
	u := l.clientUnit(id)
	return u != nil && u.Flag(facts.Promised)
}

// clientUnit is the client that an origin stems from, nil if its root is none.
func (l *Link) clientUnit(id OriginID) *Unit {
	root := l.Origins[l.Origins[id].Tree]
	if root.Kind != RootClient || len(root.Entries) == 0 {
		return nil
	}
	return l.Insts[root.Entries[0]].Unit
}

// ClientType is the type whose client an origin stems from; zero if none.
func (l *Link) ClientType(id OriginID) facts.Symbol {
	if l.ClientOf(id) == NoClient {
		return facts.Symbol{}
	}
	t := l.Insts[l.Origins[l.Origins[id].Tree].Entries[0]].Unit.Sym
	t.Kind, t.Name = facts.SymType, strings.TrimSuffix(t.Name, "$client")
	return t
}
