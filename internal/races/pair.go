// This file is a pair of accesses, with what more than one rule asks about it: each question is answered once.

package races

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A pair is two accesses of one location by two goroutines. The rules of the table ask it, and what they say judges it.
type pair struct {
	d    *rooms
	loc  order.Location
	x, y *end

	doubts   []*Rule // that hold, as far as they were asked about
	shielded hb.Protection
	locked   answer // whether shielded is known
	precise  answer // memo of exactly
	stemming answer // memo of stem
	close    answer // memo of near
	parted   answer // memo of lockParts
}

// object is what holds the variable.
func (p *pair) object() *link.Object { return &p.d.L.Objects[p.loc.Obj] }

// flags are those of both accesses together.
func (p *pair) flags() facts.AccessFlags { return p.x.access().Flags | p.y.access().Flags }

// protection says whether both ends hold one lock.
func (p *pair) protection() hb.Protection {
	if p.locked == unasked {
		p.shielded = p.d.L.Solved.CommonLock(p.x.place(), p.y.place())
		p.locked = yes
	}
	return p.shielded
}

// unlocked makes the pair one of which nobody asks for locks.
func (p *pair) unlocked() { p.shielded, p.locked = hb.NoLock, yes }

// exactly reports whether the object is known exactly; else it may be one of many (K4).
func (p *pair) exactly() bool {
	if p.precise == unasked {
		p.precise = no
		if o := p.object(); p.d.objects.exact(o, p.x, p.y) && !p.recycled() {
			p.precise = yes
		}
	}
	return p.precise == yes
}

// stem reports whether no memory in between is needed to explain how both ends know the object.
func (p *pair) stem() bool {
	if p.stemming == unasked {
		p.stemming = no
		if p.d.objects.bothStem(p.object(), p.x, p.y) {
			p.stemming = yes
		}
	}
	return p.stemming == yes
}

// recycled reports whether one instance of a goroutine makes the object and another instance of the same goroutine
// touches it: it got there through a list of free objects, a cache or a pool, which usually hands over what it holds.
func (p *pair) recycled() bool {
	return !p.stem() && p.d.L.Origins[p.x.Origin].Shadow != p.d.L.Origins[p.y.Origin].Shadow
}

// near reports whether synchronisation comes near to ordering the pair (R10).
func (p *pair) near() bool {
	if p.close == unasked {
		p.close = no
		if _, near := p.d.Near(&p.x.Candidate, &p.y.Candidate); near {
			p.close = yes
		}
	}
	return p.close == yes
}

// client reports whether the goroutines belong to the client of a type.
func (p *pair) client() bool { return p.d.clients.visit(p.x).unit != nil }

// harness reports whether they belong to one whose calls overlap because the type's documentation or make says so (C7).
func (p *pair) harness() bool {
	return p.client() && p.d.L.ClientOf(p.x.Origin) > link.ByGoroutine
}

// either reports whether something holds of the pair, whichever end comes first.
func (p *pair) either(holds func(loc order.Location, x, y *end) bool) bool {
	return holds(p.loc, p.x, p.y) || holds(p.loc, p.y, p.x)
}
