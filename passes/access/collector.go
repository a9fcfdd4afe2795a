// This file gathers the accesses of one function, drops and merges.

package access

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ownership"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/gate"
	"github.com/syncvet/syncvet/passes/internal/refill"
	"github.com/syncvet/syncvet/passes/internal/signal"
	"github.com/syncvet/syncvet/passes/internal/taken"
	"github.com/syncvet/syncvet/passes/source"
)

// A collector gathers one function's accesses.
type collector struct {
	r          *pack            // the package
	fn         *ssa.Function    // the function
	gate       *gate.Function   // what tests have found about variables (A13, A19, A20)
	taken      *taken.Function  // what it takes out of where it was (A23)
	conditions *conditions      // under which accesses happen (A20)
	numbers    *numbers         // that it compares, stores and hands on (A25)
	timers     *timers          // that it stops and resets (A14)
	refill     *refill.Function // where it fills sent memory again (A34)

	flags  facts.AccessFlags // of all accesses
	list   []found           // the accesses
	index  map[key]int       // into list
	merged []ElementMerged   // what does not stand in list for itself
	out    facts.Accesses    // but for the accesses themselves
}

func newCollector(r *pack, fn *ssa.Function, calls []facts.Call) *collector {
	g := gate.New(r.locks, fn)
	return &collector{
		r: r, fn: fn, gate: g, taken: taken.New(r.locks, fn), conditions: newConditions(r, fn, g),
		numbers: newNumbers(r, fn, calls), timers: findTimers(r.locks, fn), refill: r.refillOf(fn),
		index: map[key]int{},
	}
}

// An ElementMerged is an access that another one stands for (A6).
type ElementMerged struct {
	At   token.Pos // of the access
	Into token.Pos // of the one that is in the facts
}

// found is an access before its references are numbered.
type found struct {
	facts.Access
	name  facts.Symbol // of the variable
	pos   token.Pos    // in the source
	conds []facts.Cond // without their Index
}

// A key is what merged accesses have in common (A6), as facts.Access has it.
type key struct {
	// all of it
	kind   facts.AccessKind
	index  facts.IndexKind
	flags  facts.AccessFlags
	addr   facts.Node
	off    uint32
	len    uint32
	lo, hi int64
	ownIf  uint64
	point  facts.PointID
}

// access records an access unless nobody else can see it (A5).
func (c *collector) access(t accessSite) {
	points := c.r.Spawn.Points(t.instr)
	if len(points) == 0 || t.kind == facts.Read && c.immutable(t.addr) {
		return
	}
	addr, off, ok := c.at(&t)
	if !ok {
		return
	}
	flags := through(t.addr)
	if t.kind.Writes() && flags&facts.AccessUnsafe != 0 {
		c.numbers.open(addr) // which slots it writes to, no type says
	}
	var own ownership.Condition
	if t.part == nil || t.part.Own {
		own = c.r.Spawn.Owned(t.instr, t.addr)
	}
	if own.Owned && own.If == 0 {
		if t.kind.Writes() {
			c.numbers.initial(&t, addr, off)
		}
		return
	}
	x := found{pos: t.pos}
	x.Kind, x.Addr, x.Off, x.Len, x.OwnIf = t.kind, addr, off, 1, own.If
	switch {
	case t.part != nil:
		x.Len = t.part.Len
	case t.typ != nil:
		x.Len = uint32(c.r.flow.Layout.Size(t.typ))
	}
	x.Flags = c.flags | t.flags | flags | c.timers.paused(t.instr) | ownIndex(&t) | presence(&t) |
		c.taken.Taking(t.instr) | c.refilled(&t) | c.every(&t)
	x.Flags |= c.shown(&t)
	x.name, x.Var = c.name(&t)
	if t.part == nil || t.part.Own {
		x.Index, x.Lo, x.Hi = c.classify(&t)
	}
	g := c.gate.Gate(t.instr.Block())
	if g == nil {
		g = c.gate.WaitedFor(t.instr.Block())
	}
	if g != nil {
		x.Gate, x.GateOff, _ = c.r.flow.Addr(c.fn, g)
	}
	x.Test = c.numbers.terms.Test(t.instr.Block())
	x.conds = append(c.conditions.ofAccess(t.instr), c.conditions.absent(&t, addr, off)...)
	x.conds = append(x.conds, c.signalled(&t, addr, x.conds)...)
	for _, p := range points {
		x.Point = p
		c.add(x, &t)
	}
}

// shown are the flags of what others have been given, or find in what they have been given, and of locks that the
// function holds on some ways only.
func (c *collector) shown(t *accessSite) (flags facts.AccessFlags) {
	if c.r.Spawn.Transferred(t.instr, t.addr) {
		flags |= facts.AccessReleased
	}
	if c.r.Spawn.Found(t.instr, t.addr) {
		flags |= facts.AccessFound
	}
	if c.r.locks.MayHeld(t.instr) {
		flags |= facts.AccessSometimes
	}
	return flags
}

