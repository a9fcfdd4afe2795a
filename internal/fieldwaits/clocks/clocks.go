// Package clocks finds receives from timers and tickers that never come.
//
// # Rules
//
// They are (T20), (T21) and (T90) of internal/fieldwaits: a ticker's channel is not closed when it is stopped, and a
// timer fires once.
//
// # Tests
//
// Each has a program and its repaired twin in testdata/deadlocks (go test . -run TestQuick).
package clocks

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A clock is what stands for a timer or ticker: the field of the package's own that holds it, or the variable, or the
// call that made it.
type clock any

// A Silent is a receive that never comes.
type Silent struct {
	What uint8          // facts.TakeRecv, or TakeClose where it asks whether the channel is closed
	Unit int            // of the function
	Name facts.Symbol   // of the variable that holds the timer or ticker
	At   facts.Position // of the receive
}

// Find lists the receives from tickers and timers that never come.
func Find(p *fielduse.Package) []Silent {
	r := &clocks{p}
	return append(r.stillTicking(), r.drainedTwice()...)
}

// Clocks looks for receives from timers and tickers of a package that never come.
type clocks struct{ *fielduse.Package }

// clockOf gives the clock that a pointer means; nil if it is not known.
func (r *clocks) clockOf(v ssa.Value) clock {
	switch x := v.(type) {
	case *ssa.Call, *ssa.Parameter:
		return x
	case *ssa.FreeVar:
		if b := place.Binding(x); b != nil {
			return r.clockOf(b)
		}
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return nil
		}
		if f, ok := x.X.(*ssa.FieldAddr); ok {
			if name := source.FieldSymbol(f.X.Type(), f.Field); r.Own(name) {
				return name
			}
			return nil
		}
		if a := place.Variable(x.X); a != nil {
			if s := r.Places.Stored(a); s != nil {
				return r.clockOf(s)
			}
		}
	}
	return nil
}

// clockOfChannel gives the clock whose channel a value is.
func (r *clocks) clockOfChannel(ch ssa.Value, typeName string) clock {
	load, ok := ch.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	f, ok := load.X.(*ssa.FieldAddr)
	if !ok || !IsTime(f.X.Type(), typeName) {
		return nil
	}
	return r.clockOf(f.X)
}

// IsTime reports whether a type is one of package time, or a pointer to it.
func IsTime(t types.Type, name string) bool { return place.IsNamed(t, "time", name) }

// stillTicking are the receives from tickers in loops without an end whose tickers somebody else stops (T20).
func (r *clocks) stillTicking() []Silent {
	stopped := r.stopped()
	if len(stopped) == 0 {
		return nil
	}
	var list []Silent
	for i, fn := range r.Flow.Source.Funcs {
		if r.IsTest(fn) || i >= r.Flow.Source.Pkg.Source.Own {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				x, ok := instr.(*ssa.UnOp)
				if !ok || x.Op != token.ARROW {
					continue
				}
				c, ends := r.clockOfChannel(x.X, "Ticker"), !endless(x)
				if c == nil || ends && !branch.Reached(b, branch.Succs)[b] {
					c, ends = r.keptTimer(x.X), false
				}
				if c == nil || !slices.ContainsFunc(stopped[c], func(by ssa.Instruction) bool {
					return by.Parent() != fn && !(ends && mayKnowEnd(by, fn))
				}) {
					continue
				}
				what := facts.TakeRecv
				if x.CommaOk {
					what = facts.TakeClose
				}
				list = append(list, Silent{what, i, clockName(x.X), r.Place(x.Pos())})
			}
		}
	}
	return list
}

// clockName is the name of the variable that holds a clock.
func clockName(ch ssa.Value) facts.Symbol {
	name, _ := place.Name(ch.(*ssa.UnOp).X)
	return name
}

// endless reports whether a function never returns once it receives there, but for panics, and receives again and
// again.
func endless(recv *ssa.UnOp) bool {
	if _, ok := branch.Drain(recv); ok {
		return true
	}
	next := branch.Reached(recv.Block(), branch.Succs)
	for b := range next {
		if branch.Returns(b) {
			return false
		}
	}
	return next[recv.Block()]
}

