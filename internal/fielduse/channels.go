// This file asks two things of channels: which loops receive until the end (T15), and which channels may have room for
// all that is sent (T29).

package fielduse

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// rangesOver reports whether a receive heads a loop that nothing but the end of its channel ends, in a function that is
// not started as a goroutine, and whether something is to be done after it.
func (r *Package) rangesOver(recv *ssa.UnOp) bool {
	fn := recv.Parent()
	after, ok := branch.Drain(recv)
	return ok && fn.Parent() == nil && goesOn(after) && len(r.Starts(fn)) == 0
}

// MakesRoom reports whether control comes to a send only behind a receive from the same channel, or a select that has
// tried one.
func MakesRoom(send *ssa.Send) bool {
	at := send.Block()
	return slices.ContainsFunc(send.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		k := len(b.Instrs)
		if b == at {
			k = slices.Index(b.Instrs, ssa.Instruction(send))
		}
		return b.Dominates(at) && slices.ContainsFunc(b.Instrs[:k], func(i ssa.Instruction) bool {
			return receivesFrom(i, send.Chan)
		})
	})
}

// receivesFrom reports whether an instruction receives from a channel, or tries to.
func receivesFrom(i ssa.Instruction, ch ssa.Value) bool {
	switch x := i.(type) {
	case *ssa.UnOp:
		return x.Op == token.ARROW && place.SameLoad(x.X, ch)
	case *ssa.Select:
		return slices.ContainsFunc(x.States, func(st *ssa.SelectState) bool {
			return st.Dir == types.RecvOnly && place.SameLoad(st.Chan, ch)
		})
	}
	return false
}

// goesOn reports whether a block does anything but return.
func goesOn(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
		switch i.(type) {
		case *ssa.Return, *ssa.RunDefers, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// roomy reports whether a channel may have room for all that is sent: its size is no constant, nor the number of
// goroutines that a constructor is given.
func (r *Package) roomy(size ssa.Value) bool {
	if _, ok := place.Int(size); ok {
		return false
	}
	p, ok := size.(*ssa.Parameter)
	return !ok || !r.counts(p, p.Referrers())
}

// CountsGoroutines reports whether a number says how many goroutines there are, by what is done with it, or with what
// is loaded from where it is.
func (r *Package) CountsGoroutines(v ssa.Value) bool {
	if f := LoadedField(v); f != (facts.Symbol{}) {
		return r.countsIn(f)
	}
	if load, ok := v.(*ssa.UnOp); ok {
		if a := place.Variable(load.X); a != nil {
			return slices.ContainsFunc(*a.Referrers(), func(i ssa.Instruction) bool {
				x, ok := i.(*ssa.UnOp)
				return ok && r.counts(x, x.Referrers())
			})
		}
	}
	return v.Referrers() != nil && r.counts(v, v.Referrers())
}

// ofLength reports whether a size is computed from a length.
func ofLength(size ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	switch x := size.(type) {
	case *ssa.Call:
		if place.IsBuiltin(&x.Call, "len") {
			return true
		}
		return slices.ContainsFunc(x.Call.Args, func(v ssa.Value) bool { return ofLength(v, depth-1) })
	case *ssa.BinOp:
		return ofLength(x.X, depth-1) || ofLength(x.Y, depth-1)
	case *ssa.Convert:
		return ofLength(x.X, depth-1)
	case *ssa.Phi:
		return slices.ContainsFunc(x.Edges, func(v ssa.Value) bool { return ofLength(v, depth-1) })
	}
	return false
}

// counts reports whether a number says how many goroutines there are: it is what a loop counts to, or Add adds, itself
// or from the field that it is kept in.
func (r *Package) counts(v ssa.Value, refs *[]ssa.Instruction) bool {
	for _, i := range *refs {
		switch x := i.(type) {
		case *ssa.BinOp:
			if x.Op == token.LSS && x.Y == v && r.startsIn(x) {
				return true
			}
		case *ssa.Call:
			if row := r.Flow.Model(x); row != nil && row.Sync == models.SyncAdd {
				return true
			}
		case *ssa.Store:
			if addr, ok := x.Addr.(*ssa.FieldAddr); ok && r.countsIn(source.FieldSymbol(addr.X.Type(), addr.Field)) {
				return true
			}
		}
	}
	return false
}

// countsIn reports whether what is loaded from a field says so.
func (r *Package) countsIn(field facts.Symbol) bool {
	for _, fn := range r.Flow.Source.Funcs {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if load, ok := i.(*ssa.UnOp); ok && LoadedField(load) == field && r.counts(load, load.Referrers()) {
					return true
				}
			}
		}
	}
	return false
}

// startsIn reports whether the loop that a condition decides starts goroutines.
func (r *Package) startsIn(cond *ssa.BinOp) bool {
	for b := range branch.Around(cond.Block()) {
		for _, i := range b.Instrs {
			if len(r.Started(i)) > 0 {
				return true
			}
		}
	}
	return false
}

// LoadedField is the field that a value is loaded from; the zero symbol for others.
func LoadedField(v ssa.Value) facts.Symbol {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		return AddressedField(load.X)
	}
	return facts.Symbol{}
}

// AddressedField is the field of which a value is the address; the zero symbol for others.
func AddressedField(v ssa.Value) facts.Symbol {
	if f, ok := v.(*ssa.FieldAddr); ok {
		return source.FieldSymbol(f.X.Type(), f.Field)
	}
	return facts.Symbol{}
}
