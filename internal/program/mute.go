// This file leaves out what directives cover (internal/directive V2).

package program

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/hb"
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

// hidden tells whether a directive covers the line of an access, for races of any rule.
func (d *detector) hidden(i *instance, a *facts.Access) bool {
	return !d.l.told.Empty() && d.l.told.AnyLine(position(i.unit.names.access, a.Pos).File, position(i.unit.names.access, a.Pos).Line)
}

// toldOf is the instance if directives about calls may treat it in another way than others; else 0.
func (d *detector) toldOf(i *instance) instID {
	if !d.l.told.Orders() {
		return 0
	}
	return i.id
}

// mute tells whether a directive covers a pair. It counts as used if the pair would have been reported.
func (d *detector) mute(loc location, x, y *candidate, prot hb.Protection) bool {
	if d.l.told.Empty() {
		return false
	}
	k, ok := d.covered(x, y)
	if ok && !d.muted[k] && d.confidence(loc, x, y, prot) <= d.view.Weakest && d.ours(d.chain(x), d.chain(y), x, y) {
		d.muted[k] = true
	}
	return ok
}

// covered finds the directive that covers a pair.
func (d *detector) covered(x, y *candidate) (directive.Key, bool) {
	rule := Rule(d.access(x), d.access(y))
	for _, c := range []*candidate{x, y} {
		at := position(d.l.insts[c.inst].unit.names.access, d.access(c).Pos)
		if k, ok := d.l.told.Line(rule, at.File, at.Line); ok {
			return k, true
		}
		if name := d.name(c); name != (facts.Symbol{}) {
			if k, ok := d.l.told.Variable(rule, name); ok {
				return k, true
			}
		}
	}
	if !d.l.told.Orders() {
		return directive.Key{}, false
	}
	return d.l.told.Apart(d.calls(x), d.calls(y))
}

// calls are the functions on the way to an access in its own goroutine.
func (d *detector) calls(c *candidate) []facts.Symbol {
	var list []facts.Symbol
	chain := d.chain(c)
	for k := len(chain) - 1; k >= 0; k-- {
		list = append(list, d.l.insts[chain[k].inst].unit.sym)
		if chain[k].start {
			break
		}
	}
	return list
}
