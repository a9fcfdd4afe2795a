// Package weak keeps Pointer; it drops weakness: a Pointer keeps its value.
package weak

type Pointer[T any] struct {
	p *T
}

func Make[T any](ptr *T) Pointer[T] { return Pointer[T]{ptr} }

func (p Pointer[T]) Value() *T { return p.p }
