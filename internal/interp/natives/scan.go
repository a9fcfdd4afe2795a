// This file holds the rarer natives of math, and those that read values from text.

package natives

import (
	"fmt"
	"go/types"
	"math"
	"reflect"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// moreOne and moreTwo are the rarer functions of math.
var (
	moreOne = map[string]func(float64) float64{
		"asin": math.Asin, "acos": math.Acos, "sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "asinh": math.Asinh,
		"acosh": math.Acosh, "atanh": math.Atanh, "exp2": math.Exp2, "expm1": math.Expm1, "log1p": math.Log1p,
		"logb": math.Logb, "roundtoeven": math.RoundToEven, "gamma": math.Gamma, "erf": math.Erf, "erfc": math.Erfc,
		"frac":     func(x float64) float64 { f, _ := math.Frexp(x); return f },
		"exponent": func(x float64) float64 { _, e := math.Frexp(x); return float64(e) },
		"lgamma":   func(x float64) float64 { g, _ := math.Lgamma(x); return g },
		"lgammasign": func(x float64) float64 {
			_, s := math.Lgamma(x)
			return float64(s)
		},
	}
	moreTwo = map[string]func(x, y float64) float64{
		"copysign": math.Copysign, "dim": math.Dim, "remainder": math.Remainder, "nextafter": math.Nextafter,
		"ldexp": func(x, e float64) float64 { return math.Ldexp(x, int(e)) },
	}
)

// kinds are the Go types of basic types.
var kinds = map[types.BasicKind]reflect.Type{
	types.Bool: reflect.TypeFor[bool](), types.String: reflect.TypeFor[string](),
	types.Int: reflect.TypeFor[int](), types.Int8: reflect.TypeFor[int8](), types.Int16: reflect.TypeFor[int16](),
	types.Int32: reflect.TypeFor[int32](), types.Int64: reflect.TypeFor[int64](),
	types.Uint: reflect.TypeFor[uint](), types.Uint8: reflect.TypeFor[uint8](), types.Uint16: reflect.TypeFor[uint16](),
	types.Uint32: reflect.TypeFor[uint32](), types.Uint64: reflect.TypeFor[uint64](),
	types.Uintptr: reflect.TypeFor[uintptr](), types.Float32: reflect.TypeFor[float32](),
	types.Float64: reflect.TypeFor[float64](), types.Complex64: reflect.TypeFor[complex64](),
	types.Complex128: reflect.TypeFor[complex128](),
}

// fromGo is the value of the program for a Go value of a basic type.
func fromGo(v reflect.Value) value {
	switch {
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return v.Uint()
	case v.CanFloat():
		return v.Float()
	case v.CanComplex():
		return v.Complex()
	}
	return v.String()
}

// scanText is what Sscan, Sscanf and Sscanln do.
func scanText(t *thread, args []value) value {
	list, _ := args[3].(slice)
	ptrs := make([]any, list.Len)
	cells := make([]*cell, list.Len)
	for i := range ptrs {
		x, _ := t.Load(list.At(i)).(iface)
		c, _ := x.V.(*cell)
		p, ok := x.T, c != nil
		if ok {
			_, ok = machine.Under(p).(*types.Pointer)
		}
		if !ok {
			panic(machine.Unsupported("scan into " + machine.TypeString(x.T)))
		}
		cells[i] = c
		switch u := machine.Under(machine.ElemOf(p)).(type) {
		case *types.Basic:
			if kinds[u.Kind()] == nil {
				panic(machine.Unsupported("scan into " + machine.TypeString(x.T)))
			}
			ptrs[i] = reflect.New(kinds[u.Kind()]).Interface()
		case *types.Slice:
			if !isByte(u.Elem()) {
				panic(machine.Unsupported("scan into " + machine.TypeString(x.T)))
			}
			ptrs[i] = new([]byte)
		default:
			panic(machine.Unsupported("scan into " + machine.TypeString(x.T)))
		}
	}
	var n int
	var err error
	switch text := args[0].(string); args[2].(int64) {
	case 0:
		n, err = fmt.Sscan(text, ptrs...)
	case 1:
		n, err = fmt.Sscanf(text, args[1].(string), ptrs...)
	default:
		n, err = fmt.Sscanln(text, ptrs...)
	}
	for i := range n {
		if b, ok := ptrs[i].(*[]byte); ok {
			t.Store(cells[i], t.Run.BytesOf(string(*b)))
			continue
		}
		t.Store(cells[i], fromGo(reflect.ValueOf(ptrs[i]).Elem()))
	}
	return tuple{int64(n), errText(err)}
}

// scanNatives are those of this file.
var scanNatives = map[string]native{
	"fmt.scan": scanText,
	"math.more1": func(_ *thread, args []value) value {
		return moreOne[args[1].(string)](args[0].(float64))
	},
	"math.more2": func(_ *thread, args []value) value {
		return moreTwo[args[2].(string)](args[0].(float64), args[1].(float64))
	},
}
