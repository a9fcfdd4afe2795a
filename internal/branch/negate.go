// This file takes negations off conditions.

package branch

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Positive takes negations off a condition; sense is the truth value of what is left for which the condition holds.
func Positive(cond ssa.Value) (v ssa.Value, sense bool) {
	v, sense = cond, true
	for {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			return v, sense
		}
		v, sense = u.X, !sense
	}
}
