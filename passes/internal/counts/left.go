// This file finds numbers that say how many of some are left (E28): "for range started - failed { <-answers }".

package counts

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// Left reports whether a number says how many of some are left: it is the difference of two numbers, one of which
// changes while the function runs, with constants added or taken away; or it is given so by all callers.
func (c *Package) Left(v ssa.Value) bool { return c.left(v, maxLeft) }

// left is Left, as deep as that.
func (c *Package) left(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Convert:
		return c.left(x.X, depth-1)
	case *ssa.BinOp:
		if x.Op != token.SUB && x.Op != token.ADD {
			return false
		}
		if x.Op == token.SUB && !isConstant(x.X) && !isConstant(x.Y) && (changes(x.X) || changes(x.Y)) {
			return true
		}
		return c.left(x.X, depth-1) || x.Op == token.ADD && c.left(x.Y, depth-1)
	case *ssa.Parameter:
		return c.given(x, depth-1)
	}
	return false
}

// isConstant reports whether a number is a constant.
func isConstant(v ssa.Value) bool {
	_, ok := place.Constant(v)
	return ok
}

// changes reports whether a number changes while its function runs: it is counted, or read from a variable.
func changes(v ssa.Value) bool {
	if _, ok := v.(*ssa.Phi); ok {
		return true
	}
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL
}

// given reports whether a parameter is such a number at all calls of its function, which nobody else can name.
func (c *Package) given(p *ssa.Parameter, depth int) bool {
	fn := p.Parent()
	if fn.Parent() != nil || token.IsExported(fn.Name()) {
		return false
	}
	at, some := slices.Index(fn.Params, p), false
	for _, from := range c.src.Funcs {
		for _, b := range from.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok || call.Common().StaticCallee() == nil || source.Origin(call.Common().StaticCallee()) != fn {
					continue
				}
				if !c.left(call.Common().Args[at], depth) {
					return false
				}
				some = true
			}
		}
	}
	return some
}
