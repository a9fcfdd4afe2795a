// This file finds pipes of package io of which one end is left open (T33).

package fieldwaits

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
)

// A plumber looks for pipes.
type plumber struct{ *finder }

// leaks are the ends of pipes that wait for the other end for ever (T33).
func (r plumber) leaks() []lonely {
	var list []lonely
	for i, fn := range r.Flow.Source.Funcs {
		if i >= r.Flow.Source.Pkg.Source.Own || r.IsTest(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(*ssa.Call); ok && c.Call.StaticCallee() != nil &&
					c.Call.StaticCallee().String() == "io.Pipe" {
					list = append(list, r.writerOpen(i, c)...)
					list = append(list, r.readerOpen(c)...)
				}
			}
		}
	}
	return list
}

// isPipeEnd reports whether a value is an end of a pipe.
func isPipeEnd(t types.Type, name string) bool { return place.IsNamed(t, "io", name) }

// closesEnd reports whether an instruction closes an end of a pipe, or gives it to somebody who may.
func closesEnd(i ssa.Instruction, name string) bool {
	switch x := i.(type) {
	case ssa.CallInstruction:
		c := x.Common()
		for k, a := range c.Args {
			if !isPipeEnd(a.Type(), name) {
				continue
			}
			f := c.StaticCallee()
			if k > 0 || f == nil || f.Name() == "Close" || f.Name() == "CloseWithError" || f.Pkg == nil ||
				f.Pkg.Pkg.Path() != "io" {
				return true
			}
		}
	case *ssa.MakeInterface:
		if !isPipeEnd(x.X.Type(), name) {
			return false
		}
		t, ok := x.Type().Underlying().(*types.Interface)
		for k := range t.NumMethods() {
			if ok && t.Method(k).Name() == "Close" {
				return true
			}
		}
	case *ssa.Store:
		_, field := x.Addr.(*ssa.FieldAddr)
		return field && isPipeEnd(x.Val.Type(), name)
	case *ssa.Return:
		return slices.ContainsFunc(x.Results, func(v ssa.Value) bool { return isPipeEnd(v.Type(), name) })
	}
	return false
}

// writerOpen is a pipe whose writer a goroutine closes on some ways, and not where it returns because of an error.
func (r plumber) writerOpen(unit int, made *ssa.Call) []lonely {
	does := func(i ssa.Instruction) bool { return closesEnd(i, "PipeWriter") }
	for _, g := range made.Parent().AnonFuncs {
		if len(r.starts(g)) == 0 || !anyInstr(g, does) {
			continue
		}
		d := r.newDuty(g, does)
		d.moot = readerGone
		if ret := d.unmet(g.Blocks[0], 0, true); ret != nil {
			at, _ := r.Flow.Source.UnitOf(g)
			return []lonely{{
				What: facts.TakeRecv, Unit: unit, Name: endName(made, 0), At: r.Place(made.Pos()), Pipe: true,
				By: lostWait{at, r.Place(ret.Pos())},
			}}
		}
	}
	return nil
}

// readerGone reports whether a block is left by its k-th edge because a write to a pipe has failed: its reader is
// closed, and waits for nothing more.
func readerGone(b *ssa.BasicBlock, k int) bool {
	x, ok := failure(b, k).(*ssa.Extract)
	if !ok {
		return false
	}
	c, ok := x.Tuple.(*ssa.Call)
	if !ok || c.Call.StaticCallee() == nil || len(c.Call.Args) == 0 {
		return false
	}
	to := c.Call.Args[0]
	switch c.Call.StaticCallee().String() {
	case "(*io.PipeWriter).Write":
		return true
	case "fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln", "io.WriteString":
		return asInterface(to, "PipeWriter")
	}
	return false
}

// anyInstr reports whether some instruction of a function is of a kind.
func anyInstr(fn *ssa.Function, is func(ssa.Instruction) bool) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, is) })
}

// endName is the variable that an end of a pipe is kept in.
func endName(made *ssa.Call, index int) facts.Symbol {
	for _, i := range *made.Referrers() {
		x, ok := i.(*ssa.Extract)
		if !ok || x.Index != index {
			continue
		}
		for _, u := range *x.Referrers() {
			if s, ok := u.(*ssa.Store); ok {
				name, _ := place.Name(s.Addr)
				return name
			}
		}
	}
	return facts.Symbol{Kind: facts.SymLocal, Name: []string{"the pipe's reader", "the pipe's writer"}[index]}
}

