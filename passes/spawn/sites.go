// This file finds what each go statement gets anew (E10), and what callees may treat as private (E11).

package spawn

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/passes/internal/collect"
	"github.com/syncvet/syncvet/passes/internal/rounds"
	"github.com/syncvet/syncvet/passes/source"
)

// A siteFinder looks at the go statements of one function.
type siteFinder struct {
	r     *pack         // the package
	fn    *ssa.Function // the function
	graph *branch.Graph // its control flow
}

// sites are the spawn sites of a function, in order of their calls.
func (x *siteFinder) sites(f *facts.Flow) []facts.SpawnSite {
	var list []facts.SpawnSite
	at := map[int]ssa.CallInstruction{}
	var looped []*ssa.BasicBlock
	for i := range f.Calls {
		if f.Calls[i].Flags&facts.CallGo == 0 {
			continue
		}
		if at[i] = x.callSite(i); at[i] != nil && x.graph.Cyclic(at[i].Block()) {
			looped = append(looped, at[i].Block())
		}
	}
	for i := range f.Calls {
		switch {
		case f.Calls[i].Flags&facts.CallGo == 0:
		case f.Calls[i].Flags&(facts.CallMulti|facts.CallSerial) != 0:
			list = append(list, x.many(f, i, at[i]))
		case at[i] != nil:
			list = append(list, x.site(f, i, at[i], looped))
		}
	}
	return list
}

// many is the site of a call of a model that starts many goroutines when it is reached once.
func (x *siteFinder) many(f *facts.Flow, call int, at ssa.CallInstruction) facts.SpawnSite {
	s := facts.SpawnSite{Call: uint32(call)}
	if at != nil && f.Calls[call].Flags&facts.CallMulti != 0 {
		s.Alike, s.Same = true, x.setEarlier(at)
	}
	return s
}

// callSite is the instruction that makes call i.
func (x *siteFinder) callSite(i int) ssa.CallInstruction {
	for _, b := range x.fn.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				for _, j := range x.r.flow.Calls(x.fn, call) {
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
func (x *siteFinder) site(
	f *facts.Flow, call int, at ssa.CallInstruction, looped []*ssa.BasicBlock,
) facts.SpawnSite {
	s := facts.SpawnSite{Call: uint32(call)}
	for _, b := range x.fn.Blocks {
		if !x.graph.EachTime(b, at.Block()) || !x.graph.Cyclic(at.Block()) && slices.ContainsFunc(looped, b.Dominates) {
			continue
		}
		for _, instr := range b.Instrs {
			if b == at.Block() && instr == ssa.Instruction(at) && !x.graph.Cyclic(b) {
				break
			}
			if v, ok := instr.(ssa.Value); ok {
				if o, ok := x.r.flow.Obj(x.fn, v); ok && !slices.Contains(s.Objs, uint32(o)) {
					s.Objs = append(s.Objs, uint32(o))
				}
			}
			if c, ok := instr.(*ssa.Call); ok && x.r.local.MakesNew(c) {
				for _, i := range x.r.flow.Calls(x.fn, c) {
					s.Calls = append(s.Calls, uint32(i))
				}
			}
		}
	}
	s.Calls = together(f, s.Calls)
	s.Alike, s.Same = x.givesAlike(at)
	return s
}

// together are those of some calls in whose place others may make an object, with these (passes/flow L30).
func together(f *facts.Flow, calls []uint32) (list []uint32) {
	for k := range f.Calls {
		if slices.Contains(calls, f.FirstCall(uint32(k))) {
			list = append(list, uint32(k))
		}
	}
	return list
}

// counts counts go statements, where messages are counted.
func (x *siteFinder) counts(flow *facts.Flow, r *rounds.Function, found *collect.Found) []facts.GoCount {
	if len(found.Received) == 0 {
		return nil
	}
	var list []facts.GoCount
	for i := range flow.Calls {
		if flow.Calls[i].Flags&facts.CallGo == 0 {
			continue
		}
		g, ok := x.callSite(i).(*ssa.Go)
		if !ok {
			continue
		}
		add := func(in map[*ssa.BasicBlock]bool, round int) {
			if known, bound, ok := r.Times(g.Block(), in); ok {
				t := &rounds.Tally{}
				t.Add(known, bound)
				n := r.Numbered(t)
				n.Round = uint32(round)
				list = append(list, facts.GoCount{Call: uint32(i), Tally: n})
			}
		}
		add(nil, 0)
		for k, in := range found.Loops {
			if in[g.Block()] {
				add(in, k+1)
			}
		}
	}
	return list
}

// callOwns says for each call which of its arguments are owned.
func (r *pack) callOwns(fn *ssa.Function) []facts.CallOwn {
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
func (r *pack) callOwn(i int, call *ssa.Call) facts.CallOwn {
	o := facts.CallOwn{Call: uint32(i)}
	for k, x := range source.Arguments(&call.Call) {
		c := r.Owned(call, x)
		switch {
		case !c.Owned || k >= facts.MaskBits:
		case c.If == 0:
			o.Sure |= 1 << k
		default:
			o.If = append(o.If, facts.OwnedIf{Param: uint8(k), Mask: c.If})
		}
	}
	return o
}
