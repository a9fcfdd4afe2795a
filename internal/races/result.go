// This file turns pairs into races: which are ours to report, how certain they are, one per variable, with both paths.

package races

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A Race is a pair of accesses that nothing orders, with what is needed to explain it.
type Race struct {
	Confidence explain.Confidence
	Ends       [2]explain.End
	Object     facts.ObjKind   // what holds the variable
	Alloc      link.Position   // where it is made; zero for static storage
	MayLock    bool            // a lock that may be the same is held on both sides
	Static     facts.Symbol    // of what has static storage: its name
	Related    []explain.Sync  // synchronisation near the accesses that does not order them
	Meant      bool            // seen in harnesses only that are linked where what is of low confidence is shown, too (C7)
	Pairs      []Pair          // counterexamples: pairs of call paths that lead to this race and to others on the variable, so many that each end is in one
	Places     []RacePlaces    // of all pairs that the race stands for, this one's too: each once
	Doubts     []*Rule         // why it is not certain, of the table's order; none of violations of order
	Evidence   link.ClientKind // why two calls of a synthesised client are taken to overlap; NoClient if both goroutines are in view
}

// RacePlaces are where the two accesses of a pair stand, in the order of places.
type RacePlaces [2]link.Position

// Others is how many further pairs of accesses a race stands for.
func (r *Race) Others() int { return max(len(r.Places)-1, 0) }

// Absorb makes a race stand for what another one stands for, too. What is of low confidence is left out, unless the race is that itself: what a race
// says of others does not depend on what is shown.
func (r *Race) Absorb(x *Race) {
	if x.Confidence > max(r.Confidence, explain.Medium) || x.Meant && !r.Meant {
		return
	}
	for _, p := range x.Places {
		if !slices.Contains(r.Places, p) {
			r.Places = append(r.Places, p)
		}
	}
	for k := range x.Pairs {
		if !slices.ContainsFunc(r.Pairs, x.Pairs[k].same) {
			r.Pairs = append(r.Pairs, x.Pairs[k])
		}
	}
}

// before orders the ends of a report: our own unprotected write first.
func (d *Detector) before(a, b *explain.End) bool {
	rank := func(e *explain.End) int {
		n := 0
		if e.Func.Pkg != d.L.Cfg.Own {
			n += 4
		}
		if len(e.Held) > 0 {
			n += 2
		}
		if !e.Access.Kind.Writes() {
			n++
		}
		return n
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Pos.File.Name, b.Pos.File.Name), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col)) < 0
}

// startedOnce reports whether the ends belong to two instances of a goroutine that is started once for each object (passes/flow L15), and
// what they touch is not there once for all (R17).
func (d *Detector) startedOnce(loc order.Location, x, y *end) bool {
	for a := d.L.Origins[x.Origin]; a.Parent != 0; a = d.L.Origins[a.Parent] {
		i := d.L.Insts[a.Site]
		if c := &i.Unit.Flow.Calls[a.Call]; c.Flags&facts.CallOnce == 0 || !d.L.StartsAgain(a, y.Origin) {
			continue
		} else if o := &d.L.Objects[loc.Obj]; o.Inst != 0 && !d.L.Single(o) || !d.L.Many(i.Node(c.Once)) {
			return true
		}
	}
	return false
}

// shares reports whether both ends are elements whose indices were given to their goroutines: each may have its own (R5).
func (p *pair) shares() bool {
	x, y := p.x, p.y
	own := func(c *end) bool {
		return c.access().Flags&facts.AccessGiven != 0 || c.Index == facts.IndexUnique
	}
	return own(x) && own(y) && (x.Index != facts.IndexUnique || y.Index != facts.IndexUnique)
}

// shifted reports whether both ends are elements of an array of which parts are handed out as slices: equal slots say nothing
// about equal elements then.
func (p *pair) shifted() bool {
	return p.d.L.Uses[p.loc.Obj].Shifted && p.x.access().Var == facts.VarSlice && p.y.access().Var == facts.VarSlice
}

// element reports whether an access goes to part of an array's element by a pointer that it was given: which element that is, no
// index says.
func (d *Detector) element(o *link.Object, c *end) bool {
	a := c.access()
	return o.Decl.Kind == facts.ObjArray && a.Index == facts.IndexNone && a.Var != facts.VarSlice && a.Var != facts.VarMap
}

