// This file is places in source.

package link

import (
	"github.com/syncvet/syncvet/facts"
)

// A Position is a place in source.
type Position = facts.Position

// CallPos is where an instance's call stands.
func (l *Link) CallPos(i InstID, call uint32) Position {
	u := l.Insts[i].Unit
	return PositionOf(u.Names.Flow, u.Flow.Calls[call].Pos)
}

// AllocPos is where an object is made.
func (l *Link) AllocPos(o *Object) Position {
	if o.Inst == 0 {
		return Position{}
	}
	return PositionOf(l.Insts[o.Inst].Unit.Names.Flow, o.Decl.Pos)
}

// PositionOf is a position of facts with the file that it names.
func PositionOf(n *facts.Names, p facts.PosRef) Position {
	x := n.Position(p)
	return Position{File: n.Symbol(x.File), Line: x.Line, Col: x.Col}
}
