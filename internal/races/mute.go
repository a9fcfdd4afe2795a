// This file leaves out what directives cover (internal/directive V2).

package races

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/ends"
)

// RuleID gives the id of the rule that a race of two accesses falls under.
func RuleID(a, b *facts.Access) string {
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

// mute reports whether a directive covers a pair. It counts as used if the pair would have been reported.
func (d *Detector) mute(p *pair) bool {
	if d.L.Told.Empty() {
		return false
	}
	k, ok := d.covered(p.x, p.y)
	if ok && !d.Muted[k] && d.grade(p) <= d.View.Weakest &&
		d.Ours(p.x.Chain(), p.y.Chain(), &p.x.Candidate, &p.y.Candidate) {
		d.Muted[k] = true
	}
	return ok
}

// covered finds the directive that covers a pair.
func (d *Detector) covered(x, y *ends.End) (directive.Key, bool) {
	pair := [2]*ends.End{x, y}
	return d.L.Told.Race(
		RuleID(x.Fact(), y.Fact()),
		[2]facts.Position{d.AccessPos(&x.Candidate), d.AccessPos(&y.Candidate)},
		[2]facts.Symbol{x.Name(), y.Name()},
		func(k int) []facts.Symbol { return d.calls(pair[k]) },
	)
}

// calls are the functions on the way to an access in its own goroutine.
func (d *Detector) calls(c *ends.End) []facts.Symbol {
	var list []facts.Symbol
	chain := c.Chain()
	for k := len(chain) - 1; k >= 0; k-- {
		list = append(list, d.L.Insts[chain[k].Inst].Unit.Sym)
		if chain[k].Start {
			break
		}
	}
	return list
}
