// This file finds what each go statement gets anew (E10), and what callees may treat as private (E11).

package spawn

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// sites are the spawn sites of a function, in order of their calls.
func (k *skeleton) sites(f *facts.Flow) []facts.SpawnSite {
	var list []facts.SpawnSite
	at := map[int]ssa.CallInstruction{}
	var looped []*ssa.BasicBlock
	for i := range f.Calls {
		if f.Calls[i].Flags&facts.CallGo == 0 {
			continue
		}
		if at[i] = k.callSite(i); at[i] != nil && k.graph.Cyclic(at[i].Block()) {
			looped = append(looped, at[i].Block())
		}
	}
	for i := range f.Calls {
		switch {
		case f.Calls[i].Flags&facts.CallGo == 0:
		case f.Calls[i].Flags&(facts.CallMulti|facts.CallSerial) != 0:
			list = append(list, facts.SpawnSite{Call: uint32(i)}) // reached once, it starts many
		case at[i] != nil:
			list = append(list, k.site(i, at[i], looped))
		}
	}
	return list
}

// callSite is the instruction that makes call i.
func (k *skeleton) callSite(i int) ssa.CallInstruction {
	for _, b := range k.fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				for _, j := range k.r.flow.Calls(k.fn, call) {
					if i == j {
						return call
					}
				}
			}
		}
	}
	return nil
}

// site collects what is made anew for each goroutine that an instruction starts. Outside loops that is what the
// activation makes, and so not what it also makes for many goroutines that it starts in a loop.
func (k *skeleton) site(call int, at ssa.CallInstruction, looped []*ssa.BasicBlock) facts.SpawnSite {
	s := facts.SpawnSite{Call: uint32(call)}
	for _, b := range k.fn.Blocks {
		if !k.perSpawn(b, at.Block()) || !k.graph.Cyclic(at.Block()) && slices.ContainsFunc(looped, b.Dominates) {
			continue
		}
		for _, instr := range b.Instrs {
			if b == at.Block() && instr == ssa.Instruction(at) && !k.graph.Cyclic(b) {
				break
			}
			if v, ok := instr.(ssa.Value); ok {
				if o, ok := k.r.flow.Obj(k.fn, v); ok {
					s.Objs = append(s.Objs, uint32(o))
				}
			}
			if c, ok := instr.(*ssa.Call); ok && k.r.makesNew(c) {
				for _, i := range k.r.flow.Calls(k.fn, c) {
					s.Calls = append(s.Calls, uint32(i))
				}
			}
		}
	}
	return s
}

// perSpawn reports whether every way from a go statement's block back to itself, or to it in the first place, passes
// block b.
func (k *skeleton) perSpawn(b, at *ssa.BasicBlock) bool {
	if !k.graph.Cyclic(at) {
		return b.Dominates(at)
	}
	if b == at {
		return true
	}
	if !k.graph.Cyclic(b) {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{b: true}
	for work := []*ssa.BasicBlock{at}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range x.Succs {
			if s == at {
				return false
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return true
}

// callOwns says for each call which of its arguments are owned.
func (r *Result) callOwns(fn *ssa.Function) []facts.CallOwn {
	var list []facts.CallOwn
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || r.flow.Model(call) != nil {
				continue
			}
			for _, i := range r.flow.Calls(fn, call) {
				if o := r.callOwn(i, call); o.Sure != 0 || o.If != nil {
					list = append(list, o)
				}
			}
		}
	}
	return list
}

// callOwn looks at the arguments of one call.
func (r *Result) callOwn(i int, call *ssa.Call) facts.CallOwn {
	o := facts.CallOwn{Call: uint32(i)}
	for k, x := range source.Arguments(&call.Call) {
		c := r.Owned(call, x)
		switch {
		case !c.Owned || k >= 64:
		case c.If == 0:
			o.Sure |= 1 << k
		default:
			o.If = append(o.If, facts.OwnedIf{Param: uint8(k), Mask: c.If})
		}
	}
	return o
}
