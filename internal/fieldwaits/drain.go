// This file finds Waits that come before what the goroutines send is received (T29).

package fieldwaits

import (
	"go/types"
	"slices"

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
				Sends: fielduse.Spot{Unit: at, At: r.Place(s.Pos())}, Sent: name,
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
			len(r.OnlyStarts(fn)) == 0 || !r.defersDone(fn, wg) && !member(r, fn, wg) {
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

// undrainedLocals are such Waits where the channel is in variables, and has room for one value of each goroutine, which
// sends in a loop.
func undrainedLocals(r *finder) []lonely {
	var list []lonely
	for _, l := range locals(r) {
		if len(l.recvs) == 0 || len(l.sends) == 0 || l.shared || !r.CountsGoroutines(l.made.Size) ||
			slices.ContainsFunc(l.polls, l.receives) {
			continue
		}
		wait := l.waitBefore()
		if wait == nil {
			continue
		}
		for _, s := range l.sends {
			if !r.Flow.Graph(s.Parent()).Cyclic(s.Block()) || !countedBy(r, s.Parent(), waitedFor(wait)) {
				continue
			}
			at, own := r.Spot(wait)
			by, ok := r.Spot(s)
			if name, _ := place.Name(firstArg(wait)); own && ok {
				list = append(list, lonely{
					What: facts.TakeWait, Unit: at.Unit, Name: name, At: at.At, Sends: by, Sent: place.Holder(s.(*ssa.Send).Chan),
				})
				break
			}
		}
	}
	return list
}

// receives reports whether a select may receive from the channel.
func (l *local) receives(x *ssa.Select) bool {
	return slices.ContainsFunc(x.States, func(s *ssa.SelectState) bool {
		return s.Dir == types.RecvOnly && types.Identical(
			s.Chan.Type().Underlying().(*types.Chan).Elem(), l.made.Type().Underlying().(*types.Chan).Elem())
	})
}

// waitedFor is the variable with the WaitGroup that a call is about.
func waitedFor(c ssa.CallInstruction) *ssa.Alloc { return place.Variable(firstArg(c)) }

// waitBefore is a Wait, for a WaitGroup in a variable, behind which alone the channel is received from; nil: there is
// none.
func (l *local) waitBefore() *ssa.Call {
	var first *ssa.Call
	for _, x := range l.recvs {
		var before *ssa.Call
		for _, b := range x.Parent().Blocks {
			for _, i := range b.Instrs {
				c, ok := i.(*ssa.Call)
				if !ok {
					continue
				}
				row := l.r.Flow.Model(c)
				if row != nil && row.Sync == models.SyncWait && waitedFor(c) != nil && branch.Precedes(c, x) {
					before = c
				}
			}
		}
		if before == nil || first != nil && waitedFor(first) != waitedFor(before) {
			return nil
		}
		first = before
	}
	return first
}

// member reports whether a WaitGroup itself starts a function, and so counts its end, wherever it is started.
func member(r *finder, fn *ssa.Function, wg facts.Symbol) bool {
	starts := r.OnlyStarts(fn)
	return len(starts) > 0 && !slices.ContainsFunc(starts, func(c ssa.CallInstruction) bool {
		row := r.Flow.Model(c)
		if row == nil || row.Sync != models.SyncGroupGo {
			return true
		}
		name, _ := place.Name(firstArg(c))
		return name != wg
	})
}

// countedBy reports whether a function is only started, and the WaitGroup in a variable counts each: it defers the Done
// at its start, or Go starts it.
func countedBy(r *finder, fn *ssa.Function, group *ssa.Alloc) bool {
	if m := place.Closure(fn); m != nil && len(*m.Referrers()) == 1 {
		if c, ok := (*m.Referrers())[0].(*ssa.Call); ok {
			row := r.Flow.Model(c)
			return row != nil && row.Sync == models.SyncGroupGo && waitedFor(c) == group
		}
	}
	starts := r.goes(fn)
	return len(starts) > 0 && slices.ContainsFunc(fn.Blocks[0].Instrs, func(i ssa.Instruction) bool {
		d, ok := i.(*ssa.Defer)
		if !ok {
			return false
		}
		row := r.Flow.Model(d)
		if row == nil || row.Sync != models.SyncDone {
			return false
		}
		p, given := firstArg(d).(*ssa.Parameter)
		return !given && waitedFor(d) == group || given && !slices.ContainsFunc(starts, func(g *ssa.Go) bool {
			return place.Variable(g.Call.Args[slices.Index(fn.Params, p)]) != group
		})
	})
}
