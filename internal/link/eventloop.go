// This file recognises callbacks that one loop runs one after the other (an event loop; SDROID, R19).

package link

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// Loop is the name of the loop that runs an origin and the node that leads to what the loop belongs to.
func (l *Link) Loop(o *Origin) (facts.Symbol, pointsto.Node) {
	if o.Parent == 0 {
		return facts.Symbol{}, 0
	}
	i := l.Insts[o.Site]
	c := &i.Unit.Flow.Calls[o.Call]
	if c.Loop == 0 {
		return facts.Symbol{}, 0
	}
	return i.Unit.Names.Flow.Symbol(c.Loop), i.Node(c.LoopOn)
}

// OnlyObject is the object that a node surely means: one that exists once; zero if there is none.
func (l *Link) OnlyObject(n pointsto.Node) ObjID {
	only := ObjID(0)
	for _, a := range l.Sets.PointsTo(nil, n) {
		o, id, _ := l.ObjectAt(a)
		if o == nil || only != 0 && only != id || o.Inst != 0 && !l.Single(o) {
			return 0
		}
		only = id
	}
	return only
}

// Delivered reports whether a call is one of a function that was received from a channel which exists once: all that is
// sent there is called there, or by who else receives.
func (l *Link) Delivered(i *Instance, call uint32) bool {
	c := &i.Unit.Flow.Calls[call]
	if c.Flags&facts.CallDynamic == 0 {
		return false
	}
	received := false
	for k := range i.Unit.Flow.Cons {
		con := &i.Unit.Flow.Cons[k]
		if con.Dst != c.Recv {
			continue
		}
		if con.Op != facts.ConLoad || !l.channels(i.Node(con.Src)) {
			return false
		}
		received = true
	}
	return received
}

// channels reports whether a node points to channels only, each of which exists once.
func (l *Link) channels(n pointsto.Node) bool {
	all := l.Sets.PointsTo(nil, n)
	return len(all) > 0 && !slices.ContainsFunc(all, func(a pointsto.Node) bool {
		o, _, _ := l.ObjectAt(a)
		return o == nil || o.Decl.Kind != facts.ObjChan || !l.Single(o)
	})
}
