// This file grades pairs that depend on values: who takes a count to its end (R18), who comes before a goroutine that
// is started once or finds that it has not been started (R21).

package ends

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A tests room knows conditions under which accesses happen, and locks handed over (R9, R18, R21, R25, R28, R33).
type tests struct {
	*explain.Paths
	trails  *trails  // where pointers come from (Rooms.Trails)
	objects *objects // which abstract objects are concrete ones (Rooms.Objects)
}

// Last reports whether x happens only where a count has come to its end that y's goroutine counts, too (R18).
func (ts *tests) Last(loc order.Location, x, y *End) bool {
	return under(x, facts.CondCounted, func(c condition) bool { return ts.countedBy(c.at, c.is, loc, y) })
}

// FoundUnstarted reports whether x happens only where y's goroutine was found not to have been started, or not to have
// come to y (R21).
func (ts *tests) FoundUnstarted(_ order.Location, x, y *End) bool {
	return under(x, facts.CondUnset, func(c condition) bool { return c.own && ts.unstarted(c.at, c.is, x, y) })
}

// Prepared reports whether x happens only where something was found unset that has been set before y (R28).
func (ts *tests) Prepared(loc order.Location, x, y *End) bool {
	prepared := func(c condition) bool {
		return c.own && (ts.preparedFor(loc, c.at, c.is, y) || ts.lookedItself(loc, c.at, c.is, x, y))
	}
	return under(x, facts.CondUnset, prepared) || under(x, facts.CondSetting, prepared)
}

// SetBefore reports whether x sets what it has found unset under a lock that it still holds, as all do who set it, and
// y reads it where it was found set, by such a test, or y's goroutine stems from one that was started there: x comes
// before that (R61).
func (ts *tests) SetBefore(loc order.Location, x, y *End) bool {
	if !x.Fact().Kind.Writes() || slices.ContainsFunc(ts.L.Shared[loc], func(t order.AccessInstance) bool {
		return ts.L.Writes(t) && (ts.unsets(t) || !ts.known(t.Inst, false, t.Index, facts.CondFirstSet, loc) ||
			!order.InstancesOf(ts.L).SameGuard(&order.Candidate{Inst: t.Inst, Access: t.Index}, &x.Candidate))
	}) {
		return false
	}
	if ts.known(y.Inst, false, y.Access, facts.CondPresent, loc) {
		return true
	}
	for o := ts.L.Origins[y.Origin]; o.Parent != 0; o = ts.L.Origins[o.Parent] {
		if ts.known(o.Site, true, o.Call, facts.CondPresent, loc) {
			return true
		}
	}
	return false
}

// known reports whether a condition about a place, and no other, is known of an access or a call.
func (ts *tests) known(at link.InstID, call bool, n uint32, kind facts.CondKind, loc order.Location) bool {
	i := ts.L.Insts[at]
	return i.Unit.Accesses != nil && slices.ContainsFunc(i.Unit.Accesses.Conds, func(k facts.Cond) bool {
		return k.Call == call && k.Index == n && k.Kind == kind &&
			slices.Equal(ts.L.Places(i, k.Addr, k.Off), []order.Location{loc})
	})
}

// Filled reports whether x fills in a place that has been filled before it (R33).
func (ts *tests) Filled(loc order.Location, x, _ *End) bool {
	return under(x, facts.CondAbsent, func(c condition) bool { return c.own && ts.filledBefore(loc, c.at, c.is, x) })
}

// GoesOnToStart reports whether the function that x happens in goes on to start y's goroutine, for each object one
// (R21).
func (ts *tests) GoesOnToStart(loc order.Location, x, y *End) bool {
	return under(x, facts.CondAhead, func(c condition) bool { return c.own && ts.beforeStart(c.at, loc, y) })
}

// under reports whether some condition of a kind under which an access happens is as wanted.
func under(c *End, kind facts.CondKind, wanted func(c condition) bool) bool {
	return slices.ContainsFunc(c.conditions(), func(k condition) bool { return k.is.Kind == kind && wanted(k) })
}

// countedBy reports whether y's goroutine writes the variable that a condition of x counted with: then x is the affair
// of who comes last (R18).
func (ts *tests) countedBy(i *link.Instance, c *facts.Cond, loc order.Location, y *End) bool {
	return slices.ContainsFunc(ts.L.Places(i, c.Addr, c.Off), func(l order.Location) bool {
		return l != loc && slices.ContainsFunc(ts.L.Shared[l], func(t order.AccessInstance) bool { return ts.besides(t, y) })
	})
}

// preparedFor reports whether a condition of x found a variable unset that a function tests, too, which y's goroutine
// may have called on the way to y: what is made where it is unset has been made by then, if it is the setting-up: the
// function that found it unset, or one that it calls, goes on to set it (R28).
func (ts *tests) preparedFor(loc order.Location, i *link.Instance, c *facts.Cond, y *End) bool {
	found := ts.L.Places(i, c.Addr, c.Off)
	return !slices.Contains(found, loc) && slices.ContainsFunc(found, func(v order.Location) bool {
		return ts.mayHaveTested(v, y) && ts.setsUp(i, v)
	})
}

// lookedItself reports whether x, under a lock, has found a variable unset at which a function of y's path has looked,
// too, under such a lock, on the way to y; and which is only ever set where it was found unset (R28).
func (ts *tests) lookedItself(loc order.Location, i *link.Instance, c *facts.Cond, x, y *End) bool {
	if len(x.Fact().Guards) == 0 {
		return false
	}
	found := ts.L.Places(i, c.Addr, c.Off)
	return len(found) == 1 && found[0] != loc && order.HasLooked(ts.L, found[0], y.Origin, ts.trails.steps(y)) &&
		!slices.ContainsFunc(ts.L.Shared[found[0]], func(t order.AccessInstance) bool {
			return ts.L.Writes(t) && !ts.foundUnset(t, found[0])
		})
}

