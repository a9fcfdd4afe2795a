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
		l.watch(i.node(c.Recv), watch{inst: i.id, call: k})
		return
	case c.Flags&facts.CallInvoke != 0:
		l.watch(i.node(c.Recv), watch{inst: i.id, call: k, method: i.unit.names.flow.Symbol(c.Callee), plain: c.Flags&facts.CallTypeParam != 0})
		return
	}
	u := l.unitOf(i.unit.names.flow.Symbol(c.Callee))
	if u.flow == nil {
		l.unknown++
	}
	l.enter(i, k, u, 0, c.Args, nil)
}

// dispatch resolves a dynamic or interface call on one object of its receiver.
func (l *linker) dispatch(w watch, addr pointsto.Node) {
	o, _, off := l.objectAt(addr)
	if o == nil || off != 0 {
		return
	}
	switch {
	case w.method == (facts.Symbol{}):
		if o.decl.Kind == facts.ObjFunc {
			i := l.insts[w.inst]
			l.enter(i, w.call, l.unitOf(o.sym), addr, i.unit.flow.Calls[w.call].Args, nil)
		}
	case o.decl.Kind == facts.ObjBox && o.typ == (facts.Symbol{}):
		l.watch(addr+1, watch{inst: w.inst, call: w.call, method: w.method, plain: true})
	case o.decl.Kind == facts.ObjBox:
		l.invoke(w, addr, o.typ, addr+1)
	case w.plain && o.typ != (facts.Symbol{}):
		l.invoke(w, addr, facts.Symbol{Kind: facts.SymType, Name: "*" + o.typ.Name}, 0)
	}
}

// invoke calls the method that a receiver of the dynamic type has. payload is the box's first payload slot, or zero when the
// object itself is pointed to by a value of a type parameter. A method promoted from an embedded interface is a call on
// what that interface holds.
func (l *linker) invoke(w watch, addr pointsto.Node, typ facts.Symbol, payload pointsto.Node) {
	m := l.method(typ, w.method)
	if m == nil || m.Func == (facts.Symbol{}) {
		return
	}
	i := l.insts[w.inst]
	args := i.unit.flow.Calls[w.call].Args
	if m.Func.Kind == facts.SymMethod {
		p := promotion{w.inst, w.call, addr, w.method}
		if l.promoted[p] {
			return // an object that wraps itself
		}
		l.promoted[p] = true
		l.watch(l.receiver(addr, payload, typ, m.Steps, 1)[0], watch{inst: w.inst, call: w.call, method: m.Func})
		return
	}
	u := l.unitOf(m.Func)
	slots := 1
	if u.flow == nil {
		l.unknown++
	} else {
		slots = max(1, len(u.flow.Params)-len(args))
	}
	l.enter(i, w.call, u, addr, args, l.receiver(addr, payload, typ, m.Steps, slots))
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

// enter makes the call edge from call k of instance i to unit u: a plain call, or a new origin. callee is the box or
// function object the call was resolved on, zero for static calls; recv are receiver slots found by dispatch.
func (l *linker) enter(i *instance, k uint32, u *unit, callee pointsto.Node, args []facts.Node, recv []pointsto.Node) {
	if l.outside(i, k, u) {
		return
	}
	before := l.g.during(callSite{i.id, k})
	defer l.g.during(before)
	c := &i.unit.flow.Calls[k]
	actuals := make([]pointsto.Node, 0, len(recv)+len(args))
	actuals = append(actuals, recv...)
	for _, a := range args {
		actuals = append(actuals, i.node(a))
	}
	if c.Flags&facts.CallGo != 0 {
		l.spawn(i, k, u, callee, actuals)
		return
	}
	flavors := []flavorID{0}
	if i.unit.forced[k] {
		i.forced = append(i.forced, forcedCall{k, u, callee, actuals})
		flavors[0] = l.flavorOf(flavor{owner: i.id, call: true, index: k, copy: 1})
		if l.twinnedCall(i, k) {
			flavors = append(flavors, l.flavorOf(flavor{owner: i.id, call: true, index: k, copy: 2}))
		}
	}
	for _, f := range flavors {
		l.enterFlavor(i, k, u, callee, actuals, f)
	}
}

// enterFlavor makes a plain call edge for one iteration copy.
func (l *linker) enterFlavor(i *instance, k uint32, u *unit, callee pointsto.Node, actuals []pointsto.Node, f flavorID) {
	to := l.calleeInstance(i, k, u, callee, f)
	if to == nil {
		return
	}
	l.link(i, k, to, callee, false)
	b := binding{i.id, k, to.id, callee}
	if l.bound[b] {
		return
	}
	l.bound[b] = true
	if f != 0 {
		own := make([]pointsto.Node, len(actuals))
		for k, n := range actuals {
			if own[k] = n; n != 0 {
				own[k] = l.ofCopy(i, n, l.flavors[f].copy)
			}
		}
		actuals = own
	}
	l.pass(to, actuals, callee, 0)
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

// link records a call edge once.
func (l *linker) link(from *instance, call uint32, to *instance, callee pointsto.Node, spawn bool) {
	for _, e := range to.in {
		if e.from == from.id && e.call == call {
			return
		}
	}
	e := edge{from: from.id, to: to.id, call: call, spawn: spawn}
	to.in = append(to.in, e)
	from.out = append(from.out, e)
}
