// This file holds what instructions do and natives ask for, too.

package machine

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Private makes a variable of some parts that no access of is noted.
func Private(parts ...Value) *Cell {
	c := &Cell{sh: private, Parts: make([]Cell, len(parts))}
	for i, v := range parts {
		c.Parts[i] = Cell{V: v, sh: private}
	}
	return c
}

// Convert converts a value from one type to another.
func (t *Thread) Convert(from, to types.Type, v Value) Value { return t.fr.convert(from, to, v) }

// Grow is the built-in append for a slice of some type.
func (t *Thread) Grow(typ types.Type, s Slice, more Value) Value { return t.fr.grow(typ, s, more) }

// Clears is the built-in clear for a map or a slice of some type.
func (t *Thread) Clears(typ types.Type, x Value) { t.fr.clears(typ, x) }

// Try calls something, and gives the panic of the program that ends it; nil if none does.
func (t *Thread) Try(do func() Value) (out Value, p *Panicking) {
	fr, depth := t.fr, t.depth
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Panicking, failure:
			p = t.panicOf(e)
			t.fr, t.depth = fr, depth
		default:
			panic(e)
		}
	}()
	return do(), nil
}

// How far the tests are that TestMain runs.
const (
	TestsAhead = iota // they have not begun
	TestsBegun        // they have
	TestsOver         // they are over
)

// Leave ends a thread; its deferred calls do not run.
func (t *Thread) Leave() { panic(killed{}) }

// Variable is the cell of a package's variable.
func (r *Run) Variable(g *ssa.Global) *Cell { return r.global(r.World.variableOf(g)) }
