// This file finds channels in fields that are closed on success only: who waits for the end waits for ever after an
// error (T24).

package fieldwaits

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// missingCloses are the waits for channels that one function closes on all its ways but one with an error (T24).
func (r *finder) missingCloses() []lonely {
	var list []lonely
	for name, u := range r.All() {
		closer := r.closer(u)
		if u.Astray || closer == nil {
			continue
		}
		waits := r.awaited(name, u, closer)
		if waits == nil {
			continue
		}
		d := r.newDuty(closer, func(i ssa.Instruction) bool { return closesField(i, name) })
		var ret *ssa.Return
		if b, k := madeIn(closer, name); b != nil {
			ret = d.unmet(b, k+1, true)
		} else if len(r.OnlyStarts(closer)) > 0 || givenFresh(r, closer, u) {
			ret = d.unmet(closer.Blocks[0], 0, true)
		}
		if ret == nil {
			continue
		}
		unit, _ := r.Flow.Source.UnitOf(closer)
		at, own := r.Flow.Source.UnitOf(waits.Parent())
		if own && at < r.Flow.Source.Pkg.Source.Own {
			list = append(list, lonely{
				What: facts.TakeRecv, Unit: at, Name: name, At: r.Place(waits.Pos()),
				By: fielduse.Spot{Unit: unit, At: r.Place(ret.Pos())},
			})
		}
	}
	return list
}

// givenFresh reports whether a function closes a channel of what it is given, and all who call it, by its name, have
// just made that.
func givenFresh(r *finder, fn *ssa.Function, u *fielduse.Uses) bool {
	param := -1
	for _, c := range u.Of(fielduse.Closes) {
		n := slices.IndexFunc(fn.Params, func(p *ssa.Parameter) bool {
			return baseOf(c.Instr.(ssa.CallInstruction).Common().Args[0]) == ssa.Value(p)
		})
		if n < 0 || param >= 0 && n != param {
			return false
		}
		param = n
	}
	calls := r.Callers(fn)
	refs := fn.Referrers()
	value := refs != nil && len(*refs) > len(calls) || r.bound(fn)
	if fn.Parent() != nil || token.IsExported(fn.Name()) || value || len(calls) == 0 {
		return false
	}
	return !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		_, fresh := c.Common().Args[param].(*ssa.Alloc)
		return !fresh
	})
}

// closer is the function, no test, that has all closes of a channel; nil if there is no such one.
func (r *finder) closer(u *fielduse.Uses) *ssa.Function {
	var fn *ssa.Function
	for _, c := range u.Of(fielduse.Closes) {
		f := c.Instr.Parent()
		if fn != nil && f != fn || r.IsTest(f) {
			return nil
		}
		fn = f
	}
	return fn
}

// awaited is a receive outside of a select and of the function that closes the channel: from the field, or from what
// a function returns that returns the field to be received from; nil if there is none.
func (r *finder) awaited(name facts.Symbol, u *fielduse.Uses, closer *ssa.Function) ssa.Instruction {
	for _, x := range u.Of(fielduse.Receives) {
		if x.Instr.Parent() != closer || len(r.OnlyStarts(closer)) == 0 {
			return x.Instr
		}
	}
	for _, ret := range u.Given {
		for _, c := range r.Callers(ret.Parent()) {
			v, ok := c.(*ssa.Call)
			if !ok {
				continue
			}
			for _, i := range *v.Referrers() {
				if recv, ok := i.(*ssa.UnOp); ok && recv.X == ssa.Value(v) {
					return recv
				}
			}
		}
	}
	return nil
}

// closesField reports whether an instruction closes a field's channel.
func closesField(i ssa.Instruction, name facts.Symbol) bool {
	c, ok := i.(ssa.CallInstruction)
	return ok && isClose(c.Common()) && fielduse.HolderField(c.Common().Args[0]) == name
}

// madeIn is where a function makes a channel for a field of an object that it makes, too; nil if it does not.
func madeIn(fn *ssa.Function, name facts.Symbol) (*ssa.BasicBlock, int) {
	for _, b := range fn.Blocks {
		for k, i := range b.Instrs {
			s, ok := i.(*ssa.Store)
			if !ok || fielduse.AddressedField(s.Addr) != name {
				continue
			}
			if _, fresh := source.Root(s.Addr).(*ssa.Alloc); fresh && !place.IsNil(s.Val) {
				return b, k
			}
		}
	}
	return nil, 0
}
