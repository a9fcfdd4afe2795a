// This file is the call graph on the fly: static calls when an instance is made, calls of function values and interface
// methods as their receivers' points-to sets grow.

package program

import (
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/pointsto"
)

// call looks at one call site of a new instance.
func (l *linker) call(i *instance, k uint32) {
	c := &i.unit.flow.Calls[k]
	switch {
	case c.Flags&facts.CallDynamic != 0:
		l.watch(i.node(c.Recv), watch{inst: i.id, call: k, parent: &i.life})
		return
	case c.Flags&facts.CallInvoke != 0:
		l.watch(i.node(c.Recv), watch{inst: i.id, call: k, parent: &i.life, method: i.unit.names.flow.Symbol(c.Callee), plain: c.Flags&facts.CallTypeParam != 0})
		return
	}
	u := l.unitOf(i.unit.names.flow.Symbol(c.Callee))
	if u.flow == nil {
		l.unknown++
	}
	d, isNew := &dispatch{inst: i.id, call: k}, true
	if l.g.rec != nil {
		d, isNew = l.handle(i.id, k, 0, facts.Symbol{})
		l.g.keepOnce(&d.life, &i.life, pointsto.Guard{})
	}
	if isNew {
		l.enter(d, u, c.Args, nil)
	}
}

// A dispatch is a call in an instance on one object: what it enters, and how long.
type dispatch struct {
	life
	inst   instID
	call   uint32
	addr   pointsto.Node // box or function object; zero for static calls
	method facts.Symbol  // asked for; zero for function values and static calls
	unit   *unit         // that it was resolved to; nil if it was to none
	to     []*entered
	ended  bool // the call is gone
}

// An entered is an instance that a dispatch entered.
type entered struct {
	life // of the entry for a second iteration copy; others live as long as the dispatch
	to   instID
}

// A handling identifies a dispatch.
type handling struct {
	inst   instID
	call   uint32
	addr   pointsto.Node
	method facts.Symbol
}

// handle gives the dispatch of a call on an object, and tells whether it is new.
func (l *linker) handle(i instID, k uint32, addr pointsto.Node, method facts.Symbol) (d *dispatch, isNew bool) {
	key := handling{i, k, addr, method}
	if d := l.handled[key]; d != nil {
		return d, false
	}
	d = &dispatch{inst: i, call: k, addr: addr, method: method}
	l.g.born(&d.life)
	l.handled[key] = d
	return d, true
}

// dispatch resolves a dynamic or interface call on one object of its receiver.
func (l *linker) dispatch(w *watch, addr pointsto.Node) {
	o, _, off := l.objectAt(addr)
	if o == nil || off != 0 {
		return
	}
	switch {
	case w.method == (facts.Symbol{}):
		if o.decl.Kind == facts.ObjFunc {
			if d := l.handleNew(w, addr); d != nil {
				l.enter(d, l.unitOf(o.sym), l.insts[w.inst].unit.flow.Calls[w.call].Args, nil)
			}
		}
	case o.decl.Kind == facts.ObjBox && o.typ == (facts.Symbol{}):
		if d := l.handleNew(w, addr); d != nil {
			l.watch(addr+1, watch{inst: w.inst, call: w.call, parent: &d.life, method: w.method, plain: true})
		}
	case o.decl.Kind == facts.ObjBox:
		l.invoke(w, addr, o.typ, addr+1)
	case w.plain && o.typ != (facts.Symbol{}):
		l.invoke(w, addr, facts.Symbol{Kind: facts.SymType, Name: "*" + o.typ.Name}, 0)
	}
}

// handleNew has a watch keep the dispatch of its call on an object, and gives that if it is new. Equal ones are found by different watches
// where an object is wrapped, in itself perhaps.
func (l *linker) handleNew(w *watch, addr pointsto.Node) *dispatch {
	d, isNew := l.handle(w.inst, w.call, addr, w.method)
	l.g.keepOnce(&d.life, w.parent, pointsto.Guard{Node: w.node, Addr: addr})
	if !isNew {
		return nil
	}
	return d
}

// invoke calls the method that a receiver of the dynamic type has. payload is the box's first payload slot, or zero when the
// object itself is pointed to by a value of a type parameter. A method promoted from an embedded interface is a call on
// what that interface holds.
func (l *linker) invoke(w *watch, addr pointsto.Node, typ facts.Symbol, payload pointsto.Node) {
	m := l.method(typ, w.method)
	if m == nil || m.Func == (facts.Symbol{}) {
		return
	}
	d := l.handleNew(w, addr)
	if d == nil {
		return
	}
	before := l.g.in(&d.life)
	defer l.g.in(before)
	args := l.insts[w.inst].unit.flow.Calls[w.call].Args
	if m.Func.Kind == facts.SymMethod {
		l.watch(l.receiver(addr, payload, typ, m.Steps, 1)[0], watch{inst: w.inst, call: w.call, parent: &d.life, method: m.Func})
		return
	}
	u := l.unitOf(m.Func)
	slots := 1
	if u.flow == nil {
		l.unknown++
	} else {
		slots = max(1, len(u.flow.Params)-len(args))
	}
	l.enter(d, u, args, l.receiver(addr, payload, typ, m.Steps, slots))
}

