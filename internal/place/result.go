// This file is the calls that values are results of.

package place

import "golang.org/x/tools/go/ssa"

// ResultOf is the call of which a value is a result, and which one; nil if it is none.
func ResultOf(v ssa.Value) (call *ssa.Call, n int) {
	if x, ok := v.(*ssa.Extract); ok {
		v, n = x.Tuple, x.Index
	}
	call, _ = v.(*ssa.Call)
	return call, n
}
