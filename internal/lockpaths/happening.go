// This file finds what happens to locks in a function, calls folded in: the steps of the simulation (T3).

package lockpaths

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A happening is one instruction that has to do with locks.
type happening struct {
	instr    ssa.Instruction
	at       fielduse.Place
	op       facts.LockOp  // a mutex operation, or zero
	try      bool          // it takes effect only where its result is true
	spot     place.Path    // of the mutex
	name     facts.Symbol  // of the mutex
	takes    []reach       // what a call may acquire
	changes  []change      // what a call leaves changed
	callee   *ssa.Function // the function called; nil: none of this package
	invokes  []reachInvoke
	slot     slotOp         // a slot of a semaphore, taken or given back: that of spot
	slots    []slotChange   // what a call does with slots
	handed   []facts.Symbol // semaphores of which others may give slots back from here on
	gives    []place.Path   // locks that somebody else may unlock from here on
	done     place.Path     // a WaitGroup that it counts down
	deferred bool           // it happens when the function ends
	stranger bool           // it calls a function value that nobody knows here
}

// A reach is a callee's take as this function sees it.
type reach struct {
	take
	spot  place.Path
	under []hold    // what the callee holds at that time, where this function's closures are called back
	arg   ssa.Value // only if this argument is take.is; nil: no such condition is known
}

// A change is a callee's effect as this function sees it.
type change struct {
	spot place.Path
	op   facts.LockOp
}

// A reachInvoke is a call of one of this function's own parameters.
type reachInvoke struct {
	param int
	under []hold
}

// A hold is a lock that is held.
type hold struct {
	spot place.Path
	mode uint8 // facts.TakeWrite, TakeRead, TakeOnce
	name facts.Symbol
	at   fielduse.Place
	via  []fielduse.Hop // how it was taken, if not by the function itself
}

// A closure is a function with what its free variables are bound to.
type closure struct {
	fn       *ssa.Function
	bindings []ssa.Value
}

// happeningsOf lists the happenings of a block.
func (m *reader) happeningsOf(b *ssa.BasicBlock) []happening {
	var list []happening
	for _, instr := range b.Instrs {
		if h, ok := m.happening(instr); ok {
			h.instr = instr
			list = append(list, h)
		}
	}
	return list
}

// happening looks at one instruction.
func (m *reader) happening(instr ssa.Instruction) (happening, bool) {
	switch instr := instr.(type) {
	case *ssa.Call:
		h := m.call(instr)
		return h, h.some()
	case *ssa.Defer:
		h := m.call(instr)
		h.deferred = true
		return h, h.some()
	case *ssa.Go:
		h := m.call(instr)
		g := happening{at: h.at, gives: h.gives, handed: m.handsOver(instr)}
		for _, c := range h.changes {
			g.gives = append(g.gives, c.spot)
		}
		if h.op == facts.Unlock || h.op == facts.RUnlock {
			g.gives = append(g.gives, h.spot)
		}
		return g, len(g.gives)+len(g.handed) > 0
	case *ssa.Send:
		if h, ok := m.slotAt(instr.Chan, takesSlot, instr.Pos()); ok {
			return h, true
		}
		return m.waiting(instr)
	case *ssa.UnOp:
		if instr.Op == token.ARROW {
			if h, ok := m.slotAt(instr.X, givesSlot, instr.Pos()); ok {
				return h, true
			}
			return m.waiting(instr)
		}
		return happening{}, false
	case *ssa.Store:
		return happening{}, m.marks(instr)
	case *ssa.MakeClosure:
		h := happening{gives: m.givenAway(instr), handed: m.handsOver(instr)}
		return h, len(h.gives)+len(h.handed) > 0
	case *ssa.RunDefers, *ssa.Return, *ssa.Panic:
		return happening{}, true
	}
	return happening{}, false
}

func (h *happening) some() bool {
	return h.op != 0 || len(h.takes)+len(h.changes)+len(h.invokes)+len(h.gives)+len(h.slots) > 0 || h.stranger || h.done.Known()
}

// call looks at what a call, deferred or not, does.
func (m *reader) call(instr ssa.CallInstruction) happening {
	h := happening{at: m.place(instr.Pos())}
	common := instr.Common()
	if row := m.r.Flow.Model(instr); row != nil && !m.source(row, common) {
		m.modelled(&h, instr, row)
		return h
	}
	if p, ok := common.Value.(*ssa.Parameter); ok && !common.IsInvoke() {
		h.invokes = append(h.invokes, reachInvoke{param: slices.Index(m.fn.Params, p)})
		h.stranger = m.recovers
		return h
	}
	c, ok := m.callee(common)
	if !ok {
		h.stranger = m.recovers && !common.IsInvoke() && common.StaticCallee() == nil && !isBuiltin(common)
		return h
	}
	args := common.Args
	if _, own := m.r.Flow.Source.UnitOf(c.fn); own {
		h.callee = source.Origin(c.fn)
	}
	m.fold(&h, c, args, instr.Pos(), true, nil, nil)
	return h
}

