// This file finds functions that say what a guarded variable holds (E24): "func (e *Event) Happened() bool".

package spawn

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/flags"
	"github.com/syncvet/syncvet/passes/source"
)

// getter is the field, as facts.Spawn.Flag has it, that an own function returns, having loaded it under its lock.
func (r *pack) getter(fn *ssa.Function) (field uint32) {
	res := fn.Signature.Results()
	if res.Len() != 1 || !flags.IsFlag(res.At(0).Type()) || len(fn.Params) == 0 {
		return 0
	}
	f := r.counts.Flags()
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || b == fn.Recover {
			continue
		}
		list, heap := place.Results(ret.Results[0])
		if heap {
			return 0
		}
		for _, v := range list {
			load, ok := v.(*ssa.UnOp)
			if !ok || !f.ReadsGuarded(load) {
				return 0
			}
			at, ok := load.X.(*ssa.FieldAddr)
			if !ok || at.X != ssa.Value(fn.Params[0]) {
				return 0
			}
			off := r.src.Layout.FieldOffset(source.Deref(at.X.Type()), at.Field) + 1
			if field != 0 && field != off {
				return 0
			}
			field = off
		}
	}
	return field
}

// getterOf is the same for any function.
func (r *pack) getterOf(fn *ssa.Function) uint32 {
	if _, own := r.src.UnitOf(fn); own {
		return r.getter(fn)
	}
	c, _, ok := r.src.Imported(r.src.FuncSymbol(fn))
	if !ok {
		return 0
	}
	if s, _, err := r.src.Imports[c.Import].Spawn(c.Unit); s != nil && err == nil {
		return s.Flag
	}
	return 0
}
