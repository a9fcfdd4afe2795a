// This file is what rules ask of a pair of which an end belongs to the client of a type (C).

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ends"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
)

// typed reports whether the pair rests on the client of a type that starts goroutines, and how it comes to both ends.
func (p *pair) typed() (a, b ends.Visit, ok bool) {
	a, b = p.d.Clients.Visit(p.x), p.d.Clients.Visit(p.y)
	return a, b, a.Unit != nil && !p.harness()
}

// strange reports whether the object was not made by the client's own calls, or is one of many (C3), (C12) aside.
func (p *pair) strange() bool {
	o := p.object()
	if !p.client() || o.Inst == 0 {
		return inContext(p)
	}
	maker := p.d.L.Origins[p.d.L.Insts[o.Inst].Origin]
	for l := p.d.L; maker.Kind != link.RootClient && maker.Parent != 0 && !maker.Multi && !l.Visits(maker); {
		maker = l.Origins[maker.Parent] // a goroutine of the value's own, which it starts once
	}
	if maker.Kind != link.RootClient {
		return !p.kept(maker) && !p.late()
	}
	return !p.harness() && !p.d.L.Single(o) && !p.d.Provenances.OneValue(p.loc, p.x, p.y)
}

// inContext reports whether the pair rests on what several goroutines find in one context (passes/source S17).
func inContext(p *pair) bool { return p.d.L.ClientOf(p.x.Origin) == link.ByContext }

// kept reports whether the object was made by another call of the client, whose type promises that calls may overlap,
// and both ends may have found it in memory: where that call has put it.
func (p *pair) kept(maker *link.Origin) bool {
	l, ts := p.d.L, p.d.Trails
	return l.Origins[maker.Tree].Kind == link.RootClient && l.Visits(maker) && l.Promised(p.x.Origin) &&
		ts.MayFind(ts.Sources(p.loc, p.x)) && ts.MayFind(ts.Sources(p.loc, p.y))
}

// twoCalls reports whether the ends are two calls, or what a call from another goroutine starts (C2), and neither the
// type's documentation promises that calls may overlap, nor does one of them close a channel in a Once: who does so
// expects several callers. (C12) aside.
func (p *pair) twoCalls() bool {
	a, b, ok := p.typed()
	if p.d.L.Promised(p.x.Origin) || closesOnce(p.x) || closesOnce(p.y) {
		return false
	}
	two := a.Again != nil && (b.Again != nil || !a.Plain) || b.Again != nil && !b.Plain || a.Plain && b.Plain
	return ok && two && !p.late()
}

// awaited reports whether who starts a goroutine may have waited for its end (C6), other than by a call that serves.
func (p *pair) awaited() bool {
	a, b, ok := p.typed()
	waited := func(v ends.Visit, c *ends.End) bool {
		return !v.Plain && !v.Serve && (v.Gives || p.d.Clients.Awaited(c))
	}
	return ok && (waited(a, p.x) || waited(b, p.y))
}

// toldEnd reports whether a goroutine may have told a call, or who makes it, that it has ended (C8).
func (p *pair) toldEnd() bool {
	a, b, ok := p.typed()
	es := p.d.Events
	return ok && (a.Plain && (es.Told(p.y, p.x) || p.tells(p.y)) || b.Plain && (es.Told(p.x, p.y) || p.tells(p.x)))
}

// tells reports whether who has called other methods may know that an access of a goroutine has happened.
func (p *pair) tells(c *ends.End) bool {
	return p.d.Events.ClosesBehind(c, func(ch link.ObjID) bool { return p.d.Clients.HandedOut(c, ch) })
}

// setsUp reports whether a call comes before the goroutine by its name (C5).
func (p *pair) setsUp() bool {
	a, b, ok := p.typed()
	return ok && (a.Plain && p.d.Clients.Configures(p.x, p.y, a, b) || b.Plain && p.d.Clients.Configures(p.y, p.x, b, a))
}

// served reports whether one end belongs to a call that serves, and the other end writes in a call that does not end
// that, and neither end holds a lock of the struct that the variable lies in, or is atomic: who does so expects the
// calls at the same time, else the other one sets up what is served then (C11).
func served(p *pair) bool {
	a, b, ok := p.typed()
	if !ok || a.Serve == b.Serve || p.x.Kind.Atomic() || p.y.Kind.Atomic() {
		return false
	}
	other, end := a, p.x
	if a.Serve {
		other, end = b, p.y
	}
	return end.Kind.Writes() && !other.Ends() && !ownLock(p, p.x) && !ownLock(p, p.y)
}

// ownLock reports whether an end holds a lock of the struct that the variable lies in.
func ownLock(p *pair, c *ends.End) bool {
	e := p.d.Paths.End(&c.Candidate, c.Chain())
	return slices.ContainsFunc(e.Held, func(h evidence.HeldLock) bool { return facts.SameStruct(e.Last().Name, h.Name) })
}

// unpromised reports whether the documentation of a harness's type does not say that its calls overlap (C7): its roots
// are only asked about where what is of low confidence is shown.
func (p *pair) unpromised() bool {
	return p.harness() && !p.d.L.Promised(p.x.Origin)
}

// late reports whether one end writes without a lock to an object that its own call has made and put where others find
// it, and the other end, which found it there, holds a lock: others are kept out only while it is put there (C12).
func (p *pair) late() bool {
	o := p.object()
	if !p.client() || o.Inst == 0 {
		return false
	}
	made := p.d.L.Insts[o.Inst].Origin
	behind := func(x, y *ends.End) bool {
		return x.Origin == made && y.Origin != made && x.Kind.Writes() && p.d.L.Visits(p.d.L.Origins[made]) &&
			p.d.Trails.MayFind(p.d.Trails.Sources(p.loc, y)) && len(held(p, x)) == 0 && len(held(p, y)) > 0
	}
	return behind(p.x, p.y) || behind(p.y, p.x)
}

// held are the locks that an end holds.
func held(p *pair, c *ends.End) []evidence.HeldLock {
	return p.d.Paths.End(&c.Candidate, c.Chain()).Held
}

// closesOnce reports whether an access closes a channel inside a Once.
func closesOnce(c *ends.End) bool {
	return c.Fact().Var == facts.VarChan && c.Kind.Writes() && c.D.L.Solved.InOnce(c.State)
}
