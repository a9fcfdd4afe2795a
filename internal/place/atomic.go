// This file tells atomic updates apart by their signatures, and reads constants of two kinds.

package place

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// IsCompareAndSwap reports whether an update may fail: it takes an old and a new value and reports whether it happened.
func IsCompareAndSwap(call *ssa.Call) bool {
	res := call.Call.Signature().Results()
	if res.Len() != 1 || len(call.Call.Args) != 3 {
		return false
	}
	b, ok := res.At(0).Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// Constant is the integer or truth value that a value is.
func Constant(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	switch c.Value.Kind() {
	case constant.Bool:
		if constant.BoolVal(c.Value) {
			return 1, true
		}
		return 0, true
	case constant.Int:
		return constant.Int64Val(c.Value)
	}
	return 0, false
}
