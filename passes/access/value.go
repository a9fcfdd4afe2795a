// This file finds the comparisons of numbers that decide whether accesses and calls happen, and the numbers that calls
// and new objects are given (A25).

package access

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A returned is what a function returns in a slot at the end of a block.
type returned struct {
	at    *ssa.BasicBlock
	value facts.Term
}

// test is the number, counted from one, of the nearest test that holds in a block; zero if there is none.
func (c *collector) test(b *ssa.BasicBlock) uint32 {
	if n, ok := c.testAt[b]; ok {
		return n
	}
	n := uint32(0)
	if p := b.Idom(); p != nil {
		n = c.test(p)
		if cond, value := branch.Behind(b); cond != nil {
			if t, ok := c.comparison(cond.Cond, value); ok {
				t.Outer = n
				c.tests = append(c.tests, t)
				n = uint32(len(c.tests))
			}
		}
	}
	c.testAt[b] = n
	return n
}

// comparison is what a condition with the given truth value says of numbers that callers or memory decide.
func (c *collector) comparison(cond ssa.Value, value bool) (facts.Relation, bool) {
	if x, ok := cond.(*ssa.UnOp); ok && x.Op == token.NOT {
		return c.comparison(x.X, !value)
	}
	t := facts.Relation{Op: facts.Equal, X: c.term(cond), Y: facts.Term{Kind: facts.TermConst}}
	if x, ok := cond.(*ssa.BinOp); ok {
		if t, ok = c.binary(x); !ok {
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
func (c *collector) binary(x *ssa.BinOp) (facts.Relation, bool) {
	if !byNumber(x) {
		return facts.Relation{}, false
	}
	a, b := c.comparand(x.X), c.comparand(x.Y)
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
func (c *collector) comparand(v ssa.Value) facts.Term {
	if !c.unique(v) {
		return c.term(v)
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		return facts.Term{Kind: facts.TermCounter, N: int64(slices.Index(c.fn.Params, x))}
	case *ssa.UnOp:
		if fv, ok := x.X.(*ssa.FreeVar); ok {
			return facts.Term{Kind: facts.TermCounter, N: int64(len(c.fn.Params) + slices.Index(c.fn.FreeVars, fv))}
		}
	}
	return c.term(v)
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

// within is the nearest test that holds where two other ones hold: they are the same, or lie behind it.
func (c *collector) within(x, y uint32) uint32 {
	for x != y {
		if x < y {
			x, y = y, x
		}
		x = c.tests[x-1].Outer
	}
	return x
}

// addValues completes the section with the tests, what they decide besides accesses, and the numbers that calls are
// given.
func (c *collector) addValues(a *facts.Accesses) {
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Return:
				c.returns(instr)
			case *ssa.MakeChan:
				c.sized(a, instr)
			}
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, v := range c.r.Source.Opens(call.Common()) {
				if n, _, ok := c.r.flow.Addr(c.fn, v); ok {
					c.open(n)
				}
			}
			for _, k := range c.r.flow.Calls(c.fn, call) {
				if t := c.test(b); t != 0 {
					a.Behind = append(a.Behind, facts.Behind{Call: uint32(k), Test: t})
				}
				a.Given = append(a.Given, c.given(call, uint32(k))...)
			}
		}
	}
	slices.SortStableFunc(a.Behind, func(x, y facts.Behind) int { return int(x.Call) - int(y.Call) })
	slices.SortStableFunc(a.Given, func(x, y facts.Given) int { return int(x.Call) - int(y.Call) })
	c.counts(a)
	c.decides(a)
	a.Returned = c.allReturned()
	a.Tests, a.Initials = c.tests, c.initials
}

// sized notes how much the buffer of a new channel takes, if that is known and no constant.
func (c *collector) sized(a *facts.Accesses, v *ssa.MakeChan) {
	if _, constant := v.Size.(*ssa.Const); constant {
		return
	}
	n, off, ok := c.r.flow.Addr(c.fn, v)
	if x := c.term(v.Size); ok && off == 0 && x.Kind != facts.TermUnknown {
		a.Sized = append(a.Sized, facts.Sized{Addr: n, Value: x})
	}
}

// counts notes the numbers of rounds and goroutines that are known and no constants.
func (c *collector) counts(a *facts.Accesses) {
	for k, v := range c.r.Spawn.Counted(c.fn) {
		if x := c.term(v); x.Kind != facts.TermUnknown {
			a.Counted = append(a.Counted, facts.Counted{Number: uint32(k + 1), Value: x})
		}
	}
}

// decides notes which tests hold where numbered conditions of the skeleton do.
func (c *collector) decides(a *facts.Accesses) {
	for _, d := range c.r.Spawn.Decided(c.fn) {
		t := uint32(0)
		if d.Block != nil {
			t = c.test(d.Block)
		} else if x, ok := c.comparison(d.Cond.Cond, d.Value); ok {
			c.tests = append(c.tests, x)
			t = uint32(len(c.tests))
		}
		if t != 0 {
			first := d.Cond != nil && c.writesBehind(d.Cond)
			a.Decides = append(a.Decides, facts.Decides{Number: d.Number, Test: t, First: first})
		}
	}
}

// writesBehind reports whether a branch asks whether a field is set, and what the function itself stores in such a
// field comes behind it.
func (c *collector) writesBehind(cond *ssa.If) bool {
	f := branch.AskedField(cond.Cond)
	if f == nil || c.r.flow.Graph(c.fn).Cyclic(cond.Block()) {
		return false
	}
	name, _ := place.Name(f)
	return !slices.ContainsFunc(c.fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			s, ok := i.(*ssa.Store)
			if !ok {
				return false
			}
			n, _ := place.Name(s.Addr)
			return n == name && (b == cond.Block() || !cond.Block().Dominates(b))
		})
	})
}

