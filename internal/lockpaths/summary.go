// This file is what a call does to locks, in the caller's terms (T2): written to facts, and read back.

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/place"
)

// A slotOp is what a lock event does with a slot.
type slotOp uint8

const (
	noSlot    slotOp = iota
	takesSlot        // a send
	givesSlot        // a receive
)

// A slotEffect is what every return of a function has done with a slot.
type slotEffect struct {
	path place.OuterPath // of the semaphore
	name facts.Symbol    // of the semaphore
	op   slotOp          // noSlot: it differs between returns
	at   facts.Position  // where it is taken; zero if it is not
}

// An acquisition is facts.LockTake with its symbols.
type acquisition struct {
	mode  uint8            // as in facts.LockTake
	path  place.OuterPath  // of the lock, or of what is waited for
	name  facts.Symbol     // the same as reports name it
	doubt uint8            // how many of the functions on the way, this one included, may return without it
	cond  int              // parameter plus one; zero: none
	is    bool             // see cond
	among []string         // as Values in facts.LockTake; nil: the parameter is a truth value
	via   []evidence.Frame // the calls on the way, outermost first; nil: by the function itself
	at    facts.Position   // of the acquisition
	user  bool             // by a handler of a user's (T44); not written to facts
}

// allows reports whether an acquisition may happen where an argument is a constant.
func (t *acquisition) allows(x *ssa.Const) bool {
	if t.among == nil {
		return (x.Value.String() == "true") == t.is
	}
	return slices.Contains(t.among, x.Value.ExactString()) == t.is
}

// An effect is facts.LockEffect with its symbols.
type effect struct {
	path place.OuterPath // of the lock
	op   facts.LockOp    // zero: differs between returns
}

// An invoke is facts.LockInvoke with its symbols.
type invoke struct {
	param int           // which parameter is called, the receiver's is 0
	held  []acquisition // what is held then and callers can name
	// it happens on every way through the function, or in every round of a loop there; not written to facts
	sure bool
}

// A summary is what a call of a function does to locks. The zero summary does nothing.
type summary struct {
	acquires []acquisition // locks that it may acquire though it did not release them before, and what it waits for
	effects  []effect      // locks that returns leave changed
	invokes  []invoke      // parameters that it calls, and under which locks
	slots    []slotEffect  // not written to facts: a semaphore is its package's own
}

func (s *summary) empty() bool {
	return s == nil || len(s.acquires)+len(s.effects)+len(s.invokes)+len(s.slots) == 0
}

func readPath(p *facts.LockPath, names *facts.Names) place.OuterPath {
	return place.OuterPath{Root: p.Root, Index: int(p.Index), Global: names.Symbol(p.Global), Steps: p.Steps}
}

func readPlace(p facts.PosRef, names *facts.Names) facts.Position {
	x := names.Position(p)
	return facts.Position{File: names.Symbol(x.File), Line: x.Line, Col: x.Col}
}

func readTake(t *facts.LockTake, names *facts.Names) acquisition {
	x := acquisition{
		mode: t.Mode, path: readPath(&t.Path, names), name: names.Symbol(t.Name), doubt: t.Doubt, cond: int(t.If),
		is: t.Is, among: t.Values, at: readPlace(t.Pos, names),
	}
	for _, h := range t.Via {
		x.via = append(x.via, evidence.Frame{Func: names.Symbol(h.Func), Call: readPlace(h.Call, names)})
	}
	return x
}

// write gives a summary as facts of a unit.
func (s *summary) write(out *facts.UnitBuilder) *facts.Acquires {
	l := &facts.Acquires{}
	for i := range s.acquires {
		if s.acquires[i].user {
			continue
		}
		l.Takes = append(l.Takes, writeTake(&s.acquires[i], out))
	}
	for i := range s.effects {
		l.Effects = append(l.Effects, facts.LockEffect{Path: writePath(&s.effects[i].path, out), Op: s.effects[i].op})
	}
	for i := range s.invokes {
		v := facts.LockInvoke{Param: uint32(s.invokes[i].param)}
		for k := range s.invokes[i].held {
			v.Held = append(v.Held, writeTake(&s.invokes[i].held[k], out))
		}
		l.Invokes = append(l.Invokes, v)
	}
	return l
}

func writePath(p *place.OuterPath, out *facts.UnitBuilder) facts.LockPath {
	return facts.LockPath{Root: p.Root, Index: uint32(p.Index), Global: out.Ref(p.Global), Steps: p.Steps}
}

func writePlace(p facts.Position, out *facts.UnitBuilder) facts.PosRef {
	return out.Pos(p.File, int(p.Line), int(p.Col))
}

func writeTake(t *acquisition, out *facts.UnitBuilder) facts.LockTake {
	x := facts.LockTake{
		Mode: t.mode, Path: writePath(&t.path, out), Name: out.Ref(t.name), Doubt: t.doubt, If: uint32(t.cond),
		Is: t.is, Values: t.among, Pos: writePlace(t.at, out),
	}
	for _, h := range t.via {
		x.Via = append(x.Via, facts.LockHop{Func: out.Ref(h.Func), Call: writePlace(h.Call, out)})
	}
	return x
}
