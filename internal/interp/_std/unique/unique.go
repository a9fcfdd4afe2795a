// Package unique keeps all of unique.
package unique

import "sync"

type Handle[T comparable] struct{ value *T }

func (h Handle[T]) Value() T { return *h.value }

var known sync.Map

func Make[T comparable](value T) Handle[T] {
	if x, ok := known.Load(value); ok {
		return Handle[T]{x.(*T)}
	}
	p := new(T)
	*p = value
	x, _ := known.LoadOrStore(value, p)
	return Handle[T]{x.(*T)}
}
