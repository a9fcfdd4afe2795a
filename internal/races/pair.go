// This file is a pair of accesses, with what more than one rule asks about it: each question is answered once.

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ends"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A pair is two accesses of one location by two goroutines. The rules of the table ask it, and what they say judges it.
type pair struct {
	d    *ends.Rooms    // what is known of the link
	loc  order.Location // what both access
	x, y *ends.End      // the accesses

	doubts   []*Rule          // that hold, as far as they were asked about
	shielded hb.Protection    // memo of protection, if locked
	locked   ends.Answer      // whether shielded is known
	during   hb.Protection    // memo of meanwhile, if started
	started  ends.Answer      // whether during is known
	precise  ends.Answer      // memo of exactly
	stemming ends.Answer      // memo of stem
	guarded  ends.Answer      // memo of overBudget
	close    ends.Answer      // memo of near
	again    ends.Answer      // memo of refilled
	parted   ends.Answer      // memo of lockParts
	alike    ends.Answer      // memo of givenOne
	asked    bool             // memo of meeting
	run      string           // the test, or main, whose run has them unordered; empty: none
	meeting  evidence.Meeting // what runs of the program have shown
}

// object is what holds the variable.
func (p *pair) object() *link.Object { return &p.d.L.Objects[p.loc.Obj] }

// flags are those of both accesses together.
func (p *pair) flags() facts.AccessFlags { return p.x.Fact().Flags | p.y.Fact().Flags }

// writtenInTests reports whether both accesses stand in test code.
func (p *pair) writtenInTests() bool {
	return p.d.L.Insts[p.x.Inst].Unit.Flag(facts.InTest) && p.d.L.Insts[p.y.Inst].Unit.Flag(facts.InTest)
}

// drivenByTest reports whether a test makes one end happen and may wait for it: it calls the callback, request after
// request (R38), or talks over a connection to the goroutine that answers (R43).
func (p *pair) drivenByTest() bool {
	talks := p.d.L.Talks
	calls := p.d.L.DrivenByTest(p.x.Origin) || p.d.L.DrivenByTest(p.y.Origin)
	return calls && !(p.givenOne() && !p.tested()) ||
		talks.Converses(p.x.Origin, p.y.Origin) || talks.Converses(p.y.Origin, p.x.Origin) ||
		p.writtenInTests() && talks.Asked(p.x.Origin, p.y.Origin)
}

// protection reports whether both ends hold one lock.
func (p *pair) protection() hb.Protection {
	if p.locked == ends.Unasked {
		p.shielded = p.d.L.Solved.CommonLock(p.x.Place(), p.y.Place())
		p.locked = ends.Yes
	}
	return p.shielded
}

// meanwhile reports whether who starts one end's goroutine, and waits for it, holds the other end's lock until then
// (R50).
func (p *pair) meanwhile() hb.Protection {
	if p.started == ends.Unasked {
		p.during = max(p.d.Joins.HeldMeanwhile(p.x, p.y), p.d.Joins.HeldMeanwhile(p.y, p.x))
		p.started = ends.Yes
	}
	return p.during
}

// unlocked makes the pair one of which nobody asks for locks.
func (p *pair) unlocked() { p.shielded, p.locked = hb.NoLock, ends.Yes }

// exactly reports whether the object is known exactly; else it may be one of many (K4).
func (p *pair) exactly() bool {
	if p.precise == ends.Unasked {
		p.precise = ends.No
		if p.d.Objects.Exact(p.object(), p.x, p.y) && !p.recycled() || p.givenOne() {
			p.precise = ends.Yes
		}
	}
	return p.precise == ends.Yes
}

// givenOne reports whether one activation starts both goroutines and gives them the object (K13). How that activation
// came to run is no doubt then: whoever runs it has both.
func (p *pair) givenOne() bool {
	if p.alike == ends.Unasked {
		p.alike = ends.No
		if p.d.Provenances.GivenOne(p.loc, p.x, p.y) {
			p.alike = ends.Yes
		}
	}
	return p.alike == ends.Yes
}

// tested reports whether the way to an end leads through test code.
func (p *pair) tested() bool {
	if p.givenOne() {
		return p.x.TestedWithin() || p.y.TestedWithin()
	}
	return p.x.Tested() || p.y.Tested()
}

