// This file finds counts that goroutines wait for with a Cond: "for l.n > 0 { l.cond.Wait() }" (E40).

package spawn

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/internal/flags"
)

// counts are the variables of the package that decide a loop in which a Cond is waited for, and that are counted up or
// down.
func (r *Result) counts() map[flags.Variable]bool {
	if r.awaited != nil {
		return r.awaited
	}
	r.awaited = map[flags.Variable]bool{}
	moved, loads := map[flags.Variable]bool{}, []*ssa.UnOp{}
	for i, fn := range r.src.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if s, ok := instr.(*ssa.Store); ok {
					moved[r.flagsOf().Moves(s)] = true
				}
			}
		}
		if r.flow.Flow(i) != nil && r.src.Client(i) == nil {
			for _, in := range newSkeleton(r, fn).condLoops() {
				loads = append(loads, tests(fn, in)...)
			}
		}
	}
	for _, load := range loads {
		if v := r.flagsOf().Variable(load.X); v != nil && moved[v] {
			r.awaited[v] = true
		}
	}
	return r.awaited
}

// condLoops are the loops in which the function itself waits for a Cond.
func (k *skeleton) condLoops() (list []map[*ssa.BasicBlock]bool) {
	waits := func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, k.waitsForCond) }
	if !slices.ContainsFunc(k.fn.Blocks, waits) {
		return nil
	}
	for _, h := range k.fn.DomPreorder() {
		if in := k.naturalLoop(h); k.waitsIn(in) {
			list = append(list, in)
		}
	}
	return list
}

// tests are the loads of variables that the conditions of a loop of a function compare.
func tests(fn *ssa.Function, in map[*ssa.BasicBlock]bool) (list []*ssa.UnOp) {
	for _, b := range fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !in[b] {
			continue
		}
		if x, ok := cond.Cond.(*ssa.BinOp); ok {
			for _, v := range []ssa.Value{x.X, x.Y} {
				if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
					list = append(list, load)
				}
			}
		}
	}
	return list
}

// countedOn are the counts that have come so far on an edge: out of a loop that waits for them, or by an own move.
func (k *skeleton) countedOn(b *ssa.BasicBlock, i int) (list []event) {
	if e, ok := k.lastOn(b, i == 0); ok {
		list = append(list, e)
	}
	for _, in := range k.waiting {
		for _, load := range tests(k.fn, in) {
			if in[b] && !in[b.Succs[i]] && k.r.counts()[k.r.flagsOf().Variable(load.X)] {
				list = append(list, k.object(facts.EventReached, load.X, load))
			}
		}
	}
	return list
}
