// This file finds where functions ask nothing but what came from outside of the program (E61).

package spawn

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
)

// outside are the packages of the standard library, by the first part of their path, whose functions fail, and give
// what they give, for reasons that lie outside of the program: files, connections, text that is not well formed.
var outside = map[string]bool{
	"bufio": true, "compress": true, "database": true, "encoding": true, "flag": true, "io": true, "net": true,
	"os": true, "strconv": true,
}

// inputs are the points at which all branches ask only what came from outside of the program (E61).
func (k *skeleton) inputs() []facts.PointID {
	only := map[facts.PointID]bool{}
	for _, b := range k.fn.Blocks {
		c, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !k.graph.Reached(b) || k.idle(b.Succs[0], b.Succs[1]) {
			continue
		}
		if p, ok := k.before(c); ok {
			is, other := only[p]
			only[p] = (is || !other) && isInput(c.Cond, maxCompared)
		}
	}
	maps.DeleteFunc(only, func(_ facts.PointID, is bool) bool { return !is })
	return slices.Sorted(maps.Keys(only))
}

// isInput reports whether a value is computed from nothing but constants and what functions of such packages have
// given, whether they have failed included.
func isInput(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		_, left := x.X.(*ssa.Const)
		_, right := x.Y.(*ssa.Const)
		return (left || isInput(x.X, depth-1)) && (right || isInput(x.Y, depth-1))
	case *ssa.UnOp:
		return (x.Op == token.NOT || x.Op == token.MUL) && isInput(x.X, depth-1)
	case *ssa.Convert:
		return isInput(x.X, depth-1)
	case *ssa.Extract:
		call, ok := x.Tuple.(*ssa.Call)
		return ok && isInput(call, depth-1)
	case *ssa.Call:
		if place.IsBuiltin(&x.Call, "len") {
			return isInput(x.Call.Args[0], depth-1)
		}
		return fromOutside(&x.Call)
	}
	return false
}

// fromOutside reports whether a call is one of a function, or of a method of an interface, of such a package.
func fromOutside(c *ssa.CallCommon) bool {
	f := c.Method
	if g := c.StaticCallee(); g != nil {
		f, _ = g.Object().(*types.Func)
	}
	if f == nil || f.Pkg() == nil {
		return false
	}
	first, _, _ := strings.Cut(f.Pkg().Path(), "/")
	return outside[first]
}
