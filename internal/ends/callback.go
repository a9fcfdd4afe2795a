// This file recognises functions that a goroutine calls because an object of its own says so (R22).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
)

// OwnCallback reports whether two goroutines both come to their accesses by functions that they find in, or through,
// one of many objects: that two of these objects lead there is not known.
func (ts *trails) OwnCallback(x, y *End) bool {
	many := func(c *End) bool { return c.throughOne.holds(func() bool { return ts.calledThroughMany(c) }) }
	return many(x) && many(y)
}

// calledThroughMany reports whether a goroutine's path to an access passes a call of a function that was found through
// one of many objects.
func (ts *trails) calledThroughMany(c *End) bool {
	var ctx *link.Context
	many := false
	for _, k := range c.Chain() {
		if k.Start {
			many = false // another goroutine
		}
		if k.From != 0 && !k.Start && ts.L.Insts[k.From].Unit.Flow.Calls[k.Call].Flags&facts.CallDynamic != 0 {
			many = many || ts.foundThroughMany(k, ctx)
		}
		ctx = &link.Context{Inst: k.Inst, From: k.From, Call: k.Call, Start: k.Start, Up: ctx}
	}
	return many
}

// foundThroughMany reports whether the function that a call enters can only have been found through one of many
// objects.
func (ts *trails) foundThroughMany(k explain.ChainLink, ctx *link.Context) bool {
	recv := ts.L.Insts[k.From].Unit.Flow.Calls[k.Call].Recv
	for _, a := range ts.L.Sets.PointsTo(nil, ts.L.Insts[k.From].Node(recv)) {
		o, _, off := ts.L.ObjectAt(a)
		if o == nil || off != 0 || o.Decl.Kind != facts.ObjFunc || o.Sym != ts.L.Insts[k.Inst].Unit.Sym {
			continue
		}
		if !ts.throughMany(link.ReachingDef{Inst: k.From, Node: recv, Target: a, Ctx: ctx}, 0) {
			return false
		}
	}
	return true
}

// throughMany reports whether every way by which an address was found leads through one of many objects.
func (ts *trails) throughMany(s link.ReachingDef, depth int) bool {
	list := ts.L.Traced().Trace(s)
	for _, src := range list {
		if src.Slot == 0 || depth >= maxHolders {
			return false
		}
		o, _, _ := ts.L.ObjectAt(src.Slot)
		switch {
		case o.Inst == 0 || o.HeapContext != 0 || ts.L.Single(o):
			if !ts.throughMany(src.Base, depth+1) {
				return false
			}
		case ts.L.Insts[o.Inst].Origin == ts.L.Insts[s.Inst].Origin: // its own: what did it put there?
			if slices.ContainsFunc(ts.putInto(src), func(from link.ReachingDef) bool { return !ts.throughMany(from, depth+1) }) {
				return false
			}
		}
	}
	return len(list) > 0
}
