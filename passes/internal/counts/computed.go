// This file finds numbers that are computed in a way that is not followed (E28): "n := (len(items) + 9) / 10".

package counts

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// Computed reports whether a number is computed from another one by more than adding and taking away: by products,
// division, shifts, or as the least or greatest of some; not nil.
func Computed(v ssa.Value) bool { return computed(v, maxLeft) }

// computed is Computed of a number, as deep as that.
func computed(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Convert:
		return computed(x.X, depth-1)
	case *ssa.BinOp:
		switch x.Op {
		case token.MUL, token.QUO, token.REM, token.SHL, token.SHR, token.AND:
			return !isConstant(x.X) || !isConstant(x.Y)
		case token.ADD, token.SUB:
			return computed(x.X, depth-1) || computed(x.Y, depth-1)
		}
	case *ssa.Call:
		return place.IsBuiltin(&x.Call, "min") || place.IsBuiltin(&x.Call, "max")
	}
	return false
}
