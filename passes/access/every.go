// This file recognises accesses of every element of a slice (A46).

package access

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
)

// every is AccessAll if a loop around an access of an element goes over all elements of a slice, in order, and
// AccessEvery besides if the function has made the slice, and it is no part of one.
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
	for head := range c.r.flow.Graph(c.fn).Loops(t.instr.Block()) {
		if _, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If); ok && branch.EachIndex(x, head) {
			if makes(made) {
				return facts.AccessAll | facts.AccessEvery
			}
			return facts.AccessAll
		}
	}
	return 0
}

// makes reports whether a value is a slice that is made there, of a length that is a constant or not.
func makes(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeSlice:
		return true
	case *ssa.Slice:
		_, ok := v.X.(*ssa.Alloc)
		return ok && v.Low == nil
	}
	return false
}
