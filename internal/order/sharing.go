// This file finds which memory goroutines share, and has the order of what they do there solved.

package order

import (
	"cmp"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
)

// NewOrder finds what of a link's memory is shared.
func NewOrder(solved *link.Link) *Order {
	l := &Order{
		Link:   solved,
		Talks:  &Talks{Link: solved},
		Shared: map[Location][]AccessInstance{},
		Uses:   make([]objectUse, len(solved.Objects)),
		above:  make([]bool, len(solved.Origins)),
	}
	l.Cfg.Enter(link.Ordering)
	l.cuts()
	l.findRecursions()
	l.decided = l.decide()
	l.owners()
	l.wanted = l.collect()
	return l
}

// cuts finds the arrays of which parts are handed out as slices, by the function that makes them or by another one.
func (l *Order) cuts() {
	for k := range l.Objects {
		if d := l.Objects[k].Decl; d != nil {
			l.Uses[k].Shifted = d.Flags&facts.ObjShifted != 0
		}
	}
	for _, i := range l.Insts[1:] {
		if i.Unit.Flow == nil {
			continue
		}
		for _, n := range i.Unit.Flow.Shifted {
			for _, addr := range l.Sets.PointsTo(nil, i.Node(n)) {
				if o, id, _ := l.ObjectAt(addr); o != nil {
					l.Uses[id].Shifted = true
				}
			}
		}
	}
}

// Solve finds the happens-before relation, once.
func (l *Order) Solve() {
	if l.Solved != nil {
		return
	}
	if l.Solved = l.order(l.wanted); l.Solved.Incomplete {
		l.Exceeded("states")
	}
}

// owners finds which origins touch each object at all, and whether it is ever written (SWORD's origin sharing analysis,
// at object grain; R3).
func (l *Order) owners() {
	for _, i := range l.Insts[1:] {
		if i.Unit.Accesses == nil {
			continue
		}
		for k := range i.Unit.Accesses.List {
			a := &i.Unit.Accesses.List[k]
			if l.Touches++; !l.decided.accesses(i, a) {
				continue
			}
			l.Each(i, a, func(_ *link.Object, id link.ObjID, _ uint32) {
				use := &l.Uses[id]
				use.owners.Add(i.Origin)
				use.wrote = use.wrote || a.Kind.Writes()
			})
		}
	}
}

// collect buckets the accesses of shared objects by location and tells which instances contain them.
func (l *Order) collect() []bool {
	wanted := make([]bool, len(l.Insts))
	at := map[Location]int{} // into l.Keys and lists, plus one
	var lists [][]AccessInstance
	for _, i := range l.Insts[1:] {
		if i.Unit.Accesses == nil {
			continue
		}
		for k := range i.Unit.Accesses.List {
			a := &i.Unit.Accesses.List[k]
			if !l.decided.accesses(i, a) {
				continue
			}
			l.Each(i, a, func(o *link.Object, id link.ObjID, off uint32) {
				if !l.Uses[id].wrote || !l.MayShare(id) {
					return
				}
				wanted[i.ID] = true
				last := min(off+max(a.Len, 1), o.Decl.Size)
				for s := off; s < last; s++ {
					loc := Location{id, s}
					n := at[loc]
					if n == 0 {
						l.Keys, lists = append(l.Keys, loc), append(lists, nil)
						n = len(lists)
						at[loc] = n
					}
					lists[n-1] = append(lists[n-1], AccessInstance{i.ID, uint32(k)})
				}
			})
		}
	}
	for k, loc := range l.Keys {
		l.Shared[loc] = lists[k]
	}
	slices.SortFunc(
		l.Keys,
		func(a, b Location) int { return cmp.Or(cmp.Compare(a.Obj, b.Obj), cmp.Compare(a.Off, b.Off)) },
	)
	return wanted
}

// MayShare reports whether two origins that can run in one program touch the object.
func (l *Order) MayShare(id link.ObjID) bool {
	use := &l.Uses[id]
	if use.sharing == unknownSharing {
		use.sharing = ownedByOne
		if l.sharesPair(use) {
			use.sharing = sharedByMany
		}
	}
	return use.sharing == sharedByMany
}

// sharesPair looks for two comparable origins among those that touch an object.
func (l *Order) sharesPair(use *objectUse) bool {
	for x, a := range use.owners.List {
		for _, b := range use.owners.List[x+1:] {
			if l.Comparable(a, b) {
				return true
			}
		}
	}
	return false
}

// Work is what a link has cost so far, with the questions about it, in steps of the solver.
func Work(l *Order) int {
	n := l.Link.Work() + l.Spent
	if l.Solved != nil {
		n += l.Solved.Steps()
	}
	return n
}
