// This file finds Waits that come before what the goroutines send is received (T29).

package fieldwaits

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
)

// undrained are Waits for goroutines that send more than a channel has room for, to who receives behind the Wait only
// (T29).
func (r *finder) undrained() []lonely {
	var list []lonely
	for name, u := range r.All() {
		if u.Lost() || u.Late || u.Made == 0 || u.Wide {
			continue
		}
		for wg, w := range r.All() {
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
			list = append(list, lonely{
				What: facts.TakeWait, Unit: unit, Name: wg, At: r.Place(wait.Pos()),
				Sends: lostWait{at, r.Place(s.Pos())}, Sent: name,
			})
		}
	}
	return list
}

// waitBefore is a Wait for a WaitGroup that each receive from a channel comes behind; nil if one does not, or there is
// none.
func (r *finder) waitBefore(u, w *fielduse.Uses) ssa.Instruction {
	var first ssa.Instruction
	for _, x := range u.List {
		if x.What != fielduse.Receives && (x.What != fielduse.Polls || x.Sends) || r.IsTest(x.Instr.Parent()) {
			continue
		}
		var before ssa.Instruction
		for _, y := range w.Of(fielduse.Waits) {
			_, called := y.Instr.(*ssa.Call)
			if called && y.Instr.Parent() == x.Instr.Parent() && branch.Precedes(y.Instr, x.Instr) {
				before = y.Instr
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
func (r *finder) workerSend(u *fielduse.Uses, wg, name facts.Symbol) ssa.Instruction {
	for _, x := range u.Of(fielduse.Sends) {
		fn := x.Instr.Parent()
		if r.IsTest(fn) || u.Room && !r.Flow.Graph(fn).Cyclic(x.Instr.Block()) ||
			len(r.starts(fn)) == 0 || !r.defersDone(fn, wg) {
			continue
		}
		return x.Instr
	}
	return nil
}

// defersDone reports whether a function defers the Done of a WaitGroup at its start.
func (r *finder) defersDone(fn *ssa.Function, wg facts.Symbol) bool {
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
