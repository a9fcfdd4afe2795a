// This file finds operations on fields that nothing in the package can ever complete (T15).

package lockpaths

import (
	"cmp"
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// An Alone is an operation that waits for a partner that does not exist.
type Alone struct {
	What uint8        // facts.TakeRecv, TakeSend, TakeWait; TakeCond: for a condition
	Unit int          // of the function
	Name facts.Symbol // of the field
	At   Place        // of the operation
	Via  []Hop        // the calls on the way from the function to the operation; nil: it stands there
	By   LostWait     // a Wait that another function leaves without a Done: where that returns; zero for others
	// a Wait for goroutines that send without a receiver: one of these sends, and the channel; zero for others
	Sends LostWait
	Sent  facts.Symbol
	Also  LostWait // the operation is a Done that panics: where another Done of the goroutine is deferred
}

// Alone lists the operations on fields of the package's own that wait for what nothing does, one per field, in a fixed
// order.
func (r *Result) Alone() []Alone {
	all := r.fieldUses()
	names := slices.SortedFunc(maps.Keys(all), func(a, b facts.Symbol) int { return cmp.Or(cmp.Compare(a.Pkg, b.Pkg), cmp.Compare(a.Name, b.Name)) })
	var list []Alone
	for _, name := range names {
		u := all[name]
		if u.lost() || u.tests {
			continue
		}
		what, op, ok := u.alone()
		if !ok {
			continue
		}
		if i, own := r.Flow.Source.UnitOf(op.instr.Parent()); own {
			file, line, col := r.Flow.Source.Position(op.instr.Pos())
			list = append(list, Alone{What: what, Unit: i, Name: name, At: Place{file, line, col}})
		}
	}
	list = slices.Concat(
		list, r.selfWaits, r.missingDones(), r.missingCloses(), r.doneTwice(), r.nestedSlots(), r.unmade(), r.abandoned(),
		r.undrained(), r.stillTicking(), r.drainedTwice(),
	)
	slices.SortStableFunc(list, func(a, b Alone) int {
		x, y := &a.At, &b.At
		return cmp.Or(cmp.Compare(x.File.Name, y.File.Name), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Col, y.Col), cmp.Compare(a.Unit, b.Unit))
	})
	return list
}

// alone is an operation without a partner.
func (u *uses) alone() (what uint8, op use, ok bool) {
	for _, x := range []struct {
		what uint8
		ops  []use
		may  bool // what is known of the object lets one judge
	}{
		{facts.TakeRecv, u.of(receives), u.made > 0},
		{facts.TakeClose, u.of(ranges), u.made > 0},
		{facts.TakeSend, u.of(sends), u.made > 0 && !u.room},
		{facts.TakeWait, u.of(waits), len(u.of(adds)) > 0},
		{facts.TakeCond, u.of(condWaits), true},
	} {
		if len(x.ops) > 0 && x.may && len(u.partners(x.what)) == 0 {
			return x.what, x.ops[0], true
		}
	}
	return 0, use{}, false
}
