// This file is the analysis of one function: roots, states and the fixpoint.

package ownership

import (
	"go/token"
	"math/bits"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
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
}

// A use is an operand of an instruction.
type use struct {
	instr ssa.Instruction
	v     ssa.Value
}

// At reports whether what an operand of an instruction points to is owned just before the instruction.
func (r *Result) At(instr ssa.Instruction, v ssa.Value) Condition {
	if r == nil {
		return Condition{}
	}
	return r.conds[use{instr, v}]
}

// Released reports whether an operand of an instruction surely points to what this function made, was given or
// received, and has passed on to others on some way to the instruction (W9).
func (r *Result) Released(instr ssa.Instruction, v ssa.Value) bool {
	return r != nil && r.released[use{instr, v}]
}

// A view is what a value may point to (W2).
type view struct {
	roots uint64
	loose bool
}

func (v view) or(w view) view { return view{v.roots | w.roots, v.loose || w.loose} }

// unknown is a value that may point anywhere but to unpublished roots.
var unknown = view{loose: true}

// A state is what is known at a point of the function.
type state struct {
	published uint64
	released  uint64   // roots that were sent, stored where others see them, or given to a goroutine (W9)
	unclean   uint64   // roots whose memory may hold what the function did not store (W4)
	held      []uint64 // by root: the roots that its memory may hold
	given     uint64   // names of which others may have what they hold (W11)
	of        *analysis
}

func (s *state) clone() *state {
	c := *s
	c.held = append([]uint64(nil), s.held...)
	return &c
}

// join adds what holds on another path and reports whether that changed anything.
func (s *state) join(t *state) bool {
	changed := t.published&^s.published|t.released&^s.released|t.unclean&^s.unclean != 0
	changed = changed || t.given&^s.given != 0
	s.given |= t.given
	s.published |= t.published
	s.released |= t.released
	s.unclean |= t.unclean
	for i, h := range t.held {
		changed = changed || h&^s.held[i] != 0
		s.held[i] |= h
	}
	return changed
}

// reach is the roots given and all that their memory holds, directly or not.
func (s *state) reach(roots uint64) uint64 {
	for work := roots; work != 0; {
		i := bits.TrailingZeros64(work)
		work &^= 1 << i
		work |= s.held[i] &^ roots
		roots |= s.held[i]
	}
	return roots
}

// publish makes roots and what they hold reachable for others.
func (s *state) publish(roots uint64) {
	if roots&^s.published != 0 {
		s.published |= s.reach(roots)
	}
	s.give(roots)
}

// release passes roots on to others, with what they hold.
func (s *state) release(roots uint64) {
	s.publish(roots)
	s.released |= s.reach(roots)
}

// contents is what the memory of roots holds.
func (s *state) contents(roots uint64) uint64 {
	var c uint64
	for ; roots != 0; roots &= roots - 1 {
		c |= s.held[bits.TrailingZeros64(roots)]
	}
	return c
}

// An analysis is one function under analysis.
type analysis struct {
	flow    *flow.Result
	fn      *ssa.Function
	graph   *branch.Graph
	roots   []ssa.Value
	bit     map[ssa.Value]int
	params  uint64 // roots that are parameters
	shared  uint64 // roots that are received: the sender may still know them
	renewed uint64 // roots made in cycles (W7)
	whole   uint64 // roots owned with all that they hold (W8)
	names   []*ssa.Phi
	grows   map[*ssa.Call]bool // appends in cycles: roots that are never renewed (W11)
	values  map[ssa.Value]view
	grown   bool // a view grew in this round
	leaky   map[*ssa.FreeVar]bool
	out     *Result // nil before the last round
}

// Analyze finds what is owned in a function. Nil if nothing is.
func Analyze(f *flow.Result, fn *ssa.Function) *Result {
	a := &analysis{
		flow:   f,
		fn:     fn,
		graph:  f.Graph(fn),
		bit:    map[ssa.Value]int{},
		values: map[ssa.Value]view{},
		leaky:  map[*ssa.FreeVar]bool{},
		grows:  map[*ssa.Call]bool{},
	}
	a.findRoots()
	if len(a.roots) == 0 {
		return nil
	}
	in := a.solve()
	a.out = &Result{conds: map[use]Condition{}, released: map[use]bool{}}
	for _, b := range fn.Blocks {
		if in[b.Index] != nil {
			a.block(b, in[b.Index].clone())
		}
	}
	return a.out
}

