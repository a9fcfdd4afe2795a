// This file gives what is found the form that all findings have.

package fieldwaits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/fieldwaits/wakes"
	"github.com/syncvet/syncvet/internal/lockpaths"
)

// pipeActs are the steps of a problem with a pipe.
var pipeActs = map[uint8]evidence.Act{facts.TakeRecv: evidence.ActReads, facts.TakeSend: evidence.ActWrites}

// panicking are the steps that panic if another one has come before: one of the kind, or of ending.
var panicking = map[uint8]evidence.Act{
	facts.TakeClose: evidence.ActCloses, facts.TakeWait: evidence.ActDone, facts.TakeSend: evidence.ActSends,
}

// ending are the steps behind which another one panics.
var ending = map[uint8]evidence.Act{
	facts.TakeClose: evidence.ActCloses, facts.TakeWait: evidence.ActDone, facts.TakeSend: evidence.ActCloses,
}

// Find gives the operations on fields that nothing in the package can complete, and the wake-ups that are lost.
func Find(r *lockpaths.Result) []evidence.Evidence {
	return slices.Concat(unanswered(r), lostWakeups(r))
}

// unanswered gives the operations on fields that nothing in the package can complete.
func unanswered(r *lockpaths.Result) []evidence.Evidence {
	var list []evidence.Evidence
	for _, x := range findLonely(r) {
		p := evidence.Evidence{Kind: evidence.Leak, Grade: evidence.Medium, Name: x.Name, Engine: evidence.ByName}
		p.Local, p.Together = true, 1
		p.Doubts = []evidence.Doubt{evidence.DoubtElsewhere}
		if x.What == facts.TakeWait || x.What == facts.TakeCond {
			p.Kind = evidence.NeverReturns
		}
		u := &r.Flow.Source.Pkg.Source.Units[x.Unit]
		step := evidence.Step{Act: evidence.WaitOf[x.What], Name: x.Name, Func: u.Sym, Pos: x.At}
		if x.Pipe {
			step.Act = pipeActs[x.What]
		}
		if x.Served {
			p.Kind, step.Act, p.Doubts = evidence.Leak, evidence.ActShutsDown, []evidence.Doubt{evidence.DoubtPath}
		}
		if x.Also != (fielduse.Spot{}) || x.Again != (fielduse.Spot{}) {
			p.Kind, step.Act = evidence.Misuse, panicking[x.What]
		}
		t := threadOf(r, x.Unit)
		if n := len(x.Via); n > 0 {
			t.Path, step.Func = append(t.Path, x.Via...), x.Via[n-1].Func
		}
		t.Steps = among(&x, &p, step)
		p.Ends = []evidence.End{t}
		if x.Also != (fielduse.Spot{}) {
			other := &r.Flow.Source.Pkg.Source.Units[x.Also.Unit]
			first := evidence.Step{Act: ending[x.What], Name: x.Name, Func: other.Sym, Pos: x.Also.At}
			if p.Ends[0].Steps = []evidence.Step{first, step}; x.What != facts.TakeWait {
				p.Ends[0].Steps = []evidence.Step{step}
				p.Ends = append(p.Ends, threadOf(r, x.Also.Unit, first))
			}
		}
		again(r, &x, &p, step)
		unfreed(r, &x, &p)
		leavers(r, &x, &p)
		if x.Sends != (fielduse.Spot{}) {
			by := &r.Flow.Source.Pkg.Source.Units[x.Sends.Unit]
			sent := evidence.Step{Act: evidence.ActSends, Name: x.Sent, Func: by.Sym, Pos: x.Sends.At}
			p.Ends = append(p.Ends, threadOf(r, x.Sends.Unit, sent))
			p.Kind, p.Together = evidence.Leak, 2
		}
		p.Ends = append(p.Ends, others(r, &x)...)
		if x.Stays != (fielduse.Spot{}) {
			p.Grade, p.Doubts = evidence.High, nil
		}
		list = append(list, p)
	}
	return list
}

// leavers is who leaves without what an operation waits for.
func leavers(r *lockpaths.Result, x *lonely, p *evidence.Evidence) {
	if x.By == (fielduse.Spot{}) {
		return
	}
	by := &r.Flow.Source.Pkg.Source.Units[x.By.Unit]
	left := evidence.Step{Act: evidence.ActReturns, Func: by.Sym, Pos: x.By.At}
	if x.Round {
		left.Act = evidence.ActNextRound
	}
	if x.Nil {
		left.Act, left.Name = evidence.ActLeavesNil, x.Name
	}
	p.Ends = append(p.Ends, threadOf(r, x.By.Unit, left))
}

// again says of a Done that its message is sent again.
func again(r *lockpaths.Result, x *lonely, p *evidence.Evidence, done evidence.Step) {
	if x.Again == (fielduse.Spot{}) {
		return
	}
	by := &r.Flow.Source.Pkg.Source.Units[x.Again.Unit]
	sent := evidence.Step{Act: evidence.ActSends, Name: x.Sent, Func: by.Sym, Pos: x.Again.At}
	p.Ends[0].Steps, p.Doubts = []evidence.Step{sent, done}, []evidence.Doubt{evidence.DoubtPath}
}

