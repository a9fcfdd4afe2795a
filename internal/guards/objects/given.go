// This file tells to whom the functions that have made an object may have given it by then (G5, K65).

package objects

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Call is one call of a function, by who runs it himself.
type Call struct {
	At     ssa.Instruction // the call
	Inputs []ssa.Value     // what it gives, by input of the function; nil where that is not known
}

// Given reports whether an object that is accessed may have been given before to those of whom to tells, by a function
// that has made it or has had it built: the one with the access, or one that has called that. It may if no such
// function is found.
func (p *Package) Given(v ssa.Value, at ssa.Instruction, calls func(*ssa.Function) []Call, to Receivers) bool {
	g := giving{p: p, calls: calls, to: to, seen: map[ssa.Value]bool{}}
	given := g.given(v, at)
	return given || !g.made
}

// Receivers reports whether an instruction may give what it is given to some goroutine.
type Receivers func(ssa.Instruction) bool

// A giving follows an object to those who have made it.
type giving struct {
	p     *Package                   // what functions do with objects
	calls func(*ssa.Function) []Call // who calls a function
	to    Receivers                  // to whom it may be given
	seen  map[ssa.Value]bool         // inputs that were followed
	made  bool                       // somebody was found who has made it
}

// given reports whether one of those may have given the object away before an instruction.
func (g *giving) given(v ssa.Value, at ssa.Instruction) bool {
	if g.p.Makes(v) || g.p.Builds(v, 0) {
		g.made = true
		return slices.ContainsFunc(g.p.GivenBefore(v, at), g.to) || g.builder(v, 0)
	}
	k := Input(v)
	if k < 0 || g.seen[v] {
		return false
	}
	g.seen[v] = true
	return slices.ContainsFunc(g.calls(v.Parent()), func(c Call) bool {
		if k >= len(c.Inputs) || c.Inputs[k] == nil {
			return false
		}
		if _, ok := v.(*ssa.FreeVar); ok {
			return g.given(g.p.captured(c.Inputs[k]), c.At)
		}
		return g.given(g.p.Base(c.Inputs[k]), c.At)
	})
}

// builder reports whether the function whose result a value is may have given it away.
func (g *giving) builder(v ssa.Value, depth int) bool {
	list, _ := g.p.outcomes(v)
	return depth < maxBuilt && slices.ContainsFunc(list, func(r ssa.Value) bool {
		return slices.ContainsFunc(g.p.PublishedBy(r), g.to) || g.builder(r, depth+1)
	})
}
