// This file finds what a function does with memory that it puts back, besides.

package pooled

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// reuse says who still has what a function puts back, if somebody has (P3).
func (a *finder) reuse(fn *ssa.Function, p put) (evidence.Evidence, bool) {
	shown := a.shown(fn, p.value)
	if shown == nil {
		return evidence.Evidence{}, false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if instr == p.at {
				continue
			}
			if v, act, ok := after(instr, p, shown); ok {
				return a.claim(fn, p, act, instr.Pos(), v.Type()), true
			}
		}
	}
	return evidence.Evidence{}, false
}

// claim is what is said of a function that puts something back: somebody has it by what happens at a place.
func (a *finder) claim(fn *ssa.Function, p put, act evidence.Act, at token.Pos, t types.Type) evidence.Evidence {
	who := a.flow.Source.FuncSymbol(fn)
	step := func(act evidence.Act, pos token.Pos, kind facts.AccessKind) evidence.Step {
		file, line, col := a.flow.Source.Position(pos)
		s := evidence.Step{Act: act, Name: p.pool, Func: who, Access: facts.Access{Kind: kind}}
		s.Pos = facts.Position{File: file, Line: uint32(line), Col: uint32(col)}
		if _, slice := t.Underlying().(*types.Slice); slice {
			s.Access.Var = facts.VarSlice
		}
		return s
	}
	end := func(steps ...evidence.Step) evidence.End {
		return evidence.End{
			Goroutine: evidence.Goroutine{Kind: evidence.RootExported}, Path: []evidence.Frame{{Func: who}}, Steps: steps,
		}
	}
	return evidence.Evidence{
		Kind: evidence.Reused, Engine: evidence.ByName, Grade: evidence.Medium, Name: p.pool,
		Doubts: []evidence.Doubt{evidence.DoubtCallers},
		Ends: []evidence.End{
			end(step(evidence.ActGivesBack, p.at.Pos(), 0), step(act, at, facts.Read)),
			end(step(evidence.ActAccesses, a.writes(fn, p), facts.Write)),
		},
	}
}

// after is what an instruction hands on, or uses, that somebody else may have got from the pool by then.
func after(instr ssa.Instruction, p put, shown map[ssa.Value]bool) (v ssa.Value, act evidence.Act, ok bool) {
	var operands []ssa.Value
	switch x := instr.(type) {
	case *ssa.Return:
		for _, r := range x.Results {
			operands = append(operands, results(x, r)...)
		}
		act = evidence.ActReturns
		ok = branch.Precedes(p.at, instr) && !failing(x)
	case *ssa.Send:
		operands, act = []ssa.Value{x.X}, evidence.ActSends
		ok = !p.deferred && branch.Precedes(p.at, instr) || atOnce(instr, p)
	case *ssa.Call:
		if _, builtin := x.Call.Value.(*ssa.Builtin); builtin {
			return nil, 0, false
		}
		operands, act = x.Call.Args, evidence.ActCalls
		ok = !p.deferred && branch.Precedes(p.at, instr)
	}
	if !ok {
		return nil, 0, false
	}
	for _, v := range operands {
		if shown[source(v)] {
			return source(v), act, true
		}
	}
	return nil, 0, false
}

// failing reports whether a return tells of an error, and control comes there only where one was found: who gets
// results beside an error does not use them.
func failing(ret *ssa.Return) bool {
	if n := len(ret.Results); n == 0 || !place.IsError(ret.Results[n-1].Type()) {
		return false
	}
	for b := ret.Block(); b.Idom() != nil; b = b.Idom() {
		from := b.Preds[0]
		if len(b.Preds) == 1 && (from.Succs[0] == b && branch.Failure(from, 0) != nil ||
			len(from.Succs) == 2 && from.Succs[1] == b && branch.Failure(from, 1) != nil) {
			return true
		}
	}
	return false
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