// mayKnowEnd reports whether who stops a ticker may know that a function has ended which receives from it in a loop
// with a way out: he may wait before, or the function may call him.
func mayKnowEnd(stop ssa.Instruction, fn *ssa.Function) bool {
	_, deferred := stop.(*ssa.Defer)
	before := branch.Reached(stop.Block(), branch.Preds)
	for _, b := range stop.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mayWait(instr, map[*ssa.Function]bool{}) && (deferred || before[b] && b != stop.Block() ||
				b == stop.Block() && (before[b] && branch.Reaches(b, b) || branch.Precedes(instr, stop))) {
				return true
			}
		}
	}
	return callsByName(fn, stop.Parent(), map[*ssa.Function]bool{})
}

// mayWait reports whether an instruction waits for others, itself or in what it calls by name in its package; a call of
// anything unknown may.
func mayWait(instr ssa.Instruction, seen map[*ssa.Function]bool) bool {
	switch x := instr.(type) {
	case *ssa.UnOp:
		return x.Op == token.ARROW
	case *ssa.Select:
		return true
	case *ssa.Call:
		if _, builtin := x.Call.Value.(*ssa.Builtin); builtin {
			return false
		}
		g := x.Call.StaticCallee()
		if g == nil || g.Name() == "Wait" {
			return true
		}
		if g = source.Origin(g); g.Pkg != source.Origin(instr.Parent()).Pkg {
			return g.Pkg == nil || !quiet[g.Pkg.Pkg.Path()]
		}
		if seen[g] {
			return false
		}
		seen[g] = true
		return fielduse.AnyInstr(g, func(i ssa.Instruction) bool { return mayWait(i, seen) })
	}
	return false
}

// quiet are packages of the standard library of which functions, but for Wait, wait for nobody who has something to
// tell.
var quiet = map[string]bool{
	"sync": true, "sync/atomic": true, "errors": true, "fmt": true, "strings": true, "strconv": true,
}

// callsByName reports whether a function comes to another one by calls by name.
func callsByName(fn, to *ssa.Function, seen map[*ssa.Function]bool) bool {
	if fn == to || seen[fn] {
		return fn == to
	}
	seen[fn] = true
	return fielduse.AnyInstr(fn, func(i ssa.Instruction) bool {
		c, ok := i.(ssa.CallInstruction)
		return ok && c.Common().StaticCallee() != nil && callsByName(c.Common().StaticCallee(), to, seen)
	})
}

// stopped are the calls, tests and main aside, that stop each ticker, and where the method that does is taken as a
// value.
func (r *clocks) stopped() map[clock][]ssa.Instruction {
	found := map[clock][]ssa.Instruction{}
	for _, fn := range r.Flow.Source.Funcs {
		if r.IsTest(fn) || fn.Name() == "main" && fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main" {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if m, ok := instr.(*ssa.MakeClosure); ok && stopsBound(m) {
					if x := r.clockOf(m.Bindings[0]); x != nil {
						found[x] = append(found[x], m)
					}
				}
				c, ok := instr.(ssa.CallInstruction)
				if ok && (clockCall(c, "Ticker", "Stop") ||
					clockCall(c, "Timer", "Stop") && !r.tests(c) && !r.resets(fn)) {
					if x := r.clockOf(c.Common().Args[0]); x != nil {
						found[x] = append(found[x], c)
					}
				}
			}
		}
	}
	return found
}

// stopsBound reports whether a function value is the method that stops a ticker: who has it may call it.
func stopsBound(m *ssa.MakeClosure) bool {
	f, ok := m.Fn.(*ssa.Function)
	return ok && f.Synthetic != "" && f.Object() != nil && f.Object().Name() == "Stop" && len(m.Bindings) == 1 &&
		IsTime(m.Bindings[0].Type(), "Ticker") && slices.ContainsFunc(*m.Referrers(), func(i ssa.Instruction) bool {
		_, given := i.(ssa.CallInstruction) // who only keeps it may never call it
		return given
	})
}

// keptTimer gives the timer in a field whose channel a value is.
func (r *clocks) keptTimer(ch ssa.Value) clock {
	if name, ok := r.clockOfChannel(ch, "Timer").(facts.Symbol); ok {
		return name
	}
	return nil
}

