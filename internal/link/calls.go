// This file is the call graph on the fly: static calls when an instance is made, calls of function values and interface
// methods as their receivers' points-to sets grow.

package link

import (
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// Call looks at one call site of a new instance.
func (l *Linker) Call(i *Instance, k uint32) {
	c := &i.Unit.Flow.Calls[k]
	switch {
	case c.Flags&facts.CallDynamic != 0:
		l.watch(i.Node(c.Recv), Watch{Inst: i.ID, Call: k, Parent: &i.Life})
		return
	case c.Flags&facts.CallInvoke != 0:
		l.watch(
			i.Node(c.Recv),
			Watch{
				Inst:   i.ID,
				Call:   k,
				Parent: &i.Life,
				method: i.Unit.Names.Flow.Symbol(c.Callee),
				number: l.MethodID(i.Unit.Names.Flow.Symbol(c.Callee)),
				plain:  c.Flags&facts.CallTypeParam != 0,
			},
		)
		return
	}
	u := l.calleeOf(i.Unit, k)
	if u.Flow == nil {
		l.Unknown++
	}
	d, isNew := &Dispatch{Inst: i.ID, Call: k}, true
	if l.Sets.Rec != nil {
		d, isNew = l.handle(Handling{Inst: i.ID, Call: k}, facts.Symbol{})
		l.Sets.keepOnce(&d.Liveness, &i.Life, pointsto.Guard{})
	}
	if isNew {
		calling{l}.enter(d, u, c.Args, nil)
	}
}

// handle gives the dispatch of a call on an object, and reports whether it is new.
func (l *Linker) handle(key Handling, method facts.Symbol) (d *Dispatch, isNew bool) {
	if d := l.Handled[key]; d != nil {
		return d, false
	}
	d = &Dispatch{Inst: key.Inst, Call: key.Call, Addr: key.Addr, Method: method}
	l.Sets.born(&d.Liveness)
	l.Handled[key] = d
	return d, true
}

// Dispatch resolves a dynamic or interface call on one object of its receiver.
func (l *Linker) Dispatch(w *Watch, addr pointsto.Node) {
	o, _, off := l.ObjectAt(addr)
	if o == nil || off != 0 {
		return
	}
	switch {
	case w.method == (facts.Symbol{}):
		if o.Decl.Kind == facts.ObjFunc {
			if d := (calling{l}).handleNew(w, addr); d != nil {
				calling{l}.enter(d, l.unitOf(o.Sym), l.Insts[w.Inst].Unit.Flow.Calls[w.Call].Args, nil)
			}
		}
	case o.Decl.Kind == facts.ObjBox && o.Typ == (facts.Symbol{}):
		if d := (calling{l}).handleNew(w, addr); d != nil {
			l.watch(addr+1, Watch{
				Inst: w.Inst, Call: w.Call, Parent: &d.Liveness, method: w.method, number: w.number, plain: true,
			})
		}
	case o.Decl.Kind == facts.ObjBox:
		calling{l}.invoke(w, addr, o.Typ, addr+1)
	case w.plain && o.Typ != (facts.Symbol{}):
		calling{l}.invoke(w, addr, facts.Symbol{Kind: facts.SymType, Name: "*" + o.Typ.Name}, 0)
	}
}

// A calling resolves calls and hands over what they pass (L2, L3).
type calling struct{ *Linker }

// handleNew has a watch keep the dispatch of its call on an object, and gives that if it is new. Equal ones are found
// by different watches where an object is wrapped, in itself perhaps.
func (l calling) handleNew(w *Watch, addr pointsto.Node) *Dispatch {
	d, isNew := l.handle(Handling{w.Inst, w.Call, addr, w.number}, w.method)
	l.Sets.keepOnce(&d.Liveness, w.Parent, pointsto.Guard{Node: w.Node, Addr: addr})
	if !isNew {
		return nil
	}
	return d
}

// invoke calls the method that a receiver of the dynamic type has. payload is the box's first payload slot, or zero
// when the object itself is pointed to by a value of a type parameter. A method promoted from an embedded interface is
// a call on what that interface holds.
func (l calling) invoke(w *Watch, addr pointsto.Node, typ facts.Symbol, payload pointsto.Node) {
	m := l.method(typ, w.method)
	if m == nil || m.Func == (facts.Symbol{}) {
		return
	}
	d := l.handleNew(w, addr)
	if d == nil {
		return
	}
	before := l.Sets.In(&d.Liveness)
	defer l.Sets.In(before)
	args := l.Insts[w.Inst].Unit.Flow.Calls[w.Call].Args
	if m.Func.Kind == facts.SymMethod {
		l.watch(
			l.receiver(addr, payload, typ, m.Steps, 1)[0],
			Watch{Inst: w.Inst, Call: w.Call, Parent: &d.Liveness, method: m.Func, number: l.MethodID(m.Func)},
		)
		return
	}
	u := l.unitOf(m.Func)
	slots := 1
	if u.Flow == nil {
		l.Unknown++
	} else {
		slots = max(1, len(u.Flow.Params)-len(args))
	}
	l.enter(d, u, args, l.receiver(addr, payload, typ, m.Steps, slots))
}

// receiver gives the nodes of the receiver slots that a method wants, by the steps of the method table. A box of a
// pointer type holds that pointer: steps move it or go through it. A box of a value holds the value's slots: the first
// step selects among them, and what it selects is the receiver or a pointer that further steps go through.
func (l calling) receiver(
	addr, payload pointsto.Node,
	typ facts.Symbol,
	steps []facts.Step,
	slots int,
) []pointsto.Node {
	at, pointer := payload, strings.HasPrefix(typ.Name, "*")
	if payload == 0 {
		at, pointer = l.Sets.NewNode(), true
		l.Sets.Add(pointsto.Constraint{Op: pointsto.Addr, Dst: at, Src: addr})
	}
	for k, s := range steps {
		switch {
		case !pointer:
			at += pointsto.Node(s.Offset)
			pointer = true
		case s.Load && k == len(steps)-1:
			return l.loadSlots(at, s.Offset, slots)
		default:
			op := pointsto.Offset
			if s.Load {
				op = pointsto.Load
			}
			n := l.Sets.NewNode()
			l.Sets.Add(pointsto.Constraint{Op: op, Dst: n, Src: at, Off: s.Offset})
			at = n
		}
	}
	nodes := make([]pointsto.Node, slots)
	for k := range nodes {
		nodes[k] = at + pointsto.Node(k)
	}
	return nodes
}

// loadSlots reads a value's slots through a pointer.
func (l calling) loadSlots(at pointsto.Node, off uint32, slots int) []pointsto.Node {
	nodes := make([]pointsto.Node, slots)
	for k := range nodes {
		nodes[k] = l.Sets.NewNode()
		l.Sets.Add(pointsto.Constraint{Op: pointsto.Load, Dst: nodes[k], Src: at, Off: off + uint32(k)})
	}
	return nodes
}

// enter makes the call edge of a dispatch to unit u: a plain call, or a new origin. recv are the receiver slots, if the
// call does not name them.
func (l calling) enter(d *Dispatch, u *Unit, args []facts.Node, recv []pointsto.Node) {
	i, k := l.Insts[d.Inst], d.Call
	d.Unit = u
	if l.outside(i, k, u) {
		return
	}
	before := l.Sets.In(&d.Liveness)
	defer l.Sets.In(before)
	c := &i.Unit.Flow.Calls[k]
	actuals := make([]pointsto.Node, 0, len(recv)+len(args))
	actuals = append(actuals, recv...)
	for _, a := range args {
		actuals = append(actuals, i.Node(a))
	}
	if c.Flags&facts.CallGo != 0 {
		starting(l).spawn(d, u, actuals)
		return
	}
	if !i.Unit.Forced[k] {
		l.enterFlavor(d, u, actuals, 0, nil)
		return
	}
	i.Forced = append(i.Forced, ForcedCall{d, u, actuals})
	first := i.Unit.Flow.FirstCall(k)
	l.enterFlavor(d, u, actuals, making(l).heapContextOf(HeapContext{Owner: i.ID, Call: true, Index: first, Copy: 1}), nil)
	for _, t := range l.Twins {
		if t.forces(i, k) {
			l.enterFlavor(d, u, actuals, making(l).heapContextOf(HeapContext{Owner: i.ID, Call: true, Index: first,
				Copy: 2}), t.Life)
		}
	}
}

// enterFlavor makes a plain call edge for one iteration copy; for the second one as long as the site that it belongs to
// has twins.
func (l calling) enterFlavor(d *Dispatch, u *Unit, actuals []pointsto.Node, f HeapContextID, twins *Liveness) {
	i, k := l.Insts[d.Inst], d.Call
	to := instancing(l).calleeInstance(i, k, u, d.Addr, f)
	if to == nil {
		return
	}
	e, isNew := d.entry(to.ID)
	by := &d.Liveness
	if twins != nil {
		if by = &e.Liveness; isNew || e.Node != 0 {
			l.Sets.keepOnce(by, &d.Liveness, l.Sets.is(twins))
		}
	}
	if !isNew {
		return
	}
	l.link(by, i, k, to, false)
	if f != 0 {
		own := make([]pointsto.Node, len(actuals))
		for k, n := range actuals {
			if own[k] = n; n != 0 {
				own[k] = instancing(l).ofCopy(i, n, l.HeapContexts[f].Copy)
			}
		}
		actuals = own
	}
	before := l.Sets.In(by)
	defer l.Sets.In(before)
	l.pass(to, actuals, d.Addr, 0)
	if to.Unit.Flow == nil {
		return
	}
	c := &i.Unit.Flow.Calls[k]
	for r, n := range to.Unit.Flow.Results {
		if r < len(c.Results) && n != 0 && c.Results[r] != 0 {
			l.Sets.Add(pointsto.Constraint{Op: pointsto.Copy, Dst: i.Node(c.Results[r]), Src: to.Node(n)})
		}
	}
}

// pass copies arguments and captured values into a callee; through a filter where a spawn site keeps iteration copies
// apart.
func (l calling) pass(to *Instance, actuals []pointsto.Node, callee pointsto.Node, filter pointsto.Class) {
	f := to.Unit.Flow
	if f == nil {
		return
	}
	give := func(formal facts.Node, actual pointsto.Node) {
		if formal == 0 || actual == 0 {
			return
		}
		c := pointsto.Constraint{Op: pointsto.Copy, Dst: to.Node(formal), Src: actual}
		if filter != 0 {
			c.Op, c.Class = pointsto.Filter, filter
		}
		l.Sets.Add(c)
	}
	for p, formal := range f.Params {
		if p < len(actuals) {
			give(formal, actuals[p])
		}
	}
	if callee == 0 {
		return
	}
	size := l.Sets.Size(callee)
	for v, formal := range f.FreeVars {
		if uint32(v)+1 < size {
			give(formal, callee+1+pointsto.Node(v))
		}
	}
}

// link records a call edge once, and what it exists by.
func (l *Linker) link(by *Liveness, from *Instance, call uint32, to *Instance, spawn bool) {
	l.Sets.keep(&to.Life, by, pointsto.Guard{})
	if l.Sets.Rec != nil {
		key := EdgeKey{from.ID, call, to.ID}
		if l.Reasons[key] == nil {
			l.Reasons[key] = &Reasons{}
		}
		l.Reasons[key].By = append(l.Reasons[key].By, by)
	}
	for _, e := range to.In {
		if e.From == from.ID && e.Call == call {
			return
		}
	}
	e := Edge{From: from.ID, To: to.ID, Call: call, Spawn: spawn}
	to.In = append(to.In, e)
	from.Out = append(from.Out, e)
}
