// This file leaves out what directives cover (internal/directive V2).

package races

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// Rule gives the id of the rule that a race of two accesses falls under.
func Rule(a, b *facts.Access) string {
	if a.Kind.Atomic() != b.Kind.Atomic() {
		return "RC1005"
	}
	switch {
	case a.Var == facts.VarMap || b.Var == facts.VarMap:
		return "RC1003"
	case a.Var == facts.VarSlice || b.Var == facts.VarSlice:
		return "RC1004"
	case a.Var == facts.VarCaptured || b.Var == facts.VarCaptured:
		return "RC1002"
	}
	return "RC1001"
}

// hidden reports whether a directive covers the line of an access, for races of any rule.
func (d *Detector) hidden(i *link.Instance, a *facts.Access) bool {
	return !d.L.Told.Empty() && d.L.Told.AnyLine(link.PositionOf(i.Unit.Names.Access, a.Pos).File, link.PositionOf(i.Unit.Names.Access, a.Pos).Line)
}

// toldOf is the instance if directives about calls may treat it in another way than others; else 0.
func (d *Detector) toldOf(i *link.Instance) link.InstID {
	if !d.L.Told.Orders() {
		return 0
	}
	return i.ID
}

// mute reports whether a directive covers a pair. It counts as used if the pair would have been reported.
func (d *Detector) mute(loc order.Location, x, y *order.Candidate, prot hb.Protection) bool {
	if d.L.Told.Empty() {
		return false
	}
	k, ok := d.covered(x, y)
	if ok && !d.Muted[k] && d.grade(loc, x, y, prot) <= d.View.Weakest && d.Ours(d.Chain(x), d.Chain(y), x, y) {
		d.Muted[k] = true
	}
	return ok
}

// covered finds the directive that covers a pair.
func (d *Detector) covered(x, y *order.Candidate) (directive.Key, bool) {
	rule := Rule(d.Access(x), d.Access(y))
	for _, c := range []*order.Candidate{x, y} {
		at := link.PositionOf(d.L.Insts[c.Inst].Unit.Names.Access, d.Access(c).Pos)
		if k, ok := d.L.Told.Line(rule, at.File, at.Line); ok {
			return k, true
		}
		if name := d.Name(c); name != (facts.Symbol{}) {
			if k, ok := d.L.Told.Variable(rule, name); ok {
				return k, true
			}
		}
	}
	if !d.L.Told.Orders() {
		return directive.Key{}, false
	}
	return d.L.Told.Apart(d.calls(x), d.calls(y))
}

// calls are the functions on the way to an access in its own goroutine.
func (d *Detector) calls(c *order.Candidate) []facts.Symbol {
	var list []facts.Symbol
	chain := d.Chain(c)
	for k := len(chain) - 1; k >= 0; k-- {
		list = append(list, d.L.Insts[chain[k].Inst].Unit.Sym)
		if chain[k].Start {
			break
		}
	}
	return list
}
