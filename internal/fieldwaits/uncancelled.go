// This file finds goroutines that only the end of a context ends, which nobody cancels (T38).

package fieldwaits

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A contextUse is how a package keeps contexts and their cancel functions in fields.
type contextUse struct {
	*finder
	stored map[facts.Symbol][]ssa.Value // what fields are set to
	loaded map[facts.Symbol]bool        // fields that are read, or whose address goes elsewhere
}

// uncancelled are the waits of goroutines for the end of a context whose cancel function is kept in a field that nobody
// reads (T38).
func (r *finder) uncancelled() []lonely {
	u := &contextUse{finder: r, stored: map[facts.Symbol][]ssa.Value{}, loaded: map[facts.Symbol]bool{}}
	kept := map[*ssa.Call]facts.Symbol{}
	for _, fn := range r.Flow.Source.Funcs {
		u.gather(fn)
	}
	for field, values := range u.stored {
		if !r.Own(field) || u.loaded[field] || !r.ends(field) && !removes(r, field) {
			continue
		}
		for _, v := range values {
			if c := u.madeWith(v, 1); c != nil && !r.IsTest(c.Parent()) && onlyUse(v) && u.neverEnds(c.Call.Args[0]) {
				kept[c] = field
			}
		}
	}
	u.cutOff(kept)
	if len(kept) == 0 {
		return nil
	}
	var list []lonely
	for _, fn := range r.Flow.Source.Funcs {
		unit, own := r.Flow.Source.UnitOf(fn)
		if !own || r.IsTest(fn) || !r.startedByOthers(fn) {
			continue
		}
		at, made := u.waitsFor(fn, kept)
		if made == nil {
			continue
		}
		by, _ := r.Flow.Source.UnitOf(made.Parent())
		x := lonely{
			What: facts.TakeRecv, Unit: unit, Name: source.LocalSymbol("the context"), At: r.Place(at), Kept: kept[made],
		}
		if spot := (fielduse.Spot{Unit: by, At: r.Place(made.Pos())}); x.Kept == (facts.Symbol{}) {
			x.Cuts = spot
		} else {
			x.Keeps = spot
		}
		list = append(list, x)
	}
	return list
}

// cutOff adds the calls that make contexts which are cut off from their parents.
func (u *contextUse) cutOff(kept map[*ssa.Call]facts.Symbol) {
	for _, fn := range u.Flow.Source.Funcs {
		fielduse.AnyInstr(fn, func(i ssa.Instruction) bool {
			if c, ok := i.(*ssa.Call); ok && !u.IsTest(fn) && u.cuts(c) {
				kept[c] = facts.Symbol{}
			}
			return false
		})
	}
}

// cuts reports whether a call makes a context that is cut off from its parent.
func (u *contextUse) cuts(c *ssa.Call) bool {
	row := u.Flow.Model(c)
	return row != nil && row.Made != nil && row.Made.Cut
}

// gather records what a function does with fields that may keep contexts or cancel functions.
func (u *contextUse) gather(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.Field:
				if !mayKeep(x.Type()) {
					continue
				}
				u.loaded[source.FieldSymbol(x.X.Type(), x.Field)] = true
			case *ssa.FieldAddr:
				if !mayKeep(source.Deref(x.Type())) {
					continue
				}
				name := source.FieldSymbol(x.X.Type(), x.Field)
				for _, ref := range *x.Referrers() {
					s, ok := ref.(*ssa.Store)
					switch _, debug := ref.(*ssa.DebugRef); {
					case ok && s.Addr == ssa.Value(x):
						u.stored[name] = append(u.stored[name], s.Val)
					case !debug:
						u.loaded[name] = true
					}
				}
			}
		}
	}
}

// removes reports whether a function of the package takes values out of a map whose type has a field: their life ends.
func removes(r *finder, field facts.Symbol) bool {
	typ := field.Name[:max(strings.LastIndexByte(field.Name, '.'), 0)]
	return slices.ContainsFunc(r.Flow.Source.Funcs, func(fn *ssa.Function) bool {
		return !r.IsTest(fn) && fielduse.AnyInstr(fn, func(i ssa.Instruction) bool {
			c, ok := i.(*ssa.Call)
			if !ok || !place.IsBuiltin(&c.Call, "delete") {
				return false
			}
			m, ok := c.Call.Args[0].Type().Underlying().(*types.Map)
			return ok && place.IsNamed(m.Elem(), field.Pkg, typ)
		})
	})
}