// readerOpen is a pipe to which a goroutine writes, and whose reader nobody closes, though who reads returns for
// another reason than that the pipe has ended.
func (r plumber) readerOpen(made *ssa.Call) []lonely {
	fn := made.Parent()
	does := func(i ssa.Instruction) bool { return closesEnd(i, "PipeReader") }
	by, writes := r.writer(fn)
	if by == nil || anyInstr(fn, does) ||
		slices.ContainsFunc(fn.AnonFuncs, func(g *ssa.Function) bool { return anyInstr(g, does) }) {
		return nil
	}
	writes = r.inside(writes, maxInside)
	unit, _ := r.Flow.Source.UnitOf(writes.Parent())
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(*ssa.Call)
			if !ok || c.Call.StaticCallee() == nil {
				continue
			}
			at, own := r.Flow.Source.UnitOf(c.Call.StaticCallee())
			k := slices.IndexFunc(c.Call.Args, func(v ssa.Value) bool { return asInterface(v, "PipeReader") })
			if !own || k < 0 || c.Call.StaticCallee().Blocks == nil {
				continue
			}
			if ret := givesUpReading(c.Call.StaticCallee().Params[k]); ret != nil {
				return []lonely{{
					What: facts.TakeSend, Unit: unit, Name: endName(made, 1), At: r.Place(writes.Pos()), Pipe: true,
					By: lostWait{at, r.Place(ret.Pos())},
				}}
			}
		}
	}
	return nil
}

// inside is where a function that is given the writer of a pipe uses it last; the call itself if that is not known.
func (r plumber) inside(c *ssa.Call, depth int) *ssa.Call {
	f := c.Call.StaticCallee()
	if f == nil || f.Blocks == nil || depth == 0 {
		return c
	}
	if _, own := r.Flow.Source.UnitOf(f); !own {
		return c
	}
	for k, a := range c.Call.Args {
		if _, boxed := a.(*ssa.MakeInterface); (boxed || types.IsInterface(a.Type())) && k < len(f.Params) {
			for _, i := range slices.Backward(*f.Params[k].Referrers()) {
				if x, ok := i.(*ssa.Call); ok {
					return r.inside(x, depth-1)
				}
			}
		}
	}
	return c
}

// asInterface reports whether a value is an end of a pipe that is given as an interface.
func asInterface(v ssa.Value, name string) bool {
	m, ok := v.(*ssa.MakeInterface)
	return ok && isPipeEnd(m.X.Type(), name)
}

// writer is a goroutine's literal of a function that gives the writer of a pipe to somebody, and the call.
func (r plumber) writer(fn *ssa.Function) (*ssa.Function, *ssa.Call) {
	for _, g := range fn.AnonFuncs {
		if len(r.starts(g)) == 0 {
			continue
		}
		for _, b := range g.Blocks {
			for _, i := range b.Instrs {
				c, ok := i.(*ssa.Call)
				if ok && slices.ContainsFunc(c.Call.Args, func(v ssa.Value) bool { return asInterface(v, "PipeWriter") }) {
					return g, c
				}
			}
		}
	}
	return nil, nil
}

// givesUpReading is a return to which a way leads from the start of a function that reads something of a reader, not
// all that there is, and has found something else than an error at last; nil if there is none.
func givesUpReading(reader *ssa.Parameter) *ssa.Return {
	fn := reader.Parent()
	reads := func(i ssa.Instruction) bool {
		c, ok := i.(*ssa.Call)
		return ok && (c.Call.Value == ssa.Value(reader) || slices.Contains(c.Call.Args, ssa.Value(reader)))
	}
	ends := func(i ssa.Instruction) bool {
		c, ok := i.(ssa.CallInstruction)
		if !ok || !reads(i) && !isDefer(i) {
			return false
		}
		f := c.Common().StaticCallee()
		return f == nil || !partial[f.String()]
	}
	partly := false
	for _, b := range fn.Blocks {
		partly = partly || slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return reads(i) && !ends(i) })
	}
	if !partly || anyInstr(fn, func(i ssa.Instruction) bool { _, ok := i.(*ssa.TypeAssert); return ok }) {
		return nil
	}
	seen := map[*ssa.BasicBlock]bool{}
	for work := []*ssa.BasicBlock{fn.Blocks[0]}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || slices.ContainsFunc(b.Instrs, ends) {
			continue
		}
		seen[b] = true
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(b.Preds) > 0 && ret.Pos().IsValid() {
			return ret
		}
		for k, to := range b.Succs {
			if !fails(b, k) {
				work = append(work, to)
			}
		}
	}
	return nil
}

func isDefer(i ssa.Instruction) bool {
	_, ok := i.(*ssa.Defer)
	return ok
}

// partial are functions that read a part of what there is.
var partial = map[string]bool{
	"io.ReadFull": true, "io.ReadAtLeast": true, "encoding/binary.Read": true, "io.CopyN": true,
}