// source reports whether a function that the table says nothing about locks of is seen here itself: types that are safe
// for concurrent use lock in their own package.
func (m *reader) source(row *models.Row, c *ssa.CallCommon) bool {
	g := c.StaticCallee()
	if row.Sync != models.SyncNone || len(row.Callbacks) > 0 || g == nil {
		return false
	}
	_, own := m.r.Flow.Source.UnitOf(g)
	return own
}

// marks tells whether a store may note for others that a lock is held: a boolean outside the function's own variables.
func (m *reader) marks(s *ssa.Store) bool {
	switch s.Addr.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		return place.IsBool(s.Val.Type())
	}
	return false
}

// callee is what a call calls, if that is known here.
func (m *reader) callee(c *ssa.CallCommon) (closure, bool) {
	if c.IsInvoke() {
		return closure{}, false
	}
	return m.function(c.Value)
}

// function is the function that a value is, if that is known here.
func (m *reader) function(v ssa.Value) (closure, bool) {
	for range 8 {
		switch x := v.(type) {
		case *ssa.Function:
			return closure{fn: x}, true
		case *ssa.MakeClosure:
			return closure{fn: x.Fn.(*ssa.Function), bindings: x.Bindings}, true
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.UnOp:
			if a := place.Variable(x.X); x.Op == token.MUL && a != nil {
				if s := m.r.Places.Stored(a); s != nil {
					v = s
					continue
				}
			}
		}
		break
	}
	return closure{}, false
}

// method is the declared method behind a method value's wrapper: its receiver is the binding.
func (m *reader) method(c closure) (*ssa.Function, []ssa.Value, bool) {
	if len(c.bindings) != 1 || c.fn.Synthetic == "" || c.fn.Object() == nil {
		return nil, nil, false
	}
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if g := call.Call.StaticCallee(); g != nil && len(call.Call.Args) > 0 && call.Call.Args[0] == ssa.Value(c.fn.FreeVars[0]) {
				return g, c.bindings, true
			}
		}
	}
	return nil, nil, false
}

// fold adds what a callee does. via is how it is reached beyond this call; under is what is held on the way.
func (m *reader) fold(h *happening, c closure, args []ssa.Value, call token.Pos, sure bool, via []fielduse.Hop, under []hold) {
	if g, recv, ok := m.method(c); ok {
		if row := m.r.Flow.Source.RowOf(g); row != nil {
			return
		}
		c, args = closure{fn: g}, append(slices.Clone(recv), args...)
	}
	s := m.r.summaryOf(c.fn)
	if s.empty() {
		return
	}
	hop := append(slices.Clone(via), fielduse.Hop{Func: m.r.Flow.Source.FuncSymbol(c.fn), Call: m.place(call)})
	for _, t := range s.takes {
		m.foldTake(h, t, c, args, sure, hop, under)
	}
	for _, e := range s.effects {
		if p := m.locate(e.path, c, args); p.Known() {
			op := e.op
			if !sure {
				op = 0
			}
			h.changes = append(h.changes, change{spot: p, op: op})
		}
	}
	m.foldSlots(h, s, c, args, sure)
	for _, v := range s.invokes {
		m.foldInvoke(h, v, c, args, call, hop, under)
	}
}

// foldTake adds one acquisition of a callee, unless a constant argument rules it out.
func (m *reader) foldTake(h *happening, t take, c closure, args []ssa.Value, sure bool, hop []fielduse.Hop, under []hold) {
	p := m.locate(t.path, c, args)
	if !p.Known() || len(hop)+len(t.via) > maxHops {
		return
	}
	var arg ssa.Value
	if k := t.cond - 1; k >= 0 {
		if k < len(args) {
			if x, ok := args[k].(*ssa.Const); ok && x.Value != nil {
				if x.Value.String() == "true" != t.is {
					return
				}
			} else {
				arg = args[k]
			}
		}
		t.cond = 0
		if q, ok := arg.(*ssa.Parameter); ok {
			t.cond = slices.Index(m.fn.Params, q) + 1
		}
	}
	if !sure {
		t.doubt++
	}
	t.via = append(slices.Clone(hop), t.via...)
	h.takes = append(h.takes, reach{take: t, spot: p, under: under, arg: arg})
}

