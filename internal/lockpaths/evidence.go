// This file gives what is found the form that all findings have.

package lockpaths

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
)

// Mistakes gives what the package's own functions do wrong by themselves, one per function and lock taken, in the order
// of their places.
func (r *Result) Mistakes() []evidence.Evidence {
	var list []evidence.Evidence
	type cause struct {
		unit int            // mistake.Unit
		kind mistakeKind    // mistake.Kind
		name facts.Symbol   // mistake.Name
		held facts.Position // mistake.Held
	}
	first := map[cause]int{}
	for _, x := range r.allMistakes() {
		p := evidenceOf(r.Flow.Source.Pkg, &x)
		key := cause{x.Unit, x.Kind, x.Name, x.Held}
		k, ok := first[key]
		if !ok {
			first[key] = len(list)
			list = append(list, p)
			continue
		}
		if p.Grade < list[k].Grade {
			list[k], p = p, list[k]
		}
		list[k].Absorb(&p)
	}
	slices.SortStableFunc(list, func(a, b evidence.Evidence) int {
		x, y := a.At(), b.At()
		return cmp.Or(cmp.Compare(x.File.Name, y.File.Name), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Col, y.Col))
	})
	return list
}

// kinds are the claims that mistakes are.
var kinds = map[mistakeKind]evidence.Kind{
	Twice: evidence.SelfDeadlock, OnceAgain: evidence.SelfDeadlock, LeftHeld: evidence.MissingUnlock,
	NeverFree: evidence.MissingUnlock, Panicked: evidence.MissingUnlock, Unheld: evidence.DoubleUnlock,
	LeftSlot: evidence.MissingRelease,
}

// doubts are the confidences by number of doubts.
var doubts = [...]evidence.Confidence{evidence.High, evidence.Medium, evidence.Low}

// evidenceOf is a mistake as a claim.
func evidenceOf(pkg *facts.Package, x *mistake) evidence.Evidence {
	u := &pkg.Source.Units[x.Unit]
	t := evidence.End{Flags: u.Flags, Path: []evidence.Frame{{Func: u.Sym}}}
	first := evidence.Step{Act: evidence.ActLocks, Name: x.Name, Func: u.Sym, Pos: x.Held}
	last := evidence.Step{Act: evidence.ActWantsLock, Name: x.Name, Func: u.Sym, Pos: x.At}
	if x.Reads && x.Kind == Twice || x.Read && x.Kind == LeftHeld {
		first.Act = evidence.ActRLocks
	}
	if n := len(x.HeldBy); n > 0 {
		first.Func = x.HeldBy[n-1].Func
	}
	if n := len(x.Via); n > 0 {
		t.Path, last.Func = append(t.Path, x.Via...), x.Via[n-1].Func
	}
	switch x.Kind {
	case Twice:
		if x.Read {
			last.Act = evidence.ActWantsRLock
		}
	case OnceAgain:
		first.Act, last.Act = evidence.ActRunsOnce, evidence.ActWaitsOnce
	case Panicked:
		last.Act = evidence.ActPanicsHolding
	case LeftHeld, NeverFree:
		if last.Act = evidence.ActReturnsHolding; x.Round {
			last.Act = evidence.ActNextHolding
		}
	case LeftSlot:
		if first.Act, last.Act = evidence.ActTakesSlot, evidence.ActReturnsTaking; x.Round {
			last.Act = evidence.ActNextTaking
		}
	case Unheld:
		last.Act = evidence.ActUnlocks
	}
	if first.Pos.Line != 0 {
		t.Steps = append(t.Steps, first)
	}
	t.Steps = append(append(t.Steps, usersCall(t.Path)...), last)
	p := evidence.Evidence{
		Kind:    kinds[x.Kind],
		Grade:   doubts[min(int(x.Doubt), len(doubts)-1)],
		Name:    x.Name,
		Ends:    []evidence.End{t},
		Engine:  evidence.Function,
		Waiting: evidence.Waiting{Local: true, Definite: true, Never: x.Kind == NeverFree, Freed: x.Freed},
	}
	if x.Doubt > 0 {
		p.Doubts = []evidence.Doubt{evidence.DoubtPath}
	}
	if x.Writer.Line != 0 {
		p.Doubts = append(p.Doubts, evidence.DoubtWriter)
		p.Grade = max(p.Grade, evidence.Medium)
		p.Writer = []evidence.Step{{Act: evidence.ActWantsLock, Name: x.Name, Pos: x.Writer}}
	}
	return p
}

