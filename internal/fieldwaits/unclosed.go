// This file finds channels in variables that a goroutine closes on some of its ways only (T40).

package fieldwaits

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// unclosed are the loops over such channels that do not end (T40).
func unclosed(r *finder) []lonely {
	var list []lonely
	for _, l := range locals(r) {
		closer := l.closer()
		if closer == nil {
			continue
		}
		d := r.newDuty(closer, func(i ssa.Instruction) bool { return slices.Contains(l.closes, i) })
		d.alone = true
		ret := d.unmet(closer.Blocks[0], 0, false)
		loop := l.drain(closer)
		if ret == nil || loop == nil {
			continue
		}
		by, ok := r.Spot(ret)
		at, own := r.Spot(loop)
		if ok && own {
			name := place.Holder(l.closes[0].(ssa.CallInstruction).Common().Args[0])
			list = append(list, lonely{What: facts.TakeClose, Unit: at.Unit, Name: name, At: at.At, By: by})
		}
	}
	return list
}

// drain is a loop over the channel that only its end ends, outside of the function that closes it: or, where the
// channel is kept with others, one over such channels. Nobody receives otherwise.
func (l *local) drain(closer *ssa.Function) *ssa.UnOp {
	if len(l.polls) > 0 {
		return nil
	}
	var found *ssa.UnOp
	for _, x := range l.recvs {
		if _, ok := branch.Drain(x); ok && x.Parent() != closer {
			found = x
		}
	}
	if found != nil || !l.shared || len(l.recvs) > 0 {
		return found
	}
	elem := l.made.Type().Underlying().(*types.Chan).Elem()
	each(l.r, func(i ssa.Instruction) {
		x, ok := i.(*ssa.UnOp)
		if found != nil || !ok || x.Op != token.ARROW || !listed(x.X) ||
			!types.Identical(x.X.Type().Underlying().(*types.Chan).Elem(), elem) {
			return
		}
		if _, ok := branch.Drain(x); ok {
			found = x
		}
	})
	return found
}

// listed reports whether a channel has been taken out of a slice.
func listed(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	addr := load.X
	if free, ok := addr.(*ssa.FreeVar); ok {
		m := place.Closure(free.Parent())
		if m == nil {
			return false
		}
		for n, f := range free.Parent().FreeVars {
			if f == free {
				addr = m.Bindings[n]
			}
		}
	}
	cell, ok := addr.(*ssa.Alloc)
	if !ok {
		_, ok = addr.(*ssa.IndexAddr)
		return ok
	}
	for _, i := range *cell.Referrers() {
		if s, ok := i.(*ssa.Store); ok && s.Addr == ssa.Value(cell) && listed(s.Val) {
			return true
		}
	}
	return false
}
