// This file finds operations on fields that nothing in the package can ever complete (T15).

package fieldwaits

import (
	"cmp"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/lockpaths"
)

// findLonely lists the operations on fields of the package's own that wait for what nothing does, one per field, in a
// fixed order.
func findLonely(own *lockpaths.Result) []lonely {
	r := &finder{Package: own.Package}
	all := r.All()
	names := slices.SortedFunc(maps.Keys(all), func(a, b facts.Symbol) int {
		return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.Name, b.Name))
	})
	var list []lonely
	for _, name := range names {
		u := all[name]
		if u.Lost() || u.Tests {
			continue
		}
		what, op, ok := alone(u)
		if !ok {
			continue
		}
		if i, own := r.Flow.Source.UnitOf(op.Instr.Parent()); own {
			list = append(list, lonely{What: what, Unit: i, Name: name, At: r.Place(op.Instr.Pos())})
		}
	}
	for _, w := range own.SelfWaits() {
		list = append(list, lonely{What: facts.TakeWait, Unit: w.Unit, Name: w.Name, At: w.At, Via: w.Via})
	}
	list = slices.Concat(
		list, r.missingDones(), r.missingCloses(), r.doneTwice(), r.nestedSlots(), r.nestedGoes(), r.unmade(), r.abandoned(),
		r.undrained(), r.dropped(), r.endlessly(), r.closedTwice(own.Locks), r.keptOpen(), newPlumber(r).leaks(),
		(&desk{finder: r}).unheard(), missingRounds(r), silentClocks(r), leftRequests(r), unending{r}.waits(),
		r.uncancelled(), unclosed(r), ring{r}.circles(), feeders(r), ownSlots(r), (&copier{r, own.Locks}).stale(),
		(&copier{r, own.Locks}).crowded(), ownShutdowns(r), sentAgain(r), unreleased(r),
		undrainedLocals(r), checkedFirst(r, own.Locks),
	)
	list = append(list, unending{r}.outliving(list)...)
	slices.SortStableFunc(list, func(a, b lonely) int {
		x, y := &a.At, &b.At
		return cmp.Or(
			cmp.Compare(x.File.Name, y.File.Name), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Col, y.Col),
			cmp.Compare(a.Unit, b.Unit),
		)
	})
	return list
}

// alone is an operation without a partner.
func alone(u *fielduse.Uses) (what uint8, op fielduse.Use, ok bool) {
	for _, x := range []struct {
		what uint8          // what the operation waits for, as in lonely
		ops  []fielduse.Use // the operations of that kind
		may  bool           // what is known of the object lets one judge
	}{
		{facts.TakeRecv, u.Of(fielduse.Receives), u.Made > 0},
		{facts.TakeClose, u.Of(fielduse.Ranges), u.Made > 0},
		{facts.TakeSend, u.Of(fielduse.Sends), u.Made > 0 && !u.Room},
		{facts.TakeWait, u.Of(fielduse.Waits), len(u.Of(fielduse.Adds)) > 0},
		{facts.TakeCond, u.Of(fielduse.CondWaits), true},
	} {
		if len(x.ops) > 0 && x.may && len(u.Partners(x.what)) == 0 {
			return x.what, x.ops[0], true
		}
	}
	return 0, fielduse.Use{}, false
}
