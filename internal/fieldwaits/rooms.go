// This file takes over what the rooms of this package find: receives from clocks (T20, T21), requests without an answer
// (T46), messages that are sent again (T94), and handlers that wait for themselves (T91).

package fieldwaits

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/fieldwaits/clocks"
	"github.com/syncvet/syncvet/internal/fieldwaits/requests"
	"github.com/syncvet/syncvet/internal/fieldwaits/requeued"
	"github.com/syncvet/syncvet/internal/fieldwaits/served"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// silentClocks are the receives from timers and tickers that never come (T20, T21).
func silentClocks(r *finder) []lonely {
	var list []lonely
	for _, x := range clocks.Find(r.Package) {
		list = append(list, lonely{What: x.What, Unit: x.Unit, Name: x.Name, At: x.At})
	}
	return list
}

// ownShutdowns are the calls by which handlers wait for themselves (T91).
func ownShutdowns(r *finder) []lonely {
	var list []lonely
	for _, x := range served.Find(r.Package) {
		unit, _ := unitOf(r, x.Handler)
		l := lonely{What: facts.TakeWait, Unit: unit, Name: x.Name, At: r.Place(x.At.Pos()), Served: true}
		for k, c := range x.Via {
			to := x.At.Parent()
			if k+1 < len(x.Via) {
				to = x.Via[k+1].Parent()
			}
			if callee, ok := unitOf(r, to); ok {
				sym := r.Flow.Source.Pkg.Source.Units[callee].Sym
				l.Via = append(l.Via, evidence.Frame{Func: sym, Call: r.Place(c.Pos())})
			}
		}
		list = append(list, l)
	}
	return list
}

// unreleased are the closes of servers that come before what a handler waits for (T95).
func unreleased(r *finder) []lonely {
	var list []lonely
	for _, x := range served.FindUnreleased(r.Package) {
		at, _ := r.Spot(x.Close)
		waits, _ := r.Spot(x.Waits)
		frees, _ := r.Spot(x.Release)
		list = append(list, lonely{
			What: facts.TakeWait, Unit: at.Unit, Name: source.LocalSymbol("the server"), At: at.At, Handler: waits, Frees: frees,
			Sent: place.Holder(x.Waits.X),
		})
	}
	return list
}

// leftRequests are the waits for answers that do not come on some way (T46).
func leftRequests(r *finder) []lonely {
	own := func(fn *ssa.Function) bool {
		_, ok := unitOf(r, fn)
		return ok
	}
	next := func(b *ssa.BasicBlock, k int) *ssa.BasicBlock { return r.Flow.Graph(b.Parent()).Next(b, k) }
	pkg := &requests.Package{Own: own, Test: r.IsTest, Funcs: r.Flow.Source.Funcs, Next: next}
	var list []lonely
	for _, x := range pkg.Find() {
		at, _ := r.Spot(x.Waits)
		by, _ := unitOf(r, x.Left.By)
		list = append(list, lonely{
			What: facts.TakeRecv, Unit: at.Unit, Name: fielduse.AddressedField(x.Addr), At: at.At,
			By: fielduse.Spot{Unit: by, At: r.Place(x.Left.At)}, Round: x.Left.Round,
		})
	}
	return list
}

// sentAgain are the Dones of messages that are sent again without an Add (T94).
func sentAgain(r *finder) []lonely {
	var list []lonely
	for _, x := range requeued.Find(r.Package) {
		done, _ := r.Spot(x.Done)
		sent, _ := r.Spot(x.Sent)
		name, _ := place.Name(x.Done.(ssa.CallInstruction).Common().Args[0])
		list = append(list, lonely{
			What: facts.TakeWait, Unit: done.Unit, Name: name, At: done.At, Again: sent, Sent: place.Holder(x.Chan),
		})
	}
	return list
}
