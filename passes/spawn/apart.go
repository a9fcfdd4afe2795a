// This file finds where functions compare a number that they were given or have captured (E31).

package spawn

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// apart are the points at which a branch compares a number that the function was given or has captured (E31).
func (k *skeleton) apart() []facts.PointID {
	if !k.r.talk.CommunicatesItself(k.fn) {
		return nil
	}
	var list []facts.PointID
	for _, b := range k.fn.Blocks {
		c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !k.graph.Reached(b) || k.idle(b.Succs[0], b.Succs[1]) || !compares(c.Cond, maxCompared) {
			continue
		}
		if p, ok := k.before(c); ok && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// compares reports whether a condition is computed from a number that the function was given or has captured, other
// than by calls.
func compares(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		return compares(x.X, depth-1) || compares(x.Y, depth-1)
	case *ssa.Convert:
		return compares(x.X, depth-1)
	case *ssa.Parameter:
		return isInteger(x.Type())
	case *ssa.UnOp:
		if f, ok := x.X.(*ssa.FreeVar); ok && x.Op == token.MUL {
			return isInteger(x.Type()) && f != nil
		}
		return x.Op != token.ARROW && x.Op != token.MUL && compares(x.X, depth-1)
	}
	return false
}

// isInteger reports whether values of a type are integers.
func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}
