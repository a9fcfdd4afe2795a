// This file finds what a function does with memory that it puts back, besides.

package pooled

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// reuse says who still has what a function puts back, if somebody has (P3).
func (a *finder) reuse(fn *ssa.Function, p put) (Reuse, bool) {
	shown := a.shown(fn, p.value)
	if shown == nil {
		return Reuse{}, false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if instr == p.at {
				continue
			}
			v, how, ok := after(instr, p, shown)
			if !ok {
				continue
			}
			_, slice := v.Type().Underlying().(*types.Slice)
			return Reuse{p.pool, fn, p.at.Pos(), instr.Pos(), how, a.writes(fn, p), slice}, true
		}
	}
	return Reuse{}, false
}

// after is what an instruction hands on, or uses, that somebody else may have got from the pool by then.
func after(instr ssa.Instruction, p put, shown map[ssa.Value]bool) (v ssa.Value, how How, ok bool) {
	var operands []ssa.Value
	switch x := instr.(type) {
	case *ssa.Return:
		for _, r := range x.Results {
			operands = append(operands, results(x, r)...)
		}
		how = Returned
		ok = branch.Precedes(p.at, instr)
	case *ssa.Send:
		operands, how = []ssa.Value{x.X}, Sent
		ok = !p.deferred && branch.Precedes(p.at, instr) || atOnce(instr, p)
	case *ssa.Call:
		if _, builtin := x.Call.Value.(*ssa.Builtin); builtin {
			return nil, 0, false
		}
		operands, how = x.Call.Args, Used
		ok = !p.deferred && branch.Precedes(p.at, instr)
	}
	if !ok {
		return nil, 0, false
	}
	for _, v := range operands {
		if shown[source(v)] {
			return source(v), how, true
		}
	}
	return nil, 0, false
}

// results are the values that a result of a return may have: what is set right before it, if anything is.
func results(ret *ssa.Return, r ssa.Value) []ssa.Value {
	list, _ := place.Results(r)
	load, ok := r.(*ssa.UnOp)
	if !ok {
		return list
	}
	for _, instr := range ret.Block().Instrs {
		if s, ok := instr.(*ssa.Store); ok && s.Addr == load.X {
			list = []ssa.Value{s.Val}
		}
	}
	return list
}

// atOnce reports whether nothing is called nor waited for between a send and the Put, or the return behind which it is
// done.
func atOnce(send ssa.Instruction, p put) bool {
	if p.deferred && !branch.Precedes(p.at, send) || !p.deferred && !branch.Precedes(send, p.at) {
		return false
	}
	quiet := func(list []ssa.Instruction) (done, ok bool) {
		for _, instr := range list {
			if instr == p.at {
				return true, true
			}
			switch x := instr.(type) {
			case *ssa.Call:
				if _, builtin := x.Call.Value.(*ssa.Builtin); !builtin {
					return false, false
				}
			case *ssa.Select, *ssa.Send:
				return false, false
			case *ssa.UnOp:
				if x.Op == token.ARROW {
					return false, false
				}
			}
		}
		return false, true
	}
	b := send.Block()
	at := 0
	for b.Instrs[at] != send {
		at++
	}
	done, ok := quiet(b.Instrs[at+1:])
	if !ok || done {
		return ok
	}
	behind := branch.Reached(b, branch.Succs)
	for next := range behind {
		if _, ok := quiet(next.Instrs); !ok {
			return false
		}
	}
	return !behind[b]
}

// shown are the values by which somebody has the memory of a value that is put back: itself, and what leads to the same
// memory (P2); nil if it was taken out before.
func (a *finder) shown(fn *ssa.Function, v ssa.Value) map[ssa.Value]bool {
	if _, fixed := v.(*ssa.Const); fixed {
		return nil
	}
	set := map[ssa.Value]bool{v: true}
	for grown := true; grown; {
		grown = false
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if x, ok := instr.(ssa.Value); ok && !set[x] && shows(x, v, set) {
					set[x], grown = true, true
				}
			}
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && source(s.Addr) == v && !set[source(s.Val)] {
				return nil
			}
		}
	}
	return set
}

// shows reports whether a value leads to memory that others of the set lead to; v is what is put back.
func shows(x, v ssa.Value, set map[ssa.Value]bool) bool {
	switch x := x.(type) {
	case *ssa.UnOp:
		_, slice := x.Type().Underlying().(*types.Slice)
		return x.Op == token.MUL && (set[source(x)] || slice && source(x.X) == v)
	case *ssa.Slice:
		return set[source(x.X)]
	case *ssa.Phi:
		for _, e := range x.Edges {
			if set[source(e)] {
				return true
			}
		}
	case *ssa.TypeAssert:
		return !x.CommaOk && set[source(x.X)]
	case *ssa.Call:
		if f, ok := x.Call.Value.(*ssa.Builtin); ok {
			return f.Name() == "append" && set[source(x.Call.Args[0])]
		}
		f := x.Call.StaticCallee()
		if f == nil || f.Signature.Recv() == nil || f.Object() == nil {
			return false
		}
		return models.View(f.Object().(*types.Func).FullName()) && set[source(x.Call.Args[0])]
	}
	return false
}

// writes is where a function uses the value first that it puts back later, by a call of a method that writes, by its
// name; else where it comes by it.
func (a *finder) writes(fn *ssa.Function, p put) token.Pos {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if ok && instr != p.at && len(call.Call.Args) > 0 && source(call.Call.Args[0]) == p.value {
				if f := call.Call.StaticCallee(); f != nil && writing(f.Name()) {
					return call.Pos()
				}
			}
		}
	}
	if p.value.Pos().IsValid() {
		return p.value.Pos()
	}
	return p.at.Pos()
}

// writing reports whether a method fills a buffer.
func writing(name string) bool {
	switch name {
	case "Write", "WriteByte", "WriteRune", "WriteString", "ReadFrom":
		return true
	}
	return false
}
