// This file holds operators.

package machine

import (
	"go/token"
	"go/types"
)

// AsInt is an integer, of either sign.
func AsInt(v Value) int64 {
	switch v := v.(type) {
	case int64:
		return v
	case uint64:
		return int64(v)
	}
	panic(Unsupported("not an integer"))
}

// Wrap cuts an integer to its type's size.
func Wrap(x int64, t types.Type) Value { return wrap(x, Under(t).(*types.Basic).Kind()) }

// wrap cuts an integer to a size.
func wrap(x int64, k types.BasicKind) Value {
	switch k {
	case types.Int8:
		x = int64(int8(x))
	case types.Int16:
		x = int64(int16(x))
	case types.Int32, types.UntypedRune:
		x = int64(int32(x))
	case types.Uint8:
		return uint64(uint8(x))
	case types.Uint16:
		return uint64(uint16(x))
	case types.Uint32:
		return uint64(uint32(x))
	case types.Uint, types.Uint64, types.Uintptr:
		return uint64(x)
	}
	return small(x)
}

// small is an integer as a value; small ones need no room.
func small(x int64) Value {
	if k := x + 128; 0 <= k && k < int64(len(smallInts)) {
		return smallInts[k]
	}
	return x
}

// smallInts are the values of small integers, from -128 on.
var smallInts = makeSmall()

// makeSmall makes them.
func makeSmall() (list [1200]Value) {
	for i := range list {
		list[i] = int64(i - 128)
	}
	return list
}

// roundFloat cuts a float to its type's precision.
func roundFloat(f float64, b *types.Basic) Value {
	if b.Kind() == types.Float32 {
		return float64(float32(f))
	}
	return f
}

// binop runs an operator with two operands of a type.
func binop(op token.Token, typ types.Type, x, y Value) Value {
	switch op {
	case token.EQL:
		return Equal(x, y)
	case token.NEQ:
		return !Equal(x, y)
	}
	switch a := x.(type) {
	case int64:
		return intOp(op, typ, a, y)
	case uint64:
		return uintOp(op, typ, a, y)
	case float64:
		return floatOp(op, typ.(*types.Basic), a, y.(float64))
	case string:
		return stringOp(op, a, y.(string))
	case complex128:
		return complexOp(op, a, y.(complex128))
	case bool:
		switch op {
		case token.AND, token.LAND:
			return a && y.(bool)
		case token.OR, token.LOR:
			return a || y.(bool)
		}
	}
	panic(Unsupported("operator " + op.String()))
}

// intOp runs an operator on signed integers.
func intOp(op token.Token, typ types.Type, a int64, y Value) Value {
	if op == token.SHL || op == token.SHR {
		return shift(op, typ, a, y)
	}
	b := y.(int64)
	switch op {
	case token.ADD:
		return Wrap(a+b, typ)
	case token.SUB:
		return Wrap(a-b, typ)
	case token.MUL:
		return Wrap(a*b, typ)
	case token.QUO, token.REM:
		if b == 0 {
			Fault("integer divide by zero")
		}
		if op == token.QUO {
			return Wrap(a/b, typ)
		}
		return Wrap(a%b, typ)
	case token.AND:
		return a & b
	case token.OR:
		return a | b
	case token.XOR:
		return a ^ b
	case token.AND_NOT:
		return a &^ b
	}
	return compare(op, a, b)
}

// uintOp runs an operator on unsigned integers.
func uintOp(op token.Token, typ types.Type, a uint64, y Value) Value {
	if op == token.SHL || op == token.SHR {
		n := shiftBy(y)
		switch {
		case n > 63:
			return uint64(0)
		case op == token.SHL:
			return Wrap(int64(a<<n), typ)
		}
		return a >> n
	}
	b := y.(uint64)
	switch op {
	case token.ADD:
		return Wrap(int64(a+b), typ)
	case token.SUB:
		return Wrap(int64(a-b), typ)
	case token.MUL:
		return Wrap(int64(a*b), typ)
	case token.QUO, token.REM:
		if b == 0 {
			Fault("integer divide by zero")
		}
		if op == token.QUO {
			return a / b
		}
		return a % b
	case token.AND:
		return a & b
	case token.OR:
		return a | b
	case token.XOR:
		return a ^ b
	case token.AND_NOT:
		return a &^ b
	}
	return compare(op, a, b)
}

// shiftBy is the count of a shift.
func shiftBy(y Value) uint64 {
	switch n := y.(type) {
	case int64:
		if n < 0 {
			Fault("negative shift amount")
		}
		return uint64(n)
	case uint64:
		return n
	}
	panic(Unsupported("shift"))
}

// shift shifts a signed integer.
func shift(op token.Token, typ types.Type, a int64, y Value) Value {
	n := min(shiftBy(y), 64)
	switch {
	case op == token.SHR && n > 63:
		return a >> 63
	case op == token.SHR:
		return a >> n
	case n > 63:
		return int64(0)
	}
	return Wrap(a<<n, typ)
}

// compare compares ordered values.
func compare[T int64 | uint64 | float64 | string](op token.Token, a, b T) Value {
	switch op {
	case token.LSS:
		return a < b
	case token.LEQ:
		return a <= b
	case token.GTR:
		return a > b
	case token.GEQ:
		return a >= b
	}
	panic(Unsupported("operator " + op.String()))
}

// floatOp runs an operator on floats.
func floatOp(op token.Token, typ *types.Basic, a, b float64) Value {
	switch op {
	case token.ADD:
		return roundFloat(a+b, typ)
	case token.SUB:
		return roundFloat(a-b, typ)
	case token.MUL:
		return roundFloat(a*b, typ)
	case token.QUO:
		return roundFloat(a/b, typ)
	}
	return compare(op, a, b)
}

// complexOp runs an operator on complex numbers.
func complexOp(op token.Token, a, b complex128) Value {
	switch op {
	case token.ADD:
		return a + b
	case token.SUB:
		return a - b
	case token.MUL:
		return a * b
	case token.QUO:
		return a / b
	}
	panic(Unsupported("operator " + op.String()))
}

// stringOp runs an operator on strings.
func stringOp(op token.Token, a, b string) Value {
	if op == token.ADD {
		if len(a)+len(b) > MaxCells {
			panic(Exhausted("memory"))
		}
		return a + b
	}
	return compare(op, a, b)
}

// Equal compares two values of one type.
func Equal(x, y Value) bool {
	switch a := x.(type) {
	case Agg:
		b := y.(Agg)
		for i := range a {
			if !Equal(a[i], b[i]) {
				return false
			}
		}
		return true
	case Iface:
		b, ok := y.(Iface)
		if !ok {
			return false
		}
		if a.T == nil || b.T == nil {
			return a.T == nil && b.T == nil
		}
		if !types.Identical(a.T, b.T) {
			return false
		}
		if !types.Comparable(a.T) {
			Fault("comparing uncomparable type %s", a.T)
		}
		return Equal(a.V, b.V)
	case Slice:
		b, ok := y.(Slice)
		return ok && a.Base == nil && b.Base == nil
	case *Function:
		b, _ := y.(*Function)
		return a == nil && b == nil
	}
	return x == y
}
