// This file is whether an abstract object is one concrete object, and what else an access may mean (R7).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// An objects room knows whether an abstract object is one concrete object, and what else an access may mean (R7).
type objects struct {
	*explain.Paths
	activations *activations // what is ordered within one call of a function (Rooms.Activations)
}

// StartedOnce reports whether the ends belong to two instances of a goroutine that is started once for each object
// (passes/flow L15), also by a Once in it, and what they touch is not there once for all (R17).
func (obs *objects) StartedOnce(loc order.Location, x, y *End) bool {
	o := &obs.L.Objects[loc.Obj]
	for a := obs.L.Origins[x.Origin]; a.Parent != 0; a = obs.L.Origins[a.Parent] {
		of := order.PerObject(obs.L, a)
		if len(of) > 0 && obs.L.StartsAgain(a, y.Origin) &&
			(o.Inst != 0 && !obs.L.Single(o) || !slices.ContainsFunc(of, obs.L.Many)) {
			return true
		}
	}
	return false
}

// Element reports whether an access goes to part of an array's element by a pointer that it was given: which element
// that is, no index says.
func (obs *objects) Element(o *link.Object, c *End) bool {
	a := c.Fact()
	if o.Decl.Flags&facts.ObjElements != 0 && a.Var == facts.VarPointee {
		return true
	}
	return o.Decl.Kind == facts.ObjArray && (a.Flags&facts.AccessInner != 0 ||
		a.Index == facts.IndexNone && a.Var != facts.VarSlice && a.Var != facts.VarMap)
}

// Choices is the largest number of functions that a call on the path to an access may enter: where it is more than one,
// that this goroutine enters the one that leads to the access is known only by what flows together. A closure that a
// function on the path makes is no matter of choice: it was made to be called from there; nor is one that is received
// from a channel: who sent it there meant it to be called.
func (obs *objects) Choices(c *End) int {
	if c.most > 0 {
		return c.most
	}
	c.most = obs.choices(c, 0)
	return c.most
}

// ChoicesWithin is the same for the way from the start of the goroutine on.
func (obs *objects) ChoicesWithin(c *End) int { return obs.choices(c, started(c.Chain())) }

// choices is the largest number of functions that a call of the way may enter, from some call on.
func (obs *objects) choices(c *End, from int) int {
	most := 1
	chain := c.Chain()
	for at := from; at < len(chain); at++ {
		k := chain[at]
		if k.From != 0 && obs.L.Insts[k.From].Unit.Flow.Calls[k.Call].Each() {
			continue
		}
		if k.From == 0 || obs.madeOn(chain[:at], obs.L.Insts[k.Inst].Unit) || obs.L.Delivered(obs.L.Insts[k.From], k.Call) {
			continue
		}
		most = max(most, obs.TargetsOf(k.From, k.Call))
	}
	return most
}

// madeOn reports whether a function on a path makes a closure of a unit.
func (obs *objects) madeOn(path []explain.ChainLink, u *link.Unit) bool {
	return slices.ContainsFunc(path, func(k explain.ChainLink) bool {
		maker := obs.L.Insts[k.Inst].Unit
		return maker.Flow != nil && slices.ContainsFunc(maker.Flow.Objs, func(o facts.Obj) bool {
			return o.Kind == facts.ObjFunc && o.Size > 1 && maker.Names.Flow.Symbol(o.Sym) == u.Sym
		})
	})
}

// BothStem reports whether an object has static storage, is an iteration copy, is made once in a run, or is made by an
// origin that both ends stem from: no memory in between is needed to explain how both know it.
func (obs *objects) BothStem(o *link.Object, x, y *End) bool {
	if o.Inst == 0 || o.HeapContext != 0 || o.Decl.Kind == facts.ObjParam || obs.L.Single(o) || obs.L.MadeOnce(o) {
		return true
	}
	from := obs.L.Insts[o.Inst].Origin
	return obs.L.Stems(x.Origin, from) && obs.L.Stems(y.Origin, from)
}

// Targets counts the allocation sites whose objects an access may touch; iteration copies and contexts of one site
// count once, and what one list literal is filled with counts as two: it may be another element (R63).
func (obs *objects) Targets(c *End) int {
	if c.meant > 0 {
		return c.meant - 1
	}
	seen := map[facts.Symbol]bool{}
	sites := map[link.Position]bool{}
	lists := map[link.ObjID]int{}
	obs.L.Each(obs.L.Insts[c.Inst], c.Fact(), func(o *link.Object, _ link.ObjID, _ uint32) {
		list := obs.ListOf(o)
		lists[list]++
		if o.Inst == 0 {
			seen[o.Sym] = true
		} else if list == 0 || lists[list] <= 2 {
			sites[obs.L.AllocPos(o)] = true
		}
	})
	c.meant = len(seen) + len(sites) + 1
	return c.meant - 1
}

// Exact reports whether an abstract object that both origins touch is one concrete object for any two instances of them
// that the pair is about: static storage, an iteration copy, something allocated once in a run, or allocated once by an
// origin that one of them stems from: then it is that chosen instance's.
func (obs *objects) Exact(o *link.Object, x, y *End) bool {
	switch {
	case o.Inst == 0, o.Decl.Kind == facts.ObjParam, obs.L.Single(o), obs.L.MadeOnce(o):
		return true
	case o.HeapContext != 0 && (obs.L.MadeFor(o.HeapContext, x.Origin) || obs.L.MadeFor(o.HeapContext, y.Origin)),
		obs.activations.oneOfActivation(o, x, y):
		return true
	case o.Decl.Flags&facts.ObjInLoop != 0 || obs.L.Insts[o.Inst].Once != link.AtMostOnce:
		return false
	}
	from := obs.L.Insts[o.Inst].Origin
	return obs.L.Stems(x.Origin, from) || obs.L.Stems(y.Origin, from)
}

// Unlikely reports whether the ways to the two ends, from where they part, have too many uncertain steps (R30).
func (obs *objects) Unlikely(x, y *End) bool {
	a, b := x.Chain(), y.Chain()
	from := explain.Parting(a, b)
	n, m := obs.Uncertain(a[from:]), obs.Uncertain(b[from:])
	return n+m > maxSteps && min(n, m) > 1
}

// SameCounter reports whether the indices of two accesses are numbered by the same expression, or counter, of one unit.
func (obs *objects) SameCounter(x, y *End) bool {
	return obs.L.Insts[x.Inst].Unit == obs.L.Insts[y.Inst].Unit && x.Lo == y.Lo
}

// OwnRound reports whether x touches the element of a round of a loop, never behind the go statement of that round, and
// y, the same expression in a goroutine that the statement starts, that of its own round; of what the loop's function
// has made (passes/access A36).
func (obs *objects) OwnRound(o *link.Object, x, y *End) bool {
	g := obs.L.Origins[y.Origin]
	return x.Index == facts.IndexRound && y.Index == facts.IndexUnique && x.Lo == y.Lo && x.Hi == y.Hi &&
		g.Parent == x.Origin && g.Site == x.Inst && slices.Contains(g.Entries, y.Inst) && o.Inst == x.Inst
}
