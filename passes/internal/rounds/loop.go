// This file counts how often blocks run: once, or as often as a loop that counts (E14).

package rounds

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// A Tally counts executions: a number, and loops by what bounds them.
type Tally struct {
	Known int            // executions outside loops, and of loops with constant bounds, less what other loops skip
	Loops map[string]int // loops by their bound, as if they counted from zero
	Wrong bool           // something cannot be counted
}

// Add counts one more statement.
func (t *Tally) Add(known int, bound string) {
	t.Known += known
	if bound != "" {
		if t.Loops == nil {
			t.Loops = map[string]int{}
		}
		t.Loops[bound]++
	}
}

// Covers reports whether so many receives take all messages of so many goroutines.
func (t *Tally) Covers(u *Tally) bool {
	for b, n := range u.Loops {
		if t.Loops[b] < n {
			return false
		}
	}
	return !t.Wrong && !u.Wrong && t.Known >= u.Known
}

// Numbered numbers the bounds of loops.
func (f *Function) Numbered(t *Tally) facts.Tally {
	out := facts.Tally{Known: int64(t.Known)}
	for _, b := range slices.Sorted(maps.Keys(t.Loops)) {
		if f.bounds[b] == 0 {
			if f.bounds == nil {
				f.bounds = map[string]uint32{}
			}
			f.bounds[b] = uint32(len(f.bounds) + 1)
		}
		for range t.Loops[b] {
			out.Loops = append(out.Loops, f.bounds[b])
		}
	}
	slices.Sort(out.Loops)
	return out
}

// Times tells how often a block runs in an activation of its function, or in one round of the loop whose blocks are
// given: once; or as often as the one loop that contains it, with its bound. A block that runs on some iterations only,
// or in nested loops, cannot be counted.
func (f *Function) Times(b *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) (known int, bound string, ok bool) {
	if !f.graph.Cyclic(b) || len(in) > 0 && len(f.graph.Innermost(b)) == len(in) {
		return 1, "", true
	}
	l := f.LoopOf(b, in)
	if l == nil {
		return 0, "", false
	}
	start := l.Start
	if n, isConst := f.Number(l.Bound); isConst && n > start && n < 1<<20 {
		return int(n - start), "", true
	}
	bound = f.boundName(l.Bound)
	return int(-start), bound, bound != ""
}

// A Counted is a loop that counts up while it is less than its bound, or down from there to zero.
type Counted struct {
	Test  *ssa.BasicBlock // its last instruction decides whether the loop goes on: to its first successor
	Bound ssa.Value       // how far it counts
	Start int64           // the number from which it counts up
}

// LoopOf is the counted loop around a block, in an activation or in one round of the loop whose blocks are given; nil
// if there is none or the block is not run once per iteration.
func (f *Function) LoopOf(b *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) *Counted {
	h := branch.Header(b, in)
	if h == nil {
		return nil
	}
	for _, test := range append([]*ssa.BasicBlock{h}, h.Preds...) { // tested at the head, or at the foot
		if (test == h || h.Dominates(test) && test.Succs[0] == h) && branch.LessThan(test) != nil {
			return &Counted{test, branch.LessThan(test), branch.StartOf(test)}
		}
	}
	if from := branch.Countdown(h); from != nil {
		return &Counted{Test: h, Bound: from}
	}
	if over := f.rangedMap(h); over != nil {
		return &Counted{Test: h, Bound: over}
	}
	return nil
}

// rangedMap is the map that a loop with this head goes over, if nothing behind that adds to it or deletes from it in
// this function; nil otherwise.
func (f *Function) rangedMap(h *ssa.BasicBlock) ssa.Value {
	cond, ok := h.Instrs[len(h.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	more, ok := cond.Cond.(*ssa.Extract)
	if !ok {
		return nil
	}
	next, ok := more.Tuple.(*ssa.Next)
	if !ok || next.IsString || more.Index != 0 {
		return nil
	}
	over := next.Iter.(*ssa.Range)
	behind := branch.Reached(over.Block(), func(b *ssa.BasicBlock) []*ssa.BasicBlock { return b.Succs })
	for _, instr := range *over.X.Referrers() {
		_, updates := instr.(*ssa.MapUpdate)
		call, calls := instr.(*ssa.Call)
		if (updates || calls && place.IsBuiltin(&call.Call, "delete")) && behind[instr.Block()] {
			return nil
		}
	}
	return over.X
}

// BoundOf is what a loop counts up to or down from that a block decides; nil if it does not.
func BoundOf(test *ssa.BasicBlock) ssa.Value {
	if bound := branch.LessThan(test); bound != nil {
		return bound
	}
	return branch.Countdown(test)
}

// Exits are the blocks that leave the loop, or go round it if it would not run at all, by their second successor.
func (f *Function) Exits(l *Counted) []*ssa.BasicBlock {
	list := []*ssa.BasicBlock{l.Test}
	out := l.Test.Succs[1]
	for _, p := range out.Preds {
		bound := branch.LessThan(p)
		if p != l.Test && bound != nil && p.Succs[1] == out && f.SameBound(bound, l.Bound) {
			list = append(list, p)
		}
	}
	return list
}

// SameBound reports whether two bounds are equal for sure.
func (f *Function) SameBound(a, b ssa.Value) bool {
	m, isM := f.Number(a)
	n, isN := f.Number(b)
	if isM || isN {
		return isM && isN && m == n
	}
	name := f.boundName(a)
	return name != "" && name == f.boundName(b)
}

// startedName names how many goroutines were started, as a loop's bound; empty for no number.
func startedName(n uint32) string { return counted("started ", n) }

// sentName names how much was sent.
func sentName(n uint32) string { return counted("sent ", n) }

// counted names a number of something; empty for no number.
func counted(what string, n uint32) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(what, n)
}

// isMap reports whether a value is a map.
func isMap(v ssa.Value) bool {
	_, ok := v.Type().Underlying().(*types.Map)
	return ok
}

// boundName names what a loop counts up to, such that equal names are equal numbers: a value, or the length of one; a
// map stands for its length.
func (f *Function) boundName(v ssa.Value) string {
	v = f.AsMany(v)
	if name := cmp.Or(startedName(f.startCounts()[v]), sentName(f.sendCounts()[v])); name != "" {
		return name
	}
	switch x := v.(type) {
	case *ssa.Call:
		if place.IsBuiltin(&x.Call, "len") {
			if over := x.Call.Args[0]; isMap(over) {
				return f.boundName(over)
			} else if inner := f.boundName(over); inner != "" {
				return "len " + inner
			}
			return ""
		}
		if size := f.Room(x); size != nil {
			return f.boundName(size)
		}
	case *ssa.UnOp:
		if x.Op == token.MUL {
			if _, ok := x.X.(*ssa.Alloc); ok {
				return "*" + x.X.Name()
			}
			if g, ok := x.X.(*ssa.Global); ok {
				return "*" + g.String()
			}
			if v, ok := x.X.(*ssa.FreeVar); ok {
				if a, ok := place.Binding(v).(*ssa.Alloc); ok && f.places.Stored(a) != nil {
					return "*" + v.Name()
				}
			}
			if field, ok := x.X.(*ssa.FieldAddr); ok && f.places.FinalField(field) {
				if base := f.boundName(field.X); base != "" {
					return fmt.Sprint(base, ".", field.Field)
				}
			}
			return ""
		}
	}
	if _, ok := v.Type().Underlying().(*types.Tuple); ok {
		return ""
	}
	return v.Name()
}
