// This file turns what a function does wrong with locks by itself, found by passes/locks, into problems.

package deadlockcheck

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/passes/locks"
)

// mistakes gives the mistakes of a package that are certain enough, one per function and lock taken, in the order of their places.
func mistakes(r *locks.Result, weakest program.Confidence) []program.Problem {
	var list []program.Problem
	type cause struct {
		unit int
		kind locks.MistakeKind
		name facts.Symbol
		held locks.Place
	}
	first := map[cause]int{}
	for _, x := range r.Mistakes() {
		p := problem(r.Flow.Source.Pkg, &x)
		if p.Confidence > weakest {
			continue
		}
		key := cause{x.Unit, x.Kind, x.Name, x.Held}
		k, ok := first[key]
		switch {
		case !ok:
			first[key] = len(list)
			list = append(list, p)
		case p.Confidence < list[k].Confidence:
			p.Others = list[k].Others + 1
			list[k] = p
		default:
			list[k].Others++
		}
	}
	slices.SortStableFunc(list, func(a, b program.Problem) int {
		x, y := lastStep(&a).Pos, lastStep(&b).Pos
		return cmp.Or(cmp.Compare(x.File.Name, y.File.Name), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Col, y.Col))
	})
	return list
}

// lastStep is where the first goroutine ends.
func lastStep(x *program.Problem) *program.ProblemStep {
	s := x.Threads[0].Steps
	return &s[len(s)-1]
}

// kinds are the problems that mistakes are.
var kinds = map[locks.MistakeKind]program.ProblemKind{
	locks.Twice: program.SelfDeadlock, locks.OnceAgain: program.SelfDeadlock, locks.LeftHeld: program.MissingUnlock,
	locks.NeverFree: program.MissingUnlock, locks.Panicked: program.MissingUnlock, locks.Unheld: program.DoubleUnlock,
}

// doubts are the confidences by number of doubts.
var doubts = [...]program.Confidence{program.High, program.Medium, program.Low}

// problem gives a mistake the form that all problems have.
func problem(pkg *facts.Package, x *locks.Mistake) program.Problem {
	u := &pkg.Source.Units[x.Unit]
	t := program.Thread{Flags: u.Flags, Path: []program.Frame{{Func: u.Sym}}}
	first := program.ProblemStep{Act: program.ActLocks, Name: x.Name, Func: u.Sym, Pos: position(x.Held)}
	last := program.ProblemStep{Act: program.ActWantsLock, Name: x.Name, Func: u.Sym, Pos: position(x.At)}
	if x.Reads && x.Kind == locks.Twice || x.Read && x.Kind == locks.LeftHeld {
		first.Act = program.ActRLocks
	}
	if n := len(x.HeldBy); n > 0 {
		first.Func = x.HeldBy[n-1].Func
	}
	for _, h := range x.Via {
		t.Path = append(t.Path, program.Frame{Func: h.Func, Call: position(h.Call)})
		last.Func = h.Func
	}
	switch x.Kind {
	case locks.Twice:
		if x.Read {
			last.Act = program.ActWantsRLock
		}
	case locks.OnceAgain:
		first.Act, last.Act = program.ActRunsOnce, program.ActWaitsOnce
	case locks.Panicked:
		last.Act = program.ActPanicsHolding
	case locks.LeftHeld, locks.NeverFree:
		last.Act = program.ActReturnsHolding
	case locks.Unheld:
		last.Act = program.ActUnlocks
	}
	if first.Pos.Line != 0 {
		t.Steps = append(t.Steps, first)
	}
	t.Steps = append(t.Steps, last)
	p := program.Problem{Kind: kinds[x.Kind], Confidence: doubts[min(int(x.Doubt), len(doubts)-1)], Name: x.Name, Threads: []program.Thread{t}, Local: true, Definite: true,
		Never: x.Kind == locks.NeverFree}
	if x.Writer.Line != 0 {
		p.Confidence = max(p.Confidence, program.Medium)
		p.Writer = []program.ProblemStep{{Act: program.ActWantsLock, Name: x.Name, Pos: position(x.Writer)}}
	}
	return p
}

// inversions gives the pairs of functions that take two locks in opposite orders. Their goroutines are not in view.
func inversions(r *locks.Result, weakest program.Confidence) []program.Problem {
	var list []program.Problem
	for _, x := range r.Inversions() {
		p := program.Problem{Kind: program.LockCycle, Confidence: program.Medium, Local: true}
		if !x.Close || x.Ways[0].Doubt+x.Ways[1].Doubt > 0 {
			p.Confidence = program.Low
		}
		for k := range x.Ways {
			w := &x.Ways[k]
			p.Threads = append(p.Threads, way(r.Flow.Source.Pkg, w))
			p.Cycle = append(p.Cycle, w.Held)
			step := program.ProblemStep{}
			if w.Writer.Line != 0 {
				step = program.ProblemStep{Act: program.ActWantsLock, Name: w.Want, Pos: position(w.Writer)}
			}
			p.Writer = append(p.Writer, step)
		}
		if p.Name = p.Cycle[0]; p.Confidence <= weakest {
			list = append(list, p)
		}
	}
	return list
}

// way gives one of the two functions the form that goroutines have.
func way(pkg *facts.Package, w *locks.Way) program.Thread {
	u := &pkg.Source.Units[w.Unit]
	t := program.Thread{Flags: u.Flags, Path: []program.Frame{{Func: u.Sym}}}
	first := program.ProblemStep{Act: program.ActLocks, Name: w.Held, Func: u.Sym, Pos: position(w.HeldAt)}
	last := program.ProblemStep{Act: program.ActWantsLock, Name: w.Want, Func: u.Sym, Pos: position(w.At)}
	if w.ReadsOn {
		first.Act = program.ActRLocks
	}
	if w.Reads {
		last.Act = program.ActWantsRLock
	}
	if n := len(w.HeldBy); n > 0 {
		first.Func = w.HeldBy[n-1].Func
	}
	for _, h := range w.Via {
		t.Path = append(t.Path, program.Frame{Func: h.Func, Call: position(h.Call)})
		last.Func = h.Func
	}
	t.Steps = []program.ProblemStep{first, last}
	return t
}

// position is a place as the linked program spells it.
func position(p locks.Place) program.Position {
	return program.Position{File: p.File, Line: uint32(p.Line), Col: uint32(p.Col)}
}
