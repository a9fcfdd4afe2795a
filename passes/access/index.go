// This file classifies element indices; passes/internal/iteration knows which are unique.

package access

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/iteration"
	"github.com/syncvet/syncvet/passes/source"
)

// classify says what is known about the index of an element access. Indices count from the start of what a slice was
// cut from (A12). Of an element of an element only the outermost index is looked at: elements of two different arrays
// are different memory, whatever is selected within them (A27).
func (c *collector) classify(t *accessSite) (facts.IndexKind, int64, int64) {
	addr := t.addr
	root := iteration.Fieldless(addr)
	if v, ok := root.(*ssa.FreeVar); ok && c.r.iteration.OwnElement(c.fn, v) {
		return facts.IndexUnique, iteration.Number(v), 0
	}
	if number, stride, ok := c.r.iteration.OwnPointer(c.fn, root); ok {
		return facts.IndexUnique, number, stride
	}
	if x, ok := addr.(*ssa.Slice); ok && iteration.Element(x.X) != nil {
		addr = x.X // part of an array that is an element itself
	} else if isSlice(addr) && t.kind != facts.AppendWrite && t.kind != facts.AppendOver {
		return several(t)
	}
	at := iteration.Element(addr)
	if at == nil {
		return facts.IndexNone, 0, 0
	}
	if row := outermost(at); row != at {
		if c.ownNumber(row.Index) {
			return facts.IndexUnique, iteration.Number(row.Index), 0
		}
		return facts.IndexNone, 0, 0
	}
	if n, ok := c.number(at.Index); ok {
		if low, ok := start(at.X); ok {
			return facts.IndexConst, low + n, 0
		}
		return facts.IndexNone, 0, 0
	}
	if c.ownNumber(at.Index) {
		if counter, add, stride := c.r.iteration.Offset(c.fn, at.Index); stride > 0 && facts.Strided(add, stride) != 0 {
			return facts.IndexUnique, iteration.Number(counter), facts.Strided(add, stride)
		}
		return facts.IndexUnique, iteration.Number(at.Index), 0
	}
	if number, stride, ok := c.r.iteration.Round(c.fn, at.Index, t.instr); ok {
		return facts.IndexRound, number, stride
	}
	return facts.IndexNone, 0, 0
}

// number is the index that is constant: as it is written, or the length of what is made with a constant length, and
// held by a variable that is set once, less a constant (A33).
func (c *collector) number(v ssa.Value) (int64, bool) {
	switch x := v.(type) {
	case *ssa.BinOp:
		n, ok := c.number(x.X)
		less, constant := place.Int(x.Y)
		return n - less, ok && constant && x.Op == token.SUB
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
			return 0, false
		}
		held := x.Call.Args[0]
		if load, ok := held.(*ssa.UnOp); ok && load.Op == token.MUL {
			a := place.Variable(load.X)
			if a == nil {
				return 0, false
			}
			held = c.r.locks.Places.Stored(a)
		}
		n := count(held)
		return n, n >= 0
	}
	return place.Int(v)
}

// ownNumber reports whether an index is the goroutine's own: it counts goroutines, or stays within a share.
func (c *collector) ownNumber(v ssa.Value) bool {
	return c.r.iteration.Unique(c.fn, v) || c.r.iteration.Share(c.fn, v)
}

// ownIndex is the flag of an element access whose goroutine may have elements of its own (A18), or moves a cursor over
// them (A41).
func ownIndex(t *accessSite) facts.AccessFlags {
	at := iteration.Element(t.addr)
	flags := facts.AccessFlags(0)
	if at != nil && inner(outermost(at)) {
		flags = facts.AccessInner
	}
	switch {
	case at == nil:
		if part, ok := t.addr.(*ssa.Slice); ok && part.Low != nil && place.Cursor(part.Low) {
			return facts.AccessCursor
		}
	case place.Cursor(at.Index):
		flags |= facts.AccessCursor
	case given(at.Index), given(outermost(at).Index):
		flags |= facts.AccessGiven
	}
	return flags
}

// inner reports whether an element is one of an array that lies in what a pointer leads to: which element of a larger
// array that is, the index does not say.
func inner(at *ssa.IndexAddr) bool {
	field, ok := at.X.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	switch source.Root(field).(type) {
	case *ssa.Alloc, *ssa.Global:
		return false
	}
	return true
}

// given reports whether an index is computed from what the function was given, each number to another one.
func given(v ssa.Value) bool { return place.Given(v) && !place.Quotient(v) }

func isSlice(v ssa.Value) bool {
	_, ok := source.Core(v.Type()).(*types.Slice)
	return ok
}

// several is the range of indices of an access to all elements of a slice.
func several(t *accessSite) (facts.IndexKind, int64, int64) {
	n := count(t.addr)
	if t.with != nil {
		if m := count(t.with); n < 0 || m >= 0 && m < n {
			n = m
		}
	}
	if low, ok := start(t.addr); ok && n >= 0 {
		return facts.IndexRange, low, low + n
	}
	return facts.IndexNone, 0, 0
}

// start is the index at which a slice starts in what it was cut from, if that is constant.
func start(v ssa.Value) (int64, bool) {
	low := int64(0)
	for {
		s, ok := v.(*ssa.Slice)
		if !ok {
			return low, true
		}
		n, ok := bound(s.Low, 0)
		if !ok {
			return 0, false
		}
		low += n
		v = s.X
	}
}

// count is the constant number of elements of a slice, negative if it is none.
func count(v ssa.Value) int64 {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return -1
	}
	length := int64(-1)
	if p, ok := source.Core(s.X.Type()).(*types.Pointer); ok {
		if a, ok := source.Core(p.Elem()).(*types.Array); ok {
			length = a.Len()
		}
	}
	low, ok := bound(s.Low, 0)
	high, known := bound(s.High, length)
	if !ok || !known || high < low {
		return -1
	}
	return high - low
}

// bound is a constant bound of a slice, or what stands for a missing one.
func bound(v ssa.Value, missing int64) (int64, bool) {
	if v == nil {
		return missing, true
	}
	return place.Int(v)
}

// outermost is the selection that an element of an element begins with: of tables[w][k], where tables is a slice of
// arrays, that of tables[w], for arrays lie within their elements.
func outermost(at *ssa.IndexAddr) *ssa.IndexAddr {
	for {
		up := iteration.Element(at.X)
		if up == nil {
			return at
		}
		at = up
	}
}
