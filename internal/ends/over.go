// This file tells what comes behind the end of a function literal that others run (R44).

package ends

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// Ended reports whether an access of what a function has made comes after the end of a literal of that function, within
// which another access happens: the literal is run once, by whoever it was given to.
func (c *End) Ended(within *End) bool {
	made := c.object()
	for _, k := range c.conditions() {
		if k.is.Kind == facts.CondOver && made.Inst == k.at.ID && within.runs(c.D.L.Link, k.at, k.is.Addr) {
			return true
		}
	}
	return false
}

// runs reports whether an access happens within a literal, in the goroutine that runs it, that a variable of the
// function which has made it holds.
func (c *End) runs(l *link.Link, maker *link.Instance, literal facts.Node) bool {
	var buf []pointsto.Node
	for _, a := range l.Sets.PointsTo(buf, maker.Node(literal)) {
		o, _, _ := l.ObjectAt(a)
		if o == nil || o.Decl == nil || o.Decl.Kind != facts.ObjFunc || o.Inst != maker.ID {
			continue
		}
		chain := c.Chain()
		for k := len(chain) - 1; k >= 0; k-- {
			i := l.Insts[chain[k].Inst]
			if i.Unit.Sym == o.Sym && (i.Maker == maker.ID || i.Maker == 0) {
				return true // of one context for all makers, who have their variables each
			}
			if chain[k].Start {
				break
			}
		}
	}
	return false
}
