// This file recognises callbacks that one loop runs one after the other (SDROID's looper; R19).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// sameLoop tells whether two origins are callbacks of one loop.
func (l *Order) sameLoop(x, y *origin) bool {
	a, on := l.loop(x)
	b, at := l.loop(y)
	if a != b || a == (facts.Symbol{}) || (on == 0) != (at == 0) {
		return false
	}
	if on == 0 {
		return true
	}
	owner := l.onlyObject(on)
	return owner != 0 && owner == l.onlyObject(at)
}

// loop is the name of the loop that runs an origin and the node that leads to what the loop belongs to.
func (l *Link) loop(o *origin) (facts.Symbol, pointsto.Node) {
	if o.parent == 0 {
		return facts.Symbol{}, 0
	}
	i := l.insts[o.site]
	c := &i.unit.flow.Calls[o.call]
	if c.Loop == 0 {
		return facts.Symbol{}, 0
	}
	return i.unit.names.flow.Symbol(c.Loop), i.node(c.LoopOn)
}

// onlyObject is the object that a node surely means: one that exists once; zero if there is none.
func (l *Link) onlyObject(n pointsto.Node) objID {
	only := objID(0)
	for _, a := range l.g.PointsTo(nil, n) {
		o, id, _ := l.objectAt(a)
		if o == nil || only != 0 && only != id || o.inst != 0 && !l.single(o) {
			return 0
		}
		only = id
	}
	return only
}

// delivered tells whether a call is one of a function that was received from a channel which exists once: all that is sent there is called
// there, or by who else receives.
func (l *Link) delivered(i *instance, call uint32) bool {
	c := &i.unit.flow.Calls[call]
	if c.Flags&facts.CallDynamic == 0 {
		return false
	}
	received := false
	for k := range i.unit.flow.Cons {
		con := &i.unit.flow.Cons[k]
		if con.Dst != c.Recv {
			continue
		}
		if con.Op != facts.ConLoad || !l.channels(i.node(con.Src)) {
			return false
		}
		received = true
	}
	return received
}

// channels tells whether a node points to channels only, each of which exists once.
func (l *Link) channels(n pointsto.Node) bool {
	all := l.g.PointsTo(nil, n)
	return len(all) > 0 && !slices.ContainsFunc(all, func(a pointsto.Node) bool {
		o, _, _ := l.objectAt(a)
		return o == nil || o.decl.Kind != facts.ObjChan || !l.single(o)
	})
}