// foundUnset reports whether an access happens only where a variable was found unset.
func (ts *tests) foundUnset(t order.AccessInstance, v order.Location) bool {
	i := ts.L.Insts[t.Inst]
	return slices.ContainsFunc(i.Unit.Accesses.Conds, func(k facts.Cond) bool {
		return !k.Call && k.Index == t.Index && (k.Kind == facts.CondUnset || k.Kind == facts.CondSetting) &&
			slices.Contains(ts.L.Places(i, k.Addr, k.Off), v)
	})
}

// mayHaveTested reports whether y's goroutine may have called, on the way to y, a function that reads a variable; each
// variable is asked about once.
func (ts *tests) mayHaveTested(v order.Location, y *End) bool {
	tested, known := y.tests[v]
	if !known {
		if y.tests == nil {
			y.tests = map[order.Location]bool{}
		}
		tested = ts.L.MayHaveTested(v, y.Origin, ts.trails.steps(y))
		y.tests[v] = tested
	}
	return tested
}

// setsUp reports whether an instance, or one that it calls, may set a variable to what is not nil.
func (ts *tests) setsUp(i *link.Instance, v order.Location) bool {
	below := ts.L.Below(i.ID)
	return slices.ContainsFunc(ts.L.Shared[v], func(t order.AccessInstance) bool {
		return (below == nil || below[t.Inst]) && ts.L.Writes(t) && !ts.unsets(t)
	})
}

// filledBefore reports whether x writes to a place that it has found unset, and a call of x's function that came before
// it on every way to it, or to the start of its goroutine, did the same to that place: so it is set by then, if nobody
// unsets it (R33).
func (ts *tests) filledBefore(loc order.Location, i *link.Instance, c *facts.Cond, x *End) bool {
	place := ts.L.Places(i, c.Addr, c.Off)
	if len(place) != 1 || slices.ContainsFunc(ts.L.Shared[loc],
		func(t order.AccessInstance) bool { return ts.unsets(t) }) {
		return false
	}
	return slices.ContainsFunc(x.Chain(), func(l explain.ChainLink) bool {
		if l.From == 0 || ts.L.Insts[l.From].Unit.Accesses == nil {
			return false
		}
		from := ts.L.Insts[l.From]
		return slices.ContainsFunc(from.Unit.Accesses.Conds, func(k facts.Cond) bool {
			return k.Call && k.Index == l.Call && k.Kind == facts.CondFilled &&
				slices.ContainsFunc(from.Out, func(e link.Edge) bool {
					f := ts.L.Insts[e.To]
					return e.Call == k.Off && !e.Spawn && f.Unit == i.Unit && slices.Equal(ts.L.Places(f, c.Addr, c.Off), place)
				})
		})
	})
}

// unsets reports whether an access stores nil.
func (ts *tests) unsets(t order.AccessInstance) bool {
	return ts.L.Insts[t.Inst].Unit.Accesses.List[t.Index].Flags&facts.AccessNil != 0
}

// startedBy calls f for each goroutine that y belongs to or stems from and that is started once for each object
// (passes/flow L15).
func (ts *tests) startedBy(y *End, f func(i *link.Instance, c *facts.Call) bool) bool {
	for o := ts.L.Origins[y.Origin]; o.Parent != 0; o = ts.L.Origins[o.Parent] {
		i := ts.L.Insts[o.Site]
		if c := &i.Unit.Flow.Calls[o.Call]; c.Flags&facts.CallOnce != 0 && f(i, c) {
			return true
		}
	}
	return false
}

// unstarted reports whether a condition of x found the variable unset that is set before y's goroutine is started, or
// goes on to what y does, and x is not on the way that leads there (R21).
func (ts *tests) unstarted(i *link.Instance, c *facts.Cond, x, y *End) bool {
	found := ts.L.Places(i, c.Addr, c.Off)
	own := ts.ownPath(x)
	behind := func(by *link.Instance, n facts.Node, off uint32) bool {
		leads := slices.ContainsFunc(own, func(l explain.ChainLink) bool { return ts.L.Insts[l.Inst].Unit == by.Unit })
		return !leads &&
			slices.ContainsFunc(ts.L.Places(by, n, off), func(l order.Location) bool { return slices.Contains(found, l) })
	}
	return ts.startedBy(
		y,
		func(by *link.Instance, call *facts.Call) bool { return behind(by, call.Once, call.OnceOff) },
	) ||
		under(y, facts.CondFirst, func(c condition) bool { return behind(c.at, c.is.Addr, c.is.Off) })
}

// ownPath is the part of a candidate's chain that lies in its own goroutine.
func (ts *tests) ownPath(c *End) []explain.ChainLink {
	chain := c.Chain()
	for k := len(chain) - 1; k > 0; k-- {
		if chain[k].Start {
			return chain[k:]
		}
	}
	return chain
}

// beforeStart reports whether a function that runs once for each object goes on to start y's goroutine, and each object
// may have its own of what they touch (R21).
func (ts *tests) beforeStart(i *link.Instance, loc order.Location, y *End) bool {
	o := &ts.L.Objects[loc.Obj]
	return ts.startedBy(y, func(by *link.Instance, call *facts.Call) bool {
		return by.Unit == i.Unit && (o.Inst != 0 && !ts.L.Single(o) || !ts.L.Many(by.Node(call.Once)))
	})
}