// mayKeep reports whether a variable of a type may keep a context or a cancel function.
func mayKeep(t types.Type) bool {
	_, function := t.Underlying().(*types.Signature)
	return function || place.IsNamed(t, "context", "Context")
}

// madeWith is the call that makes a context which only its cancel function ends, of which a value is a result; nil if
// it is none.
func (u *contextUse) madeWith(v ssa.Value, result int) *ssa.Call {
	if c, ok := v.(*ssa.ChangeType); ok {
		v = c.X
	}
	x, ok := v.(*ssa.Extract)
	if !ok || x.Index != result {
		return nil
	}
	c, ok := x.Tuple.(*ssa.Call)
	if !ok {
		return nil
	}
	row := u.Flow.Model(c)
	if row == nil || row.Made == nil || row.Made.Open || !slices.Contains(row.Made.Funcs, "context.cancel") {
		return nil
	}
	return c
}

// neverEnds reports whether a context never ends.
func (u *contextUse) neverEnds(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	row := u.Flow.Model(c)
	return row != nil && row.Made != nil && row.Made.Never
}

// onlyUse reports whether a value is used in one place only.
func onlyUse(v ssa.Value) bool { return len(*v.Referrers()) == 1+fielduse.DebugRefs(v) }

// waitsFor is where a function waits for the end of one of some contexts, without another way out of its loop, and the
// call that makes it; nil if it does not.
func (u *contextUse) waitsFor(fn *ssa.Function, kept map[*ssa.Call]facts.Symbol) (token.Pos, *ssa.Call) {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.UnOp:
				if x.Op != token.ARROW {
					continue
				}
				if c := u.doneOf(x.X); known(kept, c) {
					return x.Pos(), c
				}
			case *ssa.Select:
				for _, s := range x.States {
					c := u.doneOf(s.Chan)
					if s.Dir != types.RecvOnly || !known(kept, c) || !x.Blocking {
						continue
					}
					if staysBut(x, func(s *ssa.SelectState) bool { return u.doneOf(s.Chan) == c }) {
						return s.Pos, c
					}
				}
			}
		}
	}
	return token.NoPos, nil
}

// known reports whether a call is one of some.
func known(kept map[*ssa.Call]facts.Symbol, c *ssa.Call) bool {
	_, ok := kept[c]
	return ok
}

// doneOf is the call that makes the context whose Done channel a value is; nil if that is not one.
func (u *contextUse) doneOf(ch ssa.Value) *ssa.Call {
	call, ok := ch.(*ssa.Call)
	if !ok || !call.Call.IsInvoke() || call.Call.Method.Name() != "Done" {
		return nil
	}
	return u.context(call.Call.Value, maxContextSteps)
}

// context is the one call that makes what a value is, through parameters of functions that are only started, captured
// variables and fields of the package's own; nil if there is no such one.
func (u *contextUse) context(v ssa.Value, steps int) *ssa.Call {
	if steps == 0 {
		return nil
	}
	same := func(values []ssa.Value) *ssa.Call {
		var made *ssa.Call
		for _, x := range values {
			c := u.context(x, steps-1)
			if c == nil || made != nil && c != made {
				return nil
			}
			made = c
		}
		return made
	}
	switch x := v.(type) {
	case *ssa.Extract:
		return u.madeWith(x, 0)
	case *ssa.Call:
		if u.cuts(x) {
			return x
		}
	case *ssa.Parameter:
		var given []ssa.Value
		for _, g := range u.OnlyStarts(x.Parent()) {
			for k, p := range x.Parent().Params {
				if p == x && k < len(g.Common().Args) {
					given = append(given, g.Common().Args[k])
				}
			}
		}
		return same(given)
	case *ssa.FreeVar:
		if b := place.Binding(x); b != nil {
			return u.context(b, steps-1)
		}
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return nil
		}
		if f := fielduse.AddressedField(x.X); f != (facts.Symbol{}) {
			if !u.Own(f) {
				return nil
			}
			return same(u.stored[f])
		}
		return u.context(x.X, steps-1)
	case *ssa.Alloc:
		var values []ssa.Value
		for _, i := range *x.Referrers() {
			if s, ok := i.(*ssa.Store); ok && s.Addr == ssa.Value(x) {
				values = append(values, s.Val)
			}
		}
		return same(values)
	}
	return nil
}
