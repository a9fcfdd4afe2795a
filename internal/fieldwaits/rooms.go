// This file takes over what the rooms of this package find: receives from clocks (T20, T21), and requests without an
// answer (T46).

package fieldwaits

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/fieldwaits/clocks"
	"github.com/syncvet/syncvet/internal/fieldwaits/requests"
)

// silentClocks are the receives from timers and tickers that never come (T20, T21).
func silentClocks(r *finder) []lonely {
	var list []lonely
	for _, x := range clocks.Find(r.Package) {
		list = append(list, lonely{What: x.What, Unit: x.Unit, Name: x.Name, At: x.At})
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
		at, _ := placeOf(r, x.Waits)
		by, _ := unitOf(r, x.Left.By)
		list = append(list, lonely{
			What: facts.TakeRecv, Unit: at.Unit, Name: fielduse.AddressedField(x.Addr), At: at.At,
			By: lostWait{by, r.Place(x.Left.At)}, Round: x.Left.Round,
		})
	}
	return list
}
