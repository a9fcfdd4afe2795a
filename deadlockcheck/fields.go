// This file turns waitActs for what is kept in fields, found by passes/locks whoever runs the functions, into problems.

package deadlockcheck

import (
	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/passes/locks"
)

// waitActs are the steps of a problem that waits under a lock are.
var waitActs = map[uint8]program.Act{
	facts.TakeRecv: program.ActReceives, facts.TakeSend: program.ActSends, facts.TakeWait: program.ActWaits, facts.TakeCond: program.ActCondWaits,
	facts.TakeClose: program.ActRanges,
}

// standstills gives the waitActs under a lock that their partners need first.
func standstills(r *locks.Result) []program.Problem {
	var list []program.Problem
	for _, x := range r.Standstills() {
		p := program.Problem{Kind: program.BlockedUnderLock, Confidence: doubts[min(int(x.Waiter.Doubt)+1, len(doubts)-1)], Name: x.Waiter.Want, Local: true, Together: 2}
		t := way(r.Flow.Source.Pkg, &x.Waiter)
		t.Steps[len(t.Steps)-1].Act = waitActs[x.What]
		u := &r.Flow.Source.Pkg.Source.Units[x.Unit]
		want := program.ProblemStep{Act: program.ActWantsLock, Name: x.Waiter.Held, Func: u.Sym, Pos: position(x.Lock)}
		if x.Act == facts.RLock {
			want.Act = program.ActWantsRLock
		}
		other := program.Thread{Flags: u.Flags, Path: []program.Frame{{Func: u.Sym}}, Steps: []program.ProblemStep{want}}
		p.Threads = []program.Thread{t, other}
		list = append(list, p)
	}
	return list
}

// lonely gives the operations on fields that nothing in the package can complete.
func lonely(r *locks.Result) []program.Problem {
	var list []program.Problem
	for _, x := range r.Alone() {
		p := program.Problem{Kind: program.Leak, Confidence: program.Medium, Name: x.Name, Local: true, Together: 1}
		if x.What == facts.TakeWait || x.What == facts.TakeCond {
			p.Kind = program.NeverReturns
		}
		u := &r.Flow.Source.Pkg.Source.Units[x.Unit]
		step := program.ProblemStep{Act: waitActs[x.What], Name: x.Name, Func: u.Sym, Pos: position(x.At)}
		p.Threads = []program.Thread{{Flags: u.Flags, Path: []program.Frame{{Func: u.Sym}}, Steps: []program.ProblemStep{step}}}
		list = append(list, p)
	}
	return list
}
