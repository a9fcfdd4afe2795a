// This file is where a function has the slot of a channel.

package slots

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
)

// A state is what a function has done on all ways to a place.
type state uint8

// The states; of two that join the lesser one is left, but who was told was handed what others have taken.
const (
	none  state = iota // it has not got the slot
	told               // it has received something where others have sent to the channel
	taken              // it has the slot
	never              // no way leads here
)

func join(x, y state) state {
	if x == never {
		return y
	}
	if y == never {
		return x
	}
	if x == none || y == none {
		return none
	}
	return max(x, y)
}

// Apart reports whether all of some ways to an access, and all of others, end where one slot is held. A way is an
// instruction, then the calls that lead to its function, innermost first.
func (p *Package) Apart(x, y [][]ssa.Instruction) bool {
	return len(x) > 0 && len(y) > 0 && slices.ContainsFunc(p.takes, func(k any) bool {
		has := func(way []ssa.Instruction) bool { return p.has(k, way) }
		return all(x, has) && all(y, has)
	})
}

func all(ways [][]ssa.Instruction, holds func([]ssa.Instruction) bool) bool {
	return !slices.ContainsFunc(ways, func(w []ssa.Instruction) bool { return !holds(w) })
}

// has reports whether a step of a way has the slot, and nobody further in has given it back by then.
func (p *Package) has(k any, way []ssa.Instruction) bool {
	for _, at := range way {
		switch at.(type) {
		case *ssa.Defer, *ssa.Go:
			return false
		}
		if p.at(k, at) == taken {
			return true
		}
		if p.given(k, at) {
			return false
		}
	}
	return false
}

// given reports whether a function may have given the slot back before an instruction.
func (p *Package) given(k any, at ssa.Instruction) bool {
	for _, b := range at.Parent().Blocks {
		for _, i := range b.Instrs {
			if p.after(k, i, taken) == none && branch.Leads(i, at) {
				return true
			}
		}
	}
	return false
}

// at is the state before an instruction.
func (p *Package) at(k any, at ssa.Instruction) state {
	fn := at.Parent()
	if p.states[fn] == nil {
		p.states[fn] = map[any][]state{}
	}
	in, ok := p.states[fn][k]
	if !ok {
		in = p.solve(fn, k)
		p.states[fn][k] = in
	}
	s := in[at.Block().Index]
	for _, i := range at.Block().Instrs {
		if i == at {
			break
		}
		s = p.after(k, i, s)
	}
	return s
}

// solve finds the states at the starts of blocks.
func (p *Package) solve(fn *ssa.Function, k any) []state {
	in := make([]state, len(fn.Blocks))
	for i := range in {
		in[i] = never
	}
	cases := p.cases(fn, k)
	in[0] = none
	for changed := true; changed; {
		changed = false
		for _, b := range fn.Blocks {
			s := in[b.Index]
			if s == never {
				continue
			}
			for _, i := range b.Instrs {
				s = p.after(k, i, s)
			}
			for n, next := range b.Succs {
				t := s
				if to, ok := cases[b]; ok && n == 0 {
					t = to(s)
				}
				if t = join(in[next.Index], t); t != in[next.Index] {
					in[next.Index], changed = t, true
				}
			}
		}
	}
	return in
}

// cases are, by block with the test of a case of a select, what the case does.
func (p *Package) cases(fn *ssa.Function, k any) map[*ssa.BasicBlock]func(state) state {
	list := map[*ssa.BasicBlock]func(state) state{}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			s, ok := i.(*ssa.Select)
			if !ok {
				continue
			}
			branch.Cases(s, func(i int, cond *ssa.If) {
				st := s.States[i]
				own := p.key(st.Chan) == k
				list[cond.Block()] = func(x state) state {
					switch {
					case st.Send != nil && own:
						return taken
					case st.Send != nil:
						return x
					case own:
						return none
					}
					return max(x, told)
				}
			})
		}
	}
	return list
}

// after is the state behind an instruction.
func (p *Package) after(k any, instr ssa.Instruction, s state) state {
	switch x := instr.(type) {
	case *ssa.Send:
		if p.sends(x, k) {
			return taken
		}
	case *ssa.Select:
		if s == told {
			return none // of what is sent in the select it has not been told
		}
	case *ssa.UnOp:
		switch ch := p.key1(x); {
		case ch == k:
			return none
		case ch != nil && s == none:
			return told
		}
	case *ssa.Call:
		if g := p.callee(x); g != nil && p.givesBack(g)[k] {
			return none
		}
	}
	return s
}

// givesBack are the variables with channels that a function, or one that it calls, receives from.
func (p *Package) givesBack(fn *ssa.Function) map[any]bool {
	if list, ok := p.gives[fn]; ok {
		return list
	}
	list := map[any]bool{}
	p.gives[fn] = list
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if k := p.key1(i); k != nil {
				list[k] = true
			}
			if call, ok := i.(ssa.CallInstruction); ok {
				if g := p.callee(call); g != nil {
					for k := range p.givesBack(g) {
						list[k] = true
					}
				}
			}
		}
	}
	return list
}