// signalled are the conditions that signals in the object itself, or in what holds it, give an access (A21).
func (c *collector) signalled(t *accessSite, addr facts.Node, known []facts.Cond) []facts.Cond {
	if c.r.signals.None(c.fn) {
		return nil
	}
	list := c.r.signals.Relative(c.fn, t.instr, c.r.locks.Number(c.fn, t.addr), addr)
	list = append(list, c.r.signals.Merged(c.fn, t.addr, addr, slices.Concat(known, list))...)
	if f := signal.Holder(t.addr); f != nil {
		if n, _, ok := c.r.flow.Addr(c.fn, f); ok && n != addr {
			list = append(list, c.r.signals.Relative(c.fn, t.instr, c.r.locks.Number(c.fn, f), n)...)
		}
	}
	return list
}

// at is where an access lies; false: nobody else sees it.
func (c *collector) at(t *accessSite) (n facts.Node, off uint32, ok bool) {
	if t.part != nil {
		return t.part.Node, t.part.Off, true
	}
	return c.r.flow.Addr(c.fn, t.addr)
}

// add merges (A6).
func (c *collector) add(x found, t *accessSite) {
	k := key{x.Kind, x.Index, x.Flags, x.Addr, x.Off, x.Len, x.Lo, x.Hi, x.OwnIf, x.Point}
	guards, base := c.guards(t)
	if i, ok := c.index[k]; ok {
		old := &c.list[i]
		old.Guards = slices.DeleteFunc(old.Guards, func(g uint32) bool { return !slices.Contains(guards, g) })
		if old.Base != base {
			old.Base, old.Guards = 0, nil
		}
		old.conds = slices.DeleteFunc(
			slices.Clone(old.conds),
			func(k facts.Cond) bool { return !slices.Contains(x.conds, k) },
		)
		if old.Gate != x.Gate || old.GateOff != x.GateOff {
			old.Gate, old.GateOff = 0, 0
		}
		old.Test = c.numbers.terms.Within(old.Test, x.Test)
		c.merged = append(c.merged, ElementMerged{x.pos, old.pos})
		return
	}
	x.Guards, x.Base = guards, base
	c.index[k] = len(c.list)
	c.list = append(c.list, x)
}

// guards are the locks held relative to the access's base, and the base (A7).
func (c *collector) guards(t *accessSite) ([]uint32, uint32) {
	held := c.r.locks.Held(t.instr)
	if _, deferred := t.instr.(*ssa.Defer); deferred || len(held) == 0 {
		return nil, 0
	}
	base := c.r.locks.Number(c.fn, t.addr)
	var list []uint32
	for _, s := range held {
		if c.r.locks.Base(c.fn, s) == base {
			list = append(list, s)
		}
	}
	return list, base
}

// immutable reports whether an address lies in a package-level variable that only initialisation sets.
func (c *collector) immutable(addr ssa.Value) bool {
	g, ok := source.Root(addr).(*ssa.Global)
	return ok && c.r.locks.Places.FinalGlobal(g)
}

// name names what is accessed, and says what kind of variable it is.
func (c *collector) name(t *accessSite) (facts.Symbol, facts.VarKind) {
	if t.part != nil && (!t.part.Own || t.part.Name != (facts.Symbol{})) {
		return t.part.Name, t.part.Kind
	}
	switch t.addr.Type().Underlying().(type) {
	case *types.Map:
		return place.Holder(t.addr), facts.VarMap
	case *types.Slice:
		return place.Holder(t.addr), facts.VarSlice
	case *types.Chan:
		return place.Holder(t.addr), facts.VarChan
	}
	return place.Name(t.addr)
}

// write makes the unit's facts, if there are any.
func (c *collector) write(out *facts.UnitBuilder) {
	a := &c.out
	numbers := len(a.Tests) + len(a.Given) + len(a.Returned) + len(a.Initials) + len(a.Sized) + len(a.Counted) +
		len(a.Decides)
	c.exchanged(out)
	if len(c.list)+len(a.Conds)+len(a.Opened)+len(a.Selected)+len(a.Exchanges)+numbers == 0 {
		return
	}
	for k := range c.list {
		x := &c.list[k]
		file, line, col := c.r.Source.Position(x.pos)
		x.Name, x.Pos = out.Ref(x.name), out.Pos(file, line, col)
		a.List = append(a.List, x.Access)
	}
	out.Done(a.Encode())
}

// addConditions completes the section with the conditions of accesses and of calls.
func (c *collector) addConditions(a *facts.Accesses) {
	for k := range c.list {
		for _, x := range c.list[k].conds {
			x.Index = uint32(k)
			a.Conds = append(a.Conds, x)
		}
	}
	var calls []facts.Cond
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if _, deferred := instr.(*ssa.Defer); !ok || deferred {
				continue
			}
			for _, k := range c.r.flow.Calls(c.fn, call) {
				for _, x := range append(c.conditions.ofCall(call), c.refills(call)...) {
					x.Call, x.Index = true, uint32(k)
					calls = append(calls, x)
				}
			}
		}
	}
	slices.SortStableFunc(calls, func(x, y facts.Cond) int { return int(x.Index) - int(y.Index) })
	a.Conds = append(a.Conds, calls...)
}
