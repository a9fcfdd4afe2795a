// This file finds the comparisons of numbers that decide whether accesses and calls happen, and the numbers that calls
// and new objects are given (A25).

package access

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/terms"
	"github.com/syncvet/syncvet/passes/source"
)

// A returned is what a function returns in a slot at the end of a block.
type returned struct {
	at    *ssa.BasicBlock // which returns
	value facts.Term      // what is returned
}

// A numbers finds those of one function.
type numbers struct {
	r        *pack                    // the package
	fn       *ssa.Function            // the function
	terms    *terms.Function          // where its numbers come from
	calls    []facts.Call             // of the function
	callees  map[uint32]*ssa.Function // by call, of those that are given something
	initials []facts.Initial          // what it writes to memory that it owns
	results  map[uint32][]returned    // what it returns, by slot
	opened   []facts.Node             // what may be written to in ways that nobody sees
}

func newNumbers(r *pack, fn *ssa.Function, calls []facts.Call) *numbers {
	return &numbers{
		r: r, fn: fn, terms: terms.New(r.flow, r.iteration, fn, calls), calls: calls,
		callees: map[uint32]*ssa.Function{}, results: map[uint32][]returned{},
	}
}

// add completes the section with the tests, what they decide besides accesses, and the numbers that calls are
// given.
func (c *numbers) add(a *facts.Accesses) {
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
				if t := c.terms.Test(b); t != 0 {
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
	a.Tests, a.Initials, a.Opened = c.terms.Tests(), c.initials, c.opened
}

// sized notes how much the buffer of a new channel takes, if that is known and no constant.
func (c *numbers) sized(a *facts.Accesses, v *ssa.MakeChan) {
	if _, constant := v.Size.(*ssa.Const); constant {
		return
	}
	n, off, ok := c.r.flow.Addr(c.fn, v)
	if x := c.terms.Term(v.Size); ok && off == 0 && x.Kind != facts.TermUnknown {
		a.Sized = append(a.Sized, facts.Sized{Addr: n, Value: x})
	}
}

// counts notes the numbers of rounds and goroutines that are known and no constants.
func (c *numbers) counts(a *facts.Accesses) {
	for k, v := range c.r.Spawn.Counted(c.fn) {
		if x := c.terms.Term(v); x.Kind != facts.TermUnknown {
			a.Counted = append(a.Counted, facts.Counted{Number: uint32(k + 1), Value: x})
		}
	}
}

// decides notes which tests hold where numbered conditions of the skeleton do.
func (c *numbers) decides(a *facts.Accesses) {
	for _, d := range c.r.Spawn.Decided(c.fn) {
		t := uint32(0)
		if d.Block != nil {
			t = c.terms.Test(d.Block)
		} else if x, ok := c.terms.Comparison(d.Cond.Cond, d.Value); ok {
			t = c.terms.Add(x)
		}
		if t != 0 {
			first := d.Cond != nil && c.writesBehind(d.Cond)
			a.Decides = append(a.Decides, facts.Decides{Number: d.Number, Test: t, First: first})
		}
	}
}

// writesBehind reports whether a branch asks whether a field is set, and what the function itself stores in such a
// field comes behind it.
func (c *numbers) writesBehind(cond *ssa.If) bool {
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
func (c *numbers) open(n facts.Node) {
	if !slices.Contains(c.opened, n) {
		c.opened = append(c.opened, n)
	}
}

// returns notes what a statement returns.
func (c *numbers) returns(ret *ssa.Return) {
	slot := uint32(0)
	for _, v := range ret.Results {
		for i, kind := range c.terms.Slots(v.Type()) {
			if kind == terms.NumberSlot {
				c.results[slot] = append(c.results[slot], returned{ret.Block(), c.terms.Slot(v, i)})
			}
			slot++
		}
	}
}

// allReturned is what the function returns in the slots of which all is known that may be returned there.
func (c *numbers) allReturned() []facts.Returned {
	var list []facts.Returned
	for _, slot := range slices.Sorted(maps.Keys(c.results)) {
		all := c.results[slot]
		if slices.ContainsFunc(all, func(r returned) bool { return r.value.Kind == facts.TermUnknown }) {
			continue
		}
		for _, r := range all {
			if x := (facts.Returned{Slot: slot, Test: c.terms.Test(r.at), Value: r.value}); !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	return list
}

// given are the known numbers among the arguments of a call by name, or of an interface method that may be
// WaitGroup.Add. What a model's callbacks are given is not known; where a type parameter stands for a struct, slots are
// not told apart.
func (c *numbers) given(call ssa.CallInstruction, k uint32) []facts.Given {
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
		for i, kind := range c.terms.Slots(v.Type()) {
			if kind == terms.NumberSlot || place.IsNil(v) || isParameter(v) {
				if t := c.terms.Slot(v, i); t.Kind != facts.TermUnknown {
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
func (c *numbers) initial(t *accessSite, addr facts.Node, off uint32) {
	store, isStore := t.instr.(*ssa.Store)
	slots := []terms.SlotKind{terms.ElementSlot}
	if t.typ != nil {
		slots = c.terms.Slots(t.typ)
	}
	for i, kind := range slots {
		if kind == terms.PlainSlot {
			continue
		}
		x := facts.Initial{Addr: addr, Off: off + uint32(i), Len: 1}
		if isStore && kind == terms.NumberSlot && !terms.InElements(store.Addr) {
			x.Value, x.First = c.terms.Slot(store.Val, i), comesFirst(store)
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
