// Package Functions shows calls, closures, goroutines and synthesised clients.
package functions

import "strings"

type node struct {
	next *node
	val  *int
}

var handler = func(p *int) *int { return p }

var table = map[string]func() *node{"new": newNode}

func newNode() *node { return &node{} }

func recursive(n *node, p *int) *int {
	if n == nil {
		return p
	}
	return recursive(n.next, n.val)
}

// Fresh through two levels; the parameter does not escape.
func wrapper(p *int) *node {
	n := newNode()
	n.val = nil
	read(n)
	return n
}

func read(n *node) int { return *n.val }

func keep(n *node) { kept = n }

var kept *node

// Not fresh: it is published on the way.
func published() *node {
	n := newNode()
	keep(n)
	return n
}

func dynamic(f func(*int) *int, p *int) *int { return f(p) }

func counter() func() *int {
	n := 0
	return func() *int { n++; return &n }
}

func results() (a, b *int, err error) {
	defer func() {
		if r := recover(); r != nil {
			a = nil
		}
	}()
	x, y := new(int), 0
	return x, &y, nil
}

func variadic(ps ...*int) *int { return ps[0] }

func callsVariadic(p, q *int) *int { return variadic(p, q) }

// Spawn gets a client: node is allocated for it, two levels deep.
func Spawn(n *node, c chan *int, f func(), m map[string]*node) {
	go recursive(n, nil)
	for range 3 {
		go func() { c <- n.val }()
	}
	go f()
	defer read(n)
}

func each(n *node) func(yield func(*node) bool) {
	return func(yield func(*node) bool) {
		for ; n != nil; n = n.next {
			if !yield(n) {
				return
			}
		}
	}
}

func rangeFunc(n *node) (p *int) {
	for x := range each(n) {
		p = x.val
	}
	return
}

func builder(s string) string {
	var b strings.Builder
	b.WriteString(s)
	return b.String()
}
