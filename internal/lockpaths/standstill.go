// This file finds who waits for something under a lock that all need who could wake it, and who waits for what nobody
// does (T14, T15): by the names of fields, whoever runs the functions.

package lockpaths

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/passes/locks"
)

// SelfWaits lists the Waits for what the goroutine itself has deferred, in the order of the functions.
func (r *Result) SelfWaits() []SelfWait { return r.selfWaits }

// A standstill is a function that waits under a lock, and a partner that needs the lock before it can wake it.
type standstill struct {
	Waiter  nesting        // Want is what it waits for
	What    uint8          // facts.TakeRecv, TakeSend, TakeWait
	Unit    int            // of the partner
	Lock    facts.Position // where the partner wants the lock
	Partner facts.Position // what it would do then
	Act     facts.LockOp   // how it wants it
}

// standstills lists the waits under a lock that every partner needs first, in a fixed order.
func (r *Result) standstills() []standstill {
	var list []standstill
	for k := range r.underLock {
		w := &r.underLock[k]
		if x, ok := r.standsStill(w); ok {
			list = append(list, x)
		}
	}
	return list
}

// standsStill judges one wait (T14).
func (r *Result) standsStill(w *waitUnder) (standstill, bool) {
	u := r.All()[w.name]
	if u == nil || u.Lost() || u.Tests && w.what != facts.TakeWait || u.Room && !r.mayFill(u, w) {
		return standstill{}, false
	}
	var found standstill
	some := false
	for _, p := range u.Partners(w.what) {
		if u.Tests && r.IsTest(p.Instr.Parent()) {
			continue // a WaitGroup: what a test counts down does not end the goroutines of others
		}
		lock, ok := r.needs(p, w)
		if !ok && w.what == facts.TakeWait {
			if lock, ok = r.comesTo(p, w); !ok {
				continue // this one does not need the lock, another one may
			}
		}
		if !ok || w.what == facts.TakeRecv && r.holds(p, w.held) {
			return standstill{}, false
		}
		if unit, own := r.Flow.Source.UnitOf(p.Instr.Parent()); own && !some && p.Instr.Parent() != w.fn {
			some = true
			found = standstill{
				What: w.what, Unit: unit, Lock: lock.at, Act: lock.op, Partner: r.Place(p.Instr.Pos()),
				Waiter: nesting{
					Unit: w.unit, Held: w.held, Want: w.name, HeldAt: w.heldAt, HeldBy: w.heldBy, At: w.at, Via: w.via,
					ReadsOn: w.reads, Doubt: w.doubt,
				},
			}
			if !w.close {
				found.Waiter.Doubt++
			}
		}
	}
	return found, some
}

// mayFill reports whether a wait is a send, in the function that holds the lock, on a channel with a buffer that may be
// full: it has no other way to go on, and nothing that counts or asks for room leads to it.
func (r *Result) mayFill(u *fielduse.Uses, w *waitUnder) bool {
	if w.what != facts.TakeSend || len(w.via) > 0 {
		return false
	}
	for _, x := range u.Of(fielduse.Sends) {
		if r.Place(x.Instr.Pos()) == w.at {
			return x.Instr.Parent() == w.fn && !counted(x.Instr.Block())
		}
	}
	return false
}

// counted reports whether a comparison of numbers decides whether control comes to a block, or a field that the
// function sets itself: then it may come there once.
func counted(b *ssa.BasicBlock) bool {
	for d := b.Idom(); d != nil; b, d = d, d.Idom() {
		cond, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		v, _ := branch.Positive(cond.Cond)
		if f := fielduse.LoadedField(v); f != (facts.Symbol{}) && sets(b.Parent(), f) {
			return true
		}
		cmp, ok := cond.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		if t, ok := cmp.X.Type().Underlying().(*types.Basic); ok && t.Info()&types.IsInteger != 0 {
			return true
		}
	}
	return false
}

// sets reports whether a function stores to a field.
func sets(fn *ssa.Function, field facts.Symbol) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			s, ok := i.(*ssa.Store)
			return ok && fielduse.AddressedField(s.Addr) == field
		})
	})
}

