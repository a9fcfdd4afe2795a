// This file finds variables that count the goroutines of several go statements outside loops: n++ beside each (E42).

package rounds

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// StartsNumber is the number of what a loop counts up to, or down from, if that is how many goroutines were started;
// zero for others.
func (f *Function) StartsNumber(bound ssa.Value) uint32 {
	if bound == nil {
		return 0
	}
	if n := f.startCounts()[f.AsMany(bound)]; n != 0 {
		return n
	}
	return f.sharedCounts().totals[bound]
}

// CountedBy is the number under which a block counts the goroutines that it starts, maybe together with others; zero if
// it does not.
func (f *Function) CountedBy(b *ssa.BasicBlock) uint32 {
	if n := f.StartedBy(b); n != 0 {
		return n
	}
	return f.sharedCounts().starts[b]
}

// sharedCounts numbers the variables, behind those of startCounts.
func (f *Function) sharedCounts() *sharing {
	if f.shared != nil {
		return f.shared
	}
	f.shared = &sharing{map[*ssa.BasicBlock]uint32{}, map[ssa.Value]uint32{}}
	number := uint32(0)
	for _, n := range f.startCounts() {
		number = max(number, n)
	}
	for _, b := range f.fn.Blocks {
		if sum := f.startSum(b); sum != nil && f.shared.starts[b] == 0 {
			number++
			f.share(sum, number)
		}
	}
	return f.shared
}

// startSum is what counts, outside loops, the one go statement of a block; nil: nothing does.
func (f *Function) startSum(b *ssa.BasicBlock) *ssa.BinOp {
	var found *ssa.BinOp
	starts := 0
	for _, instr := range b.Instrs {
		if isGo(instr) {
			starts++
		}
		sum, ok := instr.(*ssa.BinOp)
		if !ok || sum.Op != token.ADD {
			continue
		}
		if n, isConst := place.Int(sum.Y); isConst && n == 1 {
			if found != nil {
				return nil
			}
			found = sum
		}
	}
	if starts != 1 || f.graph.Cyclic(b) {
		return nil
	}
	return found
}

// share numbers a variable, if all that it ever holds is zero, such a sum, or either where ways meet.
func (f *Function) share(sum *ssa.BinOp, number uint32) {
	set := map[ssa.Value]bool{}
	for work := []ssa.Value{sum}; len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if n, isConst := place.Int(v); set[v] || isConst && n == 0 {
			continue
		}
		from, ok := f.adds(v)
		if !ok {
			return
		}
		set[v] = true
		work = append(work, from...)
		for _, use := range *v.Referrers() {
			next, ok := use.(ssa.Value)
			if !ok {
				continue
			}
			if _, ok := f.adds(next); ok {
				work = append(work, next)
			}
		}
	}
	for v := range set {
		if sum, ok := v.(*ssa.BinOp); ok {
			f.shared.starts[sum.Block()] = number
		}
		goesOn := slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
			next, ok := use.(ssa.Value)
			return ok && set[next]
		})
		if !goesOn {
			f.shared.totals[v] = number
		}
	}
}

// adds gives what a value is one more than, beside a go statement, or what flows together in it outside loops; ok is
// false for other values.
func (f *Function) adds(v ssa.Value) (from []ssa.Value, ok bool) {
	switch v := v.(type) {
	case *ssa.BinOp:
		return []ssa.Value{v.X}, f.startSum(v.Block()) == v
	case *ssa.Phi:
		return v.Edges, !f.graph.Cyclic(v.Block())
	}
	return nil, false
}
