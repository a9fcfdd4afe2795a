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
)

// A waitUnder is a wait for a field's object while a lock is held.
type waitUnder struct {
	unit   int
	fn     *ssa.Function
	what   uint8 // facts.TakeRecv, TakeSend, TakeWait
	name   facts.Symbol
	held   facts.Symbol
	reads  bool // held for reading
	close  bool // both are fields of one object
	heldAt fielduse.Place
	heldBy []fielduse.Hop
	at     fielduse.Place
	via    []fielduse.Hop
	doubt  uint8
}

// A SelfWait is a Wait behind which the same goroutine would call Done, which it has deferred (T22).
type SelfWait struct {
	Unit int            // of the function
	Name facts.Symbol   // of the WaitGroup
	At   fielduse.Place // of the Wait
	Via  []fielduse.Hop // the calls on the way from the function to it; nil: it stands there
}

// SelfWaits lists the Waits for what the goroutine itself has deferred, in the order of the functions.
func (r *Result) SelfWaits() []SelfWait { return r.selfWaits }

// A Standstill is a function that waits under a lock, and a partner that needs the lock before it can wake it.
type Standstill struct {
	Waiter  Way            // Want is what it waits for
	What    uint8          // facts.TakeRecv, TakeSend, TakeWait
	Unit    int            // of the partner
	Lock    fielduse.Place // where the partner wants the lock
	Partner fielduse.Place // what it would do then
	Act     facts.LockOp   // how it wants it
}

// waiting is what an instruction waits for, if it is kept in a field: the take that it is.
func (m *reader) waiting(instr ssa.Instruction) (happening, bool) {
	var v ssa.Value
	what := facts.TakeRecv
	switch x := instr.(type) {
	case *ssa.Send:
		v, what = x.Chan, facts.TakeSend
	case *ssa.UnOp:
		v = x.X
	}
	name := fielduse.HolderField(v)
	if name == (facts.Symbol{}) {
		return happening{}, false
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return happening{}, false
	}
	at := m.place(instr.Pos())
	return happening{at: at, takes: []reach{{take: take{mode: what, name: name, at: at}, spot: m.spots.Of(load.X)}}}, true
}

// waits notes a wait under locks.
func (m *reader) waits(s *way, t *reach) {
	unit, ok := m.r.Flow.Source.UnitOf(m.fn)
	if !ok || len(m.r.underLock) >= maxOrders || t.name.Pkg != m.r.Flow.Source.Pkg.Source.Path {
		return
	}
	for _, h := range s.holds {
		if h.mode == facts.TakeOnce || !fielduse.Lasting(h.name) || slices.Contains(s.lost, h.spot) || !kin(h.spot, t.spot) {
			continue
		}
		w := waitUnder{
			unit: unit, fn: m.fn, what: t.mode, name: t.name, held: h.name, reads: h.mode == facts.TakeRead,
			close: near(h.spot, t.spot), heldAt: h.at, heldBy: h.via, at: t.at, via: t.via, doubt: t.doubt,
		}
		if !slices.ContainsFunc(m.r.underLock, func(x waitUnder) bool { return x.at == w.at && x.heldAt == w.heldAt }) {
			m.r.underLock = append(m.r.underLock, w)
		}
	}
}

// Standstills lists the waits under a lock that every partner needs first, in a fixed order.
func (r *Result) Standstills() []Standstill {
	var list []Standstill
	for k := range r.underLock {
		w := &r.underLock[k]
		if x, ok := r.standstill(w); ok {
			list = append(list, x)
		}
	}
	return list
}