// choices is the largest number of functions that a call on the path to an access may enter: where it is more than one, that
// this goroutine enters the one that leads to the access is known only by what flows together. A closure that a function on the path
// makes is no matter of choice: it was made to be called from there; nor is one that is received from a channel: who sent it there meant it to be called.
func (d *Detector) choices(c *end) int {
	if c.most > 0 {
		return c.most
	}
	most := 1
	chain := c.chain()
	for at, k := range chain {
		if k.From == 0 || d.madeOn(chain[:at], d.L.Insts[k.Inst].Unit) || d.L.Delivered(d.L.Insts[k.From], k.Call) {
			continue
		}
		most = max(most, d.targetsOf(k.From, k.Call))
	}
	c.most = most
	return most
}

// madeOn reports whether a function on a path makes a closure of a unit.
func (d *Detector) madeOn(path []explain.ChainLink, u *link.Unit) bool {
	return slices.ContainsFunc(path, func(k explain.ChainLink) bool {
		maker := d.L.Insts[k.Inst].Unit
		return maker.Flow != nil && slices.ContainsFunc(maker.Flow.Objs, func(o facts.Obj) bool {
			return o.Kind == facts.ObjFunc && o.Size > 1 && maker.Names.Flow.Symbol(o.Sym) == u.Sym
		})
	})
}

// bothStem reports whether an object has static storage, is an iteration copy, is made once in a run, or is made by an origin that
// both ends stem from: no memory in between is needed to explain how both know it.
func (d *Detector) bothStem(o *link.Object, x, y *end) bool {
	if o.Inst == 0 || o.Flavor != 0 || o.Decl.Kind == facts.ObjParam || d.L.Single(o) || d.L.MadeOnce(o) {
		return true
	}
	from := d.L.Insts[o.Inst].Origin
	return d.L.Stems(x.Origin, from) && d.L.Stems(y.Origin, from)
}

// maxTargets is how many allocation sites an access may mean before what it says about one of them is too weak to show.
const maxTargets = 2

// targets counts the allocation sites whose objects an access may touch; iteration copies and contexts of one site count once.
func (d *Detector) targets(c *end) int {
	if c.meant > 0 {
		return c.meant - 1
	}
	seen := map[facts.Symbol]bool{}
	sites := map[link.Position]bool{}
	d.L.Each(d.L.Insts[c.Inst], c.access(), func(o *link.Object, _ link.ObjID, _ uint32) {
		if o.Inst == 0 {
			seen[o.Sym] = true
		} else {
			sites[d.L.AllocPos(o)] = true
		}
	})
	c.meant = len(seen) + len(sites) + 1
	return c.meant - 1
}

// merged is how many allocation sites an access of the pair may mean.
func (p *pair) merged() int { return max(p.d.targets(p.x), p.d.targets(p.y)) }

// chosen is how many functions a call on the way to an access of the pair may enter.
func (p *pair) chosen() int { return max(p.d.choices(p.x), p.d.choices(p.y)) }

// chosenLate reports whether it is more than one, and the object was not there before the choice: made by initialisation, or a variable.
func (p *pair) chosenLate() bool {
	o := p.object()
	return o.Inst != 0 && o.Decl.Kind != facts.ObjVar && !p.d.L.Static(o) && p.chosen() > 1
}

// exact reports whether an abstract object that both origins touch is one concrete object for any two instances of them that
// the pair is about: static storage, an iteration copy, something allocated once in a run, or allocated once by an origin that
// one of them stems from: then it is that chosen instance's.
func (d *Detector) exact(o *link.Object, x, y *end) bool {
	switch {
	case o.Inst == 0, o.Decl.Kind == facts.ObjParam, d.L.Single(o), d.L.MadeOnce(o):
		return true
	case o.Flavor != 0 && (d.L.MadeFor(o.Flavor, x.Origin) || d.L.MadeFor(o.Flavor, y.Origin)), d.oneOfActivation(o, x, y):
		return true
	case o.Decl.Flags&facts.ObjInLoop != 0 || d.L.Insts[o.Inst].Once != link.AtMostOnce:
		return false
	}
	from := d.L.Insts[o.Inst].Origin
	return d.L.Stems(x.Origin, from) || d.L.Stems(y.Origin, from)
}
