// This file reads how loops count: what their head or foot compares, from where, and in which other ways they end.

package branch

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// LessThan is the bound that a block compares with before it branches, nil if it does not.
func LessThan(b *ssa.BasicBlock) ssa.Value {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	if less, ok := cond.Cond.(*ssa.BinOp); ok && less.Op == token.LSS {
		return less.Y
	}
	return nil
}

// Header is the head of the innermost loop around a block, if the loop is in no other loop, or in no other one within
// the loop whose blocks are given, and the block runs once per iteration: it dominates every way back to the head.
func Header(b *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) *ssa.BasicBlock {
	for h := b; h != nil; h = h.Idom() {
		back := false
		for _, p := range h.Preds {
			if h.Dominates(p) {
				back = true
				if !b.Dominates(p) && h != b {
					return nil
				}
			}
		}
		if !back {
			continue
		}
		if heads(h, in) {
			return nil
		}
		for up := h.Idom(); up != nil && !heads(up, in); up = up.Idom() {
			for _, p := range up.Preds {
				if up.Dominates(p) && comesBack(h, p, up) {
					return nil
				}
			}
		}
		return h
	}
	return nil
}

// comesBack reports whether control comes from a block to another one without passing a third one.
func comesBack(from, to, by *ssa.BasicBlock) bool {
	return from == to || Reached(to, func(b *ssa.BasicBlock) []*ssa.BasicBlock {
		if b == by {
			return nil
		}
		return b.Preds
	})[from]
}

// heads reports whether a block is the head of a loop whose blocks are given.
func heads(b *ssa.BasicBlock, in map[*ssa.BasicBlock]bool) bool { return in[b] && !in[b.Idom()] }

// StartOf is the number from which a loop counts up whose head compares the counter; zero if it is not known.
func StartOf(test *ssa.BasicBlock) int64 {
	less, ok := test.Instrs[len(test.Instrs)-1].(*ssa.If).Cond.(*ssa.BinOp)
	if !ok {
		return 0
	}
	counter, ok := less.X.(*ssa.Phi)
	if !ok || counter.Block() != test {
		return 0
	}
	for i, p := range test.Preds {
		if !test.Dominates(p) {
			n, _ := place.Int(counter.Edges[i])
			return n
		}
	}
	return 0
}

// LeftEarly reports whether a loop that some blocks decide may also be left from another one, and the function goes on
// or returns then.
func LeftEarly(in map[*ssa.BasicBlock]bool, at ...*ssa.BasicBlock) bool {
	for b := range in {
		for _, s := range b.Succs {
			if !slices.Contains(at, b) && !in[s] && MayReturn(s) {
				return true
			}
		}
	}
	return false
}

// Tallied reports whether a loop runs as often as another one has counted, that does not count each time: how often
// something was so.
func Tallied(bound ssa.Value) bool {
	total, ok := bound.(*ssa.Phi)
	if !ok {
		return false
	}
	counts, skips := false, false
	for _, e := range merged(total) {
		step, ok := e.(*ssa.BinOp)
		counts = counts || ok && step.Op == token.ADD && step.X == ssa.Value(total)
		skips = skips || e == ssa.Value(total)
	}
	return counts && skips
}

// merged are the values that come to a phi in a loop, those of phis on the way there included.
func merged(total *ssa.Phi) []ssa.Value {
	var list []ssa.Value
	for _, e := range total.Edges {
		if p, ok := e.(*ssa.Phi); ok && p != total {
			list = append(list, p.Edges...)
			continue
		}
		list = append(list, e)
	}
	return list
}