// stem reports whether no memory in between is needed to explain how both ends know the object.
func (p *pair) stem() bool {
	if p.stemming == ends.Unasked {
		p.stemming = ends.No
		if p.d.Objects.BothStem(p.object(), p.x, p.y) {
			p.stemming = ends.Yes
		}
	}
	return p.stemming == ends.Yes
}

// recycled reports whether one instance of a goroutine makes the object and another instance of the same goroutine
// touches it: it got there through a list of free objects, a cache or a pool, which usually hands over what it holds.
func (p *pair) recycled() bool {
	return !p.stem() && p.d.L.Origins[p.x.Origin].IterationClone != p.d.L.Origins[p.y.Origin].IterationClone
}

// near reports whether synchronisation comes near to ordering the pair (R10).
func (p *pair) near() bool {
	if p.close == ends.Unasked {
		p.close = ends.No
		list, near := p.d.Near(&p.x.Candidate, &p.y.Candidate, func(at order.Location) bool {
			return p.d.Tests.Shows(p.loc, p.x, p.y, at) || p.d.Tests.Shows(p.loc, p.y, p.x, at)
		})
		if near && p.refilled() {
			near = slices.ContainsFunc(list, p.hears)
		}
		if near {
			p.close = ends.Yes
		}
	}
	return p.close == ends.Yes
}

// hears reports whether synchronisation may tell who fills memory again that the other end is done with it: he waits
// for what may come behind that. A send that has waited for room says only that an earlier message was received.
func (p *pair) hears(s evidence.Sync) bool {
	filler := 0
	if !p.d.Provenances.Refilled(p.loc, p.x, p.y) {
		filler = 1
	}
	return s.Late && s.End == filler && !(s.Waits.Op == facts.EventSend && s.Gives.Op == facts.EventRecv)
}

// refilled reports whether one end fills memory again that was sent to the other end (R52).
func (p *pair) refilled() bool {
	if p.again == ends.Unasked {
		p.again = ends.No
		if p.either(p.d.Provenances.Refilled) {
			p.again = ends.Yes
		}
	}
	return p.again == ends.Yes
}

// client reports whether the goroutines belong to the client of a type.
func (p *pair) client() bool { return p.d.Clients.Visit(p.x).Unit != nil }

// harness reports whether they belong to one whose calls overlap because the type's documentation or make says so (C7).
func (p *pair) harness() bool {
	return p.client() && p.d.L.ClientOf(p.x.Origin) > link.ByGoroutine
}

// either reports whether something holds of the pair, whichever end comes first.
func (p *pair) either(holds func(loc order.Location, x, y *ends.End) bool) bool {
	return holds(p.loc, p.x, p.y) || holds(p.loc, p.y, p.x)
}

// lockParts reports whether the variable is there once, and of all locks that may be the same at both ends each lies
// in one of many objects, which each end found in a list or map.
func (p *pair) lockParts() bool {
	if p.parted == ends.Unasked {
		p.parted = ends.No
		if p.exactly() && p.d.LocksFound(p.loc, p.x, p.y) {
			p.parted = ends.Yes
		}
	}
	return p.parted == ends.Yes
}

// calledBack reports whether both accesses stand in test code, and the goroutine of one is of the code under test,
// which calls back, where runs have been made (R69).
func calledBack(p *pair) bool {
	return p.d.Paths.View.Witness != nil && p.x.InTest() && p.y.InTest() && (p.x.CalledBack() || p.y.CalledBack())
}

// overBudget reports whether the link has exceeded a budget, and whether the pair is of a field that is written under a
// lock which the other end does not hold (L6).
func overBudget(p *pair) (over, guarded bool) {
	if len(p.d.L.Over) == 0 {
		return false, false
	}
	if p.guarded == ends.Unasked {
		p.guarded = ends.No
		if len(p.d.L.Solved.Held(p.x.State))+len(p.d.L.Solved.Held(p.y.State)) > 0 && unguarded([]evidence.End{
			p.d.Paths.End(&p.x.Candidate, p.x.Chain()), p.d.Paths.End(&p.y.Candidate, p.y.Chain()),
		}) {
			p.guarded = ends.Yes
		}
	}
	return true, p.guarded == ends.Yes
}
