// This file is what is asked of a function: who owns what an instruction accesses.

package ownership

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/passes/flow"
)

// A Condition says when memory is owned.
type Condition struct {
	Owned bool   // it is, if all parameters in If are
	If    uint64 // bit i: parameter i (the receiver is 0)
}

// A Result is what is owned in one function.
type Result struct {
	conds    map[use]Condition // owned operands only
	released map[use]bool      // operands that others have been given
	found    map[use]bool      // operands that were found in what others have been given
}

// A use is an operand of an instruction.
type use struct {
	instr ssa.Instruction // the instruction
	v     ssa.Value       // the operand
}

// At reports whether what an operand of an instruction points to is owned just before the instruction.
func (r *Result) At(instr ssa.Instruction, v ssa.Value) Condition {
	if r == nil {
		return Condition{}
	}
	return r.conds[use{instr, v}]
}

// Transferred reports whether an operand of an instruction surely points to what this function made, was given or
// received, and has passed on to others on some way to the instruction (W9).
func (r *Result) Transferred(instr ssa.Instruction, v ssa.Value) bool {
	return r != nil && r.released[use{instr, v}]
}

// Found reports whether an operand of an instruction was found in what the function has passed on to others on some way
// to the instruction, or in what is found there: others find it there, too (W9).
func (r *Result) Found(instr ssa.Instruction, v ssa.Value) bool {
	return r != nil && r.found[use{instr, v}]
}

// A view is what a value may point to (W2).
type view struct {
	roots uint64 // the roots, as bits
	loose bool   // it may point to something else, too, that is not owned
}

func (v view) or(w view) view { return view{v.roots | w.roots, v.loose || w.loose} }

// unknown is a value that may point anywhere but to unpublished roots.
var unknown = view{loose: true}

// An analysis is one function under analysis.
type analysis struct {
	flow    *flow.Result      // what is known of the package's functions
	fn      *ssa.Function     // the function
	graph   *branch.Graph     // its control flow, as far as branches on constants leave it
	roots   []ssa.Value       // values whose objects may be owned, by bit
	bit     map[ssa.Value]int // index into roots
	params  uint64            // roots that are parameters
	shared  uint64            // roots that are received: the sender may still know them
	renewed uint64            // roots made in cycles (W7)
	whole   uint64            // roots owned with all that they hold (W8)
	// phis of loops whose contents are followed from round to round (W11), by bit of state.given
	names  []*ssa.Phi
	grows  map[*ssa.Call]bool    // appends in cycles: roots that are never renewed (W11)
	values map[ssa.Value]view    // what they may point to; grows until a round adds nothing
	grown  bool                  // a view grew in this round
	leaky  map[*ssa.FreeVar]bool // memo of leaks
	out    *Result               // nil before the last round
}

// view is what a value may point to; constants point to nothing.
func (a *analysis) view(v ssa.Value) view {
	switch v.(type) {
	case *ssa.Const, *ssa.Function, *ssa.Builtin:
		return view{}
	case *ssa.Global, *ssa.FreeVar:
		return unknown
	case *ssa.Parameter:
		if i, ok := a.bit[v]; ok {
			return view{roots: 1 << i}
		}
		return unknown
	}
	return a.values[v]
}

// set gives a value its view: what it had before stays, so that rounds only grow.
func (a *analysis) set(v ssa.Value, w view) {
	old := a.values[v]
	if w = w.or(old); w != old {
		a.values[v] = w
		a.grown = true
	}
}