// tests reports whether somebody looks at what a call answers.
func (r *clocks) tests(c ssa.CallInstruction) bool {
	v := c.Value()
	return v != nil && len(*v.Referrers()) > 0
}

// resets reports whether a function sets some timer again, or replaces one.
func (r *clocks) resets(fn *ssa.Function) bool {
	return fielduse.AnyInstr(fn, func(i ssa.Instruction) bool {
		c, call := i.(ssa.CallInstruction)
		s, store := i.(*ssa.Store)
		return call && clockCall(c, "Timer", "Reset") || store && IsTime(s.Val.Type(), "Timer")
	})
}

// clockCall reports whether a call is of a method of a timer or ticker.
func clockCall(c ssa.CallInstruction, typeName, method string) bool {
	f := c.Common().StaticCallee()
	return f != nil && f.Name() == method && len(c.Common().Args) > 0 && f.Signature.Recv() != nil &&
		IsTime(f.Signature.Recv().Type(), typeName)
}

// drainedTwice are the receives from timers whose value has been received before, on a way on which nobody has set
// the timer again (T21).
func (r *clocks) drainedTwice() []Silent {
	var list []Silent
	for i, fn := range r.Flow.Source.Funcs {
		if i >= r.Flow.Source.Pkg.Source.Own {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				x, ok := instr.(*ssa.UnOp)
				if !ok || x.Op != token.ARROW || x.CommaOk {
					continue
				}
				c := r.clockOfChannel(x.X, "Timer")
				if c != nil && r.behindFired(x, c, maxCallers) {
					list = append(list, Silent{facts.TakeRecv, i, clockName(x.X), r.Place(x.Pos())})
				}
			}
		}
	}
	return list
}

// A stage is where a way has come to, going back from a receive.
type stage struct {
	block *ssa.BasicBlock // to be looked at, from its end
	empty any             // the variable or field that has to be left empty before (T96); nil: none
}

// behindFired reports whether a way leads to an instruction from a receive from a timer, and past no branch on a
// variable that may show whether the value has been received. Ways to a function with the timer go on in who calls it,
// so many calls at most.
func (r *clocks) behindFired(at ssa.Instruction, c clock, most int) bool {
	if last := r.last(at.Block(), c, at); last != nothing {
		return last == firing
	}
	seen := map[stage]bool{}
	var work []stage
	back := func(b *ssa.BasicBlock, empty any) {
		for k, from := range b.Preds {
			before, ok := merged(empty, b, k)
			next := stage{from, before}
			if tells(from) {
				cell := emptyAt(from, b)
				ok = ok && cell != nil && (before == nil || cell == before)
				next.empty = cell
			}
			if ok && !seen[next] {
				seen[next] = true
				work = append(work, next)
			}
		}
	}
	back(at.Block(), nil)
	open := at.Block().Index == 0
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		switch t, empty := r.before(s, c); {
		case t == firing && empty == nil:
			return true
		case t == nothing:
			back(s.block, empty)
			open = open || s.block.Index == 0 && empty == nil
		}
	}
	p, ok := c.(*ssa.Parameter)
	if !ok || p.Parent() != at.Parent() || !open || most == 0 {
		return false
	}
	return slices.ContainsFunc(r.Callers(at.Parent()), func(by ssa.CallInstruction) bool {
		call, ok := by.(*ssa.Call)
		if !ok {
			return false
		}
		k := slices.Index(at.Parent().Params, p)
		if k < 0 || k >= len(call.Call.Args) {
			return false
		}
		given := r.clockOf(call.Call.Args[k])
		return given != nil && r.behindFired(call, given, most-1)
	})
}

// A timing is what has been done with a timer.
type timing uint8

const (
	nothing timing = iota
	firing         // its value has been received
	setting        // it has been set again
)

// before is what a block does with a timer last, and what has to be empty before that still; setting if that is filled.
func (r *clocks) before(s stage, c clock) (timing, any) {
	for k := len(s.block.Instrs) - 1; k >= 0 && s.empty != nil; k-- {
		i := s.block.Instrs[k]
		if r.does(i, c) != nothing {
			return setting, nil
		}
		switch r.leaves(i, s.empty) {
		case emptied:
			return r.last(s.block, c, i), nil
		case filled:
			return setting, nil
		}
	}
	t := r.last(s.block, c, nil)
	return t, s.empty
}

