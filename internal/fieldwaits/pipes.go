// This file finds pipes of package io of which one end is left open (T33).

package fieldwaits

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/fieldwaits/readers"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A plumber looks for pipes.
type plumber struct {
	*finder
	in *readers.Package // what readers can be followed into
}

// newPlumber looks for pipes with a finder.
func newPlumber(r *finder) plumber {
	own := func(f *ssa.Function) bool {
		_, ok := r.Flow.Source.UnitOf(f)
		return ok && !r.IsTest(f)
	}
	return plumber{finder: r, in: &readers.Package{Own: own, Funcs: r.Flow.Source.Funcs}}
}

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
	for _, g := range r.writers(made) {
		if len(r.OnlyStarts(g)) == 0 || !fielduse.AnyInstr(g, does) {
			continue
		}
		d := r.newDuty(g, does)
		d.moot = readerGone
		if ret := d.unmet(g.Blocks[0], 0, true); ret != nil {
			at, _ := r.Flow.Source.UnitOf(g)
			stuck := made
			if c := r.reading(made); c != nil {
				stuck = c
				unit, _ = r.Flow.Source.UnitOf(c.Parent())
			}
			return []lonely{{
				What: facts.TakeRecv, Unit: unit, Name: endName(made, 0), At: r.Place(stuck.Pos()), Pipe: true,
				By: fielduse.Spot{Unit: at, At: r.Place(ret.Pos())},
			}}
		}
	}
	return nil
}

// writers are the functions that may be started with the writer of a pipe: literals of the function that makes it, and
// those of the package to which a go statement there gives it.
func (r plumber) writers(made *ssa.Call) []*ssa.Function {
	list := slices.Clone(made.Parent().AnonFuncs)
	w := nth(made, 1)
	if w == nil {
		return list
	}
	for _, u := range *w.Referrers() {
		g, ok := u.(*ssa.Go)
		if !ok || g.Call.StaticCallee() == nil || g.Call.StaticCallee().Parent() != nil {
			continue
		}
		fn := source.Origin(g.Call.StaticCallee())
		if _, own := unitOf(r.finder, fn); own {
			list = append(list, fn)
		}
	}
	return list
}

// readerGone reports whether a block is left by its k-th edge because a write to a pipe has failed: its reader is
// closed, and waits for nothing more.
func readerGone(b *ssa.BasicBlock, k int) bool {
	x, ok := branch.Failure(b, k).(*ssa.Extract)
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

// endName is the variable that an end of a pipe is kept in.
func endName(made *ssa.Call, index int) facts.Symbol {
	if end := nth(made, index); end != nil {
		for _, u := range *end.Referrers() {
			if s, ok := u.(*ssa.Store); ok {
				name, _ := place.Name(s.Addr)
				return name
			}
		}
	}
	return facts.Symbol{Kind: facts.SymLocal, Name: []string{"the pipe's reader", "the pipe's writer"}[index]}
}

// readerOpen is a pipe to which a goroutine writes, and whose reader is left open, by the function that makes the pipe,
// or by one that gets the reader from it, which returns for another reason than that the pipe has ended.
func (r plumber) readerOpen(made *ssa.Call) []lonely {
	fn := made.Parent()
	g, writes := r.writer(fn)
	if g == nil {
		return nil
	}
	left := r.leaving(made, r.OnlyStarts(g)[0])
	if left == nil || left.Read && r.once(g) {
		return nil
	}
	writes = r.inside(writes, maxInside)
	unit, _ := r.Flow.Source.UnitOf(writes.Parent())
	at, _ := r.Flow.Source.UnitOf(left.At.Parent())
	return []lonely{{
		What: facts.TakeSend, Unit: unit, Name: endName(made, 1), At: r.Place(writes.Pos()), Pipe: true,
		By: fielduse.Spot{Unit: at, At: r.Place(left.At.Pos())},
	}}
}

// leaving is how the reader of a pipe is left, of which a goroutine has got the writer.
func (r plumber) leaving(made *ssa.Call, start ssa.Instruction) *readers.Leaving {
	for _, v := range r.readersOf(made) {
		after := start
		if v.Parent() != made.Parent() {
			after = callOf(v)
		}
		if left := readers.Left(v, after, r.in); left != nil {
			return left
		}
	}
	return nil
}

// reading is where the reader of a pipe is read; nil if that is not seen.
func (r plumber) reading(made *ssa.Call) *ssa.Call {
	for _, v := range r.readersOf(made) {
		if c := readers.Reading(v, r.in); c != nil {
			return c
		}
	}
	return nil
}

// readersOf are the reader of a pipe where it is made, or, if that is a function that returns it, what calls of that
// give.
func (r plumber) readersOf(made *ssa.Call) (list []ssa.Value) {
	end := nth(made, 0)
	if end == nil {
		return nil
	}
	result, returned := handedBack(end)
	if !returned {
		return []ssa.Value{end}
	}
	for _, c := range r.Callers(made.Parent()) {
		if call, ok := c.(*ssa.Call); ok && r.in.Own(call.Parent()) {
			if v := nth(call, result); v != nil {
				list = append(list, v)
			}
		}
	}
	return list
}

// callOf is the call of which a value is a result.
func callOf(v ssa.Value) *ssa.Call {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	c, _ := v.(*ssa.Call)
	return c
}

// handedBack is the result as which a function returns a value that it makes, if it does nothing else with it.
func handedBack(v ssa.Value) (result int, ok bool) {
	result = -1
	for _, i := range *v.Referrers() {
		switch i := i.(type) {
		case *ssa.DebugRef:
		case *ssa.MakeInterface, *ssa.ChangeInterface:
			if result, ok = handedBack(i.(ssa.Value)); !ok {
				return 0, false
			}
		case *ssa.Return:
			result = slices.Index(i.Results, v)
		default:
			return 0, false
		}
	}
	return result, result >= 0
}

// nth is one result of a call; nil if nobody uses it.
func nth(c *ssa.Call, n int) ssa.Value {
	if c.Call.Signature().Results().Len() == 1 {
		return c
	}
	return place.Part(c, n)
}

// once reports whether a goroutine writes to a pipe no more than a few times, by itself: what is read first may be all.
func (r plumber) once(g *ssa.Function) bool {
	for _, b := range g.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(*ssa.Call)
			if !ok || !slices.ContainsFunc(c.Call.Args, func(v ssa.Value) bool { return asInterface(v, "PipeWriter") }) {
				continue
			}
			does := c
			if f := c.Call.StaticCallee(); f == nil || !writesOnce[f.String()] {
				does = readers.OnlyCall(c)
			}
			if does == nil || r.Flow.Graph(g).Cyclic(does.Block()) {
				return false
			}
		}
	}
	return true
}

// writesOnce are functions that write what they are given, and no more.
var writesOnce = map[string]bool{
	"fmt.Fprint": true, "fmt.Fprintf": true, "fmt.Fprintln": true, "io.WriteString": true, "encoding/binary.Write": true,
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
					return r.inside(readers.Through(x), depth-1)
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
		if len(r.OnlyStarts(g)) == 0 {
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
