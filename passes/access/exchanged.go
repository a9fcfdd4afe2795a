// This file recognises variables that are exchanged, as the buffers are of which one is read while the other one is
// filled (A45).

package access

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// exchanged notes what is exchanged in a function: fields and variables by one statement, and what a loop gives to a
// function that it calls or starts.
func (c *collector) exchanged(out *facts.UnitBuilder) {
	for _, b := range c.fn.Blocks {
		var moves []move
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok {
				if from := loaded(s.Val); from != nil {
					moves = append(moves, move{s.Addr, from})
				}
			}
		}
		for k, m := range moves {
			if slices.ContainsFunc(moves[:k], func(n move) bool { return samePlace(m.to, n.from) && samePlace(m.from, n.to) }) {
				x, _ := place.Name(m.to)
				y, _ := place.Name(m.from)
				c.swap(out, c.outermost(), x, y)
			}
		}
		c.exchangedByLoop(out, b)
	}
}

// A move stores what a place holds in another one.
type move struct {
	to   ssa.Value // address of the one
	from ssa.Value // address of the other
}

// loaded is the place that a value was loaded from, in the same function, or a part of whose value it is.
func loaded(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.Slice:
		return loaded(v.X)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return v.X
		}
	}
	return nil
}

// outermost is the function whose literals and itself mean the same by the names of local variables.
func (c *collector) outermost() *ssa.Function {
	fn := c.fn
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// swap notes two names; those of local variables mean something in one function.
func (c *collector) swap(out *facts.UnitBuilder, in *ssa.Function, a, b facts.Symbol) {
	if a == b || a == (facts.Symbol{}) || b == (facts.Symbol{}) {
		return
	}
	e := facts.Exchange{A: out.Ref(a), B: out.Ref(b)}
	if a.Kind == facts.SymLocal || b.Kind == facts.SymLocal {
		e.In = out.Ref(c.r.Source.FuncSymbol(in))
	}
	if !slices.Contains(c.out.Exchanges, e) {
		c.out.Exchanges = append(c.out.Exchanges, e)
	}
}

// exchangedByLoop notes what a loop exchanges at the end of its rounds and gives to functions, by their names for it.
func (c *collector) exchangedByLoop(out *facts.UnitBuilder, b *ssa.BasicBlock) {
	var phis []*ssa.Phi
	for _, instr := range b.Instrs {
		if p, ok := instr.(*ssa.Phi); ok {
			phis = append(phis, p)
		}
	}
	for _, p := range phis {
		for at, e := range p.Edges {
			if q, ok := e.(*ssa.Phi); !ok || q == p || q.Block() != b || q.Edges[at] != p {
				continue
			}
			for _, use := range *p.Referrers() {
				c.givenBoth(out, use, p, e)
			}
		}
	}
}

// givenBoth notes two values that a function of the module is given in one call.
func (c *collector) givenBoth(out *facts.UnitBuilder, use ssa.Instruction, p, q ssa.Value) {
	call, ok := use.(ssa.CallInstruction)
	if !ok {
		return
	}
	fn, args := call.Common().StaticCallee(), call.Common().Args
	i, j := slices.Index(args, p), slices.Index(args, q)
	if fn == nil || i < 0 || j < 0 || max(i, j) >= len(fn.Params) {
		return
	}
	c.swap(out, fn, source.LocalSymbol(fn.Params[i].Name()), source.LocalSymbol(fn.Params[j].Name()))
}
