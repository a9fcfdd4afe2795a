// This file recognises goroutines that are started once: behind a test of a variable that is set before the start
// (L15).

package flow

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
)

// StartedOnce is the place on whose test it depends whether a statement runs, if that is set between the test and the
// statement: it runs once for each object, until somebody resets the place. Nil if there is none. From is where what
// runs once begins: all that it dominates lies behind the test.
func (r *pack) StartedOnce(instr ssa.Instruction) (addr ssa.Value, from *ssa.BasicBlock) {
	at := instr.Block()
	for b := at.Idom(); b != nil; b = b.Idom() {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || b.Succs[0].Dominates(at) == b.Succs[1].Dominates(at) {
			continue
		}
		for _, addr := range tested(cond.Cond, maxTested) {
			if SetBetween(b, instr, addr) {
				return addr, behind(b, at)
			}
		}
	}
	for _, addr := range setBefore(instr) {
		if r.testedByCallers(at.Parent(), addr) {
			return addr, at.Parent().Blocks[0]
		}
	}
	return nil, nil
}

// behind is the successor of a test that dominates a block.
func behind(test, at *ssa.BasicBlock) *ssa.BasicBlock {
	if test.Succs[0].Dominates(at) {
		return test.Succs[0]
	}
	return test.Succs[1]
}

// setBefore are the fields of parameters that a function sets on every way to a statement.
func setBefore(instr ssa.Instruction) []*ssa.FieldAddr {
	var list []*ssa.FieldAddr
	for b := instr.Block(); b != nil; b = b.Idom() {
		for _, i := range b.Instrs {
			if i == instr {
				break
			}
			if st, ok := i.(*ssa.Store); ok {
				if f, ok := st.Addr.(*ssa.FieldAddr); ok && isParam(f.X) {
					list = append(list, f)
				}
			}
		}
	}
	return list
}

// isParam reports whether a value is a parameter.
func isParam(v ssa.Value) bool {
	_, ok := v.(*ssa.Parameter)
	return ok
}

// testedByCallers reports whether a function of the package is only called by name, and each call stands behind a test
// of a field of a parameter.
func (r *pack) testedByCallers(fn *ssa.Function, field *ssa.FieldAddr) bool {
	calls, sure := r.CallsOf(fn)
	if !sure || len(calls) == 0 {
		return false
	}
	param := slices.Index(fn.Params, field.X.(*ssa.Parameter))
	return !slices.ContainsFunc(
		calls,
		func(c ssa.CallInstruction) bool { return !testsBefore(c, c.Common().Args[param], field.Field) },
	)
}

// testsBefore reports whether a call stands behind a test of a field of a value.
func testsBefore(c ssa.CallInstruction, v ssa.Value, field int) bool {
	at := c.Block()
	for b := at.Idom(); b != nil; b = b.Idom() {
		cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || b.Succs[0].Dominates(at) == b.Succs[1].Dominates(at) {
			continue
		}
		for _, addr := range tested(cond.Cond, maxTested) {
			if f, ok := addr.(*ssa.FieldAddr); ok && f.Field == field && f.X == v {
				return true
			}
		}
	}
	return false
}

// CallsOf are the calls of an unexported function by name; false if it is used in other ways, or others may call it.
func (r *pack) CallsOf(fn *ssa.Function) ([]ssa.CallInstruction, bool) {
	if fn.Object() == nil || fn.Object().Exported() {
		return nil, false
	}
	if r.named == nil {
		r.scanCalls()
	}
	return r.named[fn], !r.asValue[fn]
}

// scanCalls gathers the calls by name of the package's functions, and which functions are values.
func (r *pack) scanCalls() {
	r.named, r.asValue = map[*ssa.Function][]ssa.CallInstruction{}, map[*ssa.Function]bool{}
	var rands []*ssa.Value
	for _, f := range r.Source.Funcs {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				call, _ := instr.(ssa.CallInstruction)
				if call != nil && call.Common().StaticCallee() != nil {
					r.named[call.Common().StaticCallee()] = append(r.named[call.Common().StaticCallee()], call)
				}
				rands = instr.Operands(rands[:0])
				for _, v := range rands {
					if g, ok := (*v).(*ssa.Function); ok && (call == nil || v != &call.Common().Value) {
						r.asValue[g] = true
					}
				}
			}
		}
	}
}

// tested are the places whose values decide a condition.
func tested(v ssa.Value, steps int) []ssa.Value {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return []ssa.Value{v.X}
		}
		if steps > 0 && v.Op == token.NOT {
			return tested(v.X, steps-1)
		}
	case *ssa.BinOp:
		if steps > 0 {
			return append(tested(v.X, steps-1), tested(v.Y, steps-1)...)
		}
	}
	return nil
}

// SetBetween reports whether a place is written on every way from a test to a statement.
func SetBetween(test *ssa.BasicBlock, instr ssa.Instruction, addr ssa.Value) bool {
	for b := instr.Block(); b != nil && b != test; b = b.Idom() {
		for _, i := range b.Instrs {
			if i == instr {
				break
			}
			if st, ok := i.(*ssa.Store); ok && place.SamePlace(st.Addr, addr) {
				return true
			}
		}
	}
	return false
}
