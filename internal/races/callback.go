// This file recognises functions that a goroutine calls because an object of its own says so (R22).

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
)

// ownCallback reports whether two goroutines both come to their accesses by functions that they find in, or through, one of many objects: that
// two of these objects lead there is not known.
func (d *Detector) ownCallback(x, y *end) bool {
	return x.throughOne.holds(x.calledThroughMany) && y.throughOne.holds(y.calledThroughMany)
}

// calledThroughMany reports whether a goroutine's path to an access passes a call of a function that was found through one of many objects.
func (c *end) calledThroughMany() bool {
	d := c.d
	var ctx *link.Context
	many := false
	for _, k := range c.chain() {
		if k.Start {
			many = false // another goroutine
		}
		if k.From != 0 && !k.Start && d.L.Insts[k.From].Unit.Flow.Calls[k.Call].Flags&facts.CallDynamic != 0 {
			many = many || d.foundThroughMany(k, ctx)
		}
		ctx = &link.Context{Inst: k.Inst, From: k.From, Call: k.Call, Start: k.Start, Up: ctx}
	}
	return many
}

// foundThroughMany reports whether the function that a call enters can only have been found through one of many objects.
func (d *Detector) foundThroughMany(k explain.ChainLink, ctx *link.Context) bool {
	recv := d.L.Insts[k.From].Unit.Flow.Calls[k.Call].Recv
	for _, a := range d.L.Sets.PointsTo(nil, d.L.Insts[k.From].Node(recv)) {
		o, _, off := d.L.ObjectAt(a)
		if o == nil || off != 0 || o.Decl.Kind != facts.ObjFunc || o.Sym != d.L.Insts[k.Inst].Unit.Sym {
			continue
		}
		if !d.throughMany(link.Sighting{Inst: k.From, Node: recv, Target: a, Ctx: ctx}, 0) {
			return false
		}
	}
	return true
}

// throughMany reports whether every way by which an address was found leads through one of many objects.
func (d *Detector) throughMany(s link.Sighting, depth int) bool {
	list := d.L.Traced().Trace(s)
	for _, src := range list {
		if src.Slot == 0 || depth >= maxHolders {
			return false
		}
		o, _, _ := d.L.ObjectAt(src.Slot)
		switch {
		case o.Inst == 0 || o.Flavor != 0 || d.L.Single(o):
			if !d.throughMany(src.Base, depth+1) {
				return false
			}
		case d.L.Insts[o.Inst].Origin == d.L.Insts[s.Inst].Origin: // its own: what did it put there?
			if slices.ContainsFunc(d.putInto(src), func(from link.Sighting) bool { return !d.throughMany(from, depth+1) }) {
				return false
			}
		}
	}
	return len(list) > 0
}