// open notes that what a node leads to may be written to in ways that nobody sees.
func (c *collector) open(n facts.Node) {
	if !slices.Contains(c.out.Opened, n) {
		c.out.Opened = append(c.out.Opened, n)
	}
}

// returns notes what a statement returns.
func (c *collector) returns(ret *ssa.Return) {
	slot := uint32(0)
	for _, v := range ret.Results {
		for i, kind := range c.slots(v.Type()) {
			if kind == numberSlot {
				c.results[slot] = append(c.results[slot], returned{ret.Block(), c.slotTerm(v, i, termDepth)})
			}
			slot++
		}
	}
}

// allReturned is what the function returns in the slots of which all is known that may be returned there.
func (c *collector) allReturned() []facts.Returned {
	var list []facts.Returned
	for _, slot := range slices.Sorted(maps.Keys(c.results)) {
		all := c.results[slot]
		if slices.ContainsFunc(all, func(r returned) bool { return r.value.Kind == facts.TermUnknown }) {
			continue
		}
		for _, r := range all {
			if x := (facts.Returned{Slot: slot, Test: c.test(r.at), Value: r.value}); !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	return list
}

// given are the known numbers among the arguments of a call by name, or of an interface method that may be
// WaitGroup.Add. What a model's callbacks are given is not known; where a type parameter stands for a struct, slots are
// not told apart.
func (c *collector) given(call ssa.CallInstruction, k uint32) []facts.Given {
	fn := call.Common().StaticCallee()
	if _, modelled := c.r.Source.Model(call.Common()); modelled || fn == nil && !mayAdd(call.Common()) {
		return nil
	}
	c.callees[k] = fn
	args, slots := call.Common().Args, 0
	for _, v := range args {
		slots += c.r.flow.Layout.Size(v.Type())
	}
	if slots != len(c.calls[k].Args) {
		return nil
	}
	var list []facts.Given
	slot := uint32(0)
	for _, v := range args {
		for i, kind := range c.slots(v.Type()) {
			if kind == numberSlot || place.IsNil(v) || isParameter(v) {
				if t := c.slotTerm(v, i, termDepth); t.Kind != facts.TermUnknown {
					list = append(list, facts.Given{Call: k, Slot: slot, Value: t})
				}
			}
			slot++
		}
	}
	return list
}

// mayAdd reports whether a call of an interface method may be one of WaitGroup.Add.
func mayAdd(call *ssa.CallCommon) bool {
	return call.IsInvoke() && call.Method.Name() == "Add" && len(call.Args) == 1 &&
		types.Identical(call.Args[0].Type(), types.Typ[types.Int])
}

func isParameter(v ssa.Value) bool {
	_, ok := v.(*ssa.Parameter)
	return ok
}

// initial records a write to memory that the function owns.
func (c *collector) initial(t *touch, addr facts.Node, off uint32) {
	store, isStore := t.instr.(*ssa.Store)
	slots := []slotKind{elementSlot}
	if t.typ != nil {
		slots = c.slots(t.typ)
	}
	for i, kind := range slots {
		if kind == plainSlot {
			continue
		}
		x := facts.Initial{Addr: addr, Off: off + uint32(i), Len: 1}
		if isStore && kind == numberSlot && !inElements(store.Addr) {
			x.Value, x.First = c.slotTerm(store.Val, i, termDepth), comesFirst(store)
		}
		if n := len(c.initials) - 1; n >= 0 && extends(&c.initials[n], &x) {
			c.initials[n].Len++
			continue
		}
		c.initials = append(c.initials, x)
	}
}

// extends reports whether one write of unknown numbers begins where another one ends.
func extends(x, y *facts.Initial) bool {
	return x.Value.Kind == facts.TermUnknown && y.Value.Kind == facts.TermUnknown && x.Addr == y.Addr &&
		x.Off+x.Len == y.Off &&
		x.First == y.First
}

// comesFirst reports whether a store to a new object comes before everything else that is done with the object but such
// stores, in the block that makes it.
func comesFirst(s *ssa.Store) bool {
	a, ok := source.Root(s.Addr).(*ssa.Alloc)
	if !ok || a.Block() != s.Block() {
		return false
	}
	parts := map[ssa.Value]bool{a: true}
	var rands []*ssa.Value
	for _, instr := range a.Block().Instrs {
		switch instr := instr.(type) {
		case *ssa.FieldAddr:
			parts[instr] = parts[instr.X]
			continue
		case *ssa.DebugRef:
			continue
		case *ssa.Store:
			if instr == s {
				return parts[s.Addr]
			}
			if !parts[instr.Val] {
				continue
			}
		}
		rands = instr.Operands(rands[:0])
		for _, v := range rands {
			if parts[*v] {
				return false
			}
		}
	}
	return false
}
