// This file finds who waits for something under a lock that all need who could wake it, and who waits for what nobody
// does (T14, T15): by the names of fields, whoever runs the functions.

package lockpaths

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
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
	heldAt Place
	heldBy []Hop
	at     Place
	via    []Hop
	doubt  uint8
}

// A Standstill is a function that waits under a lock, and a partner that needs the lock before it can wake it.
type Standstill struct {
	Waiter  Way          // Want is what it waits for
	What    uint8        // facts.TakeRecv, TakeSend, TakeWait
	Unit    int          // of the partner
	Lock    Place        // where the partner wants the lock
	Partner Place        // what it would do then
	Act     facts.LockOp // how it wants it
}

// waiting is what an instruction waits for, if it is kept in a field: the take that it is.
func (m *simulation) waiting(instr ssa.Instruction) (happening, bool) {
	var v ssa.Value
	what := facts.TakeRecv
	switch x := instr.(type) {
	case *ssa.Send:
		v, what = x.Chan, facts.TakeSend
	case *ssa.UnOp:
		v = x.X
	}
	name := holderField(v)
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

// holderField is the field that a channel is kept in; the zero symbol for all others.
func holderField(ch ssa.Value) facts.Symbol {
	if s := place.Holder(ch); s.Kind == facts.SymField {
		return s
	}
	return facts.Symbol{}
}

// waits notes a wait under locks.
func (m *simulation) waits(s *way, t *reach) {
	unit, ok := m.r.Flow.Source.UnitOf(m.fn)
	if !ok || len(m.r.underLock) >= maxOrders || t.name.Pkg != m.r.Flow.Source.Pkg.Source.Path {
		return
	}
	for _, h := range s.holds {
		if h.mode == facts.TakeOnce || !lasting(h.name) || slices.Contains(s.lost, h.spot) || !kin(h.spot, t.spot) {
			continue
		}
		w := waitUnder{unit: unit, fn: m.fn, what: t.mode, name: t.name, held: h.name, reads: h.mode == facts.TakeRead, close: near(h.spot, t.spot),
			heldAt: h.at, heldBy: h.via, at: t.at, via: t.via, doubt: t.doubt}
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
	u := r.fieldUses()[w.name]
	if u == nil || u.lost() || u.tests || u.room {
		return Standstill{}, false
	}
	var found Standstill
	some := false
	for _, p := range u.partners(w.what) {
		lock, ok := r.needs(p, w)
		if !ok && w.what == facts.TakeWait {
			if lock, ok = r.comesTo(p, w); !ok {
				continue // this one does not need the lock, another one may
			}
		}
		if !ok || w.what == facts.TakeRecv && r.holds(p, w.held) {
			return Standstill{}, false
		}
		if unit, own := r.Flow.Source.UnitOf(p.instr.Parent()); own && !some && p.instr.Parent() != w.fn {
			some = true
			file, line, col := r.Flow.Source.Position(p.instr.Pos())
			found = Standstill{What: w.what, Unit: unit, Lock: lock.at, Act: lock.op, Partner: Place{file, line, col}, Waiter: Way{Unit: w.unit, Held: w.held,
				Want: w.name, HeldAt: w.heldAt, HeldBy: w.heldBy, At: w.at, Via: w.via, ReadsOn: w.reads, Doubt: w.doubt}}
			if !w.close {
				found.Waiter.Doubt++
			}
		}
	}
	return found, some
}

// holds tells whether an operation is done while a lock of a name is held: what it leaves may then be known to whoever
// tests a variable under that lock.
func (r *Result) holds(p use, lock facts.Symbol) bool {
	sites := r.Locks.Sites(p.instr.Parent())
	return slices.ContainsFunc(r.Locks.Held(p.instr), func(s uint32) bool { return sites[s].Name == lock })
}

// partners are the operations that end a wait.
func (u *uses) partners(what uint8) []use {
	var list []use
	for _, x := range u.list {
		switch what {
		case facts.TakeClose:
			if x.what == closes {
				list = append(list, x)
			}
		case facts.TakeCond:
			if x.what == signals {
				list = append(list, x)
			}
		case facts.TakeWait:
			if x.what == dones {
				list = append(list, x)
			}
		case facts.TakeRecv:
			if x.what == sends || x.what == closes || x.what == polls && x.sends {
				list = append(list, x)
			}
		case facts.TakeSend:
			if x.what == receives || x.what == polls && !x.sends {
				list = append(list, x)
			}
		}
	}
	return list
}

// A need is an acquisition that stands before an operation on all ways.
type need struct {
	at Place
	op facts.LockOp
}

// needs tells whether a partner surely takes the lock before its operation: on every way there from where its function
// starts, or on every way there from the same operation the last time.
func (r *Result) needs(p use, w *waitUnder) (need, bool) {
	fn := p.instr.Parent()
	m := &simulation{r: r, fn: fn, graph: r.Flow.Graph(fn), takeAt: map[string]int{}}
	m.spots = place.NewPaths(fn, r.Places, m.graph.Cyclic)
	m.gather()
	g := &gate{m: m, w: w}
	target := func(instr ssa.Instruction) bool { return instr == p.instr }
	switch p.instr.(type) {
	case *ssa.Defer:
		target = func(instr ssa.Instruction) bool { _, ok := instr.(*ssa.RunDefers); return ok }
	case *ssa.Go:
		return need{}, false
	}
	// WaitGroup.Go: the goroutine's end counts
	if call, ok := p.instr.(*ssa.Call); ok && p.what == dones && len(call.Call.Args) > 1 {
		return need{}, false
	}
	if !g.reaches(fn.Blocks[0], 0, target) {
		return g.first, g.first != need{}
	}
	for _, b := range fn.Blocks {
		for i, instr := range b.Instrs {
			if instr == p.instr && w.what != facts.TakeWait && m.graph.Cyclic(b) && !g.reaches(b, i+1, target) {
				return g.first, g.first != need{}
			}
		}
	}
	return need{}, false
}

// A gate looks for ways that do not pass an acquisition.
type gate struct {
	m     *simulation
	w     *waitUnder
	first need // the first acquisition met
}

// reaches tells whether a target is reached from an instruction without such an acquisition.
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

// acquires tells whether an instruction surely takes the lock in a mode that its holder excludes.
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

func (g *gate) note(at Place, op facts.LockOp) {
	if g.first == (need{}) {
		g.first = need{at, op}
	}
}
