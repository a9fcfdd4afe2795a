// This file knows channels that nobody closes: those of clocks (B8).

package branch

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// ticks reports whether a value is whether a receive from a clock's channel got a value.
func ticks(v *ssa.Extract) bool {
	recv, ok := v.Tuple.(*ssa.UnOp)
	return ok && v.Index == 1 && recv.Op == token.ARROW && isClock(recv.X)
}

// isClock reports whether a channel is that of a time.Ticker or time.Timer, or what time.Tick or time.After return.
func isClock(ch ssa.Value) bool {
	switch x := ch.(type) {
	case *ssa.UnOp:
		f, ok := x.X.(*ssa.FieldAddr)
		if !ok || x.Op != token.MUL {
			return false
		}
		t := f.X.Type().Underlying().(*types.Pointer).Elem()
		if !place.IsNamed(t, "time", "Ticker") && !place.IsNamed(t, "time", "Timer") {
			return false
		}
		return t.Underlying().(*types.Struct).Field(f.Field).Name() == "C"
	case *ssa.Call:
		f := x.Call.StaticCallee()
		if f == nil || f.Signature.Recv() != nil || f.Pkg == nil || f.Pkg.Pkg.Path() != "time" {
			return false
		}
		return f.Name() == "Tick" || f.Name() == "After"
	}
	return false
}
