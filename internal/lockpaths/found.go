// This file tells objects that were found, where others find them too, from those that a function has made (T6).

package lockpaths

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// found reports whether a value was looked up in a map, loaded, received, or returned by a function by name that has
// done so on some way.
func found(v ssa.Value, seen map[ssa.Value]bool) bool {
	if v == nil || seen[v] {
		return false
	}
	seen[v] = true
	switch x := v.(type) {
	case *ssa.Lookup:
		return true
	case *ssa.UnOp:
		if a, ok := x.X.(*ssa.Alloc); ok && x.Op == token.MUL {
			for _, stored := range place.Stores(a) {
				if found(stored, seen) {
					return true
				}
			}
			return false
		}
		return x.Op == token.MUL || x.Op == token.ARROW
	case *ssa.TypeAssert:
		return found(x.X, seen)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if found(e, seen) {
				return true
			}
		}
	case *ssa.Extract:
		if call, ok := x.Tuple.(*ssa.Call); ok {
			return returnsFound(call, x.Index, seen)
		}
		return found(x.Tuple, seen)
	case *ssa.Next:
		return true
	case *ssa.Call:
		return returnsFound(x, 0, seen)
	}
	return false
}

// returnsFound reports whether a call by name may return what its callee has found as result n.
func returnsFound(call *ssa.Call, n int, seen map[ssa.Value]bool) bool {
	callee := call.Call.StaticCallee()
	if callee == nil {
		return false
	}
	for _, b := range callee.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || n >= len(ret.Results) {
			continue
		}
		list, _ := place.Results(ret.Results[n])
		for _, v := range list {
			if found(v, seen) {
				return true
			}
		}
	}
	return false
}
