// This file recognises indices that an atomic variable keeps.

package place

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Cursor reports whether an index is computed from what an atomic load got in the same function: a ring's head or tail,
// also masked or divided with rest.
func Cursor(v ssa.Value) bool {
	for range maxCursor {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.BinOp:
			if _, constant := x.X.(*ssa.Const); constant {
				v = x.Y
			} else {
				v = x.X
			}
		case *ssa.Call:
			fn := x.Call.StaticCallee()
			return fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil &&
				fn.Object().Pkg().Path() == "sync/atomic" && strings.HasPrefix(fn.Name(), "Load")
		default:
			return false
		}
	}
	return false
}
