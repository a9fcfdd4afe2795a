// This file finds methods by which objects are shown under the locks of who shows them (G61).

package guards

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A showing is how functions of the package give objects of a type to calls that take any number of any values.
type showing struct {
	locked   bool        // while a lock in the object is held
	unlocked []*function // these do it without, as far as they know
}

// show notes which objects a call is given so, by a function that has done something to locks.
func (a *runs) show(f *function, list ssa.Value, s state) {
	if t, ok := list.Type().Underlying().(*types.Slice); !ok || !types.IsInterface(t.Elem()) {
		return
	}
	for _, v := range place.Listed(list) {
		m, ok := v.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		n, ok := types.Unalias(source.Deref(m.X.Type())).(*types.Named)
		if !ok {
			continue
		}
		of := n.Origin().Obj()
		x := a.showings[of]
		if a.holdsOf(s.must, of) {
			x.locked = true
		} else {
			x.unlocked = append(x.unlocked, f)
		}
		a.showings[of] = x
	}
}

// holdsOf reports whether a lock in objects of a type is held.
func (a *runs) holdsOf(held set, of *types.TypeName) bool {
	for c := range a.names {
		if c != unknownLock && held.has(c, false) && slices.Contains(a.names[c].chain, types.Object(of)) {
			return true
		}
	}
	return false
}

// shows reports whether a method runs where its object is shown, under a lock, and never without.
func (a *runs) shows(recv *types.TypeName, fn *ssa.Function) bool {
	x := a.showings[recv]
	return x.locked && objects.Shows(fn) && !slices.ContainsFunc(x.unlocked, func(f *function) bool {
		return a.bare(f, recv, map[*function]bool{})
	})
}

// bare reports whether a function may run without a lock in objects of a type, as far as is known: others may call it,
// or it is a helper that is called so. seen are those that were asked.
func (a *runs) bare(f *function, of *types.TypeName, seen map[*function]bool) bool {
	if o := f.fn.Object(); o == nil || o.Exported() {
		return true
	}
	seen[f] = true
	return slices.ContainsFunc(a.funcs, func(g *function) bool {
		return g != nil && slices.ContainsFunc(g.edges, func(e edge) bool {
			return e.to == f && (e.spawn || !seen[g] && !a.holdsOf(e.state.must, of) && a.bare(g, of, seen))
		})
	})
}