// receiver gives the nodes of the receiver slots that a method wants, by the steps of the method table. A box of a pointer
// type holds that pointer: steps move it or go through it. A box of a value holds the value's slots: the first step selects
// among them, and what it selects is the receiver or a pointer that further steps go through.
func (l *linker) receiver(addr, payload pointsto.Node, typ facts.Symbol, steps []facts.Step, slots int) []pointsto.Node {
	at, pointer := payload, strings.HasPrefix(typ.Name, "*")
	if payload == 0 {
		at, pointer = l.g.NewNode(), true
		l.g.Add(pointsto.Constraint{Op: pointsto.Addr, Dst: at, Src: addr})
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
			n := l.g.NewNode()
			l.g.Add(pointsto.Constraint{Op: op, Dst: n, Src: at, Off: s.Offset})
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
func (l *linker) loadSlots(at pointsto.Node, off uint32, slots int) []pointsto.Node {
	nodes := make([]pointsto.Node, slots)
	for k := range nodes {
		nodes[k] = l.g.NewNode()
		l.g.Add(pointsto.Constraint{Op: pointsto.Load, Dst: nodes[k], Src: at, Off: off + uint32(k)})
	}
	return nodes
}

// enter makes the call edge of a dispatch to unit u: a plain call, or a new origin. recv are the receiver slots, if the call does not name them.
func (l *linker) enter(d *dispatch, u *unit, args []facts.Node, recv []pointsto.Node) {
	i, k := l.insts[d.inst], d.call
	d.unit = u
	if l.outside(i, k, u) {
		return
	}
	before := l.g.in(&d.life)
	defer l.g.in(before)
	c := &i.unit.flow.Calls[k]
	actuals := make([]pointsto.Node, 0, len(recv)+len(args))
	actuals = append(actuals, recv...)
	for _, a := range args {
		actuals = append(actuals, i.node(a))
	}
	if c.Flags&facts.CallGo != 0 {
		l.spawn(d, u, actuals)
		return
	}
	if !i.unit.forced[k] {
		l.enterFlavor(d, u, actuals, 0, nil)
		return
	}
	i.forced = append(i.forced, forcedCall{d, u, actuals})
	l.enterFlavor(d, u, actuals, l.flavorOf(flavor{owner: i.id, call: true, index: k, copy: 1}), nil)
	for _, t := range l.twins {
		if t.forces(i, k) {
			l.enterFlavor(d, u, actuals, l.flavorOf(flavor{owner: i.id, call: true, index: k, copy: 2}), t.life)
		}
	}
}

// enterFlavor makes a plain call edge for one iteration copy; for the second one as long as the site that it belongs to has twins.
func (l *linker) enterFlavor(d *dispatch, u *unit, actuals []pointsto.Node, f flavorID, twins *life) {
	i, k := l.insts[d.inst], d.call
	to := l.calleeInstance(i, k, u, d.addr, f)
	if to == nil {
		return
	}
	e, isNew := d.entry(to.id)
	by := &d.life
	if twins != nil {
		if by = &e.life; isNew || e.node != 0 {
			l.g.keepOnce(by, &d.life, l.g.is(twins))
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
				own[k] = l.ofCopy(i, n, l.flavors[f].copy)
			}
		}
		actuals = own
	}
	before := l.g.in(by)
	defer l.g.in(before)
	l.pass(to, actuals, d.addr, 0)
	if to.unit.flow == nil {
		return
	}
	c := &i.unit.flow.Calls[k]
	for r, n := range to.unit.flow.Results {
		if r < len(c.Results) && n != 0 && c.Results[r] != 0 {
			l.g.Add(pointsto.Constraint{Op: pointsto.Copy, Dst: i.node(c.Results[r]), Src: to.node(n)})
		}
	}
}

// entry records that a dispatch enters an instance, and tells whether that is new.
func (d *dispatch) entry(to instID) (e *entered, isNew bool) {
	for _, e := range d.to {
		if e.to == to {
			return e, false
		}
	}
	e = &entered{to: to}
	d.to = append(d.to, e)
	return e, true
}

// pass copies arguments and captured values into a callee; through a filter where a spawn site keeps iteration copies apart.
func (l *linker) pass(to *instance, actuals []pointsto.Node, callee pointsto.Node, filter pointsto.Class) {
	f := to.unit.flow
	if f == nil {
		return
	}
	give := func(formal facts.Node, actual pointsto.Node) {
		if formal == 0 || actual == 0 {
			return
		}
		c := pointsto.Constraint{Op: pointsto.Copy, Dst: to.node(formal), Src: actual}
		if filter != 0 {
			c.Op, c.Class = pointsto.Filter, filter
		}
		l.g.Add(c)
	}
	for p, formal := range f.Params {
		if p < len(actuals) {
			give(formal, actuals[p])
		}
	}
	if callee == 0 {
		return
	}
	size := l.g.Size(callee)
	for v, formal := range f.FreeVars {
		if uint32(v)+1 < size {
			give(formal, callee+1+pointsto.Node(v))
		}
	}
}

// link records a call edge once, and what it exists by.
func (l *linker) link(by *life, from *instance, call uint32, to *instance, spawn bool) {
	l.g.keep(&to.life, by, pointsto.Guard{})
	if l.g.rec != nil {
		key := edgeKey{from.id, call, to.id}
		if l.reasons[key] == nil {
			l.reasons[key] = &reasons{}
		}
		l.reasons[key].by = append(l.reasons[key].by, by)
	}
	for _, e := range to.in {
		if e.from == from.id && e.call == call {
			return
		}
	}
	e := edge{from: from.id, to: to.id, call: call, spawn: spawn}
	to.in = append(to.in, e)
	from.out = append(from.out, e)
}
