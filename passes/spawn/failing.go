// This file finds the exits by which a function fails, because of an error or of what it was given (E54).

package spawn

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// failed are the exits at which the function fails, whichever way it comes there.
func failed(w *endings) (list []facts.PointID) {
	for _, p := range w.exits {
		fails, some := true, false
		for _, r := range w.returned {
			if r.point == p {
				fails, some = fails && failing(w, r), true
			}
		}
		if fails && some {
			list = append(list, p)
		}
	}
	return list
}

// failing reports whether a way to return comes behind a test that has found an error, or gives an error behind a test
// of what the function was given.
func failing(w *endings, r returned) bool {
	if r.ret == nil {
		return false
	}
	results, given := r.ret.Results, false
	if n := len(results); n > 0 && place.IsError(results[n-1].Type()) {
		given = w.may(results[n-1], r.ret.Block(), r.from) == maySet
	}
	found := func(cond ssa.Value, value bool) bool {
		v, set, ok := branch.Asked(cond, value)
		return ok && set && place.IsError(v.Type()) || given && ofParameters(cond, maxOfParameters)
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
