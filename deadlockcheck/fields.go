// This file turns waitActs for what is kept in fields, found by internal/fieldwaits and internal/lockpaths, into
// problems.

package deadlockcheck

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/fieldwaits"
	"github.com/syncvet/syncvet/internal/lockpaths"
	"github.com/syncvet/syncvet/internal/waits"
)

// waitActs are the steps of a problem that waits under a lock are.
var waitActs = map[uint8]waits.Act{
	facts.TakeRecv: waits.ActReceives, facts.TakeSend: waits.ActSends, facts.TakeWait: waits.ActWaits,
	facts.TakeCond:  waits.ActCondWaits,
	facts.TakeClose: waits.ActRanges,
	facts.TakeGo:    waits.ActAwaitsRoom,
}

// pipeActs are the steps of a problem with a pipe.
var pipeActs = map[uint8]waits.Act{facts.TakeRecv: waits.ActReads, facts.TakeSend: waits.ActWrites}

// standstills gives the waitActs under a lock that their partners need first.
func standstills(r *lockpaths.Result) []waits.Problem {
	var list []waits.Problem
	for _, x := range r.Standstills() {
		p := waits.Problem{
			Kind:       waits.BlockedUnderLock,
			Confidence: doubts[min(int(x.Waiter.Doubt)+1, len(doubts)-1)],
			Name:       x.Waiter.Want,
			Local:      true,
			Together:   2,
			Doubts:     []waits.Doubt{waits.DoubtCallers},
		}
		t := way(r.Flow.Source.Pkg, &x.Waiter)
		t.Steps[len(t.Steps)-1].Act = waitActs[x.What]
		u := &r.Flow.Source.Pkg.Source.Units[x.Unit]
		want := waits.ProblemStep{Act: waits.ActWantsLock, Name: x.Waiter.Held, Func: u.Sym, Pos: position(x.Lock)}
		if x.Act == facts.RLock {
			want.Act = waits.ActWantsRLock
		}
		other := waits.Thread{Flags: u.Flags, Path: []explain.Frame{{Func: u.Sym}}, Steps: []waits.ProblemStep{want}}
		p.Threads = []waits.Thread{t, other}
		list = append(list, p)
	}
	return list
}

// panicking are the steps that panic if another one has come before: one of the kind, or of ending.
var panicking = map[uint8]waits.Act{
	facts.TakeClose: waits.ActCloses, facts.TakeWait: waits.ActDone, facts.TakeSend: waits.ActSends,
}

// ending are the steps behind which another one panics.
var ending = map[uint8]waits.Act{
	facts.TakeClose: waits.ActCloses, facts.TakeWait: waits.ActDone, facts.TakeSend: waits.ActCloses,
}

// lonely gives the operations on fields that nothing in the package can complete.
func lonely(r *lockpaths.Result) []waits.Problem {
	var list []waits.Problem
	for _, x := range fieldwaits.FindAlone(r) {
		p := waits.Problem{Kind: waits.Leak, Confidence: explain.Medium, Name: x.Name, Local: true, Together: 1}
		p.Doubts = []waits.Doubt{waits.DoubtElsewhere}
		if x.What == facts.TakeWait || x.What == facts.TakeCond {
			p.Kind = waits.NeverReturns
		}
		u := &r.Flow.Source.Pkg.Source.Units[x.Unit]
		step := waits.ProblemStep{Act: waitActs[x.What], Name: x.Name, Func: u.Sym, Pos: position(x.At)}
		if x.Pipe {
			step.Act = pipeActs[x.What]
		}
		if x.Also != (fieldwaits.LostWait{}) {
			p.Kind, step.Act = waits.Misuse, panicking[x.What]
		}
		t := threadOf(r, x.Unit)
		for _, h := range x.Via {
			t.Path = append(t.Path, explain.Frame{Func: h.Func, Call: position(h.Call)})
			step.Func = h.Func
		}
		t.Steps = among(&x, &p, step)
		p.Threads = []waits.Thread{t}
		if x.Also != (fieldwaits.LostWait{}) {
			other := &r.Flow.Source.Pkg.Source.Units[x.Also.Unit]
			first := waits.ProblemStep{Act: ending[x.What], Name: x.Name, Func: other.Sym, Pos: position(x.Also.At)}
			if p.Threads[0].Steps = []waits.ProblemStep{first, step}; x.What != facts.TakeWait {
				p.Threads[0].Steps = []waits.ProblemStep{step}
				p.Threads = append(p.Threads, threadOf(r, x.Also.Unit, first))
			}
		}
		if x.By != (fieldwaits.LostWait{}) {
			by := &r.Flow.Source.Pkg.Source.Units[x.By.Unit]
			left := waits.ProblemStep{Act: waits.ActReturns, Func: by.Sym, Pos: position(x.By.At)}
			if x.Round {
				left.Act = waits.ActNextRound
			}
			if x.Nil {
				left.Act, left.Name = waits.ActLeavesNil, x.Name
			}
			p.Threads = append(p.Threads, threadOf(r, x.By.Unit, left))
		}
		if x.Sends != (fieldwaits.LostWait{}) {
			by := &r.Flow.Source.Pkg.Source.Units[x.Sends.Unit]
			sent := waits.ProblemStep{Act: waits.ActSends, Name: x.Sent, Func: by.Sym, Pos: position(x.Sends.At)}
			p.Threads = append(p.Threads, threadOf(r, x.Sends.Unit, sent))
			p.Kind, p.Together = waits.Leak, 2
		}
		p.Threads = append(p.Threads, others(r, &x)...)
		if x.Stays != (fieldwaits.LostWait{}) {
			p.Confidence, p.Doubts = explain.High, nil
		}
		list = append(list, p)
	}
	return list
}

