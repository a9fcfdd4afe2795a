// This file recognises functions that a goroutine calls because an object of its own says so (R22).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// ownCallback tells whether two goroutines both come to their accesses by functions that they find in, or through, one of many objects: that
// two of these objects lead there is not known.
func (d *detector) ownCallback(x, y *candidate) bool {
	return d.calledThroughMany(x) && d.calledThroughMany(y)
}

// calledThroughMany tells whether a goroutine's path to an access passes a call of a function that was found through one of many objects.
func (d *detector) calledThroughMany(c *candidate) bool {
	var ctx *context
	many := false
	for _, k := range d.chain(c) {
		if k.start {
			many = false // another goroutine
		}
		if k.from != 0 && !k.start && d.l.insts[k.from].unit.flow.Calls[k.call].Flags&facts.CallDynamic != 0 {
			many = many || d.foundThroughMany(k, ctx)
		}
		ctx = &context{inst: k.inst, from: k.from, call: k.call, start: k.start, up: ctx}
	}
	return many
}

// foundThroughMany tells whether the function that a call enters can only have been found through one of many objects.
func (d *detector) foundThroughMany(k chainLink, ctx *context) bool {
	recv := d.l.insts[k.from].unit.flow.Calls[k.call].Recv
	for _, a := range d.l.g.PointsTo(nil, d.l.insts[k.from].node(recv)) {
		o, _, off := d.l.objectAt(a)
		if o == nil || off != 0 || o.decl.Kind != facts.ObjFunc || o.sym != d.l.insts[k.inst].unit.sym {
			continue
		}
		if !d.throughMany(sighting{k.from, recv, a, ctx}, 0) {
			return false
		}
	}
	return true
}

// throughMany tells whether every way by which an address was found leads through one of many objects.
func (d *detector) throughMany(s sighting, depth int) bool {
	list := d.l.traced().trace(s)
	for _, src := range list {
		if src.slot == 0 || depth >= maxHolders {
			return false
		}
		o, _, _ := d.l.objectAt(src.slot)
		switch {
		case o.inst == 0 || o.flavor != 0 || d.l.single(o):
			if !d.throughMany(src.base, depth+1) {
				return false
			}
		case d.l.insts[o.inst].origin == d.l.insts[s.inst].origin: // its own: what did it put there?
			if slices.ContainsFunc(d.putInto(src), func(from sighting) bool { return !d.throughMany(from, depth+1) }) {
				return false
			}
		}
	}
	return len(list) > 0
}
