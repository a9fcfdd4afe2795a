// This file is the skeleton of a client (passes/source S10).

package spawn

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// client makes a client's skeleton: its calls, one after the other. That of a function's client is the plain one:
// entry, one call, exit.
func (r *pack) client(b *facts.Builder, i int, c *source.Client, f *facts.Flow) {
	if c.Func != nil && len(f.Calls) == 1 {
		return
	}
	out := b.Unit(i)
	s := facts.Spawn{Points: []facts.Point{{}}}
	calls := c.Calls()
	for k := range f.Calls {
		fn := c.Func
		if k < len(calls) {
			fn = calls[k]
		}
		op := facts.EventCall
		if f.Calls[k].Flags&facts.CallGo != 0 {
			op = facts.EventGo
		}
		file, line, col := r.src.Position(fn.Pos())
		last := facts.PointID(len(s.Points) - 1)
		s.Calls = append(s.Calls, last)
		s.Points = append(
			s.Points,
			facts.Point{
				Preds: []facts.PointID{last},
				Event: facts.Event{Op: op, Index: uint32(k), Pos: out.Pos(file, line, col)},
			},
		)
	}
	s.Exits = []facts.PointID{facts.PointID(len(s.Points) - 1)}
	out.Done(s.Encode())
}
