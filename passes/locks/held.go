// This file finds which locks are held at each instruction (K2 to K5): a forward dataflow over sets of sites,
// intersection at joins.

package locks

import (
	"slices"

	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/dfa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
)

// hold finds the states at all blocks, then the marks inside.
func (u *unit) hold(kills func(*ssa.Function) bool) {
	u.kills = kills
	spread[mustHeld](u)
}

// may is the same unit with what is held on some way, in place of every way.
func (u *unit) may() *unit {
	v := *u
	v.kills = nil // a callee that unlocks for its caller may leave this lock alone
	spread[mayHeld](&v)
	return &v
}

// mustHeld is the lattice of what is held on every way; nil where no way leads.
type mustHeld struct{}

func (mustHeld) Ident() *state { return nil }

func (mustHeld) Equals(a, b *state) bool {
	return a == b || a != nil && b != nil && slices.Equal(a.held, b.held) && slices.Equal(a.released, b.released)
}

func (mustHeld) Merge(a, b *state) *state {
	return a.join(b, intersect)
}

// mayHeld is the lattice of what is held on some way.
type mayHeld struct{ mustHeld }

func (mayHeld) Merge(a, b *state) *state { return a.join(b, union) }

// join is what holds after either of two ways; held joins what is held.
func (s *state) join(t *state, held func(a, b []uint32) []uint32) *state {
	switch {
	case s == nil:
		return t
	case t == nil:
		return s
	}
	return &state{held(s.held, t.held), intersect(s.released, t.released)}
}

// spread finds the states at all blocks.
func spread[L dfa.Semilattice[*state]](u *unit) {
	u.marks, u.exits = make([][]mark, len(u.fn.Blocks)), nil
	u.in = branch.Forward[L](u.graph, &state{}, branch.Flow[*state]{
		Block: func(b *ssa.BasicBlock, s *state) *state { return u.flow(b, s, nil) },
		Edge:  u.edge,
	})
	for _, b := range u.fn.Blocks {
		if s := u.in[b.Index]; s != nil {
			u.flow(b, s, func(m mark) { u.marks[b.Index] = append(u.marks[b.Index], m) })
		}
	}
}

func intersect(a, b []uint32) []uint32 {
	if slices.Equal(a, b) {
		return a
	}
	var out []uint32
	for _, x := range a {
		if slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

func union(a, b []uint32) []uint32 {
	for _, x := range b {
		a = insert(a, x)
	}
	return a
}

// flow goes through a block; see is told of every change, nil: nobody asks.
func (u *unit) flow(b *ssa.BasicBlock, in *state, see func(mark)) *state {
	s := *in
	for i, instr := range b.Instrs {
		before := s
		switch instr := instr.(type) {
		case *ssa.Call:
			u.call(&s, instr)
		case *ssa.RunDefers:
			u.deferred(&s, b)
		case *ssa.Return:
			if see != nil {
				x := s
				u.exits = append(u.exits, &x)
			}
		}
		if see != nil && !slices.Equal(before.held, s.held) {
			see(mark{i, s.held})
		}
	}
	return &s
}

// call applies one call.
func (u *unit) call(s *state, instr *ssa.Call) {
	if k, ok := u.at[instr]; ok {
		if !u.sites[k].Try {
			u.apply(s, k)
		}
		return
	}
	if g := instr.Call.StaticCallee(); g != nil && u.kills != nil && len(s.held) > 0 && u.kills(g) {
		s.held = nil
	}
}

// apply performs a mutex operation.
func (u *unit) apply(s *state, k uint32) {
	k = u.same(k)
	x := &u.sites[k]
	if x.Op == facts.Lock || x.Op == facts.RLock {
		s.held = insert(s.held, k)
		return
	}
	kept := slices.DeleteFunc(slices.Clone(s.held), func(h uint32) bool {
		return u.sites[h].off == x.off && u.sites[h].Name == x.Name
	})
	if len(kept) == len(s.held) {
		u.loose = true
		s.released = insert(s.released, k)
	}
	s.held = kept
}

// same is the first site that is of the same operation and lock: it stands for all of them.
func (u *unit) same(k uint32) uint32 {
	x := &u.sites[k]
	for i := range u.sites {
		if y := &u.sites[i]; y.Op == x.Op && y.base == x.base && y.off == x.off && y.Name == x.Name {
			return uint32(i)
		}
	}
	return k
}

// insert adds to a sorted set, leaving the old one alone.
func insert(set []uint32, x uint32) []uint32 {
	i, found := slices.BinarySearch(set, x)
	if found {
		return set
	}
	return slices.Insert(slices.Clone(set), i, x)
}

// deferred applies the deferred operations, last one first.
func (u *unit) deferred(s *state, at *ssa.BasicBlock) {
	for k := len(u.sites) - 1; k >= 0; k-- {
		d, ok := u.sites[k].Instr.(*ssa.Defer)
		if !ok || u.sites[k].Try {
			continue
		}
		if d.Block().Dominates(at) {
			u.apply(s, uint32(k))
		} else if op := u.sites[k].Op; op == facts.Unlock || op == facts.RUnlock {
			released := s.released
			u.apply(s, uint32(k)) // it may have been deferred: the lock is no longer surely held, nor surely released
			s.released = released
		}
	}
}

// edge is the state on the edge to successor k: a TryLock that succeeded locks (K1), going round a loop forgets (K4).
func (u *unit) edge(b *ssa.BasicBlock, k int, out *state) *state {
	s := *out
	if cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		if call, sense := TryResult(cond.Cond); call != nil && sense == (k == 0) {
			if i, ok := u.at[call]; ok && u.sites[i].Try {
				u.apply(&s, i)
			}
		}
	}
	if u.graph.Next(b, k).Dominates(b) {
		s.held = slices.DeleteFunc(slices.Clone(s.held), func(h uint32) bool { return u.sites[h].moves })
	}
	return &s
}

// TryResult is the call that a condition is the result of, and for which truth value of it the call returned true.
func TryResult(cond ssa.Value) (*ssa.Call, bool) {
	sense := true
	for {
		switch x := cond.(type) {
		case *ssa.UnOp:
			cond, sense = x.X, !sense
		case *ssa.Call:
			return x, sense
		default:
			return nil, false
		}
	}
}

// before is what is held just before an instruction.
func (u *unit) before(instr ssa.Instruction) []uint32 {
	b := instr.Block()
	if u.in[b.Index] == nil {
		return nil
	}
	held := u.in[b.Index].held
	marks := u.marks[b.Index]
	if len(marks) == 0 {
		return held
	}
	for i, x := range b.Instrs {
		if x == instr {
			break
		}
		if len(marks) > 0 && marks[0].after == i {
			held, marks = marks[0].held, marks[1:]
		}
	}
	return held
}

// net is the sites of the net effect, in increasing order (K5).
func (u *unit) net() []uint32 {
	var net []uint32
	for i, e := range u.exits {
		all := append(slices.Clone(e.held), e.released...)
		slices.Sort(all)
		if i == 0 {
			net = all
		} else {
			net = intersect(net, all)
		}
	}
	return net
}