// foldInvoke adds what a callee calls back.
func (m *reader) foldInvoke(h *happening, v invoke, c closure, args []ssa.Value, call token.Pos, hop []fielduse.Hop, under []hold) {
	if v.param >= len(args) || len(hop) > maxHops {
		return
	}
	for _, t := range v.held {
		if p := m.locate(t.path, c, args); p.Known() {
			under = append(slices.Clone(under), hold{spot: p, mode: t.mode, name: t.name, at: t.at, via: append(slices.Clone(hop), t.via...)})
		}
	}
	if p, ok := args[v.param].(*ssa.Parameter); ok {
		h.invokes = append(h.invokes, reachInvoke{param: slices.Index(m.fn.Params, p), under: under})
		return
	}
	if f, ok := m.function(args[v.param]); ok {
		before := len(h.takes)
		m.fold(h, f, nil, call, false, hop, under)
		for k := before; v.sure && k < len(h.takes); k++ {
			h.takes[k].doubt--
		}
	}
}

// locate finds a callee's lock among this function's.
func (m *reader) locate(p place.OuterPath, c closure, args []ssa.Value) place.Path {
	switch p.Root {
	case facts.RootGlobal:
		return m.spots.Extend(place.Path{Global: p.Global}, p.Steps)
	case facts.RootParam:
		if p.Index < len(args) {
			return m.spots.Extend(m.spots.Of(args[p.Index]), p.Steps)
		}
	case facts.RootFree:
		if p.Index < len(c.bindings) {
			return m.spots.Extend(m.spots.Of(c.bindings[p.Index]), p.Steps)
		}
	}
	return place.Path{}
}

// modelled adds what the table says of a call.
func (m *reader) modelled(h *happening, instr ssa.CallInstruction, row *models.Row) {
	args := source.Arguments(instr.Common())
	if s, ok := locks.Operation(row, instr); ok {
		addr := s.Mutex()
		h.op, h.try, h.name = s.Op, s.Try, s.Name
		if _, seen := addr.Type().Underlying().(*types.Pointer); seen {
			h.spot = m.spots.Of(addr) // a Locker may be any
		}
		return
	}
	if row.Sync == models.SyncDone {
		h.done = m.spots.Of(args[0])
	}
	if row.Sync == models.SyncWait {
		if name, _ := place.Name(args[0]); name.Kind == facts.SymField {
			h.takes = append(h.takes, reach{take: take{mode: facts.TakeWait, name: name, at: h.at}, spot: m.spots.Of(args[0])})
		}
	}
	var under []hold
	if row.Sync == models.SyncOnce {
		p := m.spots.Of(args[0])
		name, _ := place.Name(args[0])
		h.takes = append(h.takes, reach{take: take{mode: facts.TakeOnce, name: name, at: h.at}, spot: p})
		under = []hold{{spot: p, mode: facts.TakeOnce, name: name, at: h.at}}
	}
	if row.Shows != nil {
		m.shown(h, instr, args, row.Shows)
	}
	for _, cb := range row.Callbacks {
		if cb.Method != "" || cb.Arg >= len(args) {
			continue
		}
		f, ok := m.function(args[cb.Arg])
		if !ok {
			continue
		}
		if cb.Run == models.RunInline && !cb.Late {
			if m.r.unlocks(f) {
				h.gives = append(h.gives, m.spots.Of(f.bindings[0]))
			}
			m.fold(h, f, nil, instr.Pos(), false, nil, under)
			continue
		}
		var other happening
		m.fold(&other, f, nil, instr.Pos(), false, nil, nil)
		for _, c := range other.changes {
			h.gives = append(h.gives, c.spot)
		}
	}
}

// givenAway lists the locks that a function value may unlock, if it goes elsewhere than into a call that is looked at
// by itself.
func (m *reader) givenAway(c *ssa.MakeClosure) []place.Path {
	fn := c.Fn.(*ssa.Function)
	if f := (closure{fn: fn, bindings: c.Bindings}); m.r.unlocks(f) {
		return []place.Path{m.spots.Of(c.Bindings[0])}
	}
	if onlyCalled(c) {
		return nil
	}
	var h happening
	m.fold(&h, closure{fn: fn, bindings: c.Bindings}, nil, c.Pos(), false, nil, nil)
	var list []place.Path
	for _, x := range h.changes {
		list = append(list, x.spot)
	}
	return list
}

// onlyCalled reports whether a function value is only called, at once or deferred.
func onlyCalled(c *ssa.MakeClosure) bool {
	for _, r := range *c.Referrers() {
		switch r := r.(type) {
		case *ssa.Call:
			if r.Call.Value != ssa.Value(c) {
				return false
			}
		case *ssa.Defer:
			if r.Call.Value != ssa.Value(c) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// place is a position as facts know it.
func (m *reader) place(pos token.Pos) fielduse.Place { return m.r.Place(pos) }