// standstill judges one wait (T14).
func (r *Result) standstill(w *waitUnder) (Standstill, bool) {
	u := r.All()[w.name]
	if u == nil || u.Lost() || u.Tests || u.Room && !r.mayFill(u, w) {
		return Standstill{}, false
	}
	var found Standstill
	some := false
	for _, p := range u.Partners(w.what) {
		lock, ok := r.needs(p, w)
		if !ok && w.what == facts.TakeWait {
			if lock, ok = r.comesTo(p, w); !ok {
				continue // this one does not need the lock, another one may
			}
		}
		if !ok || w.what == facts.TakeRecv && r.holds(p, w.held) {
			return Standstill{}, false
		}
		if unit, own := r.Flow.Source.UnitOf(p.Instr.Parent()); own && !some && p.Instr.Parent() != w.fn {
			some = true
			found = Standstill{What: w.what, Unit: unit, Lock: lock.at, Act: lock.op, Partner: r.Place(p.Instr.Pos()), Waiter: Way{Unit: w.unit, Held: w.held,
				Want: w.name, HeldAt: w.heldAt, HeldBy: w.heldBy, At: w.at, Via: w.via, ReadsOn: w.reads, Doubt: w.doubt}}
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

// A need is an acquisition that stands before an operation on all ways.
type need struct {
	at fielduse.Place
	op facts.LockOp
}

// needs reports whether a partner surely takes the lock before its operation: on every way there from where its
// function starts, or on every way there from the same operation the last time.
func (r *Result) needs(p fielduse.Use, w *waitUnder) (need, bool) {
	fn := p.Instr.Parent()
	m := r.read(fn)
	g := &gate{m: m, w: w}
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

// A gate looks for ways that do not pass an acquisition.
type gate struct {
	m     *reader
	w     *waitUnder
	first need // the first acquisition met
}

// reaches reports whether a target is reached from an instruction without such an acquisition.
func (g *gate) reaches(b *ssa.BasicBlock, from int, target func(ssa.Instruction) bool) bool {
	g.first = need{}
	type start struct {
		block *ssa.BasicBlock
		at    int
	}
	seen := map[*ssa.BasicBlock]bool{}
	for work := []start{{b, from}}; len(work) > 0; {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		stopped := false
		for _, instr := range s.block.Instrs[s.at:] {
			if target(instr) {
				return true
			}
			if stopped = g.acquires(instr); stopped {
				break
			}
		}
		if stopped {
			continue
		}
		for i := range s.block.Succs {
			if to := g.m.graph.Next(s.block, i); to != nil && !seen[to] {
				seen[to] = true
				work = append(work, start{to, 0})
			}
		}
	}
	return false
}

// acquires reports whether an instruction surely takes the lock in a mode that its holder excludes.
func (g *gate) acquires(instr ssa.Instruction) bool {
	list := g.m.blocks[instr.Block().Index]
	for i := range list {
		h := &list[i]
		if h.instr != instr || h.deferred {
			continue
		}
		if (h.op == facts.Lock || h.op == facts.RLock && !g.w.reads) && !h.try && h.name == g.w.held {
			g.note(h.at, h.op)
			return true
		}
		for _, t := range h.takes {
			if t.doubt == 0 && t.arg == nil && t.name == g.w.held && (t.mode == facts.TakeWrite || t.mode == facts.TakeRead && !g.w.reads) {
				g.note(h.at, facts.Lock)
				return true
			}
		}
	}
	return false
}

func (g *gate) note(at fielduse.Place, op facts.LockOp) {
	if g.first == (need{}) {
		g.first = need{at, op}
	}
}

// waitsForItself notes a Wait behind which the same goroutine would call Done, which it has deferred (T22).
func (m *reader) waitsForItself(s *way, t *reach) {
	if t.mode != facts.TakeWait || !t.spot.Known() {
		return
	}
	unit, ok := m.r.Flow.Source.UnitOf(m.fn)
	if !ok || !slices.ContainsFunc(s.defers, func(h *happening) bool { return h.done == t.spot }) {
		return
	}
	x := SelfWait{Unit: unit, Name: t.name, At: t.at, Via: t.via}
	if !slices.ContainsFunc(m.r.selfWaits, func(y SelfWait) bool { return y.At == x.At && y.Unit == x.Unit }) {
		m.r.selfWaits = append(m.r.selfWaits, x)
	}
}