// solve finds the states at block entries.
func (a *analysis) solve() []*state {
	in := make([]*state, len(a.fn.Blocks))
	in[0] = &state{held: make([]uint64, len(a.roots)), unclean: a.params, of: a}
	for changed := true; changed; {
		a.grown = false
		changed = false
		for _, b := range a.fn.Blocks {
			if in[b.Index] == nil {
				continue
			}
			s := in[b.Index].clone()
			a.block(b, s)
			for i := range b.Succs {
				t := a.graph.Next(b, i)
				if t == nil {
					continue
				}
				next := s.enter(b, t)
				if in[t.Index] == nil {
					in[t.Index] = next
					changed = true
				} else if in[t.Index].join(next) {
					changed = true
				}
			}
		}
		changed = changed || a.grown
	}
	return in
}

// findRoots numbers the roots (W1).
func (a *analysis) findRoots() {
	for i, p := range a.fn.Params {
		if i < 64 && a.flow.Layout.HasPointers(p.Type()) {
			a.addRoot(p)
		}
	}
	a.params = 1<<len(a.roots) - 1
	for _, b := range a.fn.Blocks {
		for _, instr := range b.Instrs {
			a.name(instr, b)
			if v, ok := instr.(ssa.Value); ok && a.makes(v) {
				a.addRoot(v)
				a.classify(v, b)
			}
		}
	}
}

// classify notes what is special about a root.
func (a *analysis) classify(v ssa.Value, b *ssa.BasicBlock) {
	i, ok := a.bit[v]
	if !ok {
		return
	}
	if a.graph.Cyclic(b) {
		a.renewed |= 1 << i
	}
	if call, ok := v.(*ssa.Call); ok && a.flow.Model(call) != nil {
		a.whole |= 1 << i
	}
	if a.received(v) {
		a.shared |= 1 << i
	}
}

func (a *analysis) addRoot(v ssa.Value) {
	if len(a.roots) < 64 {
		a.bit[v] = len(a.roots)
		a.roots = append(a.roots, v)
	}
}

// makes reports whether an instruction makes a root.
func (a *analysis) makes(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return a.flow.Layout.HasPointers(source.Deref(v.Type())) || !a.flow.Source.Contained(v)
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeClosure:
		return true
	case *ssa.Call:
		return isAppendToNil(v) || a.grows[v] || v.Call.Signature().Results().Len() == 1 && a.fresh(v, 0)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && a.fresh(call, v.Index) || a.received(v)
	case *ssa.UnOp:
		return a.received(v)
	}
	return false
}

// received reports whether a value is a message with pointers in it.
func (a *analysis) received(v ssa.Value) bool {
	if !a.flow.Layout.HasPointers(v.Type()) {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.ARROW && !v.CommaOk
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.UnOp:
			return t.Op == token.ARROW && v.Index == 0
		case *ssa.Select:
			return v.Index >= 2
		}
	}
	return false
}

// fresh reports whether result k of a call is new and nobody else's.
func (a *analysis) fresh(call *ssa.Call, k int) bool {
	if !a.flow.Layout.HasPointers(call.Call.Signature().Results().At(k).Type()) {
		return false
	}
	if row, ok := a.flow.Source.Model(&call.Call); ok {
		return row != nil && row.Fresh && len(row.Retains) == 0
	}
	g := call.Call.StaticCallee()
	return g != nil && k < 64 && a.flow.Fresh(g)&(1<<k) != 0
}

func isAppendToNil(v *ssa.Call) bool {
	b, ok := v.Call.Value.(*ssa.Builtin)
	if !ok || b.Name() != "append" {
		return false
	}
	c, ok := v.Call.Args[0].(*ssa.Const)
	return ok && c.IsNil()
}

// condition tells when what a value points to is owned.
func (a *analysis) condition(s *state, v view) Condition {
	if v.roots == 0 || v.loose || v.roots&s.published != 0 {
		return Condition{}
	}
	c := Condition{Owned: true}
	for k, p := range a.fn.Params {
		if i, ok := a.bit[p]; ok && s.reach(1<<i)&v.roots != 0 {
			c.If |= 1 << k
		}
	}
	return c
}

// note records whether an operand is owned, in the last round.
func (a *analysis) note(s *state, instr ssa.Instruction, v ssa.Value) {
	if a.out == nil {
		return
	}
	w := a.view(v)
	if c := a.condition(s, w); c.Owned {
		a.out.conds[use{instr, v}] = c
	} else if s.keeps(v) {
		a.out.conds[use{instr, v}] = Condition{Owned: true}
	}
	if !w.loose && w.roots&s.released != 0 {
		a.out.released[use{instr, v}] = true
	}
}
