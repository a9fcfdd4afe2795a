// This file is one goroutine's automaton: places in functions, on a stack of calls, and what becomes of them (W3).

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// A knowledge says what is known where control stands.
type knowledge uint8

const (
	anyhow    knowledge = iota // nothing
	gotValue                   // the receive before got a value
	gotClosed                  // the receive before found the channel closed
	doing                      // the node is an operation, not a place between two
)

// A nodeKey identifies a point of the automaton: a place in a function, on a stack of calls, with the rounds that loops
// have made.
type nodeKey struct {
	frame  frameID       // which function, and who has called it
	point  facts.PointID // where in its skeleton; the event there has happened, unless mode is doing
	mode   knowledge     // what is known there
	rounds string        // counters of running loops, see tick
	back   outcome       // the zero outcome where nobody asks
}

// An outcome is how the call right before has ended, if the caller asks (W16).
type outcome struct {
	callee *link.Unit    // nil: not known, or nobody asks
	exit   facts.PointID // the point at which the callee has returned, or anyExit
}

// anyExit is any of a function's exits.
const anyExit = ^facts.PointID(0)

// excludes reports whether the call has not ended with the result of an event.
func (o outcome) excludes(e *facts.Event) bool {
	if o.callee == nil || e.Op != facts.EventOutcome {
		return false
	}
	list := o.callee.Spawn.Outcomes
	k := slices.IndexFunc(list, func(x facts.Outcome) bool { return int64(x.Number) == e.N })
	if o.exit == anyExit {
		return k >= 0 && len(list[k].Points)+len(list[k].Passed) == 0
	}
	return k >= 0 && !slices.Contains(list[k].Points, o.exit) &&
		!slices.ContainsFunc(list[k].Passed, func(x facts.Passed) bool { return x.Point == o.exit })
}

// An automaton is one process under construction.
type automaton struct {
	s      *scope                       // that the process is part of
	id     blocking.ProcID              // 1 is the goroutine that runs the scope's function
	first  frameID                      // where it starts
	done   blocking.ObjID               // WaitGroup counted down at the end; zero: none
	nodes  map[nodeKey]blocking.PointID // points made so far
	work   []nodeKey                    // of these, the ones whose ways on are not known yet
	points []blocking.Point             // by PointID; [0] is unused
	cells  map[cellKey]blocking.Cell    // conditions
	given  []blocking.ObjID             // the contexts that such functions have got (W17)
	owes   []blocking.ObjID             // what functions without a way out have deferred a Done or close of (W17)
}

// A cellKey names a condition: a number in a function that is entered once.
type cellKey struct {
	frame frameID // whose activation tests it
	n     int64   // its number there, as EventTest has it
}

// holeCell is the cell that marks where a goroutine waits for something outside the scope.
const holeCell = 16

// at gives the point of a place, to be filled in later if it is new.
func (b *automaton) at(k nodeKey) blocking.PointID {
	if id, ok := b.nodes[k]; ok {
		return id
	}
	id := b.add(blocking.Point{Op: blocking.Branch})
	b.nodes[k] = id
	b.work = append(b.work, k)
	return id
}

func (b *automaton) add(p blocking.Point) blocking.PointID {
	b.points = append(b.points, p)
	return blocking.PointID(len(b.points) - 1)
}

// unit is the function of a frame.
func (b *automaton) inst(f frameID) *link.Instance { return b.s.w.l.Insts[b.s.frames[f].inst] }

// site numbers what a point stands for.
func (b *automaton) site(to nodeKey, act evidence.Act, key order.SyncKey) uint32 {
	b.s.sites = append(b.s.sites, site{frame: to.frame, point: to.point, act: act, key: key})
	return uint32(len(b.s.sites) - 1)
}

// decision numbers a place where a branch is taken.
func (s *scope) decision(k nodeKey) uint32 {
	s.sites = append(s.sites, site{frame: k.frame, point: k.point})
	return uint32(len(s.sites) - 1)
}

// skipped makes a point that waits for something outside the scope, which is taken to happen.
func (b *automaton) skipped(to nodeKey) blocking.PointID {
	id := b.site(to, 0, order.SyncKey{})
	b.s.sites[id].hole = true
	return b.add(blocking.Point{Op: blocking.Set, Cell: holeCell, Value: blocking.True, Next: b.at(to), Site: id})
}

// guess is a branch on which of several functions a call enters: that all of them are possible here is known only by
// what flows together.
func (b *automaton) guess(to nodeKey, choices []blocking.PointID) blocking.PointID {
	p := blocking.Point{Op: blocking.Branch, Choices: choices}
	if len(choices) > 1 {
		p.Site = b.site(to, 0, order.SyncKey{})
		b.s.sites[p.Site].guess = true
	}
	return b.add(p)
}

// any is a branch over points.
func (b *automaton) any(list []blocking.PointID) blocking.PointID {
	if len(list) == 1 {
		return list[0]
	}
	return b.add(blocking.Point{Op: blocking.Branch, Choices: list})
}

// union joins lists without repetitions.
func union(lists ...[]blocking.PointID) []blocking.PointID {
	var all []blocking.PointID
	for _, p := range slices.Concat(lists...) {
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}
