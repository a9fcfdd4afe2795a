// Package b uses a in what it exports, and in what it does not.
package b

import "carry/a"

type Getter interface{ Get() *int }

func Make(p *int) Getter {
	a.Inert(1)
	return a.Deep(p)
}

// Hidden cannot be reached by importers.
func hidden(p **int) { a.Lonely(p) }

type impl struct{ n *int }

// Reachable through New, although its type is not exported.
func (i *impl) Method() *int { return i.n }

func New() *impl { return &impl{} }

// Spawn gets a root unit.
func Spawn(p *int) { go func() { *p = 1 }() }
