// Package refill finds memory of slices that a function fills again although it has sent it, and nothing has told since
// that who received it is done (passes/access A34).
//
// A value stands for the memory from its first element on: a slice expression from the start for what it slices, a load
// of a variable for what the variable holds until something else is stored there. Sent is what a send, or the case of a
// select, gives away, by itself or in a struct; and what a go statement gives the function that it starts. It is sent
// until the next send, which may wait until who received this has come to receive again, as with two buffers that take
// turns; and until the function hears from others, or calls what may, unless it has emptied the slice before, which
// says that it does not wait. Sets of values are solved forward over the blocks; what holds on some way counts, as a
// run may take it.
package refill

import (
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A Function says where a function fills sent memory again.
type Function struct {
	fn    *ssa.Function             // the function
	tells func(*ssa.Call) bool      // whether others may have told something when a call returns
	sends map[edge][]ssa.Value      // what is sent where a block leads to another one: the cases of selects
	hears map[edge]bool             // where it has received something by the case of a select
	again map[use]bool              // the answers: instructions that are given sent memory
	kept  []ssa.Value               // addresses of variables that go on with what was sent from them
	in    map[*ssa.BasicBlock]state // what holds where blocks begin
}

// An edge leads from a block to another one.
type edge struct {
	from, to *ssa.BasicBlock // the blocks
}

// A use is an operand of an instruction.
type use struct {
	instr ssa.Instruction // the instruction
	v     ssa.Value       // the operand
}

// New solves a function, of which is known at which calls it may hear from others; nil if it sends nothing.
func New(fn *ssa.Function, tells func(*ssa.Call) bool) *Function {
	f := &Function{
		fn: fn, tells: tells, sends: map[edge][]ssa.Value{}, hears: map[edge]bool{}, again: map[use]bool{},
		in: map[*ssa.BasicBlock]state{},
	}
	if !f.findSends() {
		return nil
	}
	f.solve()
	for _, b := range fn.Blocks {
		if s, ok := f.in[b]; ok {
			f.run(s.clone(), b, true)
		}
	}
	return f
}

// Again reports whether an instruction is given a slice of memory that was sent before, from its first element on.
func (f *Function) Again(instr ssa.Instruction, v ssa.Value) bool {
	return f != nil && f.again[use{instr, v}]
}

// Kept are the addresses of the variables that are set to the empty start of what was sent from them: the next append
// to what they hold writes over it.
func (f *Function) Kept() []ssa.Value {
	if f == nil {
		return nil
	}
	return f.kept
}

// findSends finds the cases of selects that send slices, and reports whether the function sends any slice.
func (f *Function) findSends() bool {
	some := false
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Send:
				some = some || len(carried(instr.X)) > 0
			case *ssa.Go:
				some = some || len(given(instr)) > 0
			case *ssa.Select:
				branch.Cases(instr, func(i int, cond *ssa.If) {
					if i < 0 || i >= len(instr.States) {
						return
					}
					to := edge{cond.Block(), cond.Block().Succs[0]}
					if instr.States[i].Dir != types.SendOnly {
						f.hears[to] = true
						return
					}
					f.sends[to] = carried(instr.States[i].Send)
					some = some || len(f.sends[to]) > 0
				})
			}
		}
	}
	return some
}

// solve finds what holds where blocks begin.
func (f *Function) solve() {
	f.in[f.fn.Blocks[0]] = state{sent: map[ssa.Value]bool{}, old: map[*ssa.UnOp]bool{}}
	for work := f.fn.Blocks[:1:1]; len(work) > 0; {
		b := work[0]
		work = work[1:]
		out := f.in[b].clone()
		f.run(out, b, false)
		for _, to := range b.Succs {
			next := out.clone()
			if sent, ok := f.sends[edge{b, to}]; ok {
				next.send(sent)
			}
			if f.hears[edge{b, to}] {
				next.hear()
			}
			next.enter(b, to)
			old, known := f.in[to]
			if !known {
				f.in[to] = next
			} else if !old.join(next) {
				continue
			}
			work = append(work, to)
		}
	}
}

// run applies the instructions of a block, and notes answers if that is asked for.
func (f *Function) run(s state, b *ssa.BasicBlock, note bool) {
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.Phi: // entering the block has set it
		case *ssa.Send:
			s.send(carried(instr.X))
		case *ssa.Go:
			s.add(given(instr))
		case *ssa.Store:
			if s.store(instr) && note {
				f.kept = append(f.kept, instr.Addr)
			}
		case *ssa.Call:
			f.call(s, instr, note)
		case *ssa.UnOp:
			delete(s.old, instr)
			delete(s.sent, instr)
			if instr.Op == token.ARROW {
				s.hear()
			}
		case *ssa.Slice:
			delete(s.sent, instr)
			s.empty(instr)
		default:
			if v, ok := instr.(ssa.Value); ok {
				delete(s.sent, v)
			}
		}
	}
}

// call applies a call: what is given sent memory fills it again, if it writes; what append returns is the same memory
// if there is room; others may tell something, and store to variables.
func (f *Function) call(s state, c *ssa.Call, note bool) {
	for _, arg := range c.Call.Args {
		if note && isSlice(arg.Type()) && s.holds(arg) {
			f.again[use{c, arg}] = true
		}
	}
	delete(s.sent, c)
	if place.IsBuiltin(&c.Call, "append") {
		s.move(c, s.memory(c.Call.Args[0]))
	} else if _, ok := c.Call.Value.(*ssa.Builtin); !ok {
		maps.DeleteFunc(s.sent, func(v ssa.Value, _ bool) bool {
			return isSlice(source.Deref(v.Type())) && !isSlice(v.Type())
		})
		if c.Call.StaticCallee() == nil || f.tells(c) {
			s.hear()
		}
	}
}

// carried are the memories that a message gives away: it is a slice, or a struct with slices that was made for it.
func carried(v ssa.Value) []ssa.Value {
	switch x := v.(type) {
	case *ssa.MakeInterface:
		return carried(x.X)
	case *ssa.UnOp:
		if a, ok := x.X.(*ssa.Alloc); ok && x.Op == token.MUL && !isSlice(v.Type()) {
			return parts(a)
		}
	case *ssa.Alloc:
		return parts(x)
	}
	if isSlice(v.Type()) {
		return []ssa.Value{v}
	}
	return nil
}

// parts are the slices that are stored to fields of a new struct.
func parts(a *ssa.Alloc) []ssa.Value {
	var list []ssa.Value
	for _, instr := range *a.Referrers() {
		field, ok := instr.(*ssa.FieldAddr)
		if !ok || !isSlice(source.Deref(field.Type())) {
			continue
		}
		for _, instr := range *field.Referrers() {
			if st, ok := instr.(*ssa.Store); ok && st.Addr == field {
				list = append(list, st.Val)
			}
		}
	}
	return list
}

// given are the slices that a go statement gives to the function that it starts.
func given(g *ssa.Go) []ssa.Value {
	var list []ssa.Value
	for _, arg := range g.Call.Args {
		list = append(list, carried(arg)...)
	}
	return list
}

// isSlice reports whether a type is that of slices.
func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}
