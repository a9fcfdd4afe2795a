// This file is what rules ask of a pair about elements, and about what else its accesses may mean.

package races

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ends"
	"github.com/syncvet/syncvet/internal/order"
)

// threadIndexed reports whether both ends are elements whose indices were given to their goroutines: each may have its
// own
// (R5).
func (p *pair) threadIndexed() bool {
	x, y := p.x, p.y
	own := func(c *ends.End) bool {
		return c.Fact().Flags&facts.AccessGiven != 0 || c.Index == facts.IndexUnique
	}
	return own(x) && own(y) && (x.Index != facts.IndexUnique || y.Index != facts.IndexUnique)
}

// cursors reports whether both ends are elements at the values of atomic variables, in different functions: who moves
// one cursor leaves to the other one the elements that it has passed (R56).
func (p *pair) cursors() bool {
	return p.x.Fact().Flags&p.y.Fact().Flags&facts.AccessCursor != 0 &&
		p.d.L.Insts[p.x.Inst].Unit.Sym != p.d.L.Insts[p.y.Inst].Unit.Sym
}

// handedOut reports whether equal slots say nothing about equal elements, since parts of the array are handed out, or
// an end was given a pointer to an element (R11); unless an end goes over all elements.
func (p *pair) handedOut() bool {
	return p.flags()&facts.AccessEvery == 0 && p.elementsOnly()
}

// elementsOnly reports whether the ends may have different elements of the array.
func (p *pair) elementsOnly() bool {
	return p.subSliced() || p.d.Objects.Element(p.object(), p.x) || p.d.Objects.Element(p.object(), p.y)
}

// unpublished reports whether one end comes before others can know the object: of one of many objects, before they can
// know what holds it, for the object itself is not the same one for sure (K2).
func (p *pair) unpublished() bool {
	if p.exactly() {
		return p.either(p.d.Trails.Unpublished)
	}
	return p.either(p.d.Trails.HeldBack)
}

// stoodStill reports whether one end holds a lock that the other's function unlocks later without having taken it,
// stands between Stop and Reset of a timer, or comes behind a Stop whose result is tested, and the other one is what a
// timer calls (R25).
func (p *pair) stoodStill() bool {
	return p.d.Tests.Lent(p.x, p.y) || p.d.Tests.Lent(p.y, p.x) || p.flags()&facts.AccessPaused != 0 ||
		p.either(func(_ order.Location, x, y *ends.End) bool {
			return x.Fact().Flags&facts.AccessStopped != 0 && p.d.L.CalledByTimer(y.Origin)
		})
}

// subSliced reports whether both ends are elements of an array of which parts are handed out as slices: equal slots say
// nothing about equal elements then.
func (p *pair) subSliced() bool {
	return p.d.L.Uses[p.loc.Obj].Shifted && p.x.Fact().Var == facts.VarSlice && p.y.Fact().Var == facts.VarSlice
}

// mergedTargets is how many allocation sites an access of the pair may mean; one if the two mean the same, whichever it
// is (K63).
func (p *pair) mergedTargets() int {
	n := max(p.d.Objects.Targets(p.x), p.d.Objects.Targets(p.y))
	if n > 1 && p.givenOne() && p.d.Provenances.AllGivenOne(p.x, p.y) {
		return 1
	}
	return n
}

// chosen is how many functions a call on the way to an access of the pair may enter.
func (p *pair) chosen() int {
	if p.givenOne() {
		return max(p.d.Objects.ChoicesWithin(p.x), p.d.Objects.ChoicesWithin(p.y))
	}
	return max(p.d.Objects.Choices(p.x), p.d.Objects.Choices(p.y))
}

// chosenLate reports whether it is more than one, and the object was not there before the choice: made by
// initialisation, or a variable.
func (p *pair) chosenLate() bool {
	o := p.object()
	return o.Inst != 0 && o.Decl.Kind != facts.ObjVar && !p.d.L.Static(o) && p.chosen() > 1
}

// disjoint reports whether two element accesses of one object are to different elements (R5).
func (p *pair) disjoint() bool {
	x, y := p.x, p.y
	if p.d.L.Uses[p.loc.Obj].Shifted {
		return false
	}
	switch {
	case x.Index == facts.IndexUnique && y.Index == facts.IndexUnique:
		return p.d.L.Origins[x.Origin].Twin == y.Origin && x.Inst != 0 && p.d.Objects.SameCounter(x, y) &&
			facts.Apart(x.Hi, y.Hi)
	case x.Index == facts.IndexRound, y.Index == facts.IndexRound:
		return p.d.Objects.OwnRound(p.object(), x, y) || p.d.Objects.OwnRound(p.object(), y, x)
	case x.Index == facts.IndexNone, y.Index == facts.IndexNone, x.Index == facts.IndexUnique,
		y.Index == facts.IndexUnique:
		return false
	}
	xl, xh := bounds(x)
	yl, yh := bounds(y)
	return xh <= yl || yh <= xl
}

// bounds is the half-open range of indices.
func bounds(c *ends.End) (int64, int64) {
	if c.Index == facts.IndexConst {
		return c.Lo, c.Lo + 1
	}
	return c.Lo, c.Hi
}
