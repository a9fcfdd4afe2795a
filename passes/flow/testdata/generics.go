// Package generics shows that a generic function is one unit, and a type parameter one slot.
package generics

type two struct{ a, b *int }

type stack[T any] struct {
	items []T
	top   T
	n     *int
}

func (s *stack[T]) push(x T) {
	s.items = append(s.items, x)
	s.top = x
}

func (s *stack[T]) pop() T { return s.top }

func (s *stack[T]) count() *int { return s.n }

func first[K comparable, V any](m map[K]V, k K) V { return m[k] }

// Both pointers of x meet in the one slot that push sees.
func instance(x two) *int {
	s := &stack[two]{}
	s.push(x)
	s.top = x
	s.top.b = s.count()
	return s.pop().b
}

func function(m map[string]two) *int { return first(m, "k").b }

type named interface{ Name() *int }

type item struct{ p *int }

func (i *item) Name() *int { return i.p }

// A method of a type parameter is looked up by the object.
func names[T named](xs []T) []*int {
	var r []*int
	for _, x := range xs {
		r = append(r, x.Name())
	}
	return r
}

func callsNames(p *int) []*int { return names([]*item{{p}}) }

// A box of a type parameter has no type.
func boxed[T any](x T) any { return x }

func unboxed[T any](x any) T { return x.(T) }

func value() func(map[int]*int, int) *int { return first[int, *int] }

func bound(s *stack[*int]) func(*int) { return s.push }
