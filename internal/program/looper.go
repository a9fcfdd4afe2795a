// This file recognises callbacks that one loop runs one after the other (SDROID's looper; R19).

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// sameLoop tells whether two origins are callbacks of one loop.
func (d *detector) sameLoop(x, y *origin) bool {
	a, on := d.l.loop(x)
	b, at := d.l.loop(y)
	if a != b || a == (facts.Symbol{}) || (on == 0) != (at == 0) {
		return false
	}
	if on == 0 {
		return true
	}
	owner := d.l.onlyObject(on)
	return owner != 0 && owner == d.l.onlyObject(at)
}

// loop is the name of the loop that runs an origin and the node that leads to what the loop belongs to.
func (l *linker) loop(o *origin) (facts.Symbol, pointsto.Node) {
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
func (l *linker) onlyObject(n pointsto.Node) objID {
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