// last is what a block does with a timer last, before an instruction if one is given.
func (r *clocks) last(b *ssa.BasicBlock, c clock, before ssa.Instruction) timing {
	t := nothing
	if r.chosenFor(b, c) {
		t = firing
	}
	for _, instr := range b.Instrs {
		if instr == before {
			break
		}
		if did := r.does(instr, c); did != nothing {
			t = did
		}
	}
	return t
}

// does is what an instruction does with a timer.
func (r *clocks) does(instr ssa.Instruction, c clock) timing {
	switch x := instr.(type) {
	case *ssa.UnOp:
		if x.Op == token.ARROW && r.clockOfChannel(x.X, "Timer") == c {
			return firing
		}
	case *ssa.Store:
		if IsTime(x.Val.Type(), "Timer") {
			return setting
		}
	case *ssa.Call:
		if clockCall(x, "Timer", "Reset") || clock(x) == c || !kept(c) && r.may(x, maxCallers) {
			return setting
		}
	}
	return nothing
}

// may reports whether a call may set a timer: it comes, by calls by name of functions of this package, so many at most,
// to a Reset, or a store of a timer, or to a function that is not known.
func (r *clocks) may(c *ssa.Call, most int) bool {
	g := c.Call.StaticCallee()
	if g == nil {
		_, builtin := c.Call.Value.(*ssa.Builtin)
		return !builtin
	}
	_, own := r.Flow.Source.UnitOf(g)
	return own && (most == 0 || fielduse.AnyInstr(source.Origin(g), func(i ssa.Instruction) bool {
		s, store := i.(*ssa.Store)
		call, ok := i.(*ssa.Call)
		return store && IsTime(s.Val.Type(), "Timer") ||
			ok && (clockCall(call, "Timer", "Reset") || r.may(call, most-1))
	}))
}

// kept reports whether a timer is known to the function that has made it only: nobody that is called sets it again.
func kept(c clock) bool {
	made, ok := c.(*ssa.Call)
	return ok && !slices.ContainsFunc(*made.Referrers(), func(i ssa.Instruction) bool {
		if f, ok := i.(*ssa.FieldAddr); ok {
			return f.X != made
		}
		call, ok := i.(ssa.CallInstruction)
		return !ok || !IsTime(call.Common().Args[0].Type(), "Timer") || call.Common().StaticCallee() == nil ||
			call.Common().StaticCallee().Pkg == nil || call.Common().StaticCallee().Pkg.Pkg.Path() != "time"
	})
}

// tells reports whether a block branches on a variable, or on how many values a channel holds.
func tells(b *ssa.BasicBlock) bool {
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	v, _ := branch.Positive(cond.Cond)
	switch x := v.(type) {
	case *ssa.Phi:
		return true
	case *ssa.UnOp:
		return x.Op == token.MUL
	case *ssa.BinOp:
		return isLen(x.X) || isLen(x.Y)
	}
	return false
}

// isLen reports whether a value is a length.
func isLen(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	return place.IsBuiltin(&c.Call, "len")
}

// chosenFor reports whether a block begins where a select has chosen to receive from a timer.
func (r *clocks) chosenFor(b *ssa.BasicBlock, c clock) bool {
	for p := b; len(p.Preds) == 1; {
		p = p.Preds[0]
		for _, instr := range p.Instrs {
			if s, ok := instr.(*ssa.Select); ok {
				return r.chosen(s, b, c)
			}
		}
	}
	return false
}

// chosen reports whether a block is the one that a case of a select leads to which receives from a timer.
func (r *clocks) chosen(s *ssa.Select, b *ssa.BasicBlock, c clock) bool {
	found := false
	branch.Cases(s, func(i int, cond *ssa.If) {
		if i >= 0 && i < len(s.States) && cond.Block().Succs[0] == b && len(b.Preds) == 1 {
			found = found || s.States[i].Dir == types.RecvOnly && r.clockOfChannel(s.States[i].Chan, "Timer") == c
		}
	})
	return found
}
