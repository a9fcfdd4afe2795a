// This file recognises locks of one kind that a function takes in an order that all can follow (T9).

package locks

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// sort marks the acquisitions of locks of one name whose objects the function compares by order, or of which one is
// reached from the other through a field.
func (m *simulation) sort() {
	var taken []*happening
	for _, list := range m.blocks {
		for i := range list {
			if h := &list[i]; h.op == facts.Lock || h.op == facts.RLock {
				taken = append(taken, h)
			}
		}
	}
	for i, a := range taken {
		for _, b := range taken[i+1:] {
			if a.name != b.name || a.spot == b.spot {
				continue
			}
			if m.inOrder(a.spot, b.spot) {
				m.r.sorted[a.instr], m.r.sorted[b.instr] = true, true
			}
			if m.compared(a.spot, b.spot, equality) {
				m.r.unlike[a.instr], m.r.unlike[b.instr] = true, true
			}
		}
	}
}

// inOrder tells whether there is an order between what two locks belong to.
func (m *simulation) inOrder(a, b spot) bool {
	if a.value == b.value && a.global == b.global {
		return true // along fields of one object
	}
	return m.compared(a, b, ordering)
}

// compared reports whether a condition compares what two locks belong to.
func (m *simulation) compared(a, b spot, by func(token.Token) bool) bool {
	x, y := m.sources(m.spots.roots[a.value]), m.sources(m.spots.roots[b.value])
	for _, block := range m.fn.Blocks {
		c, ok := block.Instrs[len(block.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, _ := strip(c.Cond)
		if op, ok := cond.(*ssa.BinOp); ok && by(op.Op) {
			p, q := m.sources(op.X), m.sources(op.Y)
			if meet(p, x) && meet(q, y) || meet(p, y) && meet(q, x) {
				return true
			}
		}
	}
	return false
}

func ordering(op token.Token) bool {
	return op == token.LSS || op == token.GTR || op == token.LEQ || op == token.GEQ
}

func equality(op token.Token) bool { return op == token.EQL || op == token.NEQ }

func meet(a, b []ssa.Value) bool {
	return slices.ContainsFunc(a, func(v ssa.Value) bool { return slices.Contains(b, v) })
}

// maxSources bounds what a value is traced back to.
const maxSources = 32

// sources lists what a value was computed from: itself and, through fields, loads, conversions, calls and phis, what
// lies behind.
func (m *simulation) sources(v ssa.Value) []ssa.Value {
	var list []ssa.Value
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if v == nil || slices.Contains(list, v) || len(list) >= maxSources {
			return
		}
		if _, ok := v.(*ssa.Const); ok {
			return
		}
		list = append(list, v)
		switch x := v.(type) {
		case *ssa.FieldAddr:
			visit(x.X)
		case *ssa.Field:
			visit(x.X)
		case *ssa.UnOp:
			visit(x.X)
		case *ssa.Convert:
			visit(x.X)
		case *ssa.ChangeType:
			visit(x.X)
		case *ssa.IndexAddr:
			visit(x.Index)
		case *ssa.Phi:
			for _, e := range x.Edges {
				visit(e)
			}
		case *ssa.Call:
			for _, a := range x.Call.Args {
				visit(a)
			}
		}
	}
	visit(v)
	return list
}
