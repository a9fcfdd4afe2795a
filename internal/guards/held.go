// This file finds which locks are held at each instruction of a function, relative to what its caller holds (G2).

package guards

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
)

// A walker computes the states of one function.
type walker struct {
	a     *locking                             // what is known of locks so far: net effects of callees, operations
	f     *function                            // the function that is walked
	graph *branch.Graph                        // its control flow, as far as branches on constants leave it
	visit func(instr ssa.Instruction, s state) // told of every instruction with the state before it; nil: nobody asks
	exit  *state                               // join over all returns, nil: none yet
}

// walk finds the states of a function and shows them.
func (a *locking) walk(f *function, visit func(ssa.Instruction, state)) *state {
	w := &walker{a: a, f: f, graph: a.flow.Graph(f.fn)}
	in := make([]*state, len(f.fn.Blocks))
	if f.locks {
		in = branch.Forward[states](w.graph, &state{}, branch.Flow[*state]{Block: w.block, Edge: w.edge})
	} else {
		for _, b := range f.fn.Blocks {
			if w.graph.Reached(b) {
				in[b.Index] = &state{}
			}
		}
	}
	w.visit, w.exit = visit, nil
	for _, b := range f.fn.Blocks {
		if s := in[b.Index]; s != nil {
			w.block(b, s)
		}
	}
	return w.exit
}

// states is their lattice; nil where no way leads.
type states struct{}

func (states) Ident() *state { return nil }

func (states) Equals(a, b *state) bool { return a == b || a != nil && b != nil && *a == *b }

func (states) Merge(a, b *state) *state {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	s := a.join(*b)
	return &s
}

// block is the state at the end of a block.
func (w *walker) block(b *ssa.BasicBlock, in *state) *state {
	s := *in
	for _, instr := range b.Instrs {
		if w.visit != nil {
			w.visit(instr, s)
		}
		switch instr := instr.(type) {
		case *ssa.Call:
			s = w.call(s, instr)
		case *ssa.RunDefers:
			s = w.deferred(s, b)
		case *ssa.Return:
			if w.exit == nil {
				x := s
				w.exit = &x
			} else {
				*w.exit = w.exit.join(s)
			}
		}
	}
	return &s
}

// call applies a call.
func (w *walker) call(s state, call ssa.CallInstruction) state {
	if op, ok := w.a.ops[call]; ok {
		if !op.try {
			s = s.apply(op)
		}
		return s
	}
	if g := w.a.callee(call); g != nil && g.locks {
		s = s.then(g.net)
	}
	return s
}

// deferred applies the deferred calls, the last one first. One that may not have been deferred releases at most, and
// one that no way to this return comes through does nothing there.
func (w *walker) deferred(s state, at *ssa.BasicBlock) state {
	for _, d := range slices.Backward(w.f.defers) {
		if !branch.MayFollow(d.Block(), at) {
			continue
		}
		if w.visit != nil {
			w.visit(deferredCall{d}, s)
		}
		if branch.Settled(d, at) {
			continue
		}
		after := w.call(s, d)
		if d.Block().Dominates(at) {
			s = after
		} else {
			s = s.join(after)
		}
	}
	return s
}

// A deferredCall stands for a deferred call at the moment when it runs.
type deferredCall struct{ *ssa.Defer }

// edge is the state on the edge to a successor: where a TryLock succeeded the lock is held.
func (w *walker) edge(b *ssa.BasicBlock, k int, s *state) *state {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return s
	}
	v, sense := cond.Cond, true
	for {
		not, ok := v.(*ssa.UnOp)
		if !ok {
			break
		}
		v, sense = not.X, !sense
	}
	if call, ok := v.(*ssa.Call); ok && sense == (k == 0) {
		if op, ok := w.a.ops[call]; ok && op.try {
			next := s.apply(op)
			return &next
		}
	}
	return s
}
