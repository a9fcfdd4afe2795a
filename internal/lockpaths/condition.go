// This file names conditions, so that two tests of one condition have one outcome (T4).

package lockpaths

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// conditions are the named conditions of one function.
type conditions struct {
	spots   *place.Paths                       // names the values that conditions are about
	ids     map[string]int                     // by text
	variant []bool                             // by id: it may have another outcome in the next round of a loop
	tracked []bool                             // by id: knowing its outcome helps
	param   []int                              // by id: it is this boolean parameter, plus one; zero: it is none
	phis    map[*ssa.BasicBlock][]phiCondition // by block of the phi: conditions whose outcome is new there
	about   []string                           // by id: the value that it compares with a constant; empty: it does not
}

// A phiCondition is a condition on a phi: a boolean phi itself, or its comparison with a constant.
type phiCondition struct {
	id  int        // of the condition
	phi *ssa.Phi   // in the block that conditions.phis has it under
	to  *ssa.Const // nil: the phi itself
}

// id numbers a condition; sense tells for which outcome of the numbered one v is true.
func (c *conditions) id(v ssa.Value) (id int, sense bool) {
	v, sense = branch.Positive(v)
	text, positive := c.text(v)
	if !positive {
		sense = !sense
	}
	id, ok := c.ids[text]
	if !ok {
		id = len(c.variant)
		c.ids[text] = id
		c.variant = append(c.variant, c.varies(v))
		c.tracked = append(c.tracked, false)
		param := 0
		for i, p := range c.spots.Fn.Params {
			if v == ssa.Value(p) {
				param = i + 1
			}
		}
		c.param = append(c.param, param)
		c.about = append(c.about, c.compared(v))
		c.addPhi(id, v)
	}
	return id, sense
}

// compared spells the value that a condition compares with a constant for equality; empty: it does not.
func (c *conditions) compared(v ssa.Value) string {
	if x, _ := equated(v); x != nil {
		return c.operand(x)
	}
	return ""
}

// others are the conditions that do not hold where one holds: the same value is another constant there (T61).
func (c *conditions) others(id int) (list []int) {
	for k, v := range c.about {
		if k != id && v != "" && v == c.about[id] {
			list = append(list, k)
		}
	}
	return list
}

// addPhi notes that a condition is on a phi.
func (c *conditions) addPhi(id int, v ssa.Value) {
	x := phiCondition{id: id}
	switch v := v.(type) {
	case *ssa.Phi:
		x.phi = v
	case *ssa.BinOp:
		if v.Op != token.EQL && v.Op != token.NEQ {
			return
		}
		x.phi, _ = v.X.(*ssa.Phi)
		x.to, _ = v.Y.(*ssa.Const)
		if x.to == nil {
			return
		}
	}
	if x.phi != nil {
		b := x.phi.Block()
		c.phis[b] = append(c.phis[b], x)
		c.tracked[id] = true
	}
}

// text spells a condition; negated ones are spelled as what they negate.
func (c *conditions) text(v ssa.Value) (text string, positive bool) {
	b, ok := v.(*ssa.BinOp)
	if !ok {
		return c.operand(v), true
	}
	x, y := c.operand(b.X), c.operand(b.Y)
	switch b.Op {
	case token.EQL, token.NEQ:
		if y < x {
			x, y = y, x
		}
		return x + "==" + y, b.Op == token.EQL
	case token.LSS:
		return x + "<" + y, true
	case token.GEQ:
		return x + "<" + y, false
	case token.GTR:
		return y + "<" + x, true
	case token.LEQ:
		return y + "<" + x, false
	}
	return c.operand(v), true
}

// operand spells a value.
func (c *conditions) operand(v ssa.Value) string {
	switch x := v.(type) {
	case *ssa.Const:
		return x.String()
	case *ssa.UnOp:
		if x.Op == token.MUL && c.spots.Stable(x.X) {
			p := c.spots.Of(x)
			return fmt.Sprintf("*%d %v %q", p.Value, p.Global, p.Steps)
		}
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && (b.Name() == "len" || b.Name() == "cap") {
			return b.Name() + "(" + c.operand(x.Call.Args[0]) + ")"
		}
	}
	return fmt.Sprintf("#%d", c.spots.Numbers.Of(v))
}

// varies reports whether a condition rests on something computed in a cycle.
func (c *conditions) varies(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Const, *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return false
	case *ssa.BinOp:
		return c.varies(x.X) || c.varies(x.Y)
	case *ssa.UnOp:
		if x.Op != token.MUL || c.spots.Stable(x.X) {
			return c.varies(x.X)
		}
	case *ssa.FieldAddr:
		return c.varies(x.X)
	}
	instr, ok := v.(ssa.Instruction)
	return !ok || instr.Parent() == c.spots.Fn && c.spots.Cyclic(instr.Block())
}

// A class is what is known about a result: nil, set, true, false, or another constant; empty: nothing.
type class string

// class says what a value is in a state.
func (c *conditions) class(v ssa.Value, st *pathState) class {
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value == nil {
			return "nil"
		}
		return class(x.Value.String())
	case *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice, *ssa.FieldAddr,
		*ssa.Function:
		return "set"
	case *ssa.UnOp:
		if g, ok := x.X.(*ssa.Global); ok && x.Op == token.MUL && place.IsError(x.Type()) && g != nil {
			return "set" // a sentinel
		}
	case *ssa.Call:
		if makesError(x) {
			return "set"
		}
	}
	if place.IsBool(v.Type()) {
		if id, sense := c.id(v); st.outcome(id) != unknownOutcome {
			return class(constant.MakeBool((st.outcome(id) == isTrue) == sense).String())
		}
		return ""
	}
	if id, ok := c.ids[c.isNil(v)]; ok {
		switch st.outcome(id) {
		case isTrue:
			return "nil"
		case isFalse:
			return "set"
		}
	}
	return ""
}

// isNil spells the comparison of a value with nil.
func (c *conditions) isNil(v ssa.Value) string {
	text, _ := c.text(&ssa.BinOp{Op: token.EQL, X: v, Y: ssa.NewConst(nil, v.Type())})
	return text
}

// makesError reports whether a call surely returns an error.
func makesError(x *ssa.Call) bool {
	fn := x.Call.StaticCallee()
	if fn == nil {
		return false
	}
	switch fn.String() {
	case "errors.New", "fmt.Errorf":
		return true
	}
	return false
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}