// unfreed says of the close of a server which handler waits, and what lets it go on too late.
func unfreed(r *lockpaths.Result, x *lonely, p *evidence.Evidence) {
	if x.Handler == (fielduse.Spot{}) {
		return
	}
	p.Kind, p.Together, p.Doubts = evidence.Leak, 2, []evidence.Doubt{evidence.DoubtPath}
	p.Ends[0].Steps[0].Act = evidence.ActClosesServer
	for k, y := range []fielduse.Spot{x.Handler, x.Frees} {
		by := &r.Flow.Source.Pkg.Source.Units[y.Unit]
		act := [...]evidence.Act{evidence.ActReceives, evidence.ActFrees}[k]
		p.Ends = append(p.Ends, threadOf(r, y.Unit, evidence.Step{Act: act, Name: x.Sent, Func: by.Sym, Pos: y.At}))
	}
}

// among are the steps to an operation: behind a lock that others want, who are then part of the problem. It also says
// what is doubted.
func among(x *lonely, p *evidence.Evidence, step evidence.Step) []evidence.Step {
	if x.Name.Kind == facts.SymLocal {
		p.Doubts = []evidence.Doubt{evidence.DoubtPath} // nobody else can name it
	}
	if x.Wants == (fielduse.Spot{}) {
		return []evidence.Step{step}
	}
	p.Kind, p.Together, p.Doubts = evidence.BlockedUnderLock, 2, []evidence.Doubt{evidence.DoubtCallers}
	held := evidence.Step{Act: evidence.ActLocks, Name: x.Lock, Func: step.Func, Pos: x.Locked}
	return []evidence.Step{held, step}
}

// threadOf is a goroutine that takes steps in a function, whoever calls it: where one go statement starts it, and
// nothing else calls it, that is known.
func threadOf(r *lockpaths.Result, unit int, steps ...evidence.Step) evidence.End {
	u := &r.Flow.Source.Pkg.Source.Units[unit]
	t := evidence.End{Flags: u.Flags, Path: []evidence.Frame{{Func: u.Sym}}, Steps: steps}
	if at, ok := started(r, unit); ok {
		t.Start = at
	}
	return t
}

// others are who gives up what an operation waits for, or drops it.
func others(r *lockpaths.Result, x *lonely) []evidence.End {
	var list []evidence.End
	add := func(by fielduse.Spot, act evidence.Act, name facts.Symbol) {
		if by == (fielduse.Spot{}) {
			return
		}
		u := &r.Flow.Source.Pkg.Source.Units[by.Unit]
		step := evidence.Step{Act: act, Name: name, Func: u.Sym, Pos: by.At}
		list = append(list, threadOf(r, by.Unit, step))
	}
	add(x.Quits, evidence.ActGoesOn, x.Name)
	add(x.Leaves, evidence.ActGoesOn, x.Stop)
	add(x.Drops, evidence.ActOffers, x.Name)
	add(x.Takes, evidence.ActReceives, x.Name)
	add(x.Stays, evidence.ActStays, x.Name)
	add(x.Wants, evidence.ActWantsLock, x.Lock)
	add(x.Keeps, evidence.ActKeepsCancel, x.Kept)
	add(x.Cuts, evidence.ActCutsOff, x.Name)
	add(x.Outlives, evidence.ActOutlived, x.Name)
	return list
}

// lostActs are the steps of a problem that lost wake-ups begin with.
var lostActs = map[wakes.Kind]evidence.Act{
	wakes.Unwoken:  evidence.ActSets,
	wakes.Untested: evidence.ActCondWaits,
	wakes.WrongOne: evidence.ActWakesOne,
	wakes.OnlyOne:  evidence.ActWakesOne,
	wakes.Unlocked: evidence.ActWakesAll,
}

// lostWakeups gives the wake-ups that are lost.
func lostWakeups(r *lockpaths.Result) []evidence.Evidence {
	var list []evidence.Evidence
	thread := func(unit int, act evidence.Act, name facts.Symbol, at facts.Position) evidence.End {
		u := &r.Flow.Source.Pkg.Source.Units[unit]
		step := evidence.Step{Act: act, Name: name, Func: u.Sym, Pos: at}
		return evidence.End{Flags: u.Flags, Path: []evidence.Frame{{Func: u.Sym}}, Steps: []evidence.Step{step}}
	}
	for _, x := range wakes.Find(r.Package, r.Locks) {
		name := x.Cond
		if x.Kind == wakes.Unwoken {
			name = x.Flag
		}
		p := evidence.Evidence{Kind: evidence.LostWakeup, Grade: evidence.Medium, Name: x.Cond, Engine: evidence.ByName}
		p.Local, p.Together = true, 1
		p.Doubts = []evidence.Doubt{evidence.DoubtCallers}
		p.Ends = []evidence.End{thread(x.Unit, lostActs[x.Kind], name, x.At)}
		for _, w := range x.Wait {
			if w != (fielduse.Spot{}) {
				p.Ends = append(p.Ends, thread(w.Unit, evidence.ActCondWaits, x.Cond, w.At))
			}
		}
		list = append(list, p)
	}
	return list
}
