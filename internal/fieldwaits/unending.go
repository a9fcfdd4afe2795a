// This file finds waits for the end of goroutines that have been asked to end, and cannot (T35).

package fieldwaits

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// A unending looks for functions that go on for ever, and for those who wait for their end.
type unending struct{ *finder }

// waits are the waits for fields that only functions without a way out would end, as they return.
func (r unending) waits() []lonely {
	var list []lonely
	for name, u := range r.All() {
		enders := slices.Concat(u.Of(fielduse.Closes), u.Of(fielduse.Dones))
		if u.Lost() || len(enders) == 0 || len(u.Of(fielduse.Sends)) > 0 || !r.allOwed(enders) ||
			slices.ContainsFunc(u.Of(fielduse.Polls), func(x fielduse.Use) bool { return x.Sends }) {
			continue
		}
		for _, x := range slices.Concat(u.Of(fielduse.Receives), u.Of(fielduse.Ranges), u.Of(fielduse.Waits)) {
			loop := enders[0].Instr
			unit, own := r.Flow.Source.UnitOf(x.Instr.Parent())
			by, also := r.Flow.Source.UnitOf(loop.Parent())
			if !own || !also || !r.asks(x.Instr.Parent(), loop.Parent()) {
				continue
			}
			what := uint8(facts.TakeRecv)
			if x.What == fielduse.Waits {
				what = facts.TakeWait
			}
			list = append(list, lonely{What: what, Unit: unit, Name: name, At: r.Place(x.Instr.Pos()),
				Stays: fielduse.Spot{Unit: by, At: r.Place(loop.Pos())}})
			break
		}
	}
	return list
}

// allOwed reports whether operations are all deferred in functions without a way out.
func (r unending) allOwed(ops []fielduse.Use) bool {
	return !slices.ContainsFunc(ops, func(x fielduse.Use) bool {
		_, deferred := x.Instr.(*ssa.Defer)
		return !deferred || r.wayOut(x.Instr.Parent())
	})
}

// wayOut reports whether a function may return, or end its goroutine.
func (r unending) wayOut(fn *ssa.Function) bool {
	graph := r.Flow.Graph(fn)
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		if b == fn.Recover || !graph.Reached(b) {
			return false
		}
		return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
			switch x := instr.(type) {
			case *ssa.Return, *ssa.Panic:
				return true
			case *ssa.Call:
				row := r.Flow.Model(x)
				return row != nil && row.Sync == models.SyncExit
			}
			return false
		})
	})
}

// asks reports whether a function, or a literal in it, closes or sends on a channel in a field from which a loop
// receives, or cancels a context, while the loop watches one, or has got one.
func (r unending) asks(fn, loop *ssa.Function) bool {
	watched, contexts := map[facts.Symbol]bool{}, hasContext(loop)
	eachReceive(loop, func(ch ssa.Value) {
		if f := fielduse.HolderField(ch); f != (facts.Symbol{}) {
			watched[f] = true
		}
		call, ok := ch.(*ssa.Call)
		contexts = contexts || ok && call.Call.IsInvoke() && call.Call.Method.Name() == "Done"
	})
	for _, f := range append([]*ssa.Function{fn}, fn.AnonFuncs...) {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				switch x := instr.(type) {
				case *ssa.Send:
					if watched[fielduse.HolderField(x.Chan)] {
						return true
					}
				case *ssa.Call:
					c := x.Common()
					if isClose(c) && watched[fielduse.HolderField(c.Args[0])] || contexts && cancels(c) {
						return true
					}
				}
			}
		}
	}
	return false
}

// hasContext reports whether a function is given a context, captures one, or is a method of what holds one, or the
// function that cancels one, in a field.
func hasContext(fn *ssa.Function) bool {
	given := func(t types.Type) bool { return place.IsNamed(t, "context", "Context") }
	for _, v := range fn.FreeVars {
		if given(v.Type()) {
			return true
		}
	}
	for k, v := range fn.Params {
		if given(v.Type()) || k == 0 && fn.Signature.Recv() != nil && holdsContext(v.Type()) {
			return true
		}
	}
	return false
}

// holdsContext reports whether a struct, or the one that a pointer points to, has a field for a context or for its
// cancel function.
func holdsContext(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		if place.IsNamed(f.Type(), "context", "Context") || place.IsNamed(f.Type(), "context", "CancelFunc") {
			return true
		}
	}
	return false
}

// cancels reports whether a call is of a context's cancel function.
func cancels(c *ssa.CallCommon) bool { return place.IsNamed(c.Value.Type(), "context", "CancelFunc") }

// eachReceive visits the channels from which a function receives, what flows together into one by each of its sources.
func eachReceive(fn *ssa.Function, visit func(ch ssa.Value)) {
	var sources func(v ssa.Value, seen map[ssa.Value]bool)
	sources = func(v ssa.Value, seen map[ssa.Value]bool) {
		if phi, ok := v.(*ssa.Phi); ok && !seen[v] {
			seen[v] = true
			for _, e := range phi.Edges {
				sources(e, seen)
			}
			return
		}
		visit(v)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.UnOp:
				if x.Op == token.ARROW {
					sources(x.X, map[ssa.Value]bool{})
				}
			case *ssa.Select:
				for _, s := range x.States {
					if s.Dir == types.RecvOnly {
						sources(s.Chan, map[ssa.Value]bool{})
					}
				}
			}
		}
	}
}