// usersCall is where a way calls what a user has put into a field, if it does (T44).
func usersCall(path []evidence.Frame) []evidence.Step {
	for k, f := range path {
		if f.Func.Kind == facts.SymField {
			return []evidence.Step{{Act: evidence.ActCallsUser, Name: f.Func, Func: path[k-1].Func, Pos: f.Call}}
		}
	}
	return nil
}

// Inversions gives the pairs of functions that take two locks in opposite orders. Their goroutines are not in view: a
// main package has none.
func (r *Result) Inversions() []evidence.Evidence {
	main := func(u facts.Unit) bool { return u.Flags&facts.Main != 0 }
	if slices.ContainsFunc(r.Flow.Source.Pkg.Source.Units, main) {
		return nil // all goroutines are in view
	}
	var list []evidence.Evidence
	for _, x := range r.facing() {
		p := evidence.Evidence{Kind: evidence.LockCycle, Engine: evidence.ByName, Grade: evidence.Medium}
		p.Local = true
		p.Doubts = []evidence.Doubt{evidence.DoubtCallers}
		if !x.Close || x.Ways[0].Doubt+x.Ways[1].Doubt > 0 {
			p.Grade = evidence.Low
		}
		for k := range x.Ways {
			w := &x.Ways[k]
			p.Ends = append(p.Ends, endOf(r.Flow.Source.Pkg, w))
			p.Cycle = append(p.Cycle, w.Held)
			step := evidence.Step{}
			if w.Writer.Line != 0 {
				step = evidence.Step{Act: evidence.ActWantsLock, Name: w.Want, Pos: w.Writer}
			}
			p.Writer = append(p.Writer, step)
		}
		p.Name = p.Cycle[0]
		list = append(list, p)
	}
	return list
}

// endOf gives one of the two functions the form that goroutines have.
func endOf(pkg *facts.Package, w *nesting) evidence.End {
	u := &pkg.Source.Units[w.Unit]
	t := evidence.End{Flags: u.Flags, Path: []evidence.Frame{{Func: u.Sym}}}
	first := evidence.Step{Act: evidence.ActLocks, Name: w.Held, Func: u.Sym, Pos: w.HeldAt}
	last := evidence.Step{Act: evidence.ActWantsLock, Name: w.Want, Func: u.Sym, Pos: w.At}
	if w.ReadsOn {
		first.Act = evidence.ActRLocks
	}
	if w.Reads {
		last.Act = evidence.ActWantsRLock
	}
	if n := len(w.HeldBy); n > 0 {
		first.Func = w.HeldBy[n-1].Func
	}
	if n := len(w.Via); n > 0 {
		t.Path, last.Func = append(t.Path, w.Via...), w.Via[n-1].Func
	}
	t.Steps = []evidence.Step{first, last}
	return t
}

// Standstills gives the waitActs under a lock that their partners need first.
func (r *Result) Standstills() []evidence.Evidence {
	var list []evidence.Evidence
	for _, x := range r.standstills() {
		p := evidence.Evidence{
			Kind:    evidence.BlockedUnderLock,
			Grade:   doubts[min(int(x.Waiter.Doubt)+1, len(doubts)-1)],
			Name:    x.Waiter.Want,
			Engine:  evidence.ByName,
			Waiting: evidence.Waiting{Local: true, Together: 2},
			Doubts:  []evidence.Doubt{evidence.DoubtCallers},
		}
		t := endOf(r.Flow.Source.Pkg, &x.Waiter)
		t.Steps[len(t.Steps)-1].Act = evidence.WaitOf[x.What]
		u := &r.Flow.Source.Pkg.Source.Units[x.Unit]
		want := evidence.Step{Act: evidence.ActWantsLock, Name: x.Waiter.Held, Func: u.Sym, Pos: x.Lock}
		if x.Act == facts.RLock {
			want.Act = evidence.ActWantsRLock
		}
		other := evidence.End{Flags: u.Flags, Path: []evidence.Frame{{Func: u.Sym}}, Steps: []evidence.Step{want}}
		p.Ends = []evidence.End{t, other}
		list = append(list, p)
	}
	return list
}
