// This file is what clients of libraries prove: who of the goroutines that their calls start may meet whom (C).

package program

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A visit is what the client of a type called on the way to an access.
type visit struct {
	unit  *unit   // the constructor or method; nil if there is no such client
	gives bool    // it is a method that gives its caller a channel
	again *origin // the goroutine that calls it, if not the client itself: everything has been started before
	plain bool    // the access is made by the call itself, not by a goroutine that it started
}

// visit finds out how a client comes to an access.
func (d *detector) visit(c *candidate) visit {
	o := d.l.origins[c.origin]
	if d.l.origins[o.tree].kind != RootClient {
		return visit{}
	}
	first := d.chain(c)[1]
	v := visit{unit: d.l.insts[first.inst].unit, plain: o.parent == 0}
	v.gives = isMethod(v.unit.sym) && d.givesChannel(d.l.insts[first.from], first.call)
	for ; o.parent != 0; o = d.l.origins[o.parent] {
		if d.l.visits(o) {
			v.again, v.plain = o, o.id == c.origin
		}
	}
	return v
}

// givesChannel tells whether a call returns a channel.
func (d *detector) givesChannel(i *instance, call uint32) bool {
	return slices.ContainsFunc(i.unit.flow.Calls[call].Results, func(n facts.Node) bool {
		return n != 0 && slices.ContainsFunc(d.l.g.PointsTo(nil, i.node(n)), func(addr pointsto.Node) bool {
			o, _, _ := d.l.objectAt(addr)
			return o != nil && o.decl.Kind == facts.ObjChan
		})
	})
}

// awaited tells whether a function on the way to the go statement of an access's goroutine waits for something behind it.
func (d *detector) awaited(c *candidate) bool {
	chain := d.chain(c)
	last := len(chain) - 1
	for !chain[last].start {
		last--
	}
	return slices.ContainsFunc(chain[2:last+1], func(k chainLink) bool {
		s := d.l.insts[k.from].unit.spawn
		if s == nil || int(k.call) >= len(s.Calls) {
			return false
		}
		for p := range s.Points {
			if waits(s.Points[p].Event.Op) && reaches(s, s.Calls[k.call], facts.PointID(p)) {
				return true
			}
		}
		return false
	})
}

// waits tells whether an event may wait for a goroutine to come to its end.
func waits(op facts.EventOp) bool { return op == facts.EventRecv || op == facts.EventWait }

// visits tells whether an origin is a call of a method by the client of a type.
func (l *Order) visits(o *origin) bool {
	return o.parent != 0 && l.insts[o.site].unit.flag(facts.Client)
}

// supposed grades what rests on a client of a type: High where nothing does (C2 to C5).
func (d *detector) supposed(loc location, x, y *candidate) Confidence {
	o := &d.l.objects[loc.obj]
	a, b := d.visit(x), d.visit(y)
	switch {
	case a.unit == nil:
		return High // no client of a type
	case d.l.clientOf(x.origin) > ByGoroutine:
		return d.overlapping(loc, x, y)
	case a.again == b.again && a.unit == b.unit:
		return Low // (C1)
	case o.inst != 0 && (!d.l.single(o) || d.l.origins[d.l.insts[o.inst].origin].kind != RootClient):
		return Low // (C3)
	case a.again != nil && (b.again != nil || !a.plain), b.again != nil && !b.plain, a.plain && b.plain:
		return Low // (C2)
	case !a.plain && (a.gives || d.awaited(x)), !b.plain && (b.gives || d.awaited(y)):
		return Low // (C6)
	case a.plain && d.told(y, x), b.plain && d.told(x, y):
		return Low // (C8)
	case a.plain && (d.passes(y, a.unit) || d.configures(x, y, a, b)), b.plain && (d.passes(x, b.unit) || d.configures(y, x, b, a)):
		return Low
	}
	return Medium
}

// A ClientKind is what the client of a type rests on.
type ClientKind uint8

// The kinds of clients.
const (
	NoClient    ClientKind = iota // the ends are in view
	ByGoroutine                   // the type starts goroutines
	ByHolding                     // the type holds a lock or the like
	ByPromise                     // the type's documentation promises it
)

// clientOf says which client an origin stems from.
func (l *Link) clientOf(id originID) ClientKind {
	root := l.origins[l.origins[id].tree]
	if root.kind != RootClient || len(root.entries) == 0 {
		return NoClient
	}
	switch u := l.insts[root.entries[0]].unit; {
	case u.flag(facts.Promised):
		return ByPromise
	case u.flag(facts.Harness):
		return ByHolding
	}
	return ByGoroutine
}

// overlapping grades two calls by a harness (C7).
func (d *detector) overlapping(loc location, x, y *candidate) Confidence {
	o := &d.l.objects[loc.obj]
	a, b := d.visit(x), d.visit(y)
	switch {
	case a.again == nil || b.again == nil || begun(a.unit.sym, starters) || begun(b.unit.sym, starters) || begun(a.unit.sym, enders) || begun(b.unit.sym, enders):
		return Low
	case o.inst != 0 && d.l.origins[d.l.insts[o.inst].origin].kind != RootClient:
		return Low // (C3)
	case !d.exact(o, x, y):
		return Low
	case d.l.clientOf(x.origin) == ByPromise || d.guardedElsewhere(loc):
		return Medium
	}
	return Low
}

// guardedElsewhere tells whether some access of a location holds a lock in the same object, or is atomic.
func (d *detector) guardedElsewhere(loc location) bool {
	return slices.ContainsFunc(d.l.shared[loc], func(t touch) bool {
		a := &d.l.insts[t.inst].unit.accesses.List[t.index]
		return len(a.Guards) > 0 || a.Kind.Atomic()
	})
}

// enders are how names of methods begin that end a life.
var enders = []string{"Close", "Stop", "Shutdown"}

// passes tells whether the way to an access passes a function, in a goroutine that the client did not start itself: a method that the
// type's own goroutines call is a part of them (C4).
func (d *detector) passes(c *candidate, u *unit) bool {
	return slices.ContainsFunc(d.chain(c)[2:], func(k chainLink) bool { return d.l.insts[k.inst].unit == u })
}

// configures tells whether a call sets up what a goroutine only reads, if another method starts that; or belongs to the beginning, as the name
// of a function on the way says (C5).
func (d *detector) configures(x, y *candidate, call, starter visit) bool {
	if slices.ContainsFunc(d.chain(x)[1:], func(k chainLink) bool { return begun(d.l.insts[k.inst].unit.sym, starters) }) {
		return true
	}
	return x.kind.Writes() && !y.kind.Writes() && starter.unit != nil && isMethod(starter.unit.sym) && begun(call.unit.sym, setters)
}

// isMethod tells whether a function has a receiver.
func isMethod(f facts.Symbol) bool { return strings.Contains(f.Name, ".") }

// setters are how names of methods begin that are called before a goroutine is started.
var setters = []string{"Set", "With", "Register", "Use", "Handle", "On", "Add", "Enable", "Disable", "Configure"}

// starters are how names of methods begin that start a life.
var starters = []string{"Start", "Run", "Serve", "Listen", "Open", "Init", "Connect", "Dial", "Reset", "Setup"}

// begun tells whether a function's name begins with one of some words.
func begun(f facts.Symbol, list []string) bool {
	name := f.Name[strings.LastIndexByte(f.Name, '.')+1:]
	for _, s := range list {
		if strings.HasPrefix(name, s) {
			return true
		}
	}
	return false
}
