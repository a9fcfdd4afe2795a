// This file grades pairs that depend on values: who takes a count to its end (R18), who comes before a goroutine that is started once or
// finds that it has not been started (R21).

package program

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// conditional tells whether x happens only under a condition that keeps it apart from y.
func (d *detector) conditional(loc location, x, y *candidate) bool {
	return d.under(x, func(i *instance, c *facts.Cond, own bool) bool {
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

// under tells whether some condition under which an access happens, or a call on the way to it, is as wanted. Own says that the condition was
// found by the access's own goroutine.
func (d *detector) under(c *candidate, wanted func(i *instance, c *facts.Cond, own bool) bool) bool {
	at := func(id instID, call bool, index uint32, own bool) bool {
		i := d.l.insts[id]
		return i.unit.accesses != nil && slices.ContainsFunc(i.unit.accesses.Conds, func(k facts.Cond) bool {
			return k.Call == call && k.Index == index && wanted(i, &k, own)
		})
	}
	if at(c.inst, false, c.access, true) {
		return true
	}
	chain := d.chain(c)
	own := true
	for k := len(chain) - 1; k >= 0; k-- {
		own = own && !chain[k].start
		if l := chain[k]; l.from != 0 && at(l.from, true, l.call, own) {
			return true
		}
	}
	return false
}

// countedBy tells whether y's goroutine writes the variable that a condition of x counted with: then x is the affair of who comes last (R18).
func (d *detector) countedBy(i *instance, c *facts.Cond, loc location, y *candidate) bool {
	return slices.ContainsFunc(d.l.places(i, c.Addr, c.Off), func(l location) bool {
		return l != loc && slices.ContainsFunc(d.l.shared[l], func(t touch) bool { return d.besides(t, y) })
	})
}

// preparedFor tells whether a condition of x found a variable unset that a function tests, too, which y's goroutine may have called on the way to y: what is made where it is unset has
// been made by then (R28).
func (d *detector) preparedFor(loc location, i *instance, c *facts.Cond, y *candidate) bool {
	found := d.l.places(i, c.Addr, c.Off)
	return !slices.Contains(found, loc) && slices.ContainsFunc(found, func(v location) bool { return d.l.mayHaveTested(v, y.origin, d.steps(y)) })
}

// filledBefore tells whether x writes to a place that it has found unset, and a call of x's function that came before it on every way to it, or to the start of its goroutine, did the same to that place:
// so it is set by then, if nobody unsets it (R33).
func (d *detector) filledBefore(loc location, i *instance, c *facts.Cond, x *candidate) bool {
	place := d.l.places(i, c.Addr, c.Off)
	if len(place) != 1 || slices.ContainsFunc(d.l.shared[loc], func(t touch) bool { return d.unsets(t) }) {
		return false
	}
	return slices.ContainsFunc(d.chain(x), func(l chainLink) bool {
		if l.from == 0 || d.l.insts[l.from].unit.accesses == nil {
			return false
		}
		from := d.l.insts[l.from]
		return slices.ContainsFunc(from.unit.accesses.Conds, func(k facts.Cond) bool {
			return k.Call && k.Index == l.call && k.Kind == facts.CondFilled && slices.ContainsFunc(from.out, func(e edge) bool {
				f := d.l.insts[e.to]
				return e.call == k.Off && !e.spawn && f.unit == i.unit && slices.Equal(d.l.places(f, c.Addr, c.Off), place)
			})
		})
	})
}

// unsets tells whether an access stores nil.
func (d *detector) unsets(t touch) bool {
	return d.l.insts[t.inst].unit.accesses.List[t.index].Flags&facts.AccessNil != 0
}

// mayHaveTested tells whether a goroutine may have called, on the path to one of its places, a function that reads a variable.
func (l *Order) mayHaveTested(v location, o originID, path []step) bool {
	var readers []instID
	for _, t := range l.shared[v] {
		if !l.writes(t) && l.insts[t.inst].origin == o {
			readers = append(readers, t.inst)
		}
	}
	if len(readers) == 0 {
		return false
	}
	for k, s := range path {
		from := l.insts[s.inst]
		for _, e := range from.out {
			if e.spawn || k > 0 && e.to == path[k-1].inst || from.unit.spawn == nil || !reaches(from.unit.spawn, from.unit.after(e.call), s.at) {
				continue
			}
			if below := l.below(e.to); slices.ContainsFunc(readers, func(r instID) bool { return below[r] }) {
				return true
			}
		}
	}
	return false
}

// places are the slots at an offset past what a node points to.
func (l *Order) places(i *instance, n facts.Node, off uint32) []location {
	if n == 0 {
		return nil
	}
	var list []location
	for _, addr := range l.g.PointsTo(nil, i.node(n)) {
		if o, id, at := l.objectAt(addr); o != nil {
			list = append(list, location{id, at + off})
		}
	}
	return list
}

// startedBy calls f for each goroutine that y belongs to or stems from and that is started once for each object (passes/flow L15).
func (d *detector) startedBy(y *candidate, f func(i *instance, c *facts.Call) bool) bool {
	for o := d.l.origins[y.origin]; o.parent != 0; o = d.l.origins[o.parent] {
		i := d.l.insts[o.site]
		if c := &i.unit.flow.Calls[o.call]; c.Flags&facts.CallOnce != 0 && f(i, c) {
			return true
		}
	}
	return false
}

// unstarted tells whether a condition of x found the variable unset that is set before y's goroutine is started, or goes on to what y does, and
// x is not on the way that leads there (R21).
func (d *detector) unstarted(i *instance, c *facts.Cond, x, y *candidate) bool {
	found := d.l.places(i, c.Addr, c.Off)
	own := d.ownPath(x)
	behind := func(by *instance, n facts.Node, off uint32) bool {
		leads := slices.ContainsFunc(own, func(l chainLink) bool { return d.l.insts[l.inst].unit == by.unit })
		return !leads && slices.ContainsFunc(d.l.places(by, n, off), func(l location) bool { return slices.Contains(found, l) })
	}
	return d.startedBy(y, func(by *instance, call *facts.Call) bool { return behind(by, call.Once, call.OnceOff) }) ||
		d.under(y, func(by *instance, k *facts.Cond, _ bool) bool {
			return k.Kind == facts.CondFirst && behind(by, k.Addr, k.Off)
		})
}

// ownPath is the part of a candidate's chain that lies in its own goroutine.
func (d *detector) ownPath(c *candidate) []chainLink {
	chain := d.chain(c)
	for k := len(chain) - 1; k > 0; k-- {
		if chain[k].start {
			return chain[k:]
		}
	}
	return chain
}

// beforeStart tells whether a function that runs once for each object goes on to start y's goroutine, and each object may have its own of
// what they touch (R21).
func (d *detector) beforeStart(i *instance, loc location, y *candidate) bool {
	o := &d.l.objects[loc.obj]
	return d.startedBy(y, func(by *instance, call *facts.Call) bool {
		return by.unit == i.unit && (o.inst != 0 && !d.l.single(o) || !d.l.many(by.node(call.Once)))
	})
}
