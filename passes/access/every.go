// This file recognises accesses of every element of a slice (A46).

package access

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
)

// every is AccessEvery if a loop around an access of an element goes over all elements, in order, of a slice that the
// function has made, and of no part of it.
func (c *collector) every(t *accessSite) facts.AccessFlags {
	addr := t.addr
	for {
		f, ok := addr.(*ssa.FieldAddr)
		if !ok {
			break
		}
		addr = f.X
	}
	x, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return 0
	}
	made := x.X
	if load, ok := made.(*ssa.UnOp); ok {
		if a, ok := load.X.(*ssa.Alloc); ok {
			made = c.r.locks.Places.Stored(a)
		}
	}
	if m, ok := made.(*ssa.MakeSlice); !ok || m.Parent() != c.fn {
		return 0
	}
	for head := range c.r.flow.Graph(c.fn).Loops(t.instr.Block()) {
		if _, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If); ok && branch.EachIndex(x, head) {
			return facts.AccessEvery
		}
	}
	return 0
}
