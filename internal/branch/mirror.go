// This file says what conditions ask: comparisons the other way round, fields, and cases of selects.

package branch

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// Mirrored is the comparison with its sides exchanged.
func Mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// AskedField is the field whose truth value, or being nil, is a condition; nil for others.
func AskedField(v ssa.Value) *ssa.FieldAddr {
	v, _ = Positive(v)
	if x, ok := v.(*ssa.BinOp); ok && (x.Op == token.EQL || x.Op == token.NEQ) && place.IsZero(x.Y) {
		v = x.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	f, _ := load.X.(*ssa.FieldAddr)
	return f
}

// SelectTested is the select whose case a condition tests, nil if none.
func SelectTested(cond ssa.Value) *ssa.Select {
	eq, ok := cond.(*ssa.BinOp)
	if !ok || eq.Op != token.EQL {
		return nil
	}
	x, ok := eq.X.(*ssa.Extract)
	if !ok || x.Index != 0 {
		return nil
	}
	s, _ := x.Tuple.(*ssa.Select)
	return s
}
