// This file compares the forms of types, as package unsafe sees them: whether a variable of one may be taken for one of
// another, and where in a type an offset leads.

package machine

import "go/types"

// sizes are those of types in the interpreted program.
var sizes = types.SizesFor("gc", "amd64")

// A typePairs is which pairs of types are being compared: they are alike unless something else says no.
type typePairs map[typePair]bool

// sameForm reports whether variables of two types have the same leaves in the same structure, so that one may be used
// as the other.
func (seen typePairs) sameForm(a, b types.Type) bool {
	if types.Identical(a, b) || seen[typePair{a, b}] {
		return true
	}
	seen[typePair{a, b}] = true
	switch x := Under(a).(type) {
	case *types.Basic:
		return sameBasic(x, b)
	case *types.Pointer:
		y, ok := Under(b).(*types.Pointer)
		return ok && seen.sameForm(x.Elem(), y.Elem()) || isPointer(b)
	case *types.Slice:
		y, ok := Under(b).(*types.Slice)
		return ok && seen.sameForm(x.Elem(), y.Elem())
	case *types.Array:
		y, ok := Under(b).(*types.Array)
		return ok && x.Len() == y.Len() && seen.sameForm(x.Elem(), y.Elem())
	case *types.Chan:
		y, ok := Under(b).(*types.Chan)
		return ok && seen.sameForm(x.Elem(), y.Elem())
	case *types.Map:
		y, ok := Under(b).(*types.Map)
		return ok && seen.sameForm(x.Key(), y.Key()) && seen.sameForm(x.Elem(), y.Elem())
	case *types.Signature:
		_, ok := Under(b).(*types.Signature)
		return ok
	case *types.Interface:
		return types.IsInterface(b)
	case *types.Struct:
		y, ok := Under(b).(*types.Struct)
		return ok && seen.sameFields(x, y)
	}
	return false
}

// sameFields is sameForm for structs.
func (seen typePairs) sameFields(x, y *types.Struct) bool {
	if y.NumFields() != x.NumFields() {
		return false
	}
	for i := range y.NumFields() {
		if !seen.sameForm(x.Field(i).Type(), y.Field(i).Type()) {
			return false
		}
	}
	return true
}

// sameBasic reports whether a variable of a basic type may be used as one of another type.
func sameBasic(x *types.Basic, b types.Type) bool {
	y, ok := Under(b).(*types.Basic)
	if !ok {
		_, isPtr := Under(b).(*types.Pointer)
		return isPtr && x.Kind() == types.UnsafePointer
	}
	kind := types.IsBoolean | types.IsInteger | types.IsUnsigned | types.IsFloat | types.IsComplex | types.IsString
	return x.Info()&kind == y.Info()&kind && sizes.Sizeof(x) == sizes.Sizeof(y) &&
		(x.Kind() == types.UnsafePointer) == (y.Kind() == types.UnsafePointer)
}

// isPointer reports whether a type is unsafe.Pointer.
func isPointer(t types.Type) bool {
	b, ok := Under(t).(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// isBasic reports whether a type has one of some properties of basic ones.
func isBasic(t types.Type, info types.BasicInfo) bool {
	b, ok := Under(t).(*types.Basic)
	return ok && b.Info()&info != 0
}

// isBytes reports whether a type is a slice of bytes.
func isBytes(t types.Type) bool {
	s, ok := Under(t).(*types.Slice)
	if !ok {
		return false
	}
	b, ok := Under(s.Elem()).(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

// part finds the part of a variable at which an offset leads; nil: at none.
func part(c *Cell, t types.Type, off int64) (*Cell, types.Type) {
	for off > 0 {
		switch u := Under(t).(type) {
		case *types.Struct:
			k := fieldAt(u, off)
			if k < 0 {
				return nil, nil
			}
			off -= offsets(u)[k]
			c, t = &c.Parts[k], u.Field(k).Type()
		case *types.Array:
			size := sizes.Sizeof(u.Elem())
			if size == 0 || off/size >= int64(len(c.Parts)) {
				return nil, nil
			}
			c, t, off = &c.Parts[off/size], u.Elem(), off%size
		default:
			return nil, nil
		}
	}
	return c, t
}

// offsets are those of the fields of a struct.
func offsets(u *types.Struct) []int64 {
	fields := make([]*types.Var, u.NumFields())
	for i := range fields {
		fields[i] = u.Field(i)
	}
	return sizes.Offsetsof(fields)
}

// OffsetOf is the one of a field of a struct.
func OffsetOf(u *types.Struct, field int) uint64 { return uint64(offsets(u)[field]) }

// fieldAt is the number of the field that an offset lies in; below zero: none.
func fieldAt(u *types.Struct, off int64) int {
	for i, at := range offsets(u) {
		if at <= off && off < at+sizes.Sizeof(u.Field(i).Type()) {
			return i
		}
	}
	return -1
}
