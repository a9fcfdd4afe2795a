// This file finds messages that say how the conversation goes on (E21): who receives them leaves its loop because of
// what they say, or who sent them does so for the same reason.

package loops

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
)

// Told reports whether the message of a send, a receive or a case of a select in a function says how the conversation
// goes on; the message is nil for a receive.
func Told(graph *branch.Graph, instr ssa.Instruction, message ssa.Value) bool {
	in := graph.Innermost(instr.Block())
	if in == nil {
		return false
	}
	l := left{fn: instr.Parent(), graph: graph, in: in}
	if message == nil {
		return l.byMessages()
	}
	parts := map[ssa.Value]bool{}
	components(message, parts, maxSlice)
	return l.on(func(cond ssa.Value) bool { return testsPart(cond, parts) })
}

// A left is a loop that is asked how it is left.
type left struct {
	fn    *ssa.Function            // its function
	graph *branch.Graph            // and the control flow there
	in    map[*ssa.BasicBlock]bool // its blocks
}

// conditions calls f with the conditions on which the loop is left; ways that end in a panic are none.
func (l *left) conditions(f func(ssa.Value)) {
	for _, b := range l.fn.Blocks {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !l.in[b] || !ok {
			continue
		}
		for i, to := range b.Succs {
			if l.in[to] || l.graph.Next(b, i) == nil {
				continue
			}
			if _, panics := to.Instrs[len(to.Instrs)-1].(*ssa.Panic); !panics {
				f(cond.Cond)
			}
		}
	}
}

// byMessages reports whether the loop is left only because of what was received in it.
func (l *left) byMessages() bool {
	some, all := false, true
	l.conditions(func(cond ssa.Value) {
		some = true
		all = all && !received(cond) && says(cond, l.in, maxSlice)
	})
	return some && all
}

// on reports whether the loop may be left on a condition of a kind.
func (l *left) on(kind func(ssa.Value) bool) bool {
	found := false
	l.conditions(func(cond ssa.Value) { found = found || kind(cond) })
	return found
}

// says reports whether a value is computed from what some blocks receive.
func says(v ssa.Value, in map[*ssa.BasicBlock]bool, depth int) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || depth == 0 || !in[instr.Block()] {
		return false
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return true
		}
	case *ssa.Extract:
		if _, selected := x.Tuple.(*ssa.Select); selected {
			return x.Index > 1
		}
	case *ssa.Alloc:
		return storedTo(x, func(y ssa.Value) bool { return says(y, in, depth-1) })
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && says(*op, in, depth-1) {
			return true
		}
	}
	return false
}

// storedTo reports whether a value of a kind is stored to a variable.
func storedTo(a *ssa.Alloc, kind func(ssa.Value) bool) bool {
	for _, instr := range *a.Referrers() {
		if st, ok := instr.(*ssa.Store); ok && st.Addr == a && kind(st.Val) {
			return true
		}
	}
	return false
}

// components gathers what a message consists of.
func components(v ssa.Value, parts map[ssa.Value]bool, depth int) {
	if _, constant := v.(*ssa.Const); constant || v == nil || parts[v] || depth == 0 {
		return
	}
	parts[v] = true
	switch x := v.(type) {
	case *ssa.MakeInterface:
		components(x.X, parts, depth-1)
	case *ssa.ChangeType:
		components(x.X, parts, depth-1)
	case *ssa.UnOp:
		if x.Op == token.MUL {
			components(x.X, parts, depth-1)
		}
	case *ssa.Alloc:
		for _, instr := range *x.Referrers() {
			switch instr := instr.(type) {
			case *ssa.Store:
				if instr.Addr == x {
					components(instr.Val, parts, depth-1)
				}
			case *ssa.FieldAddr:
				storedThrough(instr, parts, depth)
			}
		}
	}
}

// storedThrough gathers what is stored to a field.
func storedThrough(f *ssa.FieldAddr, parts map[ssa.Value]bool, depth int) {
	for _, instr := range *f.Referrers() {
		if st, ok := instr.(*ssa.Store); ok && st.Addr == f {
			components(st.Val, parts, depth-1)
		}
	}
}

// testsPart reports whether a condition compares a part of a message for equality, is one, or asks a function about
// one. Counting is something else: what is counted says nothing about the end.
func testsPart(cond ssa.Value, parts map[ssa.Value]bool) bool {
	switch x := cond.(type) {
	case *ssa.BinOp:
		return (x.Op == token.EQL || x.Op == token.NEQ) && (isPart(x.X, parts) || isPart(x.Y, parts))
	case *ssa.UnOp:
		if x.Op == token.NOT {
			return testsPart(x.X, parts)
		}
	case *ssa.Call:
		for _, a := range x.Call.Args {
			if isPart(a, parts) {
				return true
			}
		}
	}
	return isPart(cond, parts)
}

// isPart reports whether a value is a part of a message, or a field of one.
func isPart(v ssa.Value, parts map[ssa.Value]bool) bool {
	if parts[v] {
		return true
	}
	switch x := v.(type) {
	case *ssa.Field:
		return isPart(x.X, parts)
	case *ssa.FieldAddr:
		return isPart(x.X, parts)
	case *ssa.UnOp:
		return x.Op == token.MUL && isPart(x.X, parts)
	}
	return false
}
