// This file evaluates values to constants (B1, B2).

package branch

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// An evaluator finds constants in one state of the graph.
type evaluator struct {
	g      *Graph                       // as far as it is decided
	places *place.Package               // which variables are constant
	known  map[ssa.Value]constant.Value // what was asked for; nil: not constant, or under evaluation
}

func newEvaluator(g *Graph, places *place.Package) *evaluator {
	return &evaluator{g: g, places: places, known: map[ssa.Value]constant.Value{}}
}

// value is the constant that a value always is, nil if there is none.
func (e *evaluator) value(v ssa.Value) constant.Value {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value
	case *ssa.Extract:
		if ticks(v) {
			return constant.MakeBool(true)
		}
	case *ssa.BinOp, *ssa.Phi, *ssa.UnOp, *ssa.ChangeType, *ssa.Field:
		if c, ok := e.known[v]; ok {
			return c
		}
		e.known[v] = nil
		e.known[v] = e.compute(v)
		return e.known[v]
	}
	return nil
}

func (e *evaluator) compute(v ssa.Value) constant.Value {
	switch v := v.(type) {
	case *ssa.BinOp:
		return e.binary(v)
	case *ssa.ChangeType:
		return e.value(v.X)
	case *ssa.Phi:
		return e.phi(v)
	case *ssa.UnOp:
		return e.unary(v)
	case *ssa.Field:
		c, _ := e.places.Held(v) // (B11)
		return c
	}
	return nil
}

// null reports whether a value is always nil.
func (e *evaluator) null(v ssa.Value) bool {
	if place.IsNil(v) {
		return true
	}
	_, null := e.places.Held(v)
	return null
}

// binary folds comparisons, and sums small enough for every type.
func (e *evaluator) binary(v *ssa.BinOp) constant.Value {
	if (v.Op == token.EQL || v.Op == token.NEQ) && e.null(v.X) && e.null(v.Y) {
		return constant.MakeBool(v.Op == token.EQL) // (B11)
	}
	x := e.value(v.X)
	if x == nil {
		return nil
	}
	y := e.value(v.Y)
	if y == nil {
		return nil
	}
	switch v.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return constant.MakeBool(constant.Compare(x, v.Op, y))
	case token.ADD, token.SUB:
		if x.Kind() == constant.Int && y.Kind() == constant.Int {
			return small(constant.BinaryOp(x, v.Op, y))
		}
	}
	return nil
}

// small is a number that does not overflow in any type, else nil.
func small(c constant.Value) constant.Value {
	if n, exact := constant.Int64Val(c); exact && n >= 0 && n <= maxSmall {
		return c
	}
	return nil
}

// phi is what all feasible edges agree on. Phis that only pass each other's values round a loop have the value that
// comes in.
func (e *evaluator) phi(v *ssa.Phi) constant.Value {
	var c constant.Value
	web := []*ssa.Phi{v}
	for k := 0; k < len(web); k++ {
		for i, x := range web[k].Edges {
			if !e.g.Enters(web[k].Block().Preds[i], web[k].Block()) {
				continue
			}
			y := e.value(x)
			if next, ok := x.(*ssa.Phi); ok && y == nil && len(web) < maxPhis {
				if !slices.Contains(web, next) {
					web = append(web, next)
				}
				continue
			}
			if y == nil || c != nil && !constant.Compare(c, token.EQL, y) {
				return nil
			}
			c = y
		}
	}
	return c
}

// agreed is what all feasible edges of a phi agree on, one predecessor left out; nil to leave out none.
func (e *evaluator) agreed(v *ssa.Phi, without *ssa.BasicBlock) constant.Value {
	var c constant.Value
	for i, x := range v.Edges {
		if p := v.Block().Preds[i]; p == without || !e.g.Enters(p, v.Block()) {
			continue
		}
		y := e.value(x)
		if y == nil || c != nil && !constant.Compare(c, token.EQL, y) {
			return nil
		}
		c = y
	}
	return c
}

// unary negates, or loads from a variable.
func (e *evaluator) unary(v *ssa.UnOp) constant.Value {
	switch v.Op {
	case token.NOT:
		if c := e.value(v.X); c != nil {
			return constant.MakeBool(!constant.BoolVal(c))
		}
	case token.MUL:
		a := place.Variable(v.X)
		if a == nil {
			c, _ := e.places.Held(v) // (B11)
			return c
		}
		if c := e.places.Constant(a); c != nil {
			return c
		}
		return e.private(a, v)
	}
	return nil
}

// private is what a load gives in the block that makes the variable, if nothing else was done with it since.
func (e *evaluator) private(a *ssa.Alloc, load *ssa.UnOp) constant.Value {
	if a.Block() != load.Block() {
		return nil
	}
	c := place.Zero(a)
	made := false
	var rands []*ssa.Value
	for _, instr := range a.Block().Instrs {
		switch {
		case instr == ssa.Instruction(load):
			return c
		case instr == ssa.Instruction(a):
			made = true
			continue
		case !made:
			continue
		}
		if s, ok := instr.(*ssa.Store); ok && s.Addr == ssa.Value(a) {
			if c = e.value(s.Val); c == nil {
				return nil
			}
			continue
		}
		if u, ok := instr.(*ssa.UnOp); ok && u.Op == token.MUL {
			continue
		}
		rands = instr.Operands(rands[:0])
		for _, x := range rands {
			if *x == ssa.Value(a) {
				return nil
			}
		}
	}
	return nil
}
