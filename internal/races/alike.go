// This file bounds how often two accesses are looked at together before all others were (L9): contexts, goroutines and
// objects of one allocation site make thousands of pairs of the same two accesses, and the first few say what the
// others say.

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A likeness counts the pairs of each two accesses on objects of one allocation site.
type likeness struct {
	accesses map[accessKey]uint32           // their numbers
	pairs    map[siteKey]map[[2]uint32]uint // by the numbers of the two accesses
}

// An accessKey is an access as it stands in the source.
type accessKey struct {
	unit   link.UnitID
	access uint32
}

// A siteKey is a slot of all objects of one allocation site.
type siteKey struct {
	at  link.Position
	sym facts.Symbol // of static storage
	off uint32
}

// newLikeness has counted nothing.
func newLikeness() *likeness {
	return &likeness{accesses: map[accessKey]uint32{}, pairs: map[siteKey]map[[2]uint32]uint{}}
}

// A later location has pairs that are looked at when the first ones of all locations were.
type later struct {
	loc  order.Location
	done []int32 // the pairs that were looked at, by their number in the order of the location; ascending
}

// A choice says which pairs of a location are looked at.
type choice interface {
	// takes reports whether the pair of a number is looked at. It is asked in the order of numbers.
	takes(n int, x, y *end) bool
	// bound is how many pairs of the location it chooses from.
	bound() int
	// first reports whether the location has not been looked at before.
	first() bool
}

// A firstFew chooses the pairs that few were like before.
type firstFew struct {
	*likeness
	counts map[[2]uint32]uint // of the location's site
	later  later
	left   bool // some pairs were not chosen
}

// firstFew is the first choice on a location.
func (d *Detector) firstFew(loc order.Location) *firstFew {
	o := &d.L.Objects[loc.Obj]
	key := siteKey{d.L.AllocPos(o), o.Sym, loc.Off}
	counts := d.alike.pairs[key]
	if counts == nil {
		counts = map[[2]uint32]uint{}
		d.alike.pairs[key] = counts
	}
	return &firstFew{likeness: d.alike, counts: counts, later: later{loc: loc}}
}

func (c *firstFew) bound() int  { return maxScanned }
func (c *firstFew) first() bool { return true }

func (c *firstFew) takes(n int, x, y *end) bool {
	key := [2]uint32{c.number(x), c.number(y)}
	before := c.counts[key]
	if before == maxAlike {
		c.left = true
		return false
	}
	c.counts[key] = before + 1
	c.later.done = append(c.later.done, int32(n))
	return true
}

// number is the number of an access, at least one.
func (c *likeness) number(x *end) uint32 {
	if x.number == 0 {
		key := accessKey{x.d.L.Insts[x.Inst].Unit.ID, x.Access}
		if c.accesses[key] == 0 {
			c.accesses[key] = uint32(len(c.accesses) + 1)
		}
		x.number = c.accesses[key]
	}
	return x.number
}

// takes chooses the pairs that have not been looked at.
func (l *later) takes(n int, _, _ *end) bool {
	_, done := slices.BinarySearch(l.done, int32(n))
	return !done
}

func (l *later) bound() int  { return maxPairs }
func (l *later) first() bool { return false }
