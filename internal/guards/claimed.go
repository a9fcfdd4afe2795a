// This file asks of two accesses whether a flag under a lock, or the slot of a channel, keeps them apart (G63, G64).

package guards

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/guards/flagged"
	"github.com/syncvet/syncvet/internal/guards/slots"
)

// flagged reports whether x is made by who has claimed a flag that keeps it apart from y, on all ways to both.
func (c *claim) flagged() bool {
	a := c.a
	if a.flags == nil {
		a.flags = newFlags(c.lent(), a.order, a.vars)
	}
	if a.flags.Package == nil || c.x.leak || c.y.leak {
		return false
	}
	held := func(class int) bool { return c.y.must.has(class, false) }
	over := func(u *flagged.Use) bool {
		x := a.flags.sites[u.Instr]
		for k := range x.f.contexts {
			z := &claim{a: a, x: &instance{accessSite: x, ctx: k, key: x.f.contexts[k].key}, y: c.x}
			if !z.joined() && !z.handed() {
				return false
			}
		}
		return true
	}
	xs, ys := a.flags.ways(c.x.f, c.x.ctx, c.x.instr), a.flags.ways(c.y.f, c.y.ctx, c.y.instr)
	for _, x := range xs {
		for _, y := range ys {
			if !a.flags.Apart(x, y, held, over) {
				return false
			}
		}
	}
	return len(xs) > 0 && len(ys) > 0
}

// slotted reports whether both accesses are made, on all ways to them, by who has the one slot of a channel.
func (c *claim) slotted() bool {
	a := c.a
	if a.slots == nil {
		a.slots = slots.New(a.Each, func(ch ssa.Value) any { return a.lockKey(ch, keySteps) }, a.Callee)
	}
	if !a.slots.Any() || c.x.leak || c.y.leak {
		return false
	}
	of := func(x *instance) (list [][]ssa.Instruction) {
		for _, w := range c.lent().ways(x.f, x.ctx, x.instr) {
			var way []ssa.Instruction
			for _, s := range w {
				way = append(way, s.At)
			}
			list = append(list, way)
		}
		return list
	}
	return a.slots.Apart(of(c.x), of(c.y))
}
