// This file makes zero values and variables.

package machine

import "go/types"

// Zero is the zero value of a type.
func Zero(t types.Type) Value {
	switch u := Under(t).(type) {
	case *types.Basic:
		return zeroBasic(u)
	case *types.Pointer:
		return (*Cell)(nil)
	case *types.Slice:
		return Slice{}
	case *types.Map:
		return (*Table)(nil)
	case *types.Chan:
		return (*Queue)(nil)
	case *types.Signature:
		return (*Function)(nil)
	case *types.Interface:
		return Iface{}
	case *types.Struct:
		a := make(Agg, u.NumFields())
		for i := range a {
			a[i] = Zero(u.Field(i).Type())
		}
		return a
	case *types.Array:
		a := make(Agg, u.Len())
		for i := range a {
			a[i] = Zero(u.Elem())
		}
		return a
	case *types.Tuple:
		a := make(Tuple, u.Len())
		for i := range a {
			a[i] = Zero(u.At(i).Type())
		}
		return a
	}
	panic(Unsupported("zero of " + t.String()))
}

// zeroBasic is the zero value of a basic type.
func zeroBasic(b *types.Basic) Value {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return false
	case info&types.IsUnsigned != 0:
		return uint64(0)
	case info&types.IsInteger != 0:
		return int64(0)
	case info&types.IsFloat != 0:
		return float64(0)
	case info&types.IsComplex != 0:
		return complex128(0)
	case info&types.IsString != 0:
		return ""
	case b.Kind() == types.UnsafePointer:
		return (*Cell)(nil)
	}
	return nil // untyped nil
}

// A memory makes variables, and counts them.
type memory struct {
	cells int // how many leaves were made
}

// Fill makes a cell a zero variable of a type.
func (r *memory) Fill(c *Cell, t types.Type, local bool) {
	if r.cells++; r.cells > MaxCells {
		panic(Exhausted("memory"))
	}
	c.local = local
	switch u := Under(t).(type) {
	case *types.Struct:
		c.Parts = make([]Cell, u.NumFields())
		for i := range c.Parts {
			r.Fill(&c.Parts[i], u.Field(i).Type(), local)
		}
		if len(c.Parts) == 0 {
			c.V = Agg(nil)
		}
	case *types.Array:
		r.fillArray(c, u.Elem(), int(u.Len()), local)
	default:
		c.V = Zero(t)
	}
}

// fillArray makes a cell an array of zero elements.
func (r *memory) fillArray(c *Cell, elem types.Type, n int, local bool) {
	if r.cells+n > MaxCells {
		panic(Exhausted("memory"))
	}
	c.local = local
	c.Parts = make([]Cell, n)
	if n == 0 {
		c.V = Agg(nil)
		return
	}
	switch Under(elem).(type) {
	case *types.Struct, *types.Array:
		for i := range c.Parts {
			r.Fill(&c.Parts[i], elem, local)
		}
	default:
		r.cells += n
		z := Zero(elem)
		for i := range c.Parts {
			c.Parts[i].V, c.Parts[i].local = z, local
		}
	}
}

// MakeSlice makes a slice of new zero elements.
func (r *memory) MakeSlice(elem types.Type, n, c int) Slice {
	base := &Cell{}
	r.fillArray(base, elem, c, false)
	return Slice{base, 0, n, c}
}

// BytesOf makes a slice of bytes.
func (r *memory) BytesOf(b string) Slice {
	s := r.MakeSlice(types.Typ[types.Uint8], len(b), len(b))
	for i := range len(b) {
		s.Base.Parts[i].V = uint64(b[i])
	}
	return s
}
