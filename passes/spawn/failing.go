// This file finds the exits by which a function fails, because of an error or of what it was given (E54).

package spawn

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// failed are the exits at which the function fails, whichever way it comes there. A function that may return nothing
// but errors does not fail by that.
func failed(w *endings) []facts.PointID {
	if list := failedBy(w, true); len(list) < len(w.exits) {
		return list
	}
	return failedBy(w, false)
}

// failedBy are these exits, where that nothing but an error is returned says so, or not.
func failedBy(w *endings, bare bool) (list []facts.PointID) {
	for _, p := range w.exits {
		fails, some := true, false
		for _, r := range w.returned {
			if r.point == p {
				fails, some = fails && failing(w, r, bare), true
			}
		}
		if fails && some {
			list = append(list, p)
		}
	}
	return list
}

// failing reports whether a way to return comes behind a test that has found an error, or gives an error behind a test
// of what the function was given, or behind any test one that may be nil, but nothing else.
func failing(w *endings, r returned, bare bool) bool {
	if r.ret == nil {
		return false
	}
	results, given, alone := r.ret.Results, false, false
	set := func(v ssa.Value) bool { return !place.IsNil(v) }
	if n := len(results); n > 0 && place.IsError(results[n-1].Type()) {
		may := w.may(results[n-1], r.ret.Block(), r.from)
		given, alone = may == maySet, bare && may != mayUnset && n > 1 && !slices.ContainsFunc(results[:n-1], set)
	}
	found := func(cond ssa.Value, value bool) bool {
		v, set, ok := branch.Asked(cond, value)
		return alone || ok && set && place.IsError(v.Type()) || given && ofParameters(cond, maxOfParameters)
	}
	at := r.ret.Block()
	if r.from != nil {
		if cond, ok := r.from.Instrs[len(r.from.Instrs)-1].(*ssa.If); ok && r.from.Succs[0] != r.from.Succs[1] &&
			found(cond.Cond, r.from.Succs[0] == at) {
			return true
		}
		at = r.from
	}
	for b := at; b != nil; b = b.Idom() {
		if cond, value := branch.Behind(b); cond != nil && found(cond.Cond, value) {
			return true
		}
	}
	return false
}

// ofParameters reports whether a value follows from the function's parameters themselves, and from no memory.
func ofParameters(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Const, *ssa.Parameter:
		return true
	case *ssa.BinOp:
		return ofParameters(x.X, depth-1) && ofParameters(x.Y, depth-1)
	case *ssa.Convert:
		return ofParameters(x.X, depth-1)
	case *ssa.ChangeType:
		return ofParameters(x.X, depth-1)
	case *ssa.Call:
		return place.IsBuiltin(&x.Call, "len") && ofParameters(x.Call.Args[0], depth-1)
	}
	return false
}
