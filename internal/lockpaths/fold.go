// This file folds what a call does into its caller (T2).

package lockpaths

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/place"
)

// fold adds what a callee does. via is how it is reached beyond this call; under is what is held on the way.
func (m *reader) fold(
	h *lockEvent,
	c closure,
	args []ssa.Value,
	call token.Pos,
	sure bool,
	via []evidence.Frame,
	under []hold,
) {
	if g, recv, ok := m.method(c); ok {
		if row := m.r.Flow.Source.RowOf(g); row != nil {
			return
		}
		c, args = closure{fn: g}, append(slices.Clone(recv), args...)
	}
	s := m.r.summaryOf(c.fn)
	if s.empty() {
		return
	}
	hop := append(slices.Clone(via), evidence.Frame{Func: m.r.Flow.Source.FuncSymbol(c.fn), Call: m.place(call)})
	for _, t := range s.acquires {
		m.foldTake(h, t, c, args, sure, hop, under)
	}
	for _, e := range s.effects {
		if e.path.Root == facts.RootBehind && e.path.Index < len(args) {
			found := m.spots.Of(args[e.path.Index])
			h.changes = append(h.changes, change{lock: place.Path{Value: found.Value, Steps: e.path.Steps}, behind: true})
			continue
		}
		if p := m.locate(e.path, c, args); p.Known() {
			op := e.op
			if !sure {
				op = 0
			}
			h.changes = append(h.changes, change{lock: p, op: op})
		}
	}
	m.foldSlots(h, s, c, args, sure)
	for _, v := range s.invokes {
		m.foldInvoke(h, v, c, args, call, hop, under)
	}
}

// foldTake adds one acquisition of a callee, unless a constant argument rules it out.
func (m *reader) foldTake(
	h *lockEvent,
	t acquisition,
	c closure,
	args []ssa.Value,
	sure bool,
	hop []evidence.Frame,
	under []hold,
) {
	p := m.locate(t.path, c, args)
	if !p.Known() || len(hop)+len(t.via) > maxHops {
		return
	}
	var arg ssa.Value
	if k := t.cond - 1; k >= 0 {
		if k < len(args) {
			x, ok := args[k].(*ssa.Const)
			switch {
			case !ok || x.Value == nil:
				arg = args[k]
			case !t.allows(x):
				return
			}
		}
		t.cond = 0
		if q, ok := arg.(*ssa.Parameter); ok {
			t.cond = slices.Index(m.fn.Params, q) + 1
		}
		if t.among != nil {
			arg = nil // its outcomes are those of a truth value
		}
	}
	if !sure && !t.user {
		t.doubt++
	}
	t.via = append(slices.Clone(hop), t.via...)
	h.acquires = append(h.acquires, calleeAcquisition{acquisition: t, lock: p, under: under, arg: arg})
}

// foldInvoke adds what a callee calls back.
func (m *reader) foldInvoke(
	h *lockEvent,
	v invoke,
	c closure,
	args []ssa.Value,
	call token.Pos,
	hop []evidence.Frame,
	under []hold,
) {
	if v.param >= len(args) || len(hop) > maxHops {
		return
	}
	for _, t := range v.held {
		if p := m.locate(t.path, c, args); p.Known() {
			via := append(slices.Clone(hop), t.via...)
			under = append(slices.Clone(under), hold{spot: p, mode: t.mode, name: t.name, at: t.at, via: via})
		}
	}
	if p, ok := args[v.param].(*ssa.Parameter); ok {
		h.invokes = append(h.invokes, reachInvoke{param: slices.Index(m.fn.Params, p), under: under})
		return
	}
	if f, ok := m.function(args[v.param]); ok {
		before := len(h.acquires)
		m.fold(h, f, nil, call, false, hop, under)
		for k := before; v.sure && k < len(h.acquires); k++ {
			h.acquires[k].doubt--
		}
	}
}
