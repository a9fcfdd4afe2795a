// This file grades pairs that depend on values: who takes a count to its end (R18), who comes before a goroutine that is started once or
// finds that it has not been started (R21).

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// conditional reports whether x happens only under a condition that keeps it apart from y.
func (d *Detector) conditional(loc order.Location, x, y *order.Candidate) bool {
	return d.under(x, func(i *link.Instance, c *facts.Cond, own bool) bool {
		switch c.Kind {
		case facts.CondCounted:
			return d.countedBy(i, c, loc, y)
		case facts.CondUnset:
			return own && (d.unstarted(i, c, x, y) || d.preparedFor(loc, i, c, y))
		case facts.CondAbsent:
			return own && d.filledBefore(loc, i, c, x)
		case facts.CondAhead:
			return own && d.beforeStart(i, loc, y)
		}
		return false
	})
}

// under reports whether some condition under which an access happens, or a call on the way to it, is as wanted. Own says that the condition was
// found by the access's own goroutine.
func (d *Detector) under(c *order.Candidate, wanted func(i *link.Instance, c *facts.Cond, own bool) bool) bool {
	at := func(id link.InstID, call bool, index uint32, own bool) bool {
		i := d.L.Insts[id]
		return i.Unit.Accesses != nil && slices.ContainsFunc(i.Unit.Accesses.Conds, func(k facts.Cond) bool {
			return k.Call == call && k.Index == index && wanted(i, &k, own)
		})
	}
	if at(c.Inst, false, c.Access, true) {
		return true
	}
	chain := d.Chain(c)
	own := true
	for k := len(chain) - 1; k >= 0; k-- {
		own = own && !chain[k].Start
		if l := chain[k]; l.From != 0 && at(l.From, true, l.Call, own) {
			return true
		}
	}
	return false
}

// countedBy reports whether y's goroutine writes the variable that a condition of x counted with: then x is the affair of who comes last (R18).
func (d *Detector) countedBy(i *link.Instance, c *facts.Cond, loc order.Location, y *order.Candidate) bool {
	return slices.ContainsFunc(d.L.Places(i, c.Addr, c.Off), func(l order.Location) bool {
		return l != loc && slices.ContainsFunc(d.L.Shared[l], func(t order.Touch) bool { return d.besides(t, y) })
	})
}

// preparedFor reports whether a condition of x found a variable unset that a function tests, too, which y's goroutine may have called on the way to y: what is made where it is unset has
// been made by then (R28).
func (d *Detector) preparedFor(loc order.Location, i *link.Instance, c *facts.Cond, y *order.Candidate) bool {
	found := d.L.Places(i, c.Addr, c.Off)
	return !slices.Contains(found, loc) && slices.ContainsFunc(found, func(v order.Location) bool { return d.L.MayHaveTested(v, y.Origin, d.steps(y)) })
}

// filledBefore reports whether x writes to a place that it has found unset, and a call of x's function that came before it on every way to it, or to the start of its goroutine, did the same to that place:
// so it is set by then, if nobody unsets it (R33).
func (d *Detector) filledBefore(loc order.Location, i *link.Instance, c *facts.Cond, x *order.Candidate) bool {
	place := d.L.Places(i, c.Addr, c.Off)
	if len(place) != 1 || slices.ContainsFunc(d.L.Shared[loc], func(t order.Touch) bool { return d.unsets(t) }) {
		return false
	}
	return slices.ContainsFunc(d.Chain(x), func(l explain.ChainLink) bool {
		if l.From == 0 || d.L.Insts[l.From].Unit.Accesses == nil {
			return false
		}
		from := d.L.Insts[l.From]
		return slices.ContainsFunc(from.Unit.Accesses.Conds, func(k facts.Cond) bool {
			return k.Call && k.Index == l.Call && k.Kind == facts.CondFilled && slices.ContainsFunc(from.Out, func(e link.Edge) bool {
				f := d.L.Insts[e.To]
				return e.Call == k.Off && !e.Spawn && f.Unit == i.Unit && slices.Equal(d.L.Places(f, c.Addr, c.Off), place)
			})
		})
	})
}

// unsets reports whether an access stores nil.
func (d *Detector) unsets(t order.Touch) bool {
	return d.L.Insts[t.Inst].Unit.Accesses.List[t.Index].Flags&facts.AccessNil != 0
}

// startedBy calls f for each goroutine that y belongs to or stems from and that is started once for each object (passes/flow L15).
func (d *Detector) startedBy(y *order.Candidate, f func(i *link.Instance, c *facts.Call) bool) bool {
	for o := d.L.Origins[y.Origin]; o.Parent != 0; o = d.L.Origins[o.Parent] {
		i := d.L.Insts[o.Site]
		if c := &i.Unit.Flow.Calls[o.Call]; c.Flags&facts.CallOnce != 0 && f(i, c) {
			return true
		}
	}
	return false
}

// unstarted reports whether a condition of x found the variable unset that is set before y's goroutine is started, or goes on to what y does, and
// x is not on the way that leads there (R21).
func (d *Detector) unstarted(i *link.Instance, c *facts.Cond, x, y *order.Candidate) bool {
	found := d.L.Places(i, c.Addr, c.Off)
	own := d.ownPath(x)
	behind := func(by *link.Instance, n facts.Node, off uint32) bool {
		leads := slices.ContainsFunc(own, func(l explain.ChainLink) bool { return d.L.Insts[l.Inst].Unit == by.Unit })
		return !leads && slices.ContainsFunc(d.L.Places(by, n, off), func(l order.Location) bool { return slices.Contains(found, l) })
	}
	return d.startedBy(y, func(by *link.Instance, call *facts.Call) bool { return behind(by, call.Once, call.OnceOff) }) ||
		d.under(y, func(by *link.Instance, k *facts.Cond, _ bool) bool {
			return k.Kind == facts.CondFirst && behind(by, k.Addr, k.Off)
		})
}

// ownPath is the part of a candidate's chain that lies in its own goroutine.
func (d *Detector) ownPath(c *order.Candidate) []explain.ChainLink {
	chain := d.Chain(c)
	for k := len(chain) - 1; k > 0; k-- {
		if chain[k].Start {
			return chain[k:]
		}
	}
	return chain
}

// beforeStart reports whether a function that runs once for each object goes on to start y's goroutine, and each object may have its own of
// what they touch (R21).
func (d *Detector) beforeStart(i *link.Instance, loc order.Location, y *order.Candidate) bool {
	o := &d.L.Objects[loc.Obj]
	return d.startedBy(y, func(by *link.Instance, call *facts.Call) bool {
		return by.Unit == i.Unit && (o.Inst != 0 && !d.L.Single(o) || !d.L.Many(by.Node(call.Once)))
	})
}
