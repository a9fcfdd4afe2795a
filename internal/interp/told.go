// This file says in the words of claims who did what in a run.

package interp

import (
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/interp/machine"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// symbolOf names a function as facts do.
func symbolOf(fn *ssa.Function) facts.Symbol {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	s := facts.Symbol{Kind: facts.SymFunc}
	switch {
	case fn.Parent() != nil:
		s = symbolOf(fn.Parent())
		s.Name += strings.TrimPrefix(fn.Name(), fn.Parent().Name())
	case fn.Object() != nil && fn.Synthetic == "":
		s = source.DeclSymbol(fn.Object().(*types.Func))
		if fn.Object().Name() == "init" && fn.Signature.Recv() == nil {
			s.Name = fn.Name() // init#1
		}
	default:
		if fn.Pkg != nil {
			s.Pkg = source.Path(fn.Pkg.Pkg)
		}
		s.Name = fn.Name()
	}
	return s
}

// at is where a position of a function lies.
func (w *program) at(fn *ssa.Function, pos token.Pos) facts.Position {
	p := w.fset.Position(pos)
	file := facts.Symbol{Kind: facts.SymFile, Pkg: symbolOf(fn).Pkg, Name: filepath.Base(p.Filename)}
	return facts.Position{File: file, Line: uint32(p.Line), Col: uint32(p.Column)}
}

// frames are the calls of the user that lead to a moment, the outermost first.
func (w *program) frames(fr *machine.Call) []evidence.Frame {
	var list []evidence.Frame
	for ; fr != nil; fr = fr.Parent {
		if !w.isUser(fr.Fn) || fr.Fn.Synthetic != "" {
			continue
		}
		f := evidence.Frame{Func: symbolOf(fr.Fn)}
		p, pos := fr.Parent, fr.Called
		for p != nil && (!w.isUser(p.Fn) || p.Fn.Synthetic != "") {
			p, pos = p.Parent, p.Called
		}
		if p != nil && pos.IsValid() {
			f.Call = w.at(p.Fn, pos)
		}
		list = append(list, f)
	}
	slices.Reverse(list)
	return list
}

// end is one side of a claim: a thread, how it got to a moment, and what it does there.
func (r *trial) end(t *machine.Thread, e machine.Event, step evidence.Step) evidence.End {
	x := evidence.End{Path: r.program.frames(e.Call), Steps: []evidence.Step{step}, Goroutine: r.goroutine(t)}
	if len(x.Path) > 0 {
		x.Goroutine.Entry = x.Path[0].Func
	}
	if strings.HasSuffix(step.Pos.File.Name, "_test.go") {
		x.Flags |= facts.InTest
	}
	if r.program.generated[step.Pos.File] {
		x.Flags |= facts.Generated
	}
	for _, h := range e.Held {
		lock := r.program.lockOf(h)
		x.Held = append(x.Held, evidence.HeldLock{Name: lock.Name, Read: h.Read, Pos: lock.Pos})
	}
	return x
}

// lockOf says where a lock was taken.
func (w *program) lockOf(h machine.Hold) evidence.Step {
	step := evidence.Step{Act: evidence.ActLocks, Func: symbolOf(h.At.Call.Fn), Pos: w.at(h.At.Call.Fn, h.At.Pos)}
	if h.Read {
		step.Act = evidence.ActRLocks
	}
	step.Name, _ = variableOf(h.At.In)
	return step
}

// goroutine says how a thread was started: by the user's call that led there, in the thread that started it, or the
// one that started that.
func (r *trial) goroutine(t *machine.Thread) evidence.Goroutine {
	from, ok := r.program.world.Caller(t.Origin)
	for !ok && t.Origin.Call != nil {
		t = r.run.Threads[t.Origin.ID]
		from, ok = r.program.world.Caller(t.Origin)
	}
	if !ok {
		g := evidence.Goroutine{Kind: evidence.RootMain}
		if r.root.test {
			g.Kind = evidence.RootTest
		}
		return g
	}
	g := evidence.Goroutine{Site: r.program.at(from.Call.Fn, from.Pos), Chain: r.program.frames(from.Call)}
	if c, ok := from.In.(ssa.CallInstruction); ok && from.Inside {
		if f := c.Common().StaticCallee(); f != nil {
			g.API = symbolOf(f)
		}
	}
	return g
}

// accessOf says which variable an instruction accesses, and how.
func accessOf(e machine.Event, write bool) (name facts.Symbol, a facts.Access) {
	a.Kind = facts.Read
	switch {
	case write && e.Atomic:
		a.Kind = facts.AtomicWrite
	case e.Atomic:
		a.Kind = facts.AtomicRead
	case write:
		a.Kind = facts.Write
	}
	name, a.Var = variableOf(e.In)
	if a.Var == facts.VarMap && write {
		a.Kind = facts.MapWrite
	} else if a.Var == facts.VarMap {
		a.Kind = facts.MapRead
	}
	return name, a
}

// variableOf is the variable that an instruction accesses.
func variableOf(in ssa.Instruction) (facts.Symbol, facts.VarKind) {
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op == token.MUL {
			return place.Name(in.X)
		}
	case *ssa.Store:
		return place.Name(in.Addr)
	case *ssa.MapUpdate:
		return place.Holder(in.Map), facts.VarMap
	case *ssa.Lookup:
		return place.Holder(in.X), facts.VarMap
	case *ssa.Range:
		return place.Holder(in.X), facts.VarMap
	case *ssa.Next:
		if r, ok := in.Iter.(*ssa.Range); ok {
			return place.Holder(r.X), facts.VarMap
		}
	case *ssa.Send:
		return place.Holder(in.Chan), facts.VarChan
	case *ssa.Select:
		for _, s := range in.States {
			if s.Dir == types.SendOnly {
				return place.Holder(s.Chan), facts.VarChan
			}
		}
	case ssa.CallInstruction:
		return ofCall(in.Common())
	}
	return facts.Symbol{}, facts.VarPointee
}

// closes reports whether an instruction closes a channel.
func closes(in ssa.Instruction) bool {
	c, ok := in.(ssa.CallInstruction)
	return ok && place.IsBuiltin(c.Common(), "close")
}

// ofCall is the variable that a call is about: what its first argument points to, or its receiver.
func ofCall(c *ssa.CallCommon) (facts.Symbol, facts.VarKind) {
	var x ssa.Value
	switch {
	case c.IsInvoke():
		x = c.Value
	case len(c.Args) > 0:
		x = c.Args[0]
	default:
		return facts.Symbol{}, facts.VarPointee
	}
	if _, builtin := c.Value.(*ssa.Builtin); builtin {
		switch x.Type().Underlying().(type) {
		case *types.Map:
			return place.Holder(x), facts.VarMap
		case *types.Slice:
			return place.Holder(x), facts.VarSlice
		case *types.Chan:
			return place.Holder(x), facts.VarChan
		}
	}
	switch x.(type) {
	case *ssa.FieldAddr, *ssa.Global, *ssa.Alloc, *ssa.FreeVar:
		return place.Name(x)
	}
	return place.Holder(x), facts.VarPointee
}
