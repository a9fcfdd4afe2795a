// This file bounds how often two accesses are looked at together before all others were (races L9): contexts,
// goroutines and objects of one allocation site make thousands of pairs of the same two accesses, and the first few say
// what the others say.

package order

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
)

// A Likeness counts the pairs of each two accesses on objects of one allocation site.
type Likeness struct {
	sites map[siteKey]*alike // by slot
}

// alike counts them for one slot.
type alike struct {
	accesses map[accessKey]uint32 // their numbers
	pairs    [][]uint8            // by the numbers of the two accesses; what is missing is zero
}

// An accessKey is an access as it stands in the source.
type accessKey struct {
	unit   link.UnitID // the function that contains it
	access uint32      // index into the unit's Accesses.List
}

// A siteKey is a slot of all objects of one allocation site.
type siteKey struct {
	at  link.Position // where the objects are made
	sym facts.Symbol  // of static storage
	off uint32        // of the slot
}

// NewLikeness has counted nothing.
func NewLikeness() *Likeness {
	return &Likeness{map[siteKey]*alike{}}
}

// A Choice says which pairs of a location are looked at.
type Choice struct {
	Location
	Left bool    // some pairs were not chosen
	Done []int32 // the pairs chosen first, by their number in the order of the location; ascending
	few  *alike  // how many pairs of two accesses there were on the location's site; nil: all others are chosen
}

// Number is the number of a candidate's access, at least one, if only some pairs are chosen.
func (c *Choice) Number(l *Order, x *Candidate) uint32 {
	if !c.First() {
		return 0
	}
	key := accessKey{l.Insts[x.Inst].Unit.ID, x.Access}
	if c.few.accesses[key] == 0 {
		c.few.accesses[key] = uint32(len(c.few.accesses) + 1)
	}
	return c.few.accesses[key]
}

// FirstFew chooses the pairs of a location that few were like before.
func (c *Likeness) FirstFew(l *Order, loc Location) *Choice {
	o := &l.Objects[loc.Obj]
	key := siteKey{l.AllocPos(o), o.Sym, loc.Off}
	if c.sites[key] == nil {
		c.sites[key] = &alike{accesses: map[accessKey]uint32{}}
	}
	return &Choice{Location: loc, few: c.sites[key]}
}

// Rest chooses the pairs that were not chosen.
func (c *Choice) Rest() *Choice { return &Choice{Location: c.Location, Done: c.Done} }

// First reports whether the location has not been looked at before.
func (c *Choice) First() bool { return c.few != nil }

// Bound is how many pairs of the location are chosen from.
func (c *Choice) Bound() int {
	if c.First() {
		return maxScanned
	}
	return maxPairs
}

// Takes reports whether a pair of two accesses, by their numbers, is looked at. It is asked in the order of the pairs'
// numbers.
func (c *Choice) Takes(n int, x, y uint32) bool {
	if !c.First() {
		_, done := slices.BinarySearch(c.Done, int32(n))
		return !done
	}
	if !c.few.more(x, y) {
		c.Left = true
		return false
	}
	c.Done = append(c.Done, int32(n))
	return true
}

// more counts a pair of two accesses, and reports whether there were few so far.
func (a *alike) more(x, y uint32) bool {
	if missing := int(x) + 1 - len(a.pairs); missing > 0 {
		a.pairs = append(a.pairs, make([][]uint8, missing)...)
	}
	if missing := int(y) + 1 - len(a.pairs[x]); missing > 0 {
		a.pairs[x] = append(a.pairs[x], make([]uint8, missing)...)
	}
	if a.pairs[x][y] == maxAlike {
		return false
	}
	a.pairs[x][y]++
	return true
}
