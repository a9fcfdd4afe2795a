// This file tells channels that may have room for all that is sent (T29) from those that have not.

package fielduse

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// roomy reports whether a channel may have room for all that is sent: its size is no constant, nor the number of
// goroutines that a constructor is given.
func (r *Package) roomy(size ssa.Value) bool {
	if _, ok := place.Int(size); ok {
		return false
	}
	p, ok := size.(*ssa.Parameter)
	return !ok || !r.counts(p, p.Referrers())
}

// counts reports whether a number says how many goroutines there are: it is what a loop counts to, or Add adds, itself
// or from the field that it is kept in.
func (r *Package) counts(v ssa.Value, refs *[]ssa.Instruction) bool {
	for _, i := range *refs {
		switch x := i.(type) {
		case *ssa.BinOp:
			if x.Op == token.LSS && x.Y == v && startsIn(x) {
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
func startsIn(cond *ssa.BinOp) bool {
	for b := range branch.Around(cond.Block()) {
		for _, i := range b.Instrs {
			if _, ok := i.(*ssa.Go); ok {
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
