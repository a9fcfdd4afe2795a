// This file is the calls that values are results of, and the parts of tuples.

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

// Part is a part of a tuple; nil if nobody looks at it.
func Part(tuple ssa.Value, n int) ssa.Value {
	for _, i := range *tuple.Referrers() {
		if x, ok := i.(*ssa.Extract); ok && x.Index == n {
			return x
		}
	}
	return nil
}
