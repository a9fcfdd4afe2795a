// This file finds goroutines whose end a group in an object waits for, and objects that hold a channel or group that a
// function knows by another variable (A21).

package signal

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// atEnd are the signals of a function literal's end: it is only run as a member of a group that lies in an object which
// it has captured.
func (r *Package) atEnd(fn *ssa.Function) []signal {
	c := place.Closure(fn)
	if c == nil || len(fn.FreeVars) == 0 {
		return nil
	}
	var group ssa.Value
	for _, ref := range *c.Referrers() {
		if _, debug := ref.(*ssa.DebugRef); debug {
			continue
		}
		call, ok := ref.(*ssa.Call)
		if !ok || group != nil {
			return nil
		}
		if group = r.groupOf(call, c); group == nil {
			return nil
		}
	}
	f := r.groupField(group)
	if f == nil {
		return nil
	}
	base := r.captured(fn, r.meaning(f.X))
	_, off, ok := r.flow.Addr(c.Parent(), f)
	if base == nil || !ok {
		return nil
	}
	return []signal{{kind: facts.CondDone, base: r.locks.Number(fn, base), off: off}}
}

// groupOf is the group of which a call makes a closure a member; nil if it does not.
func (r *Package) groupOf(call ssa.CallInstruction, c *ssa.MakeClosure) ssa.Value {
	row := r.flow.Model(call)
	args := source.Arguments(call.Common())
	if row == nil || row.Sync != models.SyncGroupGo || row.Object >= len(args) {
		return nil
	}
	runs := func(cb models.Callback) bool { return cb.Arg < len(args) && args[cb.Arg] == c }
	if !slices.ContainsFunc(row.Callbacks, runs) {
		return nil
	}
	return args[row.Object]
}

// member is the condition of a call that starts a method value as a member of a group in the method's own object.
func (r *Package) member(fn *ssa.Function, call ssa.CallInstruction) []facts.Cond {
	for _, arg := range source.Arguments(call.Common()) {
		c, ok := arg.(*ssa.MakeClosure)
		if !ok || len(c.Bindings) != 1 || c.Fn.(*ssa.Function).Parent() != nil || !source.IsPointer(c.Bindings[0]) {
			continue
		}
		group := r.groupOf(call, c)
		if group == nil {
			continue
		}
		for _, s := range r.onGroup(fn, group, signal{kind: facts.CondMember, instr: call}) {
			if s.base == r.locks.Number(fn, c.Bindings[0]) {
				return []facts.Cond{{Kind: s.kind, Addr: r.flow.Value(fn, c.Bindings[0], 0), Off: s.off}}
			}
		}
	}
	return nil
}

// onHolder completes a signal on a channel or group that the maker of an object has put into a field that never
// changes, where the function has captured or made both.
func (r *Package) onHolder(fn *ssa.Function, v ssa.Value, s signal) []signal {
	v = r.meaning(v)
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return nil
	}
	var list []signal
	for _, f := range r.holders(instr.Parent(), v) {
		base := r.captured(fn, r.meaning(f.X))
		if _, off, ok := r.flow.Addr(f.Parent(), f); ok && base != nil {
			s.base, s.off = r.locks.Number(fn, base), off
			list = append(list, s)
		}
	}
	return list
}

// holders are the fields that never change into which a function puts a value that it has made.
func (r *Package) holders(fn *ssa.Function, v ssa.Value) []*ssa.FieldAddr {
	switch v.(type) {
	case *ssa.MakeChan, *ssa.Alloc:
	default:
		return nil
	}
	var list []*ssa.FieldAddr
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok {
				if f, ok := st.Addr.(*ssa.FieldAddr); ok && r.meaning(st.Val) == v && r.locks.Places.FinalField(f) {
					list = append(list, f)
				}
			}
		}
	}
	return list
}

// meaning follows a value through variables that never hold another one, and changes of type, to what it is.
func (r *Package) meaning(v ssa.Value) ssa.Value {
	for range maxMeaning {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.UnOp:
			if a := place.Variable(x.X); x.Op == token.MUL && a != nil {
				if s := r.locks.Places.Stored(a); s != nil {
					v = s
					continue
				}
			}
		}
		break
	}
	return v
}

// captured is a value of a function that means what another value does: this itself, if the function has it, or what it
// loads from a variable that it has captured; nil if there is none.
func (r *Package) captured(fn *ssa.Function, v ssa.Value) ssa.Value {
	if instr, ok := v.(ssa.Instruction); ok && instr.Parent() == fn || v.Parent() == fn {
		return v
	}
	for _, f := range fn.FreeVars {
		if a := place.Variable(f); a == nil || r.locks.Places.Stored(a) == nil || r.meaning(r.locks.Places.Stored(a)) != v {
			continue
		}
		for _, ref := range *f.Referrers() {
			if load, ok := ref.(*ssa.UnOp); ok && load.Op == token.MUL {
				return load
			}
		}
	}
	return nil
}
