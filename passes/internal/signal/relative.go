// This file gives instructions the conditions that signals in an object give them.

package signal

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/internal/iteration"
	"github.com/syncvet/syncvet/passes/source"
)

// Relative are the conditions that signals relative to a base pointer give an instruction.
func (r *Package) Relative(fn *ssa.Function, instr ssa.Instruction, base uint32, node facts.Node) []facts.Cond {
	var list []facts.Cond
	for _, s := range r.signals(fn) {
		if s.base != base || s.instr == instr {
			continue
		}
		for _, kind := range r.conditionsBy(s, instr) {
			if c := (facts.Cond{Kind: kind, Addr: node, Off: s.off}); !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list
}

// Holder is the field of which an address selects what it refers to: an element of its slice or map, a field of what it
// points to; nil if there is none.
func Holder(addr ssa.Value) *ssa.FieldAddr {
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
		case *ssa.IndexAddr:
			addr = x.X
		case *ssa.UnOp:
			f, _ := x.X.(*ssa.FieldAddr)
			return f
		default:
			return nil
		}
	}
}

// Merged are the conditions of an access whose base pointer leads to an object that its function has made, or that
// comes from several ways: get an object from a container and wait until it is ready, or make it, and get it ready.
func (r *Package) Merged(fn *ssa.Function, addr ssa.Value, node facts.Node, known []facts.Cond) []facts.Cond {
	switch base := iteration.Fieldless(addr).(type) {
	case *ssa.Alloc:
		for _, c := range known {
			if c.Kind == facts.CondClosed {
				return []facts.Cond{{Kind: facts.CondMade, Addr: node, Off: c.Off}}
			}
		}
	case *ssa.Phi:
		if off, made, ok := r.receivedOnWays(fn, base); ok {
			kind := facts.CondReceived
			if made {
				kind = facts.CondReceivedOrMade
			}
			return []facts.Cond{{Kind: kind, Addr: node, Off: off}}
		}
	}
	return nil
}

// receivedOnWays reports whether on each way to a merge the function has received from a channel in the object that
// comes this way, or has made that object, and how far from its start the channel lies; on one way at least it has
// received.
func (r *Package) receivedOnWays(fn *ssa.Function, phi *ssa.Phi) (off uint32, made, ok bool) {
	for k, v := range phi.Edges {
		if _, alloc := v.(*ssa.Alloc); alloc {
			made = true
			continue
		}
		p := phi.Block().Preds[k]
		i := slices.IndexFunc(r.signals(fn), func(s signal) bool {
			return s.kind == facts.CondReceived && s.base == r.locks.Number(fn, v) && s.before(p.Instrs[len(p.Instrs)-1]) &&
				(!ok || s.off == off)
		})
		if i < 0 {
			return 0, false, false
		}
		off, ok = r.signals(fn)[i].off, true
	}
	return off, made, ok
}

// RelativeToArgs are those relative to the pointers that a call is given.
func (r *Package) RelativeToArgs(fn *ssa.Function, call ssa.CallInstruction) []facts.Cond {
	list := r.member(fn, call)
	sends := r.messages(fn, call)
	if len(r.signals(fn)) == 0 && !sends {
		return list
	}
	for _, arg := range source.Arguments(call.Common()) {
		if _, field := arg.(*ssa.FieldAddr); field || !source.IsPointer(arg) {
			continue
		}
		n := r.flow.Value(fn, arg, 0)
		if n == 0 {
			continue
		}
		base := r.locks.Number(fn, arg)
		list = append(list, r.Relative(fn, call, base, n)...)
		if sends && !r.again(signal{base: base, instr: call}, call) {
			list = append(list, facts.Cond{Kind: facts.CondRenewed, Addr: n})
		}
	}
	return list
}

// messages reports whether a call in a loop is of a function of the package that sends or receives on channels in what
// it is given.
func (r *Package) messages(fn *ssa.Function, call ssa.CallInstruction) bool {
	g := call.Common().StaticCallee()
	if g == nil || !r.flow.Graph(fn).Cyclic(call.Block()) {
		return false
	}
	_, own := r.flow.Source.UnitOf(g)
	return own && slices.ContainsFunc(r.signals(g), func(s signal) bool {
		return s.kind == facts.CondSent || s.kind == facts.CondReceived
	})
}