// among are the steps to an operation: behind a lock that others want, who are then part of the problem. It also says
// what is doubted.
func among(x *fieldwaits.Alone, p *waits.Problem, step waits.ProblemStep) []waits.ProblemStep {
	if x.Name.Kind == facts.SymLocal {
		p.Doubts = []waits.Doubt{waits.DoubtPath} // nobody else can name it
	}
	if x.Wants == (fieldwaits.LostWait{}) {
		return []waits.ProblemStep{step}
	}
	p.Kind, p.Together, p.Doubts = waits.BlockedUnderLock, 2, []waits.Doubt{waits.DoubtCallers}
	held := waits.ProblemStep{Act: waits.ActLocks, Name: x.Lock, Func: step.Func, Pos: position(x.Locked)}
	return []waits.ProblemStep{held, step}
}

// threadOf is a goroutine that takes steps in a function, whoever calls it: where one go statement starts it, and
// nothing else calls it, that is known.
func threadOf(r *lockpaths.Result, unit int, steps ...waits.ProblemStep) waits.Thread {
	u := &r.Flow.Source.Pkg.Source.Units[unit]
	t := waits.Thread{Flags: u.Flags, Path: []explain.Frame{{Func: u.Sym}}, Steps: steps}
	if at, ok := fieldwaits.Started(r, unit); ok {
		t.Start = position(at)
	}
	return t
}

// others are who gives up what an operation waits for, or drops it.
func others(r *lockpaths.Result, x *fieldwaits.Alone) []waits.Thread {
	var list []waits.Thread
	add := func(by fieldwaits.LostWait, act waits.Act, name facts.Symbol) {
		if by == (fieldwaits.LostWait{}) {
			return
		}
		u := &r.Flow.Source.Pkg.Source.Units[by.Unit]
		step := waits.ProblemStep{Act: act, Name: name, Func: u.Sym, Pos: position(by.At)}
		list = append(list, threadOf(r, by.Unit, step))
	}
	add(x.Quits, waits.ActGoesOn, x.Name)
	add(x.Drops, waits.ActOffers, x.Name)
	add(x.Stays, waits.ActStays, x.Name)
	add(x.Wants, waits.ActWantsLock, x.Lock)
	add(x.Keeps, waits.ActKeepsCancel, x.Kept)
	return list
}

// lostActs are the steps of a problem that lost wake-ups begin with.
var lostActs = map[fieldwaits.LostKind]waits.Act{
	fieldwaits.Unwoken:  waits.ActSets,
	fieldwaits.Untested: waits.ActCondWaits,
	fieldwaits.WrongOne: waits.ActWakesOne,
	fieldwaits.OnlyOne:  waits.ActWakesOne,
}

// lostWakeups gives the wake-ups that are lost.
func lostWakeups(r *lockpaths.Result) []waits.Problem {
	var list []waits.Problem
	thread := func(unit int, act waits.Act, name facts.Symbol, at fielduse.Place) waits.Thread {
		u := &r.Flow.Source.Pkg.Source.Units[unit]
		step := waits.ProblemStep{Act: act, Name: name, Func: u.Sym, Pos: position(at)}
		return waits.Thread{Flags: u.Flags, Path: []explain.Frame{{Func: u.Sym}}, Steps: []waits.ProblemStep{step}}
	}
	for _, x := range fieldwaits.FindLost(r) {
		name := x.Cond
		if x.Kind == fieldwaits.Unwoken {
			name = x.Flag
		}
		p := waits.Problem{Kind: waits.LostWakeup, Confidence: explain.Medium, Name: x.Cond, Local: true, Together: 1}
		p.Doubts = []waits.Doubt{waits.DoubtCallers}
		p.Threads = []waits.Thread{thread(x.Unit, lostActs[x.Kind], name, x.At)}
		for _, w := range x.Wait {
			if w != (fieldwaits.LostWait{}) {
				p.Threads = append(p.Threads, thread(w.Unit, waits.ActCondWaits, x.Cond, w.At))
			}
		}
		list = append(list, p)
	}
	return list
}
