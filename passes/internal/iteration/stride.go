// This file finds by how much counters of loops advance, so that numbers next to them are known to differ (A32).

package iteration

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// Offset is what an index that Unique knows adds to the goroutine's counter, and by how much that counter differs at
// least between two goroutines, if constants say so and it is more than one; else zero.
func (r *Package) Offset(fn *ssa.Function, v ssa.Value) (counter ssa.Value, add, stride int64) {
	for {
		b, ok := v.(*ssa.BinOp)
		if !ok {
			break
		}
		n, constant := place.Int(b.Y)
		if !constant || b.Op != token.ADD && b.Op != token.SUB {
			return nil, 0, 0
		}
		if v = b.X; b.Op == token.SUB {
			n = -n
		}
		add += n
	}
	site := r.OnlySpawn(fn)
	if site == nil {
		return nil, 0, 0
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		for i, p := range fn.Params {
			if p == x && i < len(site.Common().Args) {
				stride = advance(site.Common().Args[i])
			}
		}
	case *ssa.UnOp:
		if fv, ok := x.X.(*ssa.FreeVar); ok && x.Op == token.MUL {
			stride = advanceOf(place.Binding(fv))
		}
	}
	if stride < 2 {
		return nil, 0, 0
	}
	return v, add, stride
}

// quotient reports whether an index is the goroutine's counter divided by no more than what that advances by, from a
// number that is not negative on: then it is another number in each goroutine (A35).
func (r *Package) quotient(fn *ssa.Function, b *ssa.BinOp) bool {
	n, constant := place.Int(b.Y)
	if b.Op != token.QUO || !constant || n < 1 {
		return false
	}
	counter, add, stride := r.Offset(fn, b.X)
	return counter != nil && add == 0 && stride >= n && r.Unique(fn, counter) && r.fromZero(fn, counter)
}

// fromZero reports whether the counter of a loop that starts goroutines counts up from a constant that is not negative.
func (r *Package) fromZero(fn *ssa.Function, v ssa.Value) bool {
	site := r.OnlySpawn(fn)
	switch x := v.(type) {
	case *ssa.Parameter:
		i := slices.Index(fn.Params, x)
		return i >= 0 && i < len(site.Common().Args) && upward(site.Common().Args[i])
	case *ssa.UnOp:
		phi, ok := place.Binding(x.X.(*ssa.FreeVar)).(*ssa.Phi)
		return ok && !slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool {
			stores, _ := storesTo(e.(*ssa.Alloc)) // as Unique has seen
			last := stores[len(stores)-1].Val
			if b, ok := last.(*ssa.BinOp); ok {
				n, _ := place.Int(b.Y)
				return b.Op != token.ADD || n <= 0
			}
			n, constant := place.Int(last)
			return !constant || n < 0
		})
	}
	return false
}

// upward reports whether a value is a counter that goes up from a constant that is not negative.
func upward(v ssa.Value) bool {
	phi, ok := v.(*ssa.Phi)
	return ok && !slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool {
		if b, ok := e.(*ssa.BinOp); ok && b.X == ssa.Value(phi) {
			n, _ := place.Int(b.Y)
			return b.Op != token.ADD || n <= 0
		}
		n, constant := place.Int(e)
		return !constant || n < 0
	})
}

// advance is by how much a value differs between two iterations next to each other; zero if that is not known.
func advance(v ssa.Value) int64 {
	switch x := oneToOne(v).(type) {
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return advanceOf(x.X)
		}
	case *ssa.Phi:
		by := int64(0)
		for i, e := range x.Edges {
			if !x.Block().Dominates(x.Block().Preds[i]) {
				continue
			}
			n := amount(e)
			if n == 0 || by != 0 && n != by {
				return 0
			}
			by = n
		}
		return by
	}
	return 0
}

// advanceOf is the same for the variable that each iteration has anew.
func advanceOf(addr ssa.Value) int64 {
	switch x := addr.(type) {
	case *ssa.Alloc:
		if stores, ok := storesTo(x); ok && len(stores) == 1 {
			return advance(stores[0].Val)
		}
	case *ssa.Phi:
		for _, e := range x.Edges {
			if a, ok := e.(*ssa.Alloc); ok && copied(a, x) {
				if stores, _ := storesTo(a); len(stores) == 2 {
					return amount(stores[1].Val)
				}
			}
		}
	}
	return 0
}

// amount is the constant that is added or subtracted.
func amount(v ssa.Value) int64 {
	b, ok := v.(*ssa.BinOp)
	if !ok || b.Op != token.ADD && b.Op != token.SUB {
		return 0
	}
	n, _ := place.Int(b.Y)
	return max(n, -n)
}
