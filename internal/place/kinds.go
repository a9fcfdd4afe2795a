// This file asks about the types of values.

package place

import "go/types"

// IsError reports whether a type is the predeclared error.
func IsError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// IsFunc reports whether a type's values are functions.
func IsFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}
