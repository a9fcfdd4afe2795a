// This file turns what a function does wrong with locks by itself, found by internal/lockpaths, into problems.

package deadlockcheck

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/lockpaths"
	"github.com/syncvet/syncvet/internal/waits"
)

// mistakes gives the mistakes of a package that are certain enough, one per function and lock taken, in the order of
// their places.
func mistakes(r *lockpaths.Result, weakest explain.Confidence) []waits.Problem {
	var list []waits.Problem
	type cause struct {
		unit int
		kind lockpaths.MistakeKind
		name facts.Symbol
		held fielduse.Place
	}
	first := map[cause]int{}
	for _, x := range r.Mistakes() {
		p := problem(r.Flow.Source.Pkg, &x)
		key := cause{x.Unit, x.Kind, x.Name, x.Held}
		k, ok := first[key]
		if !ok {
			first[key] = len(list)
			list = append(list, p)
			continue
		}
		if p.Confidence < list[k].Confidence {
			list[k], p = p, list[k]
		}
		list[k].Absorb(&p)
	}
	list = slices.DeleteFunc(list, func(x waits.Problem) bool { return x.Confidence > weakest })
	slices.SortStableFunc(list, func(a, b waits.Problem) int {
		x, y := lastStep(&a).Pos, lastStep(&b).Pos
		return cmp.Or(cmp.Compare(x.File.Name, y.File.Name), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Col, y.Col))
	})
	return list
}

// lastStep is where the first goroutine ends.
func lastStep(x *waits.Problem) *waits.ProblemStep {
	s := x.Threads[0].Steps
	return &s[len(s)-1]
}

// kinds are the problems that mistakes are.
var kinds = map[lockpaths.MistakeKind]waits.ProblemKind{
	lockpaths.Twice: waits.SelfDeadlock, lockpaths.OnceAgain: waits.SelfDeadlock, lockpaths.LeftHeld: waits.MissingUnlock,
	lockpaths.NeverFree: waits.MissingUnlock, lockpaths.Panicked: waits.MissingUnlock, lockpaths.Unheld: waits.DoubleUnlock,
	lockpaths.LeftSlot: waits.MissingRelease,
}

// doubts are the confidences by number of doubts.
var doubts = [...]explain.Confidence{explain.High, explain.Medium, explain.Low}

// problem gives a mistake the form that all problems have.
func problem(pkg *facts.Package, x *lockpaths.Mistake) waits.Problem {
	u := &pkg.Source.Units[x.Unit]
	t := waits.Thread{Flags: u.Flags, Path: []explain.Frame{{Func: u.Sym}}}
	first := waits.ProblemStep{Act: waits.ActLocks, Name: x.Name, Func: u.Sym, Pos: position(x.Held)}
	last := waits.ProblemStep{Act: waits.ActWantsLock, Name: x.Name, Func: u.Sym, Pos: position(x.At)}
	if x.Reads && x.Kind == lockpaths.Twice || x.Read && x.Kind == lockpaths.LeftHeld {
		first.Act = waits.ActRLocks
	}
	if n := len(x.HeldBy); n > 0 {
		first.Func = x.HeldBy[n-1].Func
	}
	for _, h := range x.Via {
		t.Path = append(t.Path, explain.Frame{Func: h.Func, Call: position(h.Call)})
		last.Func = h.Func
	}
	switch x.Kind {
	case lockpaths.Twice:
		if x.Read {
			last.Act = waits.ActWantsRLock
		}
	case lockpaths.OnceAgain:
		first.Act, last.Act = waits.ActRunsOnce, waits.ActWaitsOnce
	case lockpaths.Panicked:
		last.Act = waits.ActPanicsHolding
	case lockpaths.LeftHeld, lockpaths.NeverFree:
		if last.Act = waits.ActReturnsHolding; x.Round {
			last.Act = waits.ActNextHolding
		}
	case lockpaths.LeftSlot:
		if first.Act, last.Act = waits.ActTakesSlot, waits.ActReturnsTaking; x.Round {
			last.Act = waits.ActNextTaking
		}
	case lockpaths.Unheld:
		last.Act = waits.ActUnlocks
	}
	if first.Pos.Line != 0 {
		t.Steps = append(t.Steps, first)
	}
	t.Steps = append(t.Steps, last)
	p := waits.Problem{
		Kind:       kinds[x.Kind],
		Confidence: doubts[min(int(x.Doubt), len(doubts)-1)],
		Name:       x.Name,
		Threads:    []waits.Thread{t},
		Local:      true,
		Definite:   true,
		Never:      x.Kind == lockpaths.NeverFree,
		Freed:      position(x.Freed),
	}
	if x.Doubt > 0 {
		p.Doubts = []waits.Doubt{waits.DoubtPath}
	}
	if x.Writer.Line != 0 {
		p.Doubts = append(p.Doubts, waits.DoubtWriter)
		p.Confidence = max(p.Confidence, explain.Medium)
		p.Writer = []waits.ProblemStep{{Act: waits.ActWantsLock, Name: x.Name, Pos: position(x.Writer)}}
	}
	return p
}

