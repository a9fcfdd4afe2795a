// This file is what clients of libraries prove: who of the goroutines that their calls start may meet whom (C).

package races

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// A visit is what the client of a type called on the way to an access.
type visit struct {
	unit  *link.Unit   // the constructor or method; nil if there is no such client
	gives bool         // it is a method that gives its caller a channel
	again *link.Origin // the goroutine that calls it, if not the client itself: everything has been started before
	plain bool         // the access is made by the call itself, not by a goroutine that it started
}

// visit finds out how a client comes to an access.
func (d *Detector) visit(c *order.Candidate) visit {
	o := d.L.Origins[c.Origin]
	if d.L.Origins[o.Tree].Kind != link.RootClient {
		return visit{}
	}
	first := d.Chain(c)[1]
	v := visit{unit: d.L.Insts[first.Inst].Unit, plain: o.Parent == 0}
	v.gives = isMethod(v.unit.Sym) && d.givesChannel(d.L.Insts[first.From], first.Call)
	for ; o.Parent != 0; o = d.L.Origins[o.Parent] {
		if d.L.Visits(o) {
			v.again, v.plain = o, o.ID == c.Origin
		}
	}
	return v
}

// givesChannel reports whether a call returns a channel.
func (d *Detector) givesChannel(i *link.Instance, call uint32) bool {
	return slices.ContainsFunc(i.Unit.Flow.Calls[call].Results, func(n facts.Node) bool {
		return n != 0 && slices.ContainsFunc(d.L.Sets.PointsTo(nil, i.Node(n)), func(addr pointsto.Node) bool {
			o, _, _ := d.L.ObjectAt(addr)
			return o != nil && o.Decl.Kind == facts.ObjChan
		})
	})
}

// awaited reports whether a function on the way to the go statement of an access's goroutine waits for something behind it.
func (d *Detector) awaited(c *order.Candidate) bool {
	chain := d.Chain(c)
	last := len(chain) - 1
	for !chain[last].Start {
		last--
	}
	return slices.ContainsFunc(chain[2:last+1], func(k explain.ChainLink) bool {
		s := d.L.Insts[k.From].Unit.Spawn
		if s == nil || int(k.Call) >= len(s.Calls) {
			return false
		}
		for p := range s.Points {
			if waits(s.Points[p].Event.Op) && order.Reaches(s, s.Calls[k.Call], facts.PointID(p)) {
				return true
			}
		}
		return false
	})
}

// waits reports whether an event may wait for a goroutine to come to its end.
func waits(op facts.EventOp) bool { return op == facts.EventRecv || op == facts.EventWait }

// supposed grades what rests on a client of a type: High where nothing does (C2 to C5).
func (d *Detector) supposed(loc order.Location, x, y *order.Candidate) explain.Confidence {
	o := &d.L.Objects[loc.Obj]
	a, b := d.visit(x), d.visit(y)
	switch {
	case a.unit == nil:
		return explain.High // no client of a type
	case d.L.ClientOf(x.Origin) > link.ByGoroutine:
		return d.overlapping(loc, x, y)
	case a.again == b.again && a.unit == b.unit:
		return explain.Low // (C1)
	case o.Inst != 0 && (!d.L.Single(o) || d.L.Origins[d.L.Insts[o.Inst].Origin].Kind != link.RootClient):
		return explain.Low // (C3)
	case a.again != nil && (b.again != nil || !a.plain), b.again != nil && !b.plain, a.plain && b.plain:
		return explain.Low // (C2)
	case !a.plain && (a.gives || d.awaited(x)), !b.plain && (b.gives || d.awaited(y)):
		return explain.Low // (C6)
	case a.plain && d.told(y, x), b.plain && d.told(x, y):
		return explain.Low // (C8)
	case a.plain && (d.passes(y, a.unit) || d.configures(x, y, a, b)), b.plain && (d.passes(x, b.unit) || d.configures(y, x, b, a)):
		return explain.Low
	}
	return explain.Medium
}

// overlapping grades two calls by a harness (C7).
func (d *Detector) overlapping(loc order.Location, x, y *order.Candidate) explain.Confidence {
	o := &d.L.Objects[loc.Obj]
	a, b := d.visit(x), d.visit(y)
	switch {
	case a.again == nil || b.again == nil || begun(a.unit.Sym, starters) || begun(b.unit.Sym, starters) || begun(a.unit.Sym, enders) || begun(b.unit.Sym, enders):
		return explain.Low
	case o.Inst != 0 && d.L.Origins[d.L.Insts[o.Inst].Origin].Kind != link.RootClient:
		return explain.Low // (C3)
	case !d.exact(o, x, y):
		return explain.Low
	case d.L.ClientOf(x.Origin) == link.ByPromise || d.guardedElsewhere(loc):
		return explain.Medium
	}
	return explain.Low
}

// guardedElsewhere reports whether some access of a location holds a lock in the same object, or is atomic.
func (d *Detector) guardedElsewhere(loc order.Location) bool {
	return slices.ContainsFunc(d.L.Shared[loc], func(t order.Touch) bool {
		a := &d.L.Insts[t.Inst].Unit.Accesses.List[t.Index]
		return len(a.Guards) > 0 || a.Kind.Atomic()
	})
}

// enders are how names of methods begin that end a life.
var enders = []string{"Close", "Stop", "Shutdown"}

// passes reports whether the way to an access passes a function, in a goroutine that the client did not start itself: a method that the
// type's own goroutines call is a part of them (C4).
func (d *Detector) passes(c *order.Candidate, u *link.Unit) bool {
	return slices.ContainsFunc(d.Chain(c)[2:], func(k explain.ChainLink) bool { return d.L.Insts[k.Inst].Unit == u })
}

// configures reports whether a call sets up what a goroutine only reads, if another method starts that; or belongs to the beginning, as the name
// of a function on the way says (C5).
func (d *Detector) configures(x, y *order.Candidate, call, starter visit) bool {
	if slices.ContainsFunc(d.Chain(x)[1:], func(k explain.ChainLink) bool { return begun(d.L.Insts[k.Inst].Unit.Sym, starters) }) {
		return true
	}
	return x.Kind.Writes() && !y.Kind.Writes() && starter.unit != nil && isMethod(starter.unit.Sym) && begun(call.unit.Sym, setters)
}

// isMethod reports whether a function has a receiver.
func isMethod(f facts.Symbol) bool { return strings.Contains(f.Name, ".") }

// setters are how names of methods begin that are called before a goroutine is started.
var setters = []string{"Set", "With", "Register", "Use", "Handle", "On", "Add", "Enable", "Disable", "Configure"}

// starters are how names of methods begin that start a life.
var starters = []string{"Start", "Run", "Serve", "Listen", "Open", "Init", "Connect", "Dial", "Reset", "Setup"}

// begun reports whether a function's name begins with one of some words.
func begun(f facts.Symbol, list []string) bool {
	name := f.Name[strings.LastIndexByte(f.Name, '.')+1:]
	for _, s := range list {
		if strings.HasPrefix(name, s) {
			return true
		}
	}
	return false
}
