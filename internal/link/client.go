// This file is what clients of libraries prove: why two of their calls are taken to overlap (package races, C).

package link

import (
	"github.com/syncvet/syncvet/facts"
)

// A ClientKind is what the client of a type rests on.
type ClientKind uint8

// The kinds of clients.
const (
	NoClient    ClientKind = iota // the ends are in view
	ByGoroutine                   // the type starts goroutines
	ByHolding                     // the type holds a lock or the like
	ByPromise                     // the type's documentation promises it
)

// ClientOf says which client an origin stems from.
func (l *Link) ClientOf(id OriginID) ClientKind {
	root := l.Origins[l.Origins[id].Tree]
	if root.Kind != RootClient || len(root.Entries) == 0 {
		return NoClient
	}
	switch u := l.Insts[root.Entries[0]].Unit; {
	case u.Flag(facts.Promised):
		return ByPromise
	case u.Flag(facts.Harness):
		return ByHolding
	}
	return ByGoroutine
}
