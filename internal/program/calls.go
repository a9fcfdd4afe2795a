// This file shows a program's links to those who read them for something else than an answer.

package program

import (
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// EachLink calls f for each link of a program that is not Editable, in turn: none is kept.
func (p *Program) EachLink(f func(*link.Link)) {
	p.lib = link.NewLibrary(p.pkgs)
	p.each(explain.View{Weakest: evidence.Medium}, func(o *order.Order) { f(o.Link) })
}
