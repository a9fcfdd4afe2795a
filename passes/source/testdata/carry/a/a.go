// Package a is at the bottom: c does not import it.
package a

type T struct{ p *int }

func (t *T) Get() *int { return t.p }

func (t *T) unused() *int { return t.p }

// Deep is called by b's exported function, so c needs it.
func Deep(p *int) *T { return helper(p) }

func helper(p *int) *T { return &T{p} }

// Inert is never carried.
func Inert(x int) int { return x + 1 }

// Lonely is not called by b.
func Lonely(p **int) { *p = nil }
