// Package wakes finds wake-ups that are lost: conditions in fields whose waiters are not woken when what they wait for
// has come.
//
// # Rules
//
// They are (T19), (T81), (T92) and (T93) of internal/fieldwaits.
//
// # Approximations
//
// Each rule says its own; past the bounds of limits.go nothing is claimed.
//
// # Tests
//
// Each has a program and its repaired twin in testdata/deadlocks (go test . -run TestQuick).
package wakes

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/passes/locks"
)

// Find lists the wake-ups of a package that are lost, in a fixed order.
func Find(p *fielduse.Package, held *locks.Result) []Lost {
	r := &wakeups{Package: p, locks: held, wakers: map[signalKey]bool{}}
	var list []Lost
	for name, u := range r.All() {
		if u.Lost() || len(u.Of(fielduse.CondWaits)) == 0 || len(u.Of(fielduse.Signals)) == 0 {
			continue
		}
		var loops []*waitLoop
		for _, w := range u.Of(fielduse.CondWaits) {
			call, ok := w.Instr.(*ssa.Call)
			if !ok || r.IsTest(call.Parent()) {
				continue
			}
			if r.Flow.Graph(call.Parent()).Cyclic(call.Block()) {
				loops = append(loops, r.waitLoop(call))
			} else if r.untested(call) || r.testedBefore(call, u) {
				list = append(list, r.lost(Lost{Kind: Untested, Cond: name}, call, nil))
			}
		}
		list = append(list, r.unwoken(name, u, loops)...)
		list = append(list, r.unheard(name, u, loops)...)
		list = append(list, r.storedUnlocked(name, u, loops)...)
		if wrong := r.wrongOne(name, u, loops); wrong != nil {
			list = append(list, wrong...)
		} else {
			list = append(list, r.crossed(name, u, loops)...)
		}
		list = append(list, r.onlyOne(name, u, loops)...)
		list = append(list, r.onlyOneAtEnd(name, u, loops)...)
	}
	list = append(list, r.tooEarly()...)
	slices.SortFunc(list, func(a, b Lost) int {
		return cmp.Or(
			cmp.Compare(a.At.File.Name, b.At.File.Name), cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Col, b.At.Col),
		)
	})
	return list
}
