// This file asks of two accesses whether a flag under a lock keeps them apart (G63).

package guards

import "github.com/syncvet/syncvet/internal/guards/flagged"

// flagged reports whether x is made by who has claimed a flag that keeps it apart from y, on all ways to both.
func (c *claim) flagged() bool {
	a := c.a
	if a.lending == nil {
		a.lending = newLending(a.runs)
	}
	if a.flags == nil {
		a.flags = newFlags(a.lending, a.order, a.vars)
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
