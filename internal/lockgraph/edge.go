// This file is the vocabulary: locks, modes, and the edges between them with all that the rules ask about.

package lockgraph

import (
	"cmp"
	"slices"
)

// A LockID is an abstract lock. Zero is invalid.
type LockID uint32

// An EdgeID names the contents of an edge (L9). Zero is invalid.
type EdgeID uint32

// A Mode is how a lock is held or wanted.
type Mode uint8

const (
	Write Mode = iota // excludes everybody
	Read              // excludes writers
)

// A Relation is what is known of the two instances when an edge's two locks are one abstract lock.
type Relation uint8

const (
	Unknown  Relation = iota // nothing is known
	Same                     // they are one instance
	Distinct                 // they are two instances
)

// A Gate is a lock held besides the edge's own.
type Gate struct {
	Lock LockID // the lock
	Mode Mode   // how it is held
}

// An Edge is one acquisition, seen from one of the locks held there.
type Edge struct {
	Held     LockID   // the lock held
	Wanted   LockID   // the lock being acquired
	HeldMode Mode     // how Held is held
	WantMode Mode     // how Wanted is acquired
	Origin   uint32   // client's id of the goroutine's code (L2)
	Place    uint32   // client's id of the acquisition, for Parallel and Writer (L3, L5)
	Gates    []Gate   // everything else held there (L4); any order
	Relation Relation // of the two instances, if Held is Wanted and is not exact (L7, L8)
	Order    uint32   // client's id of an order in which Held's instance precedes Wanted's; zero if none is known (L6)
	HeldSite uint32   // client's id of where Held was acquired; part of the identity only
	WantSite uint32   // client's id of the statement that acquires Wanted; part of the identity only
}

// loop reports whether the edge leads from an abstract lock to itself.
func (e *Edge) loop() bool { return e.Held == e.Wanted }

// compare orders edges by their contents (L11).
func (e *Edge) compare(f *Edge) int {
	return cmp.Or(
		cmp.Compare(e.Held, f.Held), cmp.Compare(e.Wanted, f.Wanted),
		cmp.Compare(e.Origin, f.Origin), cmp.Compare(e.Place, f.Place),
		cmp.Compare(e.HeldMode, f.HeldMode), cmp.Compare(e.WantMode, f.WantMode),
		cmp.Compare(e.HeldSite, f.HeldSite), cmp.Compare(e.WantSite, f.WantSite),
		cmp.Compare(e.Relation, f.Relation), cmp.Compare(e.Order, f.Order),
		slices.CompareFunc(e.Gates, f.Gates, Gate.compare))
}

// compare orders gates by lock, then mode.
func (g Gate) compare(h Gate) int {
	return cmp.Or(cmp.Compare(g.Lock, h.Lock), cmp.Compare(g.Mode, h.Mode))
}
