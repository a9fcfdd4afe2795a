// This file is what a judgement asks of a function's ways out: who holds what at each, and whether the caller can tell.

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
)

// A verdict judges a simulation that has come to its end, by what its exits hold.
type verdict struct{ *simulation }

// private reports whether a lock lies in a variable of this function that no function literal captures.
func (m *verdict) private(p place.Path) bool {
	a, ok := m.spots.Roots[p.Value].(*ssa.Alloc)
	return ok && !slices.ContainsFunc(*a.Referrers(), func(i ssa.Instruction) bool {
		_, captured := i.(*ssa.MakeClosure)
		return captured
	})
}

// alone reports whether a lock lies in what a test that starts no goroutine has made: nobody else wants it (T60).
func (m *verdict) alone(p place.Path, flags facts.UnitFlags) bool {
	if flags&facts.Test == 0 || flags&facts.Spawns != 0 {
		return false
	}
	switch v := m.spots.Roots[p.Value].(type) {
	case *ssa.Alloc, *ssa.Call, *ssa.Extract:
		return !found(v, map[ssa.Value]bool{})
	}
	return false
}

// ending is where a return stands: the closing brace, if the source says nothing.
func (m *verdict) ending(ret ssa.Instruction) facts.Position {
	pos := ret.Pos()
	if body := m.fn.Syntax(); !pos.IsValid() && body != nil {
		pos = body.End() - 1
	}
	return m.place(pos)
}

// inconsistent reports whether some returns leave a lock held and others have released it: bad if callers cannot tell
// by the results which it was, surely or not; told if they can.
func (m *verdict) inconsistent(p place.Path) (sure, bad, told bool) {
	if _, ok := m.spots.Relative(p); !ok && !found(m.spots.Roots[p.Value], map[ssa.Value]bool{}) {
		return false, false, false // an object of this activation: nobody else will want its lock
	}
	var kept, freed []exit
	for _, e := range m.exits {
		if _, ok := e.instr.(*ssa.Return); !ok {
			continue
		}
		switch {
		case slices.Contains(e.state.lost, p), slices.Contains(e.state.open, p):
			return false, false, false
		case e.state.holding(p) >= 0:
			kept = append(kept, e)
		case slices.Contains(e.state.done, p):
			freed = append(freed, e)
		}
	}
	if len(kept) == 0 || len(freed) == 0 || m.noted(kept, freed) || m.handedOver(p) {
		return false, false, false
	}
	sure, bad = m.untold(kept, freed)
	return sure, bad, !bad
}

// handedOver reports whether a function may return a lock itself, or a function value bound to it: whoever gets it is
// to unlock it.
func (m *verdict) handedOver(p place.Path) bool {
	seen := map[ssa.Value]bool{}
	var is func(v ssa.Value) bool
	is = func(v ssa.Value) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Phi:
			return slices.ContainsFunc(x.Edges, is)
		case *ssa.MakeClosure:
			return slices.ContainsFunc(x.Bindings, is)
		case *ssa.Const:
			return false
		}
		return m.spots.Of(v) == p
	}
	return slices.ContainsFunc(m.exits, func(e exit) bool {
		ret, ok := e.instr.(*ssa.Return)
		return ok && slices.ContainsFunc(ret.Results, is)
	})
}

// noted reports whether a store says that the lock is held: it is made on all ways that keep it, and on none that
// release it.
func (m *verdict) noted(kept, freed []exit) bool {
	return slices.ContainsFunc(kept[0].state.marks, func(x ssa.Instruction) bool {
		has := func(e exit) bool { return slices.Contains(e.state.marks, x) }
		return !slices.ContainsFunc(kept, func(e exit) bool { return !has(e) }) && !slices.ContainsFunc(freed, has)
	})
}

// untold reports whether no result is one thing in all of some returns and another thing in all others. A failure that
// leaves the lock held while success releases it is no message to callers.
func (m *verdict) untold(kept, freed []exit) (sure, bad bool) {
	results := m.fn.Signature.Results()
	sure = true
	for i := range results.Len() {
		held, ok1 := m.common(kept, i)
		free, ok2 := m.common(freed, i)
		t := results.At(i).Type()
		switch {
		case isBasic(t) && !place.IsBool(t):
		case place.IsError(t) && held == "nil" && free != "nil":
			return false, false
		case place.IsError(t) && free == "nil":
		case !ok1 || !ok2:
			if m.vague(kept, i) || m.vague(freed, i) {
				sure = false
			}
		case held == free, held == "nil":
		default:
			return false, false
		}
	}
	return sure, true
}

// common is the class that a result has at all of some returns.
func (m *verdict) common(exits []exit, i int) (class, bool) {
	var c class
	for k, e := range exits {
		x := m.conds.class(e.instr.(*ssa.Return).Results[i], e.state)
		if x == "" || k > 0 && x != c {
			return "", false
		}
		c = x
	}
	return c, true
}

// vague reports whether nothing is known of a result at some return.
func (m *verdict) vague(exits []exit, i int) bool {
	return slices.ContainsFunc(exits, func(e exit) bool {
		return m.conds.class(e.instr.(*ssa.Return).Results[i], e.state) == ""
	})
}
