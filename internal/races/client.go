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

// visit is how a client comes to an access.
func (c *end) visit() visit {
	if !c.callKnown {
		c.called, c.callKnown = c.d.visit(c), true
	}
	return c.called
}

// visit finds out how a client comes to an access.
func (d *Detector) visit(c *end) visit {
	o := d.L.Origins[c.Origin]
	if d.L.Origins[o.Tree].Kind != link.RootClient {
		return visit{}
	}
	first := c.chain()[1]
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
func (d *Detector) awaited(c *end) bool {
	chain := c.chain()
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

// typed reports whether the pair rests on the client of a type that starts goroutines, and how it comes to both ends.
func (p *pair) typed() (a, b visit, ok bool) {
	a, b = p.x.visit(), p.y.visit()
	return a, b, a.unit != nil && !p.harness()
}

// strange reports whether the object was not made by the client's own calls, or is one of many (C3).
func (p *pair) strange() bool {
	o := p.object()
	if !p.client() || o.Inst == 0 {
		return false
	}
	return p.d.L.Origins[p.d.L.Insts[o.Inst].Origin].Kind != link.RootClient || !p.harness() && !p.d.L.Single(o)
}

// twoCalls reports whether the ends are two calls, or what a call from another goroutine starts (C2).
func (p *pair) twoCalls() bool {
	a, b, ok := p.typed()
	return ok && (a.again != nil && (b.again != nil || !a.plain) || b.again != nil && !b.plain || a.plain && b.plain)
}

// awaited reports whether who starts a goroutine may have waited for its end (C6).
func (p *pair) awaited() bool {
	a, b, ok := p.typed()
	return ok && (!a.plain && (a.gives || p.d.awaited(p.x)) || !b.plain && (b.gives || p.d.awaited(p.y)))
}

// toldEnd reports whether a goroutine may have told a call that it has ended (C8).
func (p *pair) toldEnd() bool {
	a, b, ok := p.typed()
	return ok && (a.plain && p.d.told(p.y, p.x) || b.plain && p.d.told(p.x, p.y))
}

// setsUp reports whether a call comes before the goroutine by its name (C5).
func (p *pair) setsUp() bool {
	a, b, ok := p.typed()
	return ok && (a.plain && p.d.configures(p.x, p.y, a, b) || b.plain && p.d.configures(p.y, p.x, b, a))
}

// unpromised reports whether neither the documentation of a harness's type nor other accesses say that its calls overlap (C7).
func (p *pair) unpromised() bool {
	return p.harness() && p.d.L.ClientOf(p.x.Origin) != link.ByPromise && !p.d.guardedElsewhere(p.loc)
}

// guardedElsewhere reports whether some access of a location holds a lock in the same object, or is atomic.
func (d *Detector) guardedElsewhere(loc order.Location) bool {
	return slices.ContainsFunc(d.L.Shared[loc], func(t order.Touch) bool {
		a := &d.L.Insts[t.Inst].Unit.Accesses.List[t.Index]
		return len(a.Guards) > 0 || a.Kind.Atomic()
	})
}

// configures reports whether a call sets up what a goroutine only reads, if another method starts that; or belongs to the beginning, as the name
// of a function on the way says (C5).
func (d *Detector) configures(x, y *end, call, starter visit) bool {
	if slices.ContainsFunc(x.chain()[1:], func(k explain.ChainLink) bool { return begun(d.L.Insts[k.Inst].Unit.Sym, starters) }) {
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