// holds reports whether an operation is done while a lock of a name is held: what it leaves may then be known to
// whoever tests a variable under that lock.
func (r *Result) holds(p fielduse.Use, lock facts.Symbol) bool {
	sites := r.Locks.Sites(p.Instr.Parent())
	return slices.ContainsFunc(r.Locks.Held(p.Instr), func(s uint32) bool { return sites[s].Name == lock })
}

// needs reports whether a partner surely takes the lock before its operation: on every way there from where its
// function starts, or on every way there from the same operation the last time.
func (r *Result) needs(p fielduse.Use, w *waitUnder) (need, bool) {
	fn := p.Instr.Parent()
	m := r.read(fn)
	g := &precedence{m: m, w: w}
	target := func(instr ssa.Instruction) bool { return instr == p.Instr }
	switch p.Instr.(type) {
	case *ssa.Defer:
		target = func(instr ssa.Instruction) bool { _, ok := instr.(*ssa.RunDefers); return ok }
	case *ssa.Go:
		return need{}, false
	}
	// WaitGroup.Go: the goroutine's end counts
	if call, ok := p.Instr.(*ssa.Call); ok && p.What == fielduse.Dones && len(call.Call.Args) > 1 {
		return need{}, false
	}
	if w.what == facts.TakeWait && r.countsBehind(p, w, g, target) || r.metBefore(p, w, g, target) {
		return need{}, false
	}
	if !g.reaches(fn.Blocks[0], 0, target) {
		return g.first, g.first != need{}
	}
	for _, b := range fn.Blocks {
		for i, instr := range b.Instrs {
			if instr == p.Instr && w.what != facts.TakeWait && m.graph.Cyclic(b) && !g.reaches(b, i+1, target) {
				return g.first, g.first != need{}
			}
		}
	}
	return need{}, false
}

// metBefore reports whether who waits has met the partner's goroutine since he took the lock, and that comes from there
// to its operation without the lock: by a message over a channel without a buffer, the other side of which stands in
// the partner's function alone.
func (r *Result) metBefore(p fielduse.Use, w *waitUnder, g *precedence, target func(ssa.Instruction) bool) bool {
	if len(w.via)+len(w.heldBy) > 0 {
		return false
	}
	wait := slices.IndexFunc(r.All()[w.name].List, func(x fielduse.Use) bool {
		return x.Instr.Parent() == w.fn && r.Place(x.Instr.Pos()) == w.at
	})
	if wait < 0 {
		return false
	}
	for name, u := range r.All() {
		if name == w.name || u.Lost() || u.Room {
			continue
		}
		for _, x := range u.List {
			what := uint8(facts.TakeRecv)
			switch {
			case x.What == fielduse.Sends:
				what = facts.TakeSend
			case x.What != fielduse.Receives:
				continue
			}
			if x.Instr.Parent() != w.fn || !r.lockedBefore(x.Instr, w) ||
				!branch.Precedes(x.Instr, r.All()[w.name].List[wait].Instr) {
				continue
			}
			others := u.Partners(what)
			if len(others) > 0 && !slices.ContainsFunc(others, func(o fielduse.Use) bool {
				b := o.Instr.Block()
				return o.Instr.Parent() != p.Instr.Parent() || !g.reaches(b, slices.Index(b.Instrs, o.Instr)+1, target)
			}) {
				return true
			}
		}
	}
	return false
}

// lockedBefore reports whether a function has taken the lock under which it waits when it comes to an instruction.
func (r *Result) lockedBefore(instr ssa.Instruction, w *waitUnder) bool {
	return slices.ContainsFunc(r.Locks.Sites(w.fn), func(s locks.Site) bool {
		return r.Place(s.Instr.Pos()) == w.heldAt && branch.Precedes(s.Instr, instr)
	})
}

// countsBehind reports whether a function counts itself, on every way to its Done, and comes from there to the Done
// without the lock: who wants the lock before has not been counted, and is not waited for.
func (r *Result) countsBehind(p fielduse.Use, w *waitUnder, g *precedence, done func(ssa.Instruction) bool) bool {
	return slices.ContainsFunc(r.All()[w.name].Of(fielduse.Adds), func(a fielduse.Use) bool {
		b := a.Instr.Block()
		return a.Instr.Parent() == p.Instr.Parent() && branch.Precedes(a.Instr, p.Instr) &&
			g.reaches(b, slices.Index(b.Instrs, a.Instr)+1, done)
	})
}
