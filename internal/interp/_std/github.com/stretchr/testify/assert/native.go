package assert

// equal is reflect.DeepEqual.
func equal(a, b any) bool

// equalValues tells whether a, converted to the type of b, is deeply equal to b; false if it cannot be converted.
func equalValues(a, b any) bool

// isNil tells whether v (not the nil interface) holds a nil chan, func, map, pointer or slice.
func isNil(v any) bool

// isZero tells whether v (not the nil interface) holds the zero value of its type.
func isZero(v any) bool

// elems returns the elements of a slice or array, the keys of a map, or as many nils as a chan has elements.
func elems(list any) (items []any, ok bool)
