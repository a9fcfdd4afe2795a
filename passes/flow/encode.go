// This file numbers what is left of a function and writes it as facts.

package flow

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// flow gives the unit's facts. Nodes are numbered in order of first use.
func (g *system) flow(u *facts.UnitBuilder) *facts.Flow {
	g.numbers = make([]facts.Node, g.last+1)
	f := &facts.Flow{}
	f.Params = g.nodes(f, g.params)
	f.FreeVars = g.nodes(f, g.freeVars)
	f.Results = g.nodes(f, g.results)
	f.Lent = g.lent()
	g.objNum = make([]int, len(g.objs))
	for i := range g.objNum {
		g.objNum[i] = -1
	}
	for _, c := range g.cons {
		k := facts.Con{Op: c.op, Dst: g.number(f, c.dst), Src: g.number(f, c.src), Off: c.off, Type: u.Ref(c.typ)}
		if c.op == facts.ConAddr {
			k.Obj = uint32(g.writeObj(f, u, c.obj))
		}
		f.Cons = append(f.Cons, k)
	}
	for _, c := range g.calls {
		f.Calls = append(f.Calls, facts.Call{
			Flags: c.flags, Callee: u.Ref(c.callee), API: u.Ref(c.api), Loop: u.Ref(c.loop), LoopOn: g.number(f, c.loopOn),
			Recv: g.number(f, c.recv),
			Once: g.number(f, c.once), OnceOff: c.onceOff,
			Args: g.nodes(f, c.args), Results: g.nodes(f, c.results), From: c.from, Pos: g.pos(u, c.pos),
		})
	}
	for _, v := range g.shifted {
		if n := g.number(f, v); n != 0 && !slices.Contains(f.Shifted, n) {
			f.Shifted = append(f.Shifted, n)
		}
	}
	return f
}

// number is the node of a variable, a new one at first.
func (g *system) number(f *facts.Flow, v variable) facts.Node {
	v = g.find(v)
	if v != 0 && g.numbers[v] == 0 {
		f.Nodes++
		g.numbers[v] = facts.Node(f.Nodes)
	}
	return g.numbers[v]
}

// lent are the slots of the results, as bits, that are channels from which one can only receive.
func (g *system) lent() (list uint64) {
	at := 0
	for v := range g.fn.Signature.Results().Variables() {
		if c, ok := v.Type().Underlying().(*types.Chan); ok && c.Dir() == types.RecvOnly && at < facts.MaskBits {
			list |= 1 << at
		}
		at += g.layout.Size(v.Type())
	}
	return list
}

func (g *system) nodes(f *facts.Flow, vs []variable) []facts.Node {
	var list []facts.Node
	for _, v := range vs {
		list = append(list, g.number(f, v))
	}
	return list
}

// writeObj writes an object at its first use.
func (g *system) writeObj(f *facts.Flow, u *facts.UnitBuilder, i int) int {
	if g.objNum[i] < 0 {
		o := g.objs[i]
		o.Type, o.Sym, o.Pos = u.Ref(o.typ), u.Ref(o.sym), g.pos(u, o.pos)
		g.objNum[i] = len(f.Objs)
		f.Objs = append(f.Objs, o.Obj)
	}
	return g.objNum[i]
}

func (g *system) pos(u *facts.UnitBuilder, p token.Pos) facts.PosRef {
	file, line, col := g.src.Position(p)
	return u.Pos(file, line, col)
}

// final is the node of a variable after extraction; zero if it was dropped.
func (g *system) final(v variable) facts.Node {
	if v == 0 || int(v) >= len(g.parent) {
		return 0
	}
	return g.numbers[g.find(v)]
}
