// This file finds Waits that come before what the goroutines send is received (T29).

package lockpaths

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// undrained are Waits for goroutines that send more than a channel has room for, to who receives behind the Wait only
// (T29).
func (r *Result) undrained() []Alone {
	var list []Alone
	for name, u := range r.fieldUses() {
		if u.lost() || u.late || u.made == 0 || u.wide {
			continue
		}
		for wg, w := range r.fieldUses() {
			wait := r.waitBefore(u, w)
			if wait == nil {
				continue
			}
			s := r.workerSend(u, wg, name)
			unit, own := r.Flow.Source.UnitOf(wait.Parent())
			if s == nil || !own || unit >= r.Flow.Source.Pkg.Source.Own {
				continue
			}
			at, _ := r.Flow.Source.UnitOf(s.Parent())
			list = append(list, Alone{
				What: facts.TakeWait, Unit: unit, Name: wg, At: r.placeOf(wait.Pos()),
				Sends: LostWait{at, r.placeOf(s.Pos())}, Sent: name,
			})
		}
	}
	return list
}

// waitBefore is a Wait for a WaitGroup that each receive from a channel comes behind; nil if one does not, or there is
// none.
func (r *Result) waitBefore(u, w *uses) ssa.Instruction {
	var first ssa.Instruction
	for _, x := range u.list {
		if x.what != receives && (x.what != polls || x.sends) || r.isTest(x.instr.Parent()) {
			continue
		}
		var before ssa.Instruction
		for _, y := range w.of(waits) {
			_, called := y.instr.(*ssa.Call)
			if called && y.instr.Parent() == x.instr.Parent() && branch.Precedes(y.instr, x.instr) {
				before = y.instr
			}
		}
		if before == nil {
			return nil
		}
		first = before
	}
	return first
}

// workerSend is a send, without alternative, of a function that only go statements start, and that has deferred the
// Done of a WaitGroup: in a loop, if the channel has room at all.
func (r *Result) workerSend(u *uses, wg, name facts.Symbol) ssa.Instruction {
	for _, x := range u.of(sends) {
		fn := x.instr.Parent()
		if r.isTest(fn) || u.room && !r.Flow.Graph(fn).Cyclic(x.instr.Block()) ||
			len(r.starts(fn)) == 0 || !r.defersDone(fn, wg) {
			continue
		}
		return x.instr
	}
	return nil
}

// defersDone reports whether a function defers the Done of a WaitGroup at its start.
func (r *Result) defersDone(fn *ssa.Function, wg facts.Symbol) bool {
	for _, i := range fn.Blocks[0].Instrs {
		d, ok := i.(*ssa.Defer)
		if !ok {
			continue
		}
		if row := r.Flow.Model(d); row != nil && row.Sync == models.SyncDone {
			if n, _ := place.Name(firstArg(d)); n == wg {
				return true
			}
		}
	}
	return false
}

// roomy reports whether a channel may have room for all that is sent: its size is no constant, nor the number of
// goroutines that a constructor is given.
func (r *Result) roomy(size ssa.Value) bool {
	if _, ok := place.Int(size); ok {
		return false
	}
	p, ok := size.(*ssa.Parameter)
	return !ok || !r.counts(p, p.Referrers())
}

// counts reports whether a number says how many goroutines there are: it is what a loop counts to, or Add adds, itself
// or from the field that it is kept in.
func (r *Result) counts(v ssa.Value, refs *[]ssa.Instruction) bool {
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
func (r *Result) countsIn(field facts.Symbol) bool {
	for _, fn := range r.Flow.Source.Funcs {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if load, ok := i.(*ssa.UnOp); ok && loadedField(load) == field && r.counts(load, load.Referrers()) {
					return true
				}
			}
		}
	}
	return false
}

// startsIn reports whether the loop that a condition decides starts goroutines.
func startsIn(cond *ssa.BinOp) bool {
	for b := range around(cond.Block()) {
		for _, i := range b.Instrs {
			if _, ok := i.(*ssa.Go); ok {
				return true
			}
		}
	}
	return false
}
