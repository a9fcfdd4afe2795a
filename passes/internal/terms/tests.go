// This file finds the comparisons of numbers that decide whether something happens.

package terms

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// Tests are the comparisons that hold in some block, or were added, by number from one.
func (f *Function) Tests() []facts.Relation { return f.tests }

// Add adds a comparison, and gives its number.
func (f *Function) Add(t facts.Relation) uint32 {
	f.tests = append(f.tests, t)
	return uint32(len(f.tests))
}

// Test is the number, counted from one, of the nearest test that holds in a block; zero if there is none.
func (f *Function) Test(b *ssa.BasicBlock) uint32 {
	if n, ok := f.testAt[b]; ok {
		return n
	}
	n := uint32(0)
	if p := b.Idom(); p != nil {
		n = f.Test(p)
		if cond, value := branch.Behind(b); cond != nil {
			if t, ok := f.Comparison(cond.Cond, value); ok {
				t.Outer = n
				f.tests = append(f.tests, t)
				n = uint32(len(f.tests))
			}
		}
	}
	f.testAt[b] = n
	return n
}

// Comparison is what a condition with the given truth value says of numbers that callers or memory decide.
func (f *Function) Comparison(cond ssa.Value, value bool) (facts.Relation, bool) {
	if x, ok := cond.(*ssa.UnOp); ok && x.Op == token.NOT {
		return f.Comparison(x.X, !value)
	}
	t := facts.Relation{Op: facts.Equal, X: f.Term(cond), Y: facts.Term{Kind: facts.TermConst}}
	if x, ok := cond.(*ssa.BinOp); ok {
		if t, ok = f.binary(x); !ok {
			return t, false
		}
		value = !value
	}
	if value {
		t = opposite(t)
	}
	decided := t.X.Kind == facts.TermConst && t.Y.Kind == facts.TermConst
	return t, !decided && t.X.Kind != facts.TermUnknown && t.Y.Kind != facts.TermUnknown
}

// binary is a comparison in the code.
func (f *Function) binary(x *ssa.BinOp) (facts.Relation, bool) {
	if !byNumber(x) {
		return facts.Relation{}, false
	}
	a, b := f.comparand(x.X), f.comparand(x.Y)
	switch x.Op {
	case token.EQL:
		return facts.Relation{Op: facts.Equal, X: a, Y: b}, true
	case token.NEQ:
		return facts.Relation{Op: facts.Unequal, X: a, Y: b}, true
	case token.LSS:
		return facts.Relation{Op: facts.Less, X: a, Y: b}, true
	case token.LEQ:
		return facts.Relation{Op: facts.LessOrEqual, X: a, Y: b}, true
	case token.GTR:
		return facts.Relation{Op: facts.Less, X: b, Y: a}, true
	case token.GEQ:
		return facts.Relation{Op: facts.LessOrEqual, X: b, Y: a}, true
	}
	return facts.Relation{}, false
}

// comparand is the number of a value that is compared: the counter that tells the goroutine from its siblings (A28), or
// where it comes from.
func (f *Function) comparand(v ssa.Value) facts.Term {
	if !f.iteration.Unique(f.fn, v) {
		return f.Term(v)
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		return facts.Term{Kind: facts.TermCounter, N: int64(slices.Index(f.fn.Params, x))}
	case *ssa.UnOp:
		if fv, ok := x.X.(*ssa.FreeVar); ok {
			return facts.Term{Kind: facts.TermCounter, N: int64(len(f.fn.Params) + slices.Index(f.fn.FreeVars, fv))}
		}
	}
	return f.Term(v)
}

// byNumber reports whether two values compare as their numbers do: integers and truth values; strings with the empty
// one; others but slices with nil.
func byNumber(x *ssa.BinOp) bool {
	switch t := x.X.Type().Underlying().(type) {
	case *types.Basic:
		if t.Info()&types.IsString != 0 {
			return (x.Op == token.EQL || x.Op == token.NEQ) && (isEmpty(x.X) || isEmpty(x.Y))
		}
		return t.Info()&(types.IsInteger|types.IsBoolean) != 0
	case *types.Slice:
		return false
	}
	return place.IsNil(x.X) || place.IsNil(x.Y)
}

// isEmpty reports whether a value is the empty string.
func isEmpty(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && constantTerm(k) == facts.Term{Kind: facts.TermConst}
}

// opposite is the test that holds where another one does not.
func opposite(t facts.Relation) facts.Relation {
	switch t.Op {
	case facts.Equal:
		t.Op = facts.Unequal
	case facts.Unequal:
		t.Op = facts.Equal
	case facts.Less:
		t.Op, t.X, t.Y = facts.LessOrEqual, t.Y, t.X
	case facts.LessOrEqual:
		t.Op, t.X, t.Y = facts.Less, t.Y, t.X
	}
	return t
}

// Within is the nearest test that holds where two other ones hold: they are the same, or lie behind it.
func (f *Function) Within(x, y uint32) uint32 {
	for x != y {
		if x < y {
			x, y = y, x
		}
		x = f.tests[x-1].Outer
	}
	return x
}
