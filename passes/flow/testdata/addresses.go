// Package addresses shows loads, stores and addresses: selections are offsets, contained variables are no objects.
package addresses

import "unsafe"

type inner struct{ p, q *int }

type outer struct {
	n    int
	in   inner
	next *outer
	arr  [3]inner
}

var global outer

// The offset of q is folded into the store; next is loaded once.
func fields(o *outer, p *int) *int {
	o.in.q = p
	o.next.in.p = p
	return o.next.in.q
}

// An address that is returned is a constraint.
func address(o *outer) **int { return &o.in.q }

// A local struct whose address stays here is only its values.
func contained(p, q *int) *int {
	var v inner
	v.p = p
	v.q = q
	w := v
	return w.q
}

// A struct copy moves both pointers.
func structs(o *outer) {
	global.in = o.in
	o.arr[1] = o.arr[2]
}

// A literal that is returned is an object; its address is taken, so is the parameter's.
func literal(p int) *inner { return &inner{p: &p, q: nil} }

// Both branches meet in the result.
func meet(c bool, p, q *int) *int {
	r := p
	if c {
		r = q
	}
	return r
}

// A pointer survives arithmetic on its address.
func arithmetic(o *outer) *inner {
	return (*inner)(unsafe.Pointer(uintptr(unsafe.Pointer(o)) + unsafe.Offsetof(o.in)))
}

// No pointers, no memory: inert.
func inert(x int, s string) int { return x + len(s) }

func callsInert(p *int) *int { inert(1, ""); return p }

type list struct{ next *list }

// A loop over a list is one load.
func last(l *list) *list {
	for l.next != nil {
		l = l.next
	}
	return l
}

func arrays(a [4]*int, i int) *int { return a[i] }

func arrayPointer(s []*int) *[2]*int { return (*[2]*int)(s) }

// SetNext makes it anything.
func (l *list) SetNext(next *list) { l.next = next }
