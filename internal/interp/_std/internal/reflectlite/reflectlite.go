// Package reflectlite keeps the names of types, and whether they can be compared.
package reflectlite

type Type interface {
	String() string
	Comparable() bool
}

type named struct {
	s string
	c bool
}

func (n named) String() string   { return n.s }
func (n named) Comparable() bool { return n.c }

func typeName(x any) (string, bool)
func TypeOf(x any) Type {
	s, c := typeName(x)
	return named{s, c}
}
