// This file is what is known at a place: which memories were sent.

package refill

import (
	"go/token"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// A state is what holds at a place.
type state struct {
	// memories that were sent: slices, and variables (their addresses) for what they hold; true: and emptied then, to
	// be filled anew
	sent map[ssa.Value]bool
	old  map[*ssa.UnOp]bool // loads of variables that hold something else by now
}

func (s state) clone() state { return state{maps.Clone(s.sent), maps.Clone(s.old)} }

// join adds what holds on another way, and reports whether that is new.
func (s state) join(t state) bool {
	n := len(s.sent) + len(s.old)
	changed := false
	for v, emptied := range t.sent {
		changed = changed || emptied && !s.sent[v]
		s.sent[v] = s.sent[v] || emptied
	}
	maps.Copy(s.old, t.old)
	return changed || len(s.sent)+len(s.old) > n
}

// memory is what a slice stands for: the address of a variable for what that holds now.
func (s state) memory(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.Slice:
		if !fromStart(x) {
			break
		}
		if !isSlice(x.X.Type()) {
			return x.X // of an array
		}
		return s.memory(x.X)
	case *ssa.ChangeType:
		return s.memory(x.X)
	case *ssa.UnOp:
		if x.Op == token.MUL && !s.old[x] {
			if addr := variable(x.X); addr != nil {
				return addr
			}
		}
	}
	return v
}

// holds reports whether a slice's memory was sent.
func (s state) holds(v ssa.Value) bool {
	_, ok := s.sent[s.memory(v)]
	return ok
}

// send begins anew with what a send gives away: whatever was sent before may have been dealt with when it is through.
func (s state) send(list []ssa.Value) {
	clear(s.sent)
	s.add(list)
}

// hear forgets what may have been dealt with when others have said something: what was emptied before has not waited
// for that.
func (s state) hear() {
	maps.DeleteFunc(s.sent, func(_ ssa.Value, emptied bool) bool { return !emptied })
}

// empty notes that a slice's memory is to be filled anew.
func (s state) empty(x *ssa.Slice) {
	if emptied(x) && s.holds(x) {
		s.sent[s.memory(x)] = true
	}
}

// move says of one value what is known of another one's memory.
func (s state) move(to, from ssa.Value) {
	if emptied, ok := s.sent[from]; ok {
		s.sent[to] = emptied
	} else {
		delete(s.sent, to)
	}
}

// add gives more away.
func (s state) add(list []ssa.Value) {
	for _, v := range list {
		s.sent[s.memory(v)] = false
	}
}

// store applies a store, and reports whether the variable goes on with the empty start of what was sent from it.
func (s state) store(st *ssa.Store) bool {
	addr := variable(st.Addr)
	if addr == nil {
		return false
	}
	memory := s.memory(st.Val)
	_, sent := s.sent[memory]
	if memory == addr {
		return sent && emptied(st.Val)
	}
	for _, load := range loads(addr) {
		if !s.old[load] {
			s.old[load] = true
			s.move(load, addr)
		}
	}
	s.move(addr, memory)
	return sent && emptied(st.Val)
}

// enter sets the phis of a block that control enters from another one.
func (s state) enter(from, to *ssa.BasicBlock) {
	k := 0
	for i, p := range to.Preds {
		if p == from {
			k = i
		}
	}
	moved := map[*ssa.Phi]ssa.Value{}
	before := state{maps.Clone(s.sent), s.old}
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		delete(s.sent, phi)
		if isSlice(phi.Type()) && before.holds(phi.Edges[k]) {
			moved[phi] = before.memory(phi.Edges[k])
		}
	}
	for phi, memory := range moved {
		s.sent[phi] = before.sent[memory]
	}
}

// variable is the address of a variable or field, as all uses of it in the function name it; nil if it is no such
// address.
func variable(addr ssa.Value) ssa.Value {
	switch x := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return addr
	case *ssa.FieldAddr:
		if x.X.Referrers() == nil {
			return nil
		}
		for _, instr := range *x.X.Referrers() {
			if f, ok := instr.(*ssa.FieldAddr); ok && f.X == x.X && f.Field == x.Field {
				return f // the first one stands for all
			}
		}
	}
	return nil
}

// loads are the loads of a variable.
func loads(addr ssa.Value) []*ssa.UnOp {
	var list []*ssa.UnOp
	of := func(addr ssa.Value) {
		for _, instr := range *addr.Referrers() {
			if load, ok := instr.(*ssa.UnOp); ok && load.Op == token.MUL {
				list = append(list, load)
			}
		}
	}
	f, ok := addr.(*ssa.FieldAddr)
	if !ok {
		of(addr)
		return list
	}
	for _, instr := range *f.X.Referrers() {
		if g, ok := instr.(*ssa.FieldAddr); ok && g.X == f.X && g.Field == f.Field {
			of(g)
		}
	}
	return list
}

// fromStart reports whether a slice expression begins with the first element.
func fromStart(x *ssa.Slice) bool {
	return x.Low == nil || place.IsZero(x.Low)
}

// emptied reports whether a slice is the empty start of another one.
func emptied(v ssa.Value) bool {
	x, ok := v.(*ssa.Slice)
	return ok && fromStart(x) && x.High != nil && place.IsZero(x.High)
}