// inversions gives the pairs of functions that take two locks in opposite orders. Their goroutines are not in view.
func inversions(r *lockpaths.Result) []waits.Problem {
	var list []waits.Problem
	for _, x := range r.Inversions() {
		p := waits.Problem{Kind: waits.LockCycle, Confidence: explain.Medium, Local: true}
		p.Doubts = []waits.Doubt{waits.DoubtCallers}
		if !x.Close || x.Ways[0].Doubt+x.Ways[1].Doubt > 0 {
			p.Confidence = explain.Low
		}
		for k := range x.Ways {
			w := &x.Ways[k]
			p.Threads = append(p.Threads, way(r.Flow.Source.Pkg, w))
			p.Cycle = append(p.Cycle, w.Held)
			step := waits.ProblemStep{}
			if w.Writer.Line != 0 {
				step = waits.ProblemStep{Act: waits.ActWantsLock, Name: w.Want, Pos: position(w.Writer)}
			}
			p.Writer = append(p.Writer, step)
		}
		p.Name = p.Cycle[0]
		list = append(list, p)
	}
	return list
}

// met raises the confidence of cycles of two locks that is low only because each lock may be that of another object, if
// the functions themselves say how they meet: one lock's object is kept in a container of the other one's, and leads
// back to it (internal/lockorder D5).
func met(r *lockpaths.Result, seen []waits.Problem) []waits.Problem {
	other := func(d waits.Doubt) bool { return d != waits.DoubtObjects }
	open := func(x waits.Problem) bool {
		return x.Kind == waits.LockCycle && x.Confidence == explain.Low && len(x.Threads) == 2 &&
			len(x.Doubts) > 0 && !slices.ContainsFunc(x.Doubts, other)
	}
	if !slices.ContainsFunc(seen, open) {
		return seen
	}
	type ends [2]link.Position
	facing := map[ends]bool{}
	for _, x := range r.Facing() {
		if x.Close && x.Ways[0].Doubt+x.Ways[1].Doubt == 0 {
			a, b := position(x.Ways[0].At), position(x.Ways[1].At)
			facing[ends{a, b}], facing[ends{b, a}] = true, true
		}
	}
	list := slices.Clone(seen)
	for k := range list {
		if at := waitPlaces(&list[k]); open(list[k]) && facing[ends{at[0], at[1]}] {
			list[k].Confidence = explain.Medium
		}
	}
	return list
}

// way gives one of the two functions the form that goroutines have.
func way(pkg *facts.Package, w *lockpaths.Way) waits.Thread {
	u := &pkg.Source.Units[w.Unit]
	t := waits.Thread{Flags: u.Flags, Path: []explain.Frame{{Func: u.Sym}}}
	first := waits.ProblemStep{Act: waits.ActLocks, Name: w.Held, Func: u.Sym, Pos: position(w.HeldAt)}
	last := waits.ProblemStep{Act: waits.ActWantsLock, Name: w.Want, Func: u.Sym, Pos: position(w.At)}
	if w.ReadsOn {
		first.Act = waits.ActRLocks
	}
	if w.Reads {
		last.Act = waits.ActWantsRLock
	}
	if n := len(w.HeldBy); n > 0 {
		first.Func = w.HeldBy[n-1].Func
	}
	for _, h := range w.Via {
		t.Path = append(t.Path, explain.Frame{Func: h.Func, Call: position(h.Call)})
		last.Func = h.Func
	}
	t.Steps = []waits.ProblemStep{first, last}
	return t
}

// position is a place as the linked program spells it.
func position(p fielduse.Place) link.Position {
	return link.Position{File: p.File, Line: uint32(p.Line), Col: uint32(p.Col)}
}

// waitPlaces is where the goroutines of a problem wait. Of what a name shows outside cycles only the first one is one
// that waits for sure.
func waitPlaces(x *waits.Problem) []link.Position {
	var list []link.Position
	for k := range x.Threads {
		if s := x.Threads[k].Steps; k == 0 || !x.Local || x.Kind == waits.LockCycle {
			list = append(list, s[len(s)-1].Pos)
		}
	}
	return list
}
