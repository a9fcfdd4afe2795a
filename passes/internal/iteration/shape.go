// This file tells index expressions apart, and takes addresses to pieces.

package iteration

import (
	"fmt"
	"go/token"
	"hash/fnv"

	"golang.org/x/tools/go/ssa"
)

// Number gives equal index expressions of one function equal numbers, and others other ones.
func Number(v ssa.Value) int64 { return named(shape(v, shareSteps)) }

// named is the number of an index expression that is spelt so.
func named(text string) int64 {
	h := fnv.New32a()
	h.Write([]byte(text))
	return int64(h.Sum32())
}

// shape spells an index expression; loop counters by what they start from.
func shape(v ssa.Value, steps int) string {
	if steps > 0 {
		switch x := v.(type) {
		case *ssa.Const:
			return x.Value.String()
		case *ssa.Convert:
			return shape(x.X, steps-1)
		case *ssa.BinOp:
			return fmt.Sprintf("(%s%s%s)", shape(x.X, steps-1), x.Op, shape(x.Y, steps-1))
		case *ssa.UnOp:
			if x.Op == token.MUL {
				return "*" + x.X.Name()
			}
		case *ssa.Phi:
			if advances(x) {
				text := "from"
				for i, e := range x.Edges {
					if !x.Block().Dominates(x.Block().Preds[i]) {
						text += " " + shape(e, steps-1)
					}
				}
				return text
			}
		}
	}
	return v.Name()
}

// Fieldless strips the selection of fields from an address.
func Fieldless(addr ssa.Value) ssa.Value {
	for {
		f, ok := addr.(*ssa.FieldAddr)
		if !ok {
			return addr
		}
		addr = f.X
	}
}

// Element is the innermost element selection in an address, nil if there is none.
func Element(addr ssa.Value) *ssa.IndexAddr {
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			return x
		default:
			return nil
		}
	}
}
